"""Answers 413 to a request with too large a body, which density.server.requests did not read."""

import io
from collections.abc import Awaitable, Callable, MutableMapping
from http import HTTPStatus
from typing import Any

import orjson
from django.core.handlers.asgi import ASGIRequest
from django.template.loader import render_to_string
from django.utils import translation

from density.platform.problems import PROBLEM_JSON, VERSIONED, write_problem
from density.server import bounds

Scope = MutableMapping[str, Any]
Event = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Event]]
Send = Callable[[Event], Awaitable[None]]
Application = Callable[[Any, Any, Any], Awaitable[None]]


class RequestLimits:
    """Passes a request on unless its Content-Length is too large."""

    def __init__(self, application: Application) -> None:
        self.application = application

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer the request, or refuse it."""
        # servers accept only digits, and Django reads only the last header
        lengths = [value for name, value in scope["headers"] if name == b"content-length"]
        if any(value.isdigit() and int(value) > bounds.LARGEST_BODY for value in lengths):
            await refuse_request(scope, send)
        else:
            await self.application(scope, receive, send)


async def refuse_request(scope: Scope, send: Send) -> None:
    """Answer 413: with a code for a program, or with a page in the reader's language."""
    if scope["path"].startswith(VERSIONED):
        status = HTTPStatus.REQUEST_ENTITY_TOO_LARGE
        kind, body = PROBLEM_JSON.encode(), write_problem("too-large", status)
    elif scope["path"].startswith("/api/"):
        kind, body = b"application/json", orjson.dumps({"code": "too-large"})
    else:
        request = ASGIRequest({**scope, "method": "GET"}, io.BytesIO())
        with translation.override(translation.get_language_from_request(request)):
            kind, body = b"text/html; charset=utf-8", render_to_string("refused.html").encode()
    await send_answer(
        send,
        HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
        kind,
        body,
        (b"content-security-policy", b"default-src 'none'; style-src 'self'; font-src 'self'"),
        (b"x-content-type-options", b"nosniff"),
    )


async def send_answer(
    send: Send, status: int, kind: bytes, body: bytes, *headers: tuple[bytes, bytes]
) -> None:
    """Send an uncacheable response to a request that Django does not see."""
    usual = [
        (b"content-type", kind),
        (b"content-length", b"%d" % len(body)),
        (b"cache-control", b"no-store"),
    ]
    await send({"type": "http.response.start", "status": status, "headers": [*usual, *headers]})
    await send({"type": "http.response.body", "body": body})
