"""Log fields of a request or socket, bound by contextvars, and the access log."""

import logging
import re
import secrets
import time
from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.deprecation import MiddlewareMixin
from structlog.contextvars import bind_contextvars, clear_contextvars, get_contextvars

from density.operations.log_format import pseudonym_of_address
from density.operations.logging_config import ACCESS
from density.platform import metrics
from density.server.request_limits import Application, Event, Receive, Scope, Send

# valid request ids from a trusted proxy
GIVEN = re.compile(r"[A-Za-z0-9._-]{8,64}")
HEADER = b"x-request-id"
METHODS = {"GET", "HEAD", "POST", "OPTIONS"}

access = logging.getLogger(ACCESS)


class LogContext:
    """Binds the id of a request or socket and its client's hash, and writes the access log.

    The id comes from a trusted proxy or is new; the response has it as X-Request-ID.
    """

    def __init__(self, application: Application) -> None:
        self.application = application

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a request, or a socket until it ends."""
        client = (scope.get("client") or ("", 0))[0]
        answer = Answer(scope, send)
        clear_contextvars()
        bind_contextvars(
            request=answer.request, client=pseudonym_of_address(client), page=answer.page
        )
        try:
            await self.application(scope, receive, answer)
        finally:
            answer.end()


class Answer:
    """Wraps `send`: adds the request id, and logs status and duration."""

    def __init__(self, scope: Scope, send: Send) -> None:
        self.scope = scope
        self.send = send
        self.request = request_id(scope)
        self.page: dict[str, Any] = {}
        self.began = time.monotonic()
        self.status: int | None = None
        self.ended = False

    async def __call__(self, event: Event) -> None:
        """Pass an event on."""
        if event["type"] == "http.response.start":
            self.status = event["status"]
            event = {**event, "headers": [*event["headers"], (HEADER, self.request.encode())]}
        elif event["type"] == "websocket.close":
            self.status = event.get("code", 1000)
        elif event["type"] == "http.response.body" and not event.get("more_body"):
            self.end()
        await self.send(event)

    def end(self) -> None:
        """Count and log the request once, before its client can read the metrics."""
        if self.ended:
            return
        self.ended = True
        seconds = time.monotonic() - self.began
        if self.scope["type"] == "http" and self.status is not None:
            method = self.scope["method"] if self.scope["method"] in METHODS else "other"
            metrics.count_event("pages", str(self.status))
            metrics.observe_seconds("page_seconds", seconds, method)
        if access.isEnabledFor(logging.INFO):
            access.info(
                *("%s %s %s %d ms", self.scope.get("method", "SOCKET")),
                *(path_of(self.scope, self.page), self.status or "-", round(seconds * 1000)),
            )


def request_id(scope: Scope) -> str:
    """Return the id from a trusted proxy, or a new one."""
    if settings.TRUSTED_PROXIES:
        for name, value in scope.get("headers", ()):
            if name == HEADER and GIVEN.fullmatch(given := value.decode("latin-1")):
                return str(given)
    return secrets.token_hex(8)


def path_of(scope: Scope, page: dict[str, Any]) -> str:
    """Return the route, or the path of a static file or socket; other paths may contain secrets."""
    path: str = scope["path"]
    if scope["type"] == "websocket" or path.startswith(settings.STATIC_URL):
        return path
    return f"/{page['route']}" if "route" in page else "unknown address"


class PageContext(MiddlewareMixin):
    """Adds route, game and user of a page to the log lines that follow."""

    def process_view(
        self,
        request: HttpRequest,
        view: Callable[..., HttpResponseBase],
        arguments: tuple[Any, ...],
        names: dict[str, Any],
    ) -> None:
        """Store them in the dict that LogContext bound: threads and tasks copy the context.

        The user is added later (log_format.py), only if the page has loaded it.
        """
        page = get_contextvars().get("page")
        if page is None:
            return
        page["asked"] = request
        if request.resolver_match is not None:
            page["route"] = request.resolver_match.route
        if "game_id" in names:
            page["game"] = names["game_id"]
