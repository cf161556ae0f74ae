"""The documentation of the API: the schema that `manage.py protocol` writes, and a page of it."""

from functools import cache
from itertools import groupby
from pathlib import Path
from typing import Any, NamedTuple

import orjson
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

SCHEMA = Path(__file__).parent / "openapi.json"
DAY = 24 * 3600


class Row(NamedTuple):
    """A field or parameter: its type as words, and the part in it, if there is one."""

    name: str
    kind: str
    part: str
    text: str = ""


class Described(NamedTuple):
    """An operation on the page; `part` is the named type of the answer."""

    id: str
    method: str
    path: str
    summary: str
    public: bool
    scope: str
    codes: list[str]
    parameters: list[Row]
    body: str
    answer: str
    part: str


class Part(NamedTuple):
    """A named type on the page."""

    name: str
    text: str
    fields: list[Row]


@require_safe
@cache_control(max_age=DAY)
def show_schema(request: HttpRequest) -> HttpResponse:
    """Return the schema, in OpenAPI 3.1."""
    return HttpResponse(SCHEMA.read_bytes(), content_type="application/json")


@require_safe
def show_docs(request: HttpRequest) -> HttpResponse:
    """Show the documentation. Context: groups [(title, [Described])], parts [Part]."""
    return render(request, "api.html", read_docs())


@cache
def read_docs() -> dict[str, Any]:
    """Return the context of the page, from the schema."""
    schema = orjson.loads(SCHEMA.read_bytes())
    operations = [
        _describe_operation(path, method, declared)
        for path, methods in schema["paths"].items()
        for method, declared in methods.items()
    ]
    groups = groupby(operations, key=lambda described: described.path.split("/")[3])
    return {
        "groups": [(name, list(rows)) for name, rows in groups],
        "parts": [
            Part(name, part.get("description", ""), _fields_of(part))
            for name, part in schema["components"]["schemas"].items()
        ],
    }


def _describe_operation(path: str, method: str, declared: Any) -> Described:
    answers = [declared["responses"][status] for status in declared["responses"] if status < "3"]
    answer = next((body["schema"] for body in answers[0].get("content", {}).values()), None)
    body = declared.get("requestBody", {}).get("content", {}).get("application/json")
    return Described(
        id=declared["operationId"],
        method=method.upper(),
        path=path,
        summary=declared["summary"],
        public={} in declared["security"],
        scope=declared["x-scope"],
        codes=declared["x-codes"],
        parameters=[
            _describe_field(row["name"], row["schema"], row.get("description", ""))
            for row in declared.get("parameters", ())
        ],
        body="" if body is None else find_part(body["schema"]),
        answer="" if answer is None else name_kind(answer),
        part="" if answer is None else find_part(answer),
    )


def _describe_field(name: str, schema: Any, text: str = "") -> Row:
    return Row(name, name_kind(schema), find_part(schema), text)


def _fields_of(part: Any) -> list[Row]:
    required = part.get("required", ())
    return [
        _describe_field(name if name in required else f"{name}?", kind)
        for name, kind in part.get("properties", {}).items()
    ]


def find_part(schema: Any) -> str:
    """Return the name of the first named type in a type; "" if there is none."""
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    inner = [*schema.get("anyOf", ()), schema.get("items", {})]
    return next(filter(None, map(find_part, filter(None, inner))), "")


def name_kind(schema: Any) -> str:
    """Return a type as words, such as "array of Deal"."""
    if "$ref" in schema:
        return find_part(schema)
    if "enum" in schema:
        return " | ".join(orjson.dumps(value).decode() for value in schema["enum"])
    if "anyOf" in schema:
        return " | ".join(map(name_kind, schema["anyOf"]))
    if schema.get("type") == "array":
        return f"array of {name_kind(schema['items'])}"
    kind = str(schema.get("type", "any"))
    return f"{kind} ({schema['format']})" if "format" in schema else kind
