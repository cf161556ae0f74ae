"""Lets only so many pages be made at once: each takes a thread, and a connection to the database.

Who comes when all places are taken, or all that one address may have, waits without a thread in a
line of their own address; the lines are served in turn. At the end of patience the answer is 503.
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


class NoPlace(Exception):
    """All places were taken until the end of patience."""


class Gate:
    """So many places, a few for each line, and lines of those who wait; for one event loop."""

    def __init__(self, places: int, each: int = EACH) -> None:
        self._free = places
        self._each = each
        self._held: Counter[str] = Counter()
        self._lines: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()

    async def enter(self, line: str) -> None:
        """Take a place, sooner or later. Raises NoPlace when that takes too long."""
        if self._free and self._held[line] < self._each:
            self._take(line)
            return
        waiting = self._lines.setdefault(line, deque())
        if len(waiting) >= MOST_WAITING:
            raise NoPlace
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        waiting.append(turn)
        try:
            await asyncio.wait({turn}, timeout=PATIENCE_SECONDS)
        except asyncio.CancelledError:
            self._give_up(line, turn)
            raise
        if not turn.done():
            self._give_up(line, turn)
            raise NoPlace

    def leave(self, line: str) -> None:
        """Give a place of this line back, or to the next line that may have one more."""
        self._free += 1
        self._held[line] -= 1
        if not self._held[line]:
            del self._held[line]
        for other, waiting in self._lines.items():
            if self._held[other] < self._each:
                self._take(other)
                waiting.popleft().set_result(None)
                if waiting:
                    self._lines.move_to_end(other)
                else:
                    del self._lines[other]
                return

    def _take(self, line: str) -> None:
        self._free -= 1
        self._held[line] += 1

    def _give_up(self, line: str, turn: "asyncio.Future[None]") -> None:
        """Wait no more; a place that was given in the same moment goes to the next."""
        if turn.done():
            self.leave(line)
            return
        waiting = self._lines[line]
        waiting.remove(turn)
        if not waiting:
            del self._lines[line]


class PageHandler(ASGIHandler):
    """Django's door for pages, behind a gate.

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
    gate = Gate(settings.PAGES_AT_ONCE)

    async def serve(request: HttpRequest) -> HttpResponseBase:
        line = address(request)
        try:
            await gate.enter(line)
        except NoPlace:
            return busy(request)
        response: HttpResponseBase = await to_the_end(make(gate, line, get_response, request))
        if isinstance(response, StreamingHttpResponse) and not isinstance(response, FileResponse):
            response.streaming_content = parts(gate, line, response.streaming_content)
        return response

    return serve


async def make(gate: Gate, line: str, get_response: Handler, request: HttpRequest) -> Any:
    """Make a page, and leave its place and its connection to others before it is sent."""
    try:
        return await get_response(request)
    finally:
        await sync_to_async(connections.close_all)()
        gate.leave(line)


async def to_the_end(work: Coroutine[Any, Any, Any]) -> Any:
    """What comes of it, even when nobody waits any more: its thread cannot be stopped.

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


async def parts(gate: Gate, line: str, content: Any) -> AsyncIterator[bytes]:
    """The parts of a long answer, each made in a place of its own; none is held while one is sent.

    Raises NoPlace, which cuts the answer off.
    """
    source = aiter(content)
    while True:
        await gate.enter(line)
        try:
            part = await anext(source, None)
        finally:
            await sync_to_async(connections.close_all)()
            gate.leave(line)
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
