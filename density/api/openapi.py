"""Writes the OpenAPI schema: drf-spectacular walks the views, their declarations give the types."""

from http import HTTPStatus
from typing import Any

import orjson
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.settings import patched_settings

from accounts.identity.oauth import CONSENTS
from density.api import answers
from density.api.operations import JSON_TYPE, Operation, find_operation
from density.api.urls import OPERATIONS
from density.platform.declared import Schema, hints_of, schema_of
from density.platform.problems import PROBLEM_JSON
from games.live.inbox import LARGEST_NUMBER
from games.webhook_messages import MESSAGES

PARTS = "#/components/schemas/"
SETTINGS = {
    "TITLE": "Density Deck",
    "VERSION": "1",
    "OAS_VERSION": "3.1.0",
    "DESCRIPTION": "The same data and moves as the pages and sockets of the site: docs/API.md.",
    "DISABLE_ERRORS_AND_WARNINGS": True,
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


class DeclaredSchema(AutoSchema):
    """Describes an operation by its declaration."""

    parts: dict[str, Schema]

    @property
    def declared(self) -> Operation:
        """The declaration of the method that is described."""
        operation = find_operation(self.view, self.method)
        assert operation is not None, f"{self.view} declares no {self.method}"
        return operation

    def get_operation_id(self) -> str:
        """Return a name such as "get_players_name_games"."""
        words = [word.strip("{}") for word in self.path.split("/")[3:] if word]
        return "_".join((self.method.lower(), *words)).replace("-", "_")

    def get_tags(self) -> list[str]:
        """Return the first word of the path."""
        return [self.path.split("/")[3]]

    def get_summary(self) -> str:
        """Return the docstring of the method."""
        method = getattr(self.view, self.method.lower())
        return str(method.__doc__).partition("\n")[0].replace("`", "")

    def get_description(self) -> str:  # type: ignore[override] # as in drf-spectacular
        """Return the scope that a token needs, and the codes of refusals."""
        declared = self.declared
        account = "Needs no account." if declared.public else "Needs an account."
        codes = f" Refusals: {', '.join(declared.codes)}." if declared.codes else ""
        return f"{account} Scope of a token: {declared.scope}.{codes}"

    def get_extensions(self) -> dict[str, Any]:
        """Return what the page of the documentation shows apart."""
        return {"x-scope": self.declared.scope, "x-codes": list(self.declared.codes)}

    def get_auth(self) -> list[dict[str, list[str]]]:
        """Return the ways to log in; {} means without."""
        without: list[dict[str, list[str]]] = [{}] if self.declared.public else []
        return [{"token": []}, {"oauth2": [self.declared.scope]}, {"session": []}, *without]

    def type_of(self, hint: Any) -> Any:
        """Return the schema of a type, whose parts become components."""
        return in_components(schema_of(hint, self.parts))

    def _get_parameters(self) -> list[dict[str, Any]]:
        """Return the parameters of the path and the query."""
        in_path = [
            {"in": "path", "name": word[1:-1], "required": True, "schema": {"type": "string"}}
            for word in self.path.split("/")
            if word.startswith("{")
        ]
        query = self.declared.query
        hints = {} if query is None else hints_of(query)
        return in_path + [
            {
                "in": "query",
                "name": name,
                "required": name in query.__required_keys__,
                "schema": bound_numbers(self.type_of(hint)),
                "description": " ".join((query.__doc__ or "").split()),
            }
            for name, hint in hints.items()
        ]

    def _get_request_body(self, direction: str = "request") -> dict[str, Any] | None:
        """Return the body."""
        body = self.declared.body
        if body is None:
            return None
        return {"required": True, "content": {JSON_TYPE: {"schema": self.type_of(body)}}}

    def _get_response_bodies(self, direction: str = "response") -> dict[str, Any]:
        """Return the answer, and the problem that stands for every refusal."""
        declared = self.declared
        statuses = {*ALWAYS, *(() if declared.public else FOR_USERS)}
        statuses |= set(OF_PATHS if declared.codes or "{" in self.path else ())
        if declared.body is not None:
            statuses |= {HTTPStatus.CONFLICT, HTTPStatus.REQUEST_ENTITY_TOO_LARGE}
        headers = {name: {"$ref": f"#/components/headers/{name}"} for name in LIMITS}
        phrase = HTTPStatus(declared.status).phrase
        answer: dict[str, Any] = {"description": phrase, "headers": headers}
        if declared.answer is not None:
            answer["content"] = {declared.media: {"schema": self.type_of(declared.answer)}}
        refusals = {
            str(int(status)): {"$ref": "#/components/responses/Refused"}
            for status in sorted(statuses)
        }
        return {str(int(declared.status)): answer, **refusals}


class DeclaredGenerator(SchemaGenerator):
    """Describes every view by DeclaredSchema."""

    def create_view(self, callback: Any, method: str, request: Any = None) -> Any:
        """Return the view of an operation, described by its declaration."""
        view = super().create_view(callback, method, request)  # type: ignore[no-untyped-call]
        schema = DeclaredSchema()
        schema.parts = self.parts
        self._set_schema_to_view(view, schema)  # type: ignore[no-untyped-call]
        return view

    def __init__(self, parts: dict[str, Schema]) -> None:
        super().__init__(patterns=OPERATIONS)  # type: ignore[no-untyped-call]
        self.parts = parts


def describe_webhooks(parts: dict[str, Schema]) -> dict[str, Any]:
    """Return the webhooks of the schema, by event; add their messages to `parts`."""
    return {
        hints_of(message)["type"].__args__[0]: {
            "post": {
                "summary": " ".join((message.__doc__ or "").split()),
                "requestBody": {
                    "required": True,
                    "content": {JSON_TYPE: {"schema": in_components(schema_of(message, parts))}},
                },
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
    with patched_settings(SETTINGS):
        generator: Any = DeclaredGenerator(parts)
        schema: dict[str, Any] = generator.get_schema(public=True)
    schema["webhooks"] = describe_webhooks(parts)
    named = in_components(parts)
    schema["components"] = {
        "schemas": {name: named[name] for name in sorted(named)},
        "responses": {"Refused": REFUSED},
        "headers": LIMITS,
        "securitySchemes": SCHEMES,
    }
    return schema


def write_schema() -> bytes:
    """Return the schema as JSON."""
    return orjson.dumps(build_schema(), option=orjson.OPT_INDENT_2) + b"\n"
