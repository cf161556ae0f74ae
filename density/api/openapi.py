"""Writes the OpenAPI schema from the declarations of the operations."""

import re
from http import HTTPStatus
from typing import Any

import orjson

from accounts.identity.oauth import CONSENTS
from density.api import answers
from density.api.operations import JSON_TYPE, Operation, find_operation
from density.api.urls import OPERATIONS
from density.platform.declared import Schema, hints_of, schema_of
from density.platform.problems import PROBLEM_JSON
from games.live.inbox import LARGEST_NUMBER
from games.webhook_messages import MESSAGES

PARTS = "#/components/schemas/"
METHODS = ("get", "put", "post", "patch", "delete")
INFO = {
    "title": "Density Deck",
    "version": "1",
    "description": "The same data and moves as the pages and sockets of the site: docs/API.md.",
}
SCHEMES = {
    "token": {"type": "http", "scheme": "bearer", "description": "A personal access token."},
    "oauth2": {
        "type": "oauth2",
        "description": "An access token that a user gave an app.",
        "flows": {
            "authorizationCode": {
                "authorizationUrl": "/oauth/authorize/",
                "tokenUrl": "/oauth/token/",
                "refreshUrl": "/oauth/token/",
                "scopes": {scope: str(words) for scope, words in CONSENTS.items()},
            }
        },
    },
    "session": {"type": "apiKey", "in": "cookie", "name": "sessionid"},
}
# refusals that any operation may answer with
ALWAYS = (HTTPStatus.BAD_REQUEST, HTTPStatus.TOO_MANY_REQUESTS, HTTPStatus.SERVICE_UNAVAILABLE)
FOR_USERS = (HTTPStatus.UNAUTHORIZED, HTTPStatus.FORBIDDEN)
OF_PATHS = (HTTPStatus.FORBIDDEN, HTTPStatus.NOT_FOUND, HTTPStatus.CONFLICT)
LIMITS = {
    name: {"description": text, "schema": {"type": "integer"}}
    for name, text in {
        "RateLimit-Limit": "Requests that are allowed in ten minutes.",
        "RateLimit-Remaining": "Requests that are left.",
        "RateLimit-Reset": "Seconds until all are allowed again.",
    }.items()
}
REFUSED = {
    "description": "The request is refused, and changed nothing.",
    "content": {PROBLEM_JSON: {"schema": {"$ref": f"{PARTS}Problem"}}},
}


def describe_paths(parts: dict[str, Schema]) -> dict[str, Any]:
    """Return the operations of the schema, by path and method; add their types to `parts`."""
    paths: dict[str, Any] = {}
    for pattern in sorted(OPERATIONS, key=str):
        path = "/" + re.sub(r"<\w+:(\w+)>", r"{\1}", str(pattern.pattern))
        callback: Any = pattern.callback  # of a class, so it has its view_class
        view = callback.view_class
        paths[path] = {
            method: describe_operation(path, method, getattr(view, method), parts)
            for method in METHODS
            if find_operation(view, method) is not None
        }
    return paths


def describe_operation(
    path: str, method: str, handler: Any, parts: dict[str, Schema]
) -> dict[str, Any]:
    """Return an operation, described by the declaration and the docstring of its method."""
    declared: Operation = handler.operation
    words = [word for word in path.split("/")[3:] if word]
    name = "_".join((method, *words))
    account = "Needs no account." if declared.public else "Needs an account."
    codes = f" Refusals: {', '.join(declared.codes)}." if declared.codes else ""
    without: list[dict[str, list[str]]] = [{}] if declared.public else []
    operation = {
        "operationId": re.sub(r"[{}]", "", name).replace("-", "_"),
        "description": f"{account} Scope of a token: {declared.scope}.{codes}",
        "summary": str(handler.__doc__).partition("\n")[0].replace("`", ""),
        "parameters": describe_parameters(path, declared.query, parts),
        "tags": words[:1],
        "requestBody": describe_body(declared.body, parts),
        # {} means without logging in
        "security": [{"token": []}, {"oauth2": [declared.scope]}, {"session": []}, *without],
        "responses": describe_responses(path, declared, parts),
        # shown apart by the page of the documentation
        "x-scope": declared.scope,
        "x-codes": list(declared.codes),
    }
    for optional in ("parameters", "requestBody"):
        if not operation[optional]:
            del operation[optional]
    return operation


def describe_parameters(path: str, query: Any, parts: dict[str, Schema]) -> list[dict[str, Any]]:
    """Return the parameters of the path and the query."""
    in_path = [
        {"in": "path", "name": word[1:-1], "required": True, "schema": {"type": "string"}}
        for word in path.split("/")
        if word.startswith("{")
    ]
    hints = {} if query is None else hints_of(query)
    return in_path + [
        {
            "in": "query",
            "name": name,
            "required": name in query.__required_keys__,
            "schema": bound_numbers(in_components(schema_of(hint, parts))),
            "description": " ".join((query.__doc__ or "").split()),
        }
        for name, hint in hints.items()
    ]


def describe_body(body: Any, parts: dict[str, Schema]) -> dict[str, Any] | None:
    """Return the body of a request; None if it has none."""
    if body is None:
        return None
    schema = in_components(schema_of(body, parts))
    return {"required": True, "content": {JSON_TYPE: {"schema": schema}}}


def describe_responses(path: str, declared: Operation, parts: dict[str, Schema]) -> dict[str, Any]:
    """Return the answer, and the problem that stands for every refusal."""
    statuses = {*ALWAYS, *(() if declared.public else FOR_USERS)}
    statuses |= set(OF_PATHS if declared.codes or "{" in path else ())
    if declared.body is not None:
        statuses |= {HTTPStatus.CONFLICT, HTTPStatus.REQUEST_ENTITY_TOO_LARGE}
    headers = {name: {"$ref": f"#/components/headers/{name}"} for name in LIMITS}
    phrase = HTTPStatus(declared.status).phrase
    answer: dict[str, Any] = {"description": phrase, "headers": headers}
    if declared.answer is not None:
        schema = in_components(schema_of(declared.answer, parts))
        answer["content"] = {declared.media: {"schema": schema}}
    refusals = {
        str(int(status)): {"$ref": "#/components/responses/Refused"} for status in sorted(statuses)
    }
    return {str(int(declared.status)): answer, **refusals}


def describe_webhooks(parts: dict[str, Schema]) -> dict[str, Any]:
    """Return the webhooks of the schema, by event; add their messages to `parts`."""
    return {
        hints_of(message)["type"].__args__[0]: {
            "post": {
                "summary": " ".join((message.__doc__ or "").split()),
                "requestBody": describe_body(message, parts),
                "responses": {"2XX": {"description": "Delivered; any other status is not."}},
            }
        }
        for message in MESSAGES
    }


def in_components(schema: Any) -> Any:
    """Return a JSON Schema whose references lead to the components of OpenAPI."""
    return orjson.loads(orjson.dumps(schema).replace(b"#/$defs/", PARTS.encode()))


def bound_numbers(schema: Any) -> Any:
    """Return the schema of a parameter; numbers have the bounds of the sockets' messages."""
    if schema.get("type") == "integer":
        return {**schema, "minimum": 0, "maximum": LARGEST_NUMBER}
    return schema


def build_schema() -> dict[str, Any]:
    """Return the OpenAPI schema of the versioned API."""
    parts: dict[str, Schema] = {}
    schema_of(answers.Problem, parts)
    paths = describe_paths(parts)
    webhooks = describe_webhooks(parts)
    named = in_components(parts)
    components = {
        "schemas": {name: named[name] for name in sorted(named)},
        "responses": {"Refused": REFUSED},
        "headers": LIMITS,
        "securitySchemes": SCHEMES,
    }
    return {
        "openapi": "3.1.0",
        "info": INFO,
        "paths": paths,
        "components": components,
        "webhooks": webhooks,
    }


def write_schema() -> bytes:
    """Return the schema as JSON."""
    return orjson.dumps(build_schema(), option=orjson.OPT_INDENT_2) + b"\n"
