"""Limits how many pages are made at once: each takes a thread and a database connection.

A request that finds all places taken, or all that one address may have, waits without a thread in
the queue of its address; the queues are served in turn. At the end of patience the answer is 503.
"""

import asyncio
from collections import Counter, OrderedDict, deque
from collections.abc import AsyncIterator, Callable, Coroutine
from functools import cache
from http import HTTPStatus
from typing import Any

from asgiref.sync import sync_to_async
from django.conf import settings
from django.core.handlers.asgi import ASGIHandler
from django.db import connections
from django.http import FileResponse, HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.template import loader
from django.utils import translation

from accounts.addresses import home_of
from accounts.limits import address
from density.bounds import REFUSAL_PAUSE
from games.allowances import Allowances

PATIENCE_SECONDS = 10.0
RETRY_SECONDS = 5
# so many requests of one address may wait
MOST_WAITING = 256
# so many places may one address have: pages are made one after the other anyway (Python has one
# thread at work), and beside more of them everybody else's would take as many times longer
EACH = 2
# for more than so many one address is a crowd: three families load a page. A crowd has one place,
# and a pause after each page, as long as that took: the pages and sockets of everybody else find
# the process idle half of the time. No page is at work for longer than that; it waits.
CROWD = 24
LONGEST_PAUSE = 0.1  # seconds
# An address that goes on and on, beyond LIMITS, has one place, too, and after a page a pause
# that is so many times as long: a request keeps the process at work before and after that, too.
BUSY_PAUSES = 3

Handler = Callable[[HttpRequest], Coroutine[Any, Any, Any]]


class LimiterFull(Exception):
    """All places were taken until the end of patience."""


class PageLimiter:
    """Places, a few for each address, and queues of waiting requests; for one event loop."""

    def __init__(self, places: int, each: int = EACH) -> None:
        self._free = places
        self._each = each
        self._held: Counter[str] = Counter()
        self._queues: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()
        self._often = Allowances("pages_of_address")
        # addresses that have had more pages than LIMITS say
        self._busy: set[str] = set()

    def is_closed(self, queue: str) -> bool:
        """Return whether this queue is so full that no other request may wait."""
        return len(self._queues.get(queue, ())) >= MOST_WAITING

    async def acquire(self, queue: str) -> None:
        """Take a place, sooner or later. Raises LimiterFull when that takes too long."""
        if self._free and queue not in self._queues and self._held[queue] < self._most(queue):
            self._take(queue)
            return
        if self.is_closed(queue):
            raise LimiterFull
        waiting = self._queues.setdefault(queue, deque())
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        waiting.append(turn)
        try:
            await asyncio.wait({turn}, timeout=PATIENCE_SECONDS)
        except asyncio.CancelledError:
            self._give_up(queue, turn)
            raise
        if not turn.done():
            self._give_up(queue, turn)
            raise LimiterFull

    def release(self, queue: str) -> None:
        """Give a place of this queue back, and every free one to the next that may have it."""
        self._free += 1
        self._held[queue] -= 1
        if not self._held[queue]:
            del self._held[queue]
        while self._free and (following := self._next()):
            self._take(following)
            waiting = self._queues[following]
            waiting.popleft().set_result(None)
            if waiting:
                self._queues.move_to_end(following)
            else:
                del self._queues[following]

    def pause(self, queue: str, took: float) -> float:
        """Return for how long a place rests whose page took so many seconds."""
        if self._often.take(queue):
            self._busy.discard(queue)
            return min(took, LONGEST_PAUSE) if self._is_crowd(queue) else 0.0
        self._busy.add(queue)
        return min(BUSY_PAUSES * took, LONGEST_PAUSE)

    def _is_crowd(self, queue: str) -> bool:
        return queue in self._busy or len(self._queues.get(queue, ())) > CROWD

    def _most(self, queue: str) -> int:
        return 1 if self._is_crowd(queue) else self._each

    def _next(self) -> str | None:
        """Return the first queue that may have a place more."""
        for queue in self._queues:
            if self._held[queue] < self._most(queue):
                return queue
        return None

    def _take(self, queue: str) -> None:
        self._free -= 1
        self._held[queue] += 1

    def _give_up(self, queue: str, turn: "asyncio.Future[None]") -> None:
        """Wait no more; a place that was given in the same moment goes to the next."""
        if turn.done():
            self.release(queue)
            return
        waiting = self._queues[queue]
        waiting.remove(turn)
        if not waiting:
            del self._queues[queue]


class PageHandler(ASGIHandler):
    """Django's handler of pages, behind a limiter.

    A middleware would be called in a thread, because one of them knows no other way.
    """

    def __init__(self) -> None:
        super().__init__()
        # in one thread from the first middleware to the last: as coroutines, each of them would
        # change threads twice, and wait for its turn among busy ones as often
        self.load_middleware(is_async=False)
        self._limiter = PageLimiter(settings.PAGES_AT_ONCE)
        self._serve = bounded(sync_to_async(self._make), self._limiter)

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        """Answer a request, or put it off before anything is read or made of it."""
        client = scope.get("client") or ("", 0)
        if self._limiter.is_closed(home_of(client[0])):
            await put_off(scope, send)
        else:
            await super().__call__(scope, receive, send)

    async def get_response_async(self, request: HttpRequest) -> HttpResponseBase:
        """Make a page when there is a place for it."""
        answer: HttpResponseBase = await self._serve(request)
        return answer

    def _make(self, request: HttpRequest) -> HttpResponseBase:
        """Make a page in this thread, and leave its connection to others before it is sent."""
        try:
            return self.get_response(request)
        finally:
            connections.close_all()


def bounded(get_response: Handler, limiter: PageLimiter) -> Handler:
    """The same handler, with the places of this limiter."""

    async def serve(request: HttpRequest) -> HttpResponseBase:
        queue = address(request)
        try:
            await limiter.acquire(queue)
        except LimiterFull:
            return busy(request)
        response: HttpResponseBase = await to_the_end(make(limiter, queue, get_response, request))
        if response.status_code == HTTPStatus.TOO_MANY_REQUESTS:
            await asyncio.sleep(REFUSAL_PAUSE)
        if isinstance(response, StreamingHttpResponse) and not isinstance(response, FileResponse):
            response.streaming_content = parts(limiter, queue, response.streaming_content)
        return response

    return serve


async def make(
    limiter: PageLimiter, queue: str, get_response: Handler, request: HttpRequest
) -> Any:
    """Make a page, and leave its place to others before it is sent."""
    loop = asyncio.get_running_loop()
    began = loop.time()
    try:
        return await get_response(request)
    finally:
        if pause := limiter.pause(queue, loop.time() - began):
            loop.call_later(pause, limiter.release, queue)
        else:
            limiter.release(queue)


async def to_the_end(work: Coroutine[Any, Any, Any]) -> Any:
    """Return the result, even when no client waits any more: its thread cannot be stopped.

    Left earlier, the place would be given away while the thread has its connection still.
    """
    task = asyncio.ensure_future(work)
    cancelled = False
    while not task.done():
        try:
            await asyncio.shield(task)
        except asyncio.CancelledError:
            cancelled = True
    if cancelled:
        raise asyncio.CancelledError
    return task.result()


async def parts(limiter: PageLimiter, queue: str, content: Any) -> AsyncIterator[bytes]:
    """The parts of a long answer, each made in a place of its own; none is held while one is sent.

    Raises LimiterFull, which cuts the answer off.
    """
    source = aiter(content)
    while True:
        await limiter.acquire(queue)
        try:
            part = await anext(source, None)
        finally:
            await sync_to_async(connections.close_all)()
            limiter.release(queue)
        if part is None:
            return
        yield part


def busy(request: HttpRequest) -> HttpResponse:
    """Return the 503 for too many at once; asks the database nothing."""
    headers, body = busy_answer(request.path)
    return HttpResponse(body, status=HTTPStatus.SERVICE_UNAVAILABLE, headers=headers)


async def put_off(scope: dict[str, Any], send: Any) -> None:
    """Say the same to a request that no more than its head is known of, and end its connection.

    A program that asks again and again is answered a moment later.
    """
    await asyncio.sleep(REFUSAL_PAUSE)
    headers, body = busy_answer(scope["path"])
    lines = {**headers, "Connection": "close"}.items()
    raw = [(name.lower().encode(), value.encode()) for name, value in lines]
    status = HTTPStatus.SERVICE_UNAVAILABLE.value
    await send({"type": "http.response.start", "status": status, "headers": raw})
    await send({"type": "http.response.body", "body": body})


def busy_answer(path: str) -> tuple[dict[str, str], bytes]:
    """Return headers and body of a 503: for a program, or in the reader's language."""
    if path.startswith("/api/"):
        kind, body = "application/json", b'{"code": "busy"}'
    else:
        kind, body = "text/html; charset=utf-8", busy_page(translation.get_language())
    return {
        "Content-Type": kind,
        "Content-Length": str(len(body)),
        "Retry-After": str(RETRY_SECONDS),
        "Cache-Control": "no-store",
    }, body


@cache
def busy_page(language: str | None) -> bytes:
    """Return the page in the language that is active, made once: who asks for it asks often."""
    page: str = loader.get_template("503.html").render()
    return page.encode()
