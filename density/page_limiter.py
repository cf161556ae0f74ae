"""Limits how many pages are made at once: each takes a thread and a database connection.

A request that finds all places taken, or all that one address may have, waits without a thread in
the queue of its address; the queues are served in turn. At the end of patience the answer is 503.
"""

import asyncio
import sys
from collections import Counter, OrderedDict, deque
from collections.abc import AsyncIterator, Callable, Coroutine
from http import HTTPStatus
from typing import Any

from asgiref.sync import sync_to_async
from django.conf import settings
from django.core.handlers.asgi import ASGIHandler
from django.db import InterfaceError, OperationalError, connections
from django.http import FileResponse, HttpRequest, HttpResponse, JsonResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.template import loader

from accounts.limits import address

PATIENCE_SECONDS = 10.0
RETRY_SECONDS = 5
# so many requests of one address may wait
MOST_WAITING = 256
# so many places may one address have: pages are made one after the other anyway (Python has one
# thread at work), and beside more of them everybody else's would take as many times longer
EACH = 2

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

    async def acquire(self, queue: str) -> None:
        """Take a place, sooner or later. Raises LimiterFull when that takes too long."""
        if self._free and self._held[queue] < self._each:
            self._take(queue)
            return
        waiting = self._queues.setdefault(queue, deque())
        if len(waiting) >= MOST_WAITING:
            raise LimiterFull
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
        """Give a place of this queue back, or to the next queue that may have one more."""
        self._free += 1
        self._held[queue] -= 1
        if not self._held[queue]:
            del self._held[queue]
        for other, waiting in self._queues.items():
            if self._held[other] < self._each:
                self._take(other)
                waiting.popleft().set_result(None)
                if waiting:
                    self._queues.move_to_end(other)
                else:
                    del self._queues[other]
                return

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
        self._serve = bounded(super().get_response_async)

    async def get_response_async(self, request: HttpRequest) -> HttpResponseBase:
        """Make a page when there is a place for it."""
        answer: HttpResponseBase = await self._serve(request)
        return answer


def bounded(get_response: Handler) -> Handler:
    """The same handler, with so many places."""
    limiter = PageLimiter(settings.PAGES_AT_ONCE)

    async def serve(request: HttpRequest) -> HttpResponseBase:
        queue = address(request)
        try:
            await limiter.acquire(queue)
        except LimiterFull:
            return busy(request)
        response: HttpResponseBase = await to_the_end(make(limiter, queue, get_response, request))
        if isinstance(response, StreamingHttpResponse) and not isinstance(response, FileResponse):
            response.streaming_content = parts(limiter, queue, response.streaming_content)
        return response

    return serve


async def make(
    limiter: PageLimiter, queue: str, get_response: Handler, request: HttpRequest
) -> Any:
    """Make a page, and leave its place and its connection to others before it is sent."""
    try:
        return await get_response(request)
    finally:
        await sync_to_async(connections.close_all)()
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
    """Say that too many want something at once; asks the database nothing."""
    answer: HttpResponse
    if request.path.startswith("/api/"):
        answer = JsonResponse({"code": "busy"}, status=HTTPStatus.SERVICE_UNAVAILABLE)
    else:
        page = loader.get_template("503.html").render()
        answer = HttpResponse(page, status=HTTPStatus.SERVICE_UNAVAILABLE)
    answer["Retry-After"] = str(RETRY_SECONDS)
    answer["Cache-Control"] = "no-store"
    return answer


def failed(request: HttpRequest) -> HttpResponse:
    """The answer to a fault: 503 when the database cannot be reached, or else 500."""
    if is_out_of_reach(sys.exc_info()[1]):
        return busy(request)
    page = loader.get_template("500.html").render()
    return HttpResponse(page, status=HTTPStatus.INTERNAL_SERVER_ERROR)


# classes of SQL states: no connection, no room, the server stops or starts
AWAY = ("08", "53", "57P")


def is_out_of_reach(fault: BaseException | None) -> bool:
    """Whether a fault means that the database has no connection or no time for us now."""
    if not isinstance(fault, (OperationalError, InterfaceError)):
        return False
    cause = fault.__cause__
    if getattr(cause, "sqlite_errorname", "").startswith("SQLITE_BUSY"):
        return True
    if not type(cause).__module__.startswith("psycopg"):
        return False
    state = getattr(cause, "sqlstate", None)
    return state is None or state.startswith(AWAY)
