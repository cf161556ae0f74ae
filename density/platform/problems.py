"""Refusals of the versioned API as problem details (RFC 9457)."""

from http import HTTPStatus

import orjson

VERSIONED = "/api/v1/"
PROBLEM_JSON = "application/problem+json"


def write_problem(code: str, status: int, detail: str = "") -> bytes:
    """Return the body of a refusal: `code` is stable, `detail` is for people."""
    problem = {
        "type": "about:blank",
        "title": HTTPStatus(status).phrase,
        "status": int(status),
        "code": code,
    }
    return orjson.dumps({**problem, "detail": detail} if detail else problem)
