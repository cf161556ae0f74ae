"""The first checks of every WebSocket: its Origin and its address."""

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
    """Passes a socket on to the application that has these routes, or says why not.

    A socket that a page of another site opens is answered 403: browsers name the site of the page
    in every handshake, and no page can change that. Programs name the site that they talk to.
    """

    def __init__(self, application: Application, routes: Sequence[URLPattern]) -> None:
        self.application = application
        self.patterns = [route.pattern for route in routes]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a socket until it ends."""
        if not is_same_origin(scope):
            await send({"type": "websocket.close"})
        elif not self.knows(scope):
            # closed with a code that the client can read
            await send({"type": "websocket.accept"})
            await send({"type": "websocket.close", "code": NO_SUCH_ADDRESS})
        else:
            await self.application(scope, receive, send)

    def knows(self, scope: Scope) -> bool:
        """Return whether one of the routes has this address."""
        path = scope["path"].removeprefix(scope.get("root_path", "")).lstrip("/")
        return any(pattern.match(path) for pattern in self.patterns)


def is_same_origin(scope: Scope) -> bool:
    """Return whether a socket's Origin is this site, or trusted, as Django says of a form's."""
    scheme = {"ws": "http", "wss": "https"}.get(scope.get("scheme", "ws"), "http")
    request = ASGIRequest({**scope, "method": "GET", "scheme": scheme}, io.BytesIO())
    forms: Any = CsrfViewMiddleware(lambda _: HttpResponse())
    return "HTTP_ORIGIN" in request.META and bool(forms._origin_verified(request))
