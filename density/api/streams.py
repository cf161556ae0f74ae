"""Live games as newline-delimited JSON, for programs that use no WebSocket.

A stream is the socket of a table without the way in: the same consumer writes the same frames, a
line each. It is served before Django, because a page would hold a thread and a database connection
for as long as the game takes.
"""

import asyncio
import re
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress
from http import HTTPStatus
from typing import Any

from accounts.identity.tokens import find_grant
from density.api.operations import NDJSON, PLAY
from density.platform import limits
from density.platform.problems import PROBLEM_JSON, write_problem
from density.platform.threads import in_thread
from density.server import bounds
from density.server.request_limits import send_answer
from games.consumers.person import SIGNED_OUT, TRY_LATER
from games.consumers.table import NO_SUCH_GAME, NOT_FOR_YOU, TableConsumer
from games.live import messages

PATH = re.compile(r"/api/v1/games/(?P<game_id>[-a-zA-Z0-9_]+)/stream/")
BEARER = b"bearer "
# seconds between two empty lines, by which both sides notice a dead connection
QUIET_SECONDS = 10.0
RETRY_SECONDS = b"5"
# refusals by the code with which a socket would be closed
REFUSALS = {
    NO_SUCH_GAME: ("no-such-game", HTTPStatus.NOT_FOUND),
    NOT_FOR_YOU: ("not-seated", HTTPStatus.FORBIDDEN),
    SIGNED_OUT: ("signed-out", HTTPStatus.UNAUTHORIZED),
    TRY_LATER: ("too-often", HTTPStatus.TOO_MANY_REQUESTS),
}
UNAVAILABLE = ("unavailable", HTTPStatus.SERVICE_UNAVAILABLE)
HEADERS = [
    (b"content-type", NDJSON.encode()),
    (b"cache-control", b"private, no-store"),
    (b"x-content-type-options", b"nosniff"),
    (b"x-accel-buffering", b"no"),
]

# the open streams of this process by user, or by the address of a visitor
_open_streams: Counter[object] = Counter()


class StreamConsumer(TableConsumer):
    """A table's frames for the user of a token, or for a spectator without one."""

    counted: object = None

    def read_key(self) -> str:
        """Return the token; cookies count for nothing here."""
        for name, value in self.scope["headers"]:
            if name == b"authorization" and value.lower().startswith(BEARER):
                return str(value[len(BEARER) :].decode("latin-1").strip())
        return ""

    async def read_user(self) -> int | None:
        """Return the user of the token; one that may not play does not count as present."""
        grant = await in_thread(find_grant, self.session_key)
        self.marks_presence = grant is not None and PLAY in grant.scopes
        return None if grant is None else grant.user.pk

    async def enter(self) -> bool:
        """Check the token and the limits; return False if the stream is refused."""
        user_id = await self.read_user() if self.session_key else None
        if self.session_key and user_id is None:
            await self.close(SIGNED_OUT)
            return False
        who = user_id or self.address
        try:
            await in_thread(limits.count_use, "api", who)
        except limits.TooMany:
            await self.close(TRY_LATER)
            return False
        if _open_streams[who] >= bounds.MOST_STREAMS:
            await self.close(TRY_LATER)
            return False
        _open_streams[who] += 1
        self.counted = who
        return await super().enter()

    def forget(self) -> None:
        """Count one open stream less."""
        super().forget()
        if self.counted is not None:
            _open_streams[self.counted] -= 1
            if not _open_streams[self.counted]:
                del _open_streams[self.counted]
            self.counted = None

    def user_signed_out(self, message: messages.UserSignedOut) -> Any:
        """Check the token, which a logout does not end."""
        return self.check_session()

    async def user_refresh(self, message: messages.UserRefresh) -> None:
        """Check the token, which its user may have revoked, before sending a snapshot again."""
        if await self.check_session():
            await self.send_snapshot()


class Streams:
    """Answers requests for streams, and passes all others on."""

    def __init__(self, pages: Callable[..., Awaitable[None]]) -> None:
        self.pages = pages

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Answer a request until the game's table closes or the client goes."""
        found = PATH.fullmatch(scope["path"]) if scope.get("method") == "GET" else None
        if found is None:
            await self.pages(scope, receive, send)
            return
        socket = {**scope, "type": "websocket", "url_route": {"kwargs": found.groupdict()}}
        stream = Stream(send)
        helpers = [asyncio.create_task(stream.watch(receive)), asyncio.create_task(stream.beat())]
        try:
            await StreamConsumer()(socket, stream.events.get, stream.write)
        finally:
            for helper in helpers:
                helper.cancel()
            with suppress(asyncio.CancelledError):
                await asyncio.gather(*helpers, return_exceptions=True)


class Stream:
    """The response that stands for a socket: its events become lines."""

    def __init__(self, send: Any) -> None:
        self.send = send
        self.events: asyncio.Queue[Any] = asyncio.Queue()
        self.events.put_nowait({"type": "websocket.connect"})
        self.has_begun = self.is_over = False

    async def watch(self, receive: Any) -> None:
        """End the socket when the client goes."""
        while (await receive())["type"] != "http.disconnect":
            pass
        self.disconnect()

    async def beat(self) -> None:
        """Send an empty line in regular intervals."""
        while True:
            await asyncio.sleep(QUIET_SECONDS)
            if self.has_begun and not self.is_over:
                await self.send_line("")

    async def write(self, event: Any) -> None:
        """Write an event of the socket; never waits."""
        if self.is_over:
            return
        if event["type"] == "websocket.send":
            if not self.has_begun:
                self.has_begun = True
                await self.send({"type": "http.response.start", "status": 200, "headers": HEADERS})
            await self.send_line(event["text"])
        elif event["type"] == "websocket.close":
            self.is_over = True
            await self.finish(event.get("code"))
            self.disconnect()

    async def send_line(self, text: str) -> None:
        """Send a line."""
        body = text.encode() + b"\n"
        await self.send({"type": "http.response.body", "body": body, "more_body": True})

    async def finish(self, code: int | None) -> None:
        """End the response or, if no line was sent, refuse the request."""
        if self.has_begun:
            await self.send({"type": "http.response.body", "body": b""})
            return
        reason, status = REFUSALS.get(code or 0, UNAVAILABLE)
        waits = status in (HTTPStatus.TOO_MANY_REQUESTS, HTTPStatus.SERVICE_UNAVAILABLE)
        headers = [(b"retry-after", RETRY_SECONDS)] if waits else []
        if status == HTTPStatus.UNAUTHORIZED:
            headers.append((b"www-authenticate", b"Bearer"))
        problem = write_problem(reason, status)
        await send_answer(self.send, status, PROBLEM_JSON.encode(), problem, *headers)

    def disconnect(self) -> None:
        """Tell the consumer that its socket is closed."""
        self.events.put_nowait({"type": "websocket.disconnect", "code": 1000})
