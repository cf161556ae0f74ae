"""Limits how many pages are rendered at once: each takes a thread and a database connection.

A request waits, without a thread, for a slot of its address and then for a slot of the process,
before its body is read. After PATIENCE_SECONDS the response is 503.
"""

import asyncio
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from asgiref.sync import sync_to_async
from django.conf import settings
from django.core.handlers.asgi import ASGIHandler
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.template import loader

from density.platform.addresses import home_of
from density.platform.limits import TOO_MANY
from density.platform.problems import PROBLEM_JSON, VERSIONED, write_problem
from density.platform.token_buckets import Buckets
from density.server.bounds import REFUSAL_PAUSE
from density.server.request_limits import send_answer

PATIENCE_SECONDS = 10.0
# Pages of one address at once, and its running and waiting requests. With more pages of one
# address, all other pages would take longer in proportion.
SLOTS, MOST_REQUESTS = 2, 256
# An address with more requests counts as a crowd: as many as three families loading a page. Like an
# address beyond LIMITS it pauses after each page, so that its slots work a quarter of the time.
CROWD = 26
PAUSES, LONGEST_PAUSE = 3, 0.1  # times the duration of the page; seconds


@dataclass
class Requests:
    """The requests of one address."""

    count: int = 0
    slots: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(SLOTS))


class PageHandler(ASGIHandler):
    """Django's request handler, for a bounded number of requests at once."""

    def __init__(self) -> None:
        super().__init__()
        # all middleware in one thread: as coroutines, each would switch threads twice
        self.load_middleware(is_async=False)
        self._places = asyncio.Semaphore(settings.PAGES_AT_ONCE)
        self._requests: dict[str, Requests] = {}
        self._often = Buckets("pages_of_address")

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        """Answer a request, or refuse it with 503 before its body is read."""
        address = home_of((scope.get("client") or ("", 0))[0])
        requests = self._requests.setdefault(address, Requests())
        requests.count += 1
        try:
            if requests.count > MOST_REQUESTS or not await self._serve(
                address, scope, receive, send
            ):
                await put_off(scope, send)
        finally:
            requests.count -= 1
            if not requests.count:
                del self._requests[address]

    async def _serve(self, address: str, scope: dict[str, Any], receive: Any, send: Any) -> bool:
        """Render a page when a slot is free; return False when that takes too long."""
        requests, status = self._requests[address], 0

        async def note(event: Any) -> None:
            nonlocal status
            status = event.get("status", status)
            await send(event)

        try:
            async with asyncio.timeout(PATIENCE_SECONDS) as patience, requests.slots:
                async with self._places:
                    patience.reschedule(None)
                    began = asyncio.get_running_loop().time()
                    await super().__call__(scope, receive, note)
                took = asyncio.get_running_loop().time() - began
                is_busy = not self._often.take(address) or requests.count > CROWD
                pause = min(PAUSES * took, LONGEST_PAUSE) if is_busy else 0.0
                await asyncio.sleep(REFUSAL_PAUSE if status == TOO_MANY else pause)
        except TimeoutError:
            if not patience.expired():
                raise
            return False
        return True

    async def get_response_async(self, request: HttpRequest) -> HttpResponseBase:
        """Render a page in one thread, to its end: a thread cannot be stopped."""
        page = asyncio.ensure_future(sync_to_async(self.get_response)(request))
        try:
            return await asyncio.shield(page)
        except asyncio.CancelledError:
            await asyncio.wait({page})
            raise


async def put_off(scope: dict[str, Any], send: Any) -> None:
    """Answer 503 after a pause, which slows down programs, and close the connection."""
    await asyncio.sleep(REFUSAL_PAUSE)
    kind, body = b"application/json", b'{"code": "busy"}'
    if not scope["path"].startswith("/api/"):
        kind, body = b"text/html; charset=utf-8", busy_page()
    elif scope["path"].startswith(VERSIONED):
        kind, body = PROBLEM_JSON.encode(), write_problem("busy", 503)
    await send_answer(send, 503, kind, body, (b"retry-after", b"5"), (b"connection", b"close"))


@cache
def busy_page() -> bytes:
    """Return the 503 page, rendered once."""
    return loader.get_template("503.html").render().encode()
