"""Reads declared TypedDicts: marks of their fields, the fields of requests, JSON Schema."""

from collections.abc import Callable
from datetime import datetime
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    Literal,
    NamedTuple,
    TypeVar,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

Schema = dict[str, object]
View = TypeVar("View", bound=Any)


class OfTheGame(NamedTuple):
    """Marks JSON that every game declares itself, by its name in the browser."""

    name: str
    # its type in the browser, where that is not simply what the game has by this name
    script: str = ""


class OneOf:
    """Marks a text that is one of these."""

    def __init__(self, *values: str) -> None:
        self.values = values


class Fields(NamedTuple):
    """The plain types of the fields that a request must have, and of those that it may have."""

    required: dict[str, type]
    optional: dict[str, type]


def answers_with(declared: Any) -> Callable[[View], View]:
    """Mark a view with what it answers, as views that are classes are by their `answer`."""

    def mark(view: View) -> View:
        view.answer = declared
        return view

    return mark


PLAIN: dict[Any, Schema] = {
    int: {"type": "integer"},
    float: {"type": "number"},
    str: {"type": "string"},
    bool: {"type": "boolean"},
    NoneType: {"type": "null"},
    datetime: {"type": "string", "format": "date-time"},
    Any: {},
}


def hints_of(part: Any) -> dict[str, Any]:
    """Return what the fields of a TypedDict are, with their marks; NotRequired is taken off."""
    hints = get_type_hints(part, include_extras=True)
    optional = part.__optional_keys__
    return {name: get_args(hint)[0] if name in optional else hint for name, hint in hints.items()}


def fields_of(request: Any) -> Fields:
    """Return the fields of a request as plain types, by which a message is checked."""
    plain = {name: get_origin(hint) or hint for name, hint in get_type_hints(request).items()}
    required = {name: plain[name] for name in plain if name in request.__required_keys__}
    return Fields(required, {name: plain[name] for name in plain if name not in required})


def schema_of(hint: Any, parts: dict[str, Schema]) -> Schema:
    """Return the JSON Schema of a type; TypedDicts in it are added to the parts, by their names."""
    if hint in PLAIN:
        return PLAIN[hint]
    origin, given = get_origin(hint), get_args(hint)
    if origin is Annotated:
        mark = given[1]
        return {"enum": list(mark.values)} if isinstance(mark, OneOf) else {"type": "object"}
    if origin is Literal:
        return {"enum": list(given)}
    if origin in (Union, UnionType):
        return {"anyOf": [schema_of(each, parts) for each in given]}
    if origin is list:
        return {"type": "array", "items": schema_of(given[0], parts)}
    if origin is dict:
        return {"type": "object", "additionalProperties": schema_of(given[1], parts)}
    return _reference(hint, parts)


def _reference(part: Any, parts: dict[str, Schema]) -> Schema:
    name = part.__name__
    if name not in parts:
        shape: Schema = {"type": "object", "description": " ".join((part.__doc__ or "").split())}
        parts[name] = shape
        hints = hints_of(part)
        shape["properties"] = {field: schema_of(hint, parts) for field, hint in hints.items()}
        shape["required"] = [field for field in hints if field in part.__required_keys__]
        shape["additionalProperties"] = False
    return {"$ref": f"#/$defs/{name}"}
