"""What every WebSocket passes first: its Origin, its address, and what to say in an outage.

An accepted socket is closed with a code of docs/PROTOCOL.md; one of another site is not accepted.
"""

import io
import logging
from collections.abc import Sequence
from typing import Any

from django.conf import settings
from django.core.handlers.asgi import ASGIRequest
from django.db import InterfaceError, OperationalError
from django.http import HttpResponse, parse_cookie
from django.middleware.csrf import CsrfViewMiddleware
from django.urls import URLPattern
from redis import RedisError

from density.platform import availability
from density.server.request_limits import Application, Event, Receive, Scope, Send

NO_SUCH_ADDRESS, TRY_LATER = 4404, 4503
AWAY = (RedisError, OperationalError, InterfaceError, OSError)

log = logging.getLogger(__name__)


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
            await Ending(send).close(NO_SUCH_ADDRESS)
        else:
            await self.application(scope, receive, send)

    def knows(self, scope: Scope) -> bool:
        """Return whether one of the routes has this address."""
        path = scope["path"].removeprefix(scope.get("root_path", "")).lstrip("/")
        return any(pattern.match(path) for pattern in self.patterns)


class SessionSocket:
    """Passes a socket on with the key of its session, by its cookie; the socket reads whose it is.

    A socket that cannot be served now, because Redis or the database is away, is closed.
    """

    def __init__(self, application: Application) -> None:
        self.application = application

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a socket until it ends."""
        sent = [value.decode("latin-1") for name, value in scope["headers"] if name == b"cookie"]
        key = parse_cookie("; ".join(sent)).get(settings.SESSION_COOKIE_NAME, "")
        end = Ending(send)
        try:
            await self.application({**scope, "session_key": key}, receive, end)
        except Exception as fault:
            if not isinstance(fault, AWAY) and availability.trouble_of(fault) is None:
                raise
            log.warning(
                "redis or database unavailable (%r): socket %s is closed, its page tries again",
                *(fault, scope["path"]),
            )
            await end.close(TRY_LATER)


class Ending:
    """The way out of a socket, which knows how far the socket is."""

    def __init__(self, send: Send) -> None:
        self.send = send
        self.accepted = self.closed = False

    async def __call__(self, event: Event) -> None:
        """Pass an event on."""
        self.accepted = self.accepted or event["type"] == "websocket.accept"
        self.closed = self.closed or event["type"] == "websocket.close"
        await self.send(event)

    async def close(self, code: int) -> None:
        """Close with a code that the client can read, unless it is closed already."""
        if self.closed:
            return
        if not self.accepted:
            await self({"type": "websocket.accept"})
        await self({"type": "websocket.close", "code": code})


def is_same_origin(scope: Scope) -> bool:
    """Return whether a socket's Origin is this site, or trusted, as Django says of a form's."""
    scheme = {"ws": "http", "wss": "https"}.get(scope.get("scheme", "ws"), "http")
    request = ASGIRequest({**scope, "method": "GET", "scheme": scheme}, io.BytesIO())
    forms: Any = CsrfViewMiddleware(lambda _: HttpResponse())
    return "HTTP_ORIGIN" in request.META and bool(forms._origin_verified(request))
