"""Refuses requests that are too large or too slow before Django reads them."""

import asyncio
import io
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

import orjson
from django.core.handlers.asgi import ASGIRequest
from django.template.loader import render_to_string
from django.utils import translation

from density import bounds

TOO_SLOW, TOO_LARGE, LARGE_HEAD = 408, 413, 431
CODES = {TOO_SLOW: "too-slow", TOO_LARGE: "too-large", LARGE_HEAD: "too-large"}

Scope = MutableMapping[str, Any]
Event = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Event]]
Send = Callable[[Event], Awaitable[None]]
Application = Callable[[Any, Any, Any], Awaitable[None]]


class Refusal(Exception):
    """A request goes no further; it is answered with this status."""

    def __init__(self, status: int) -> None:
        super().__init__(status)
        self.status = status


class RequestLimits:
    """Passes a request on, with a body that may be refused while it is read."""

    def __init__(self, application: Application) -> None:
        self.application = application

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer the request, or refuse it."""
        try:
            check_head(scope)
            await self.application(scope, Body(receive), send)
        except Refusal as refusal:
            await refuse(scope, receive, send, refusal.status)


class Body:
    """What the application receives of a request. Raises Refusal beyond a bound."""

    def __init__(self, receive: Receive) -> None:
        self.receive = receive
        self.began = asyncio.get_running_loop().time()
        self.size = 0
        self.complete = False

    async def __call__(self) -> Event:
        """Return the next event; once the body is complete there is no deadline any more."""
        if self.complete:
            return await self.receive()
        try:
            async with asyncio.timeout_at(self.began + bounds.body_seconds(self.size)):
                event = await self.receive()
        except TimeoutError:
            raise Refusal(TOO_SLOW) from None
        self.size += len(event.get("body", b""))
        self.complete = not event.get("more_body", False)
        if self.size > bounds.LARGEST_BODY:
            raise Refusal(TOO_LARGE)
        return event


def check_head(scope: Scope) -> None:
    """Raise Refusal when the address, the headers or the length that they announce are too large.

    Servers that bound them do so earlier.
    """
    headers = scope["headers"]
    size = len(scope.get("raw_path") or scope["path"]) + len(scope["query_string"])
    if size + sum(len(name) + len(value) for name, value in headers) > bounds.LARGEST_HEAD:
        raise Refusal(LARGE_HEAD)
    for name, value in headers:
        # servers accept digits only, Django reads none but the last
        if name == b"content-length" and value.isdigit() and int(value) > bounds.LARGEST_BODY:
            raise Refusal(TOO_LARGE)


async def refuse(scope: Scope, receive: Receive, send: Send, status: int) -> None:
    """Answer, and end the connection once the client has had a moment to read why."""
    kind, body = answer(scope, status)
    headers = [
        (b"content-type", kind),
        (b"content-length", b"%d" % len(body)),
        (b"connection", b"close"),
        (b"cache-control", b"no-store"),
        (b"content-security-policy", b"default-src 'none'; style-src 'self'; font-src 'self'"),
        (b"x-content-type-options", b"nosniff"),
    ]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body, "more_body": True})
    if status == TOO_LARGE:
        await discard(receive)
    await send({"type": "http.response.body", "body": b"", "more_body": False})


async def discard(receive: Receive) -> None:
    """Throw away what still comes of a body, for a while.

    A connection that ends while its client is sending is reset, and the answer is lost.
    """
    size, more = 0, True
    try:
        async with asyncio.timeout(bounds.LINGER_SECONDS):
            while more and size < bounds.LINGER_BYTES:
                event = await receive()
                size += len(event.get("body", b""))
                more = event.get("more_body", False)
    except TimeoutError:
        return


def answer(scope: Scope, status: int) -> tuple[bytes, bytes]:
    """Return the type and the body of a refusal: for a program, or in the reader's language."""
    if scope["path"].startswith("/api/"):
        return b"application/json", orjson.dumps({"code": CODES[status]})
    with translation.override(language_of(scope)):
        page = render_to_string("refused.html", {"slow": status == TOO_SLOW})
    return b"text/html; charset=utf-8", page.encode()


def language_of(scope: Scope) -> str:
    """Return the language for which the cookie or the browser of a request asks."""
    if sum(len(value) for _, value in scope["headers"]) > bounds.LARGEST_HEAD:
        return "en"
    request = ASGIRequest({**scope, "method": "GET"}, io.BytesIO())
    return translation.get_language_from_request(request)
