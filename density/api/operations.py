"""Declares the operations of the API: what is sent, what is answered, and who may ask.

A declaration is read three times: to check a request, to permit it, and to write the schema.
"""

from collections.abc import Callable, Mapping
from contextlib import suppress
from datetime import date
from functools import wraps
from http import HTTPStatus
from typing import Annotated, Any, NamedTuple, get_args, get_origin

from django.http.request import RawPostDataException
from rest_framework.request import Request

from accounts.identity.tokens import READ, SCOPES
from density.platform.declared import OneOf, fields_of, hints_of
from games.engine.contract import Json, Refused
from games.live.inbox import LARGEST_NUMBER, read_fields

JSON_TYPE, NDJSON = "application/json", "application/x-ndjson"
Method = Callable[..., Any]
PLAY, TABLES, QUEUE, FRIENDS = SCOPES


class Operation(NamedTuple):
    """The declaration of a method of a view; None as `answer` means an empty response.

    `codes` are the refusals of this operation. A `public` one needs no account.
    """

    answer: Any
    query: Any
    body: Any
    scope: str
    public: bool
    codes: tuple[str, ...]
    status: int
    media: str


def declare_operation(
    answer: Any,
    *,
    query: Any = None,
    body: Any = None,
    scope: str = READ,
    public: bool = False,
    codes: tuple[str, ...] = (),
    status: int = HTTPStatus.OK,
    media: str = JSON_TYPE,
) -> Callable[[Method], Method]:
    """Declare a method, which gets the fields of its query and body as one dictionary."""

    def declare(method: Method) -> Method:
        @wraps(method)
        def checked(view: Any, request: Request, **path: Any) -> Any:
            fields = {} if query is None else read_query(request.query_params.dict(), query)
            if isinstance(fields, Refused):
                return fields
            sent = {} if body is None else read_body(request, body)
            return (
                sent if isinstance(sent, Refused) else method(view, request, fields | sent, **path)
            )

        operation = Operation(answer, query, body, scope, public, codes, status, media)
        checked.operation = operation  # type: ignore[attr-defined] # read by find_operation
        return checked

    return declare


def find_operation(view: Any, method: str) -> Operation | None:
    """Return the declaration of a view's method; None if the view has no such method."""
    name = "get" if method == "HEAD" else method.lower()
    return getattr(getattr(view, name, None), "operation", None)


def read_query(parameters: Mapping[str, str], query: Any) -> Json | Refused:
    """Return the declared parameters that are present; others are ignored."""
    fields: Json = {}
    for name, hint in hints_of(query).items():
        if name in parameters:
            value = _parse_text(parameters[name], hint)
            if value is None:
                return Refused("malformed")
            fields[name] = value
        elif name in query.__required_keys__:
            return Refused("malformed")
    return fields


def read_body(request: Request, body: Any) -> Json | Refused:
    """Return the declared fields of a JSON body that are present; others are ignored."""
    try:
        fields = read_fields(request.body, fields_of(body))
    except RawPostDataException:  # a form, in which the CSRF check looked for its token
        return Refused("malformed")
    if isinstance(fields, Refused):
        return fields
    hints = hints_of(body)
    fits = all(_has_value(value, hints[name]) for name, value in fields.items())
    return fields if fits else Refused("malformed")


def _has_value(value: Any, hint: Any) -> bool:
    """Return whether a value of the right type is one of the declared ones."""
    if get_origin(hint) is dict:
        return all(
            type(number) is int and 0 <= number <= LARGEST_NUMBER for number in value.values()
        )
    mark = get_args(hint)[1] if get_origin(hint) is Annotated else None
    return not isinstance(mark, OneOf) or value in mark.values


def _parse_text(text: str, hint: Any) -> Any:
    """Return a parameter as its declared type; None if it is not of that type."""
    if hint is int:
        is_number = text.isascii() and text.isdigit() and len(text) <= len(str(LARGEST_NUMBER))
        return int(text) if is_number and int(text) <= LARGEST_NUMBER else None
    if hint is date:
        with suppress(ValueError):
            return date.fromisoformat(text)
        return None
    return text if "\0" not in text and _has_value(text, hint) else None
