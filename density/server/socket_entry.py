"""Checks the Origin and path of every WebSocket."""

import io
from collections.abc import Sequence
from typing import Any

from django.core.handlers.asgi import ASGIRequest
from django.http import HttpResponse
from django.middleware.csrf import CsrfViewMiddleware
from django.urls import URLPattern

from density.server.request_limits import Application, Receive, Scope, Send

NO_SUCH_ADDRESS = 4404


class SocketEntry:
    """Passes a socket on to the application with these routes, or refuses it.

    A socket opened by a page of another site gets 403: browsers send the page's site as Origin in
    every handshake. Programs must send our site.
    """

    def __init__(self, application: Application, routes: Sequence[URLPattern]) -> None:
        self.application = application
        self.patterns = [route.pattern for route in routes]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a socket until it closes."""
        if not is_same_origin(scope):
            await send({"type": "websocket.close"})
        elif not self.knows(scope):
            # accept first, so that the client can read the close code
            await send({"type": "websocket.accept"})
            await send({"type": "websocket.close", "code": NO_SUCH_ADDRESS})
        else:
            await self.application(scope, receive, send)

    def knows(self, scope: Scope) -> bool:
        """Return whether a route matches this path."""
        path = scope["path"].removeprefix(scope.get("root_path", "")).lstrip("/")
        return any(pattern.match(path) for pattern in self.patterns)


def is_same_origin(scope: Scope) -> bool:
    """Return whether a socket's Origin is this site or trusted, by Django's rules for forms."""
    scheme = {"ws": "http", "wss": "https"}.get(scope.get("scheme", "ws"), "http")
    request = ASGIRequest({**scope, "method": "GET", "scheme": scheme}, io.BytesIO())
    forms: Any = CsrfViewMiddleware(lambda _: HttpResponse())
    return "HTTP_ORIGIN" in request.META and bool(forms._origin_verified(request))
