"""The documentation of the API: the schema that `manage.py protocol` writes, and a page of it."""

from functools import lru_cache
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
# names of the site whose pages are cached
MOST_HOSTS = 8
# values in examples, by type
SAMPLES = {"integer": 1, "string": "…"}


class Row(NamedTuple):
    """A field or parameter: its type as words, and the part in it, if there is one."""

    name: str
    kind: str
    part: str
    text: str = ""


class Described(NamedTuple):
    """An operation on the page; `part` is the named type of the answer.

    `example` is a command; one that a browser can follow `is_link`.
    """

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
    example: str
    is_link: bool


class Event(NamedTuple):
    """An event that a webhook is told about, and the named type of its message."""

    name: str
    part: str
    text: str


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
    """Show the documentation. Context: example, groups [(title, [Described])], events, parts."""
    return render(request, "api.html", read_docs(request.build_absolute_uri("/")))


@lru_cache(MOST_HOSTS)
def read_docs(site: str) -> dict[str, Any]:
    """Return the context of the page, from the schema; `site` is the URL of the home page."""
    schema = orjson.loads(SCHEMA.read_bytes())
    parts = schema["components"]["schemas"]
    operations = [
        _describe_operation(path, method, declared, site, parts)
        for path, methods in schema["paths"].items()
        for method, declared in methods.items()
    ]
    groups = groupby(operations, key=lambda described: described.path.split("/")[3])
    return {
        "example": write_example("get", f"{site}api/v1/account/", public=False, body=None),
        "groups": [(name, list(rows)) for name, rows in groups],
        "events": [
            Event(name, find_part(_body_of(event["post"])), event["post"]["summary"])
            for name, event in schema["webhooks"].items()
        ],
        "parts": [
            Part(name, part.get("description", ""), _fields_of(part))
            for name, part in parts.items()
        ],
    }


def _describe_operation(path: str, method: str, declared: Any, site: str, parts: Any) -> Described:
    answers = [declared["responses"][status] for status in declared["responses"] if status < "3"]
    answer = next((body["schema"] for body in answers[0].get("content", {}).values()), None)
    sent = find_part(_body_of(declared))
    public = {} in declared["security"]
    asks = [row for row in declared.get("parameters", ()) if row["required"]]
    return Described(
        id=declared["operationId"],
        method=method.upper(),
        path=path,
        summary=declared["summary"],
        public=public,
        scope=declared["x-scope"],
        codes=declared["x-codes"],
        parameters=[
            _describe_field(row["name"], row["schema"], row.get("description", ""))
            for row in declared.get("parameters", ())
        ],
        body=sent,
        answer="" if answer is None else name_kind(answer),
        part="" if answer is None else find_part(answer),
        example=write_example(
            method, site + path[1:], public=public, body=parts[sent] if sent else None
        ),
        is_link=public and method == "get" and not asks,
    )


def _body_of(declared: Any) -> Any:
    """Return the schema of the body of an operation; {} without one."""
    content = declared.get("requestBody", {}).get("content", {})
    return content.get("application/json", {}).get("schema", {})


def write_example(method: str, url: str, *, public: bool, body: Any) -> str:
    """Return a command that makes a request; its header and its body have their own lines."""
    method_option = "" if method == "get" else f"--request {method.upper()} "
    lines = [f"curl {method_option}{url}"]
    if not public:
        lines.append('--header "Authorization: Bearer $TOKEN"')
    if body is not None:
        kinds = {name: body["properties"][name].get("type") for name in body["required"]}
        sample = {name: SAMPLES.get(kind, {}) for name, kind in kinds.items()}
        lines.append(f"--json '{orjson.dumps(sample).decode()}'")
    return " \\\n  ".join(lines)


def _describe_field(name: str, schema: Any, text: str = "") -> Row:
    return Row(name, name_kind(schema), find_part(schema), text)


def _fields_of(part: Any) -> list[Row]:
    required = part.get("required", ())
    return [
        _describe_field(name if name in required else f"{name}?", kind)
        for name, kind in part.get("properties", {}).items()
    ]


def find_part(schema: Any) -> str:
    """Return the name of the first declared type within a type, or an empty string."""
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
