"""Reads pages about the past from a replica of the database (docs/SCALING.md).

Only the pages that are named here read there, and only through the ORM. What the replica does not
have yet, or cannot answer, is read from the database itself, and so is everything for a browser
that has just sent a form or seen a table.
"""

import logging
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

from django.conf import settings
from django.db import DatabaseError, models
from django.http import Http404, HttpRequest, HttpResponseBase
from django.utils.deprecation import MiddlewareMixin

DATABASE, REPLICA = "default", "replica"
# pages that only read, and of which a second ago is as good as now
PAGES = {
    *("games:player", "games:past", "games:replay", "games:record", "games:api-replay"),
    *("leaderboards", "api-leaderboards"),
}
# the page of a table: its players go on to what the game has just changed
TABLE = "games:game"
SAFE = {"GET", "HEAD", "OPTIONS"}
# so many seconds the browser reads its own writes: more than a replica that is well is behind
FRESH, FRESH_SECONDS = "fresh", 10
# so many seconds a replica that failed is left alone
REST_SECONDS = 10.0

_reading: ContextVar[bool] = ContextVar("reads from the replica", default=False)
log = logging.getLogger(__name__)


@contextmanager
def reading() -> Iterator[None]:
    """Let the ORM read from the replica meanwhile."""
    token = _reading.set(True)
    try:
        yield
    finally:
        _reading.reset(token)


class Router:
    """Names the database of each statement of the ORM."""

    def db_for_read(self, model: type[models.Model], **hints: Any) -> str:
        """Return the replica for the pages that may read there."""
        return REPLICA if _reading.get() else DATABASE

    def db_for_write(self, model: type[models.Model], **hints: Any) -> str:
        """Return the database itself."""
        return DATABASE

    def allow_relation(self, *_: models.Model, **hints: Any) -> bool:
        """Allow what was read from either: they are the same rows."""
        return True

    def allow_migrate(self, db: str, *_: Any, **hints: Any) -> bool:
        """Migrate the database itself; the replica follows."""
        return db == DATABASE


class ReplicaMiddleware(MiddlewareMixin):
    """Makes pages of the past from the replica, and anew where that gave nothing."""

    resting_until = 0.0

    def process_view(
        self, request: HttpRequest, view: Callable[..., HttpResponseBase], args: Any, kwargs: Any
    ) -> HttpResponseBase | None:
        """Return the page as the replica has it; None to make it from the database itself."""
        if not self._may_read(request):
            return None
        try:
            with reading():
                answer = view(request, *args, **kwargs)
        except Http404:
            return None
        except DatabaseError as fault:
            log.warning(
                "replica failed (%s): pages read from the database itself for %d s",
                type(fault).__name__,
                REST_SECONDS,
            )
            ReplicaMiddleware.resting_until = time.monotonic() + REST_SECONDS
            return None
        return None if answer.status_code == 404 else answer

    def process_response(
        self, request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        """Note in the browser that it has changed something, or was at a table."""
        if request.method not in SAFE or _page(request) == TABLE:
            response.set_cookie(
                *(FRESH, "1", FRESH_SECONDS),
                secure=settings.SESSION_COOKIE_SECURE,
                httponly=True,
                samesite="Lax",
            )
        return response

    def _may_read(self, request: HttpRequest) -> bool:
        return (
            _page(request) in PAGES
            and request.method in SAFE
            and FRESH not in request.COOKIES
            and time.monotonic() >= self.resting_until
        )


def _page(request: HttpRequest) -> str:
    return "" if request.resolver_match is None else request.resolver_match.view_name
