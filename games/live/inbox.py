"""Messages that clients send: decoded and checked before any handler gets them."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import orjson

from density.platform.declared import Fields
from games.engine.contract import Refused

LARGEST_BYTES = 4096
LONGEST_REF = 64
LARGEST_NUMBER = 2**31 - 1

# the fields of a message, by its type
Requests = Mapping[str, Fields]


@dataclass(frozen=True, slots=True)
class Message:
    """A message of a known type whose fields have the right types."""

    type: str
    fields: dict[str, Any]
    ref: str | None


@dataclass(frozen=True, slots=True)
class Rejected:
    """A refused message, and its ref if it had a usable one."""

    refused: Refused
    ref: str | None


def decode_message(text: str | None, requests: Requests) -> Message | Rejected:
    """Return the message in a text frame, or why it is rejected; never raises.

    `text` is None for a binary frame. Undeclared fields are ignored.
    """
    message = _parse_object(text)
    if isinstance(message, Refused):
        return Rejected(message, None)
    ref = message.get("ref")
    if ref is not None and not (isinstance(ref, str) and len(ref) <= LONGEST_REF):
        return Rejected(Refused("malformed"), None)
    kind = message.get("type")
    if not isinstance(kind, str):
        return Rejected(Refused("malformed"), ref)
    if kind not in requests:
        return Rejected(Refused("unknown-type"), ref)
    fields = _check_fields(message, requests[kind])
    return Rejected(fields, ref) if isinstance(fields, Refused) else Message(kind, fields, ref)


def read_fields(body: bytes, declared: Fields) -> dict[str, Any] | Refused:
    """Return the fields of a message of the API, which has no type; never raises."""
    message = _parse_object(body.decode("utf-8", "replace"))
    return message if isinstance(message, Refused) else _check_fields(message, declared)


def _check_fields(fields: Mapping[str, Any], declared: Fields) -> dict[str, Any] | Refused:
    optional = {name: kind for name, kind in declared.optional.items() if name in fields}
    field_types = {**declared.required, **optional}
    fits = all(_has_type(fields.get(name), kind) for name, kind in field_types.items())
    return {name: fields.get(name) for name in field_types} if fits else Refused("malformed")


def _parse_object(text: str | None) -> dict[str, Any] | Refused:
    if text is None:
        return Refused("malformed")
    if len(text) > LARGEST_BYTES or len(text.encode("utf-8", "surrogatepass")) > LARGEST_BYTES:
        return Refused("too-large")
    try:
        message = orjson.loads(text)
    except orjson.JSONDecodeError:
        return Refused("malformed")
    return message if isinstance(message, dict) else Refused("malformed")


def _has_type(value: object, field_type: type) -> bool:
    if field_type is int:
        # a bool is an int in Python, but not a number here
        return type(value) is int and 0 <= value <= LARGEST_NUMBER
    return isinstance(value, field_type)
