"""Reads TypedDict declarations: annotations, fields of requests, JSON Schema."""

from collections.abc import Callable
from datetime import date, datetime
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
    """Marks a field whose type each game declares, under this name in the browser."""

    name: str
    # the JSDoc type, if it differs from the game's type of that name
    script: str = ""


class OneOf:
    """Marks a str field that must be one of these values."""

    def __init__(self, *values: str) -> None:
        self.values = values


class Fields(NamedTuple):
    """The required and optional fields of a request, as plain types."""

    required: dict[str, type]
    optional: dict[str, type]


def answers_with(declared: Any) -> Callable[[View], View]:
    """Declare the response type of a function view; class-based views have `answer`."""

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
    date: {"type": "string", "format": "date"},
    Any: {},
}


def hints_of(part: Any) -> dict[str, Any]:
    """Return the field types of a TypedDict, with annotations but without NotRequired."""
    hints = get_type_hints(part, include_extras=True)
    optional = part.__optional_keys__
    return {name: get_args(hint)[0] if name in optional else hint for name, hint in hints.items()}


def fields_of(request: Any) -> Fields:
    """Return the fields of a request as plain types, for validating a message."""
    plain = {name: get_origin(hint) or hint for name, hint in get_type_hints(request).items()}
    required = {name: plain[name] for name in plain if name in request.__required_keys__}
    return Fields(required, {name: plain[name] for name in plain if name not in required})


def schema_of(hint: Any, parts: dict[str, Schema]) -> Schema:
    """Return the JSON Schema of a type; add its TypedDicts to `parts`, by name."""
    if hint in PLAIN:
        return PLAIN[hint]
    origin, arguments = get_origin(hint), get_args(hint)
    if origin is Annotated:
        mark = arguments[1]
        return {"enum": list(mark.values)} if isinstance(mark, OneOf) else {"type": "object"}
    if origin is Literal:
        return {"enum": list(arguments)}
    if origin in (Union, UnionType):
        return {"anyOf": [schema_of(option, parts) for option in arguments]}
    if origin is list:
        return {"type": "array", "items": schema_of(arguments[0], parts)}
    if origin is dict:
        return {"type": "object", "additionalProperties": schema_of(arguments[1], parts)}
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
