"""Limits how many pages are made at once: each takes a thread and a database connection.

A request waits without a thread for one of the slots of its address, then for one of the places of
all; nothing of it is read before that. At the end of patience the answer is 503.
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
from density.platform.token_buckets import Buckets
from density.server.bounds import REFUSAL_PAUSE
from density.server.request_limits import send_answer

PATIENCE_SECONDS = 10.0
# Pages of an address at once, and its requests at work and waiting. Beside more pages of one
# address all others would take as many times longer.
SLOTS, MOST_REQUESTS = 2, 256
# With more an address is a crowd: three families load a page. Like an address beyond LIMITS it
# leaves the process to others after each page, so that each slot works a quarter of the time.
CROWD = 26
PAUSES, LONGEST_PAUSE = 3, 0.1  # times as long; seconds


@dataclass
class Requests:
    """The requests of one address."""

    count: int = 0
    slots: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(SLOTS))


class PageHandler(ASGIHandler):
    """Django's handler of pages, for a bounded number at once."""

    def __init__(self) -> None:
        super().__init__()
        # all in one thread: as coroutines, each would change threads twice, and wait for that
        self.load_middleware(is_async=False)
        self._places = asyncio.Semaphore(settings.PAGES_AT_ONCE)
        self._requests: dict[str, Requests] = {}
        self._often = Buckets("pages_of_address")

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        """Answer a request, or put it off before anything is read or made of it."""
        address = home_of((scope.get("client") or ("", 0))[0])
        own = self._requests.setdefault(address, Requests())
        own.count += 1
        try:
            if own.count > MOST_REQUESTS or not await self._serve(address, scope, receive, send):
                await put_off(scope, send)
        finally:
            own.count -= 1
            if not own.count:
                del self._requests[address]

    async def _serve(self, address: str, scope: dict[str, Any], receive: Any, send: Any) -> bool:
        """Make a page when it is the turn of its address; return False when that takes too long."""
        own, status = self._requests[address], 0

        async def note(event: Any) -> None:
            nonlocal status
            status = event.get("status", status)
            await send(event)

        try:
            async with asyncio.timeout(PATIENCE_SECONDS) as patience, own.slots:
                async with self._places:
                    patience.reschedule(None)
                    began = asyncio.get_running_loop().time()
                    await super().__call__(scope, receive, note)
                took = asyncio.get_running_loop().time() - began
                goes_on = not self._often.take(address) or own.count > CROWD
                pause = min(PAUSES * took, LONGEST_PAUSE) if goes_on else 0.0
                await asyncio.sleep(REFUSAL_PAUSE if status == TOO_MANY else pause)
        except TimeoutError:
            if not patience.expired():
                raise
            return False
        return True

    async def get_response_async(self, request: HttpRequest) -> HttpResponseBase:
        """Make a page in one thread, to its end: a thread cannot be stopped when a client goes."""
        page = asyncio.ensure_future(sync_to_async(self.get_response)(request))
        try:
            return await asyncio.shield(page)
        except asyncio.CancelledError:
            await asyncio.wait({page})
            raise


async def put_off(scope: dict[str, Any], send: Any) -> None:
    """Answer 503 and end the connection; a program that asks again and again hears it later."""
    await asyncio.sleep(REFUSAL_PAUSE)
    is_page = not scope["path"].startswith("/api/")
    body = busy_page() if is_page else b'{"code": "busy"}'
    kind = b"text/html; charset=utf-8" if is_page else b"application/json"
    await send_answer(send, 503, kind, body, (b"retry-after", b"5"), (b"connection", b"close"))


@cache
def busy_page() -> bytes:
    """Return the page, made once: who asks for it asks often."""
    return loader.get_template("503.html").render().encode()
