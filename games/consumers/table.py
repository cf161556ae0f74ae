"""The table's socket: decode, call, forward. The session at connect determines the viewer."""

import asyncio
import re
import secrets
import time
from collections.abc import Mapping
from functools import partial
from urllib.parse import parse_qsl

from structlog.contextvars import bind_contextvars

from density.platform import metrics, token_buckets
from density.platform.threads import MOST_WAITING, in_thread
from games.consumers import heartbeat, shared
from games.consumers.handlers import HANDLERS, Handler
from games.consumers.person import TRY_LATER, Going, PersonConsumer
from games.engine.contract import Refused
from games.live import executor, look_back, messages
from games.live.broadcast import encode_frame, group_of
from games.live.commands import presence
from games.live.commands.presence import Socket
from games.live.executor import Command
from games.live.hub import loop_hub
from games.live.inbox import Message
from games.models import Game
from games.protocol import Pong
from games.requests import FIELDS

NO_SUCH_GAME, NOT_FOR_YOU = 4404, 4403
LAG_STEP_MS = 50
# how long a viewer waits for a following change before it reads one that is not urgent
SOON_SECONDS = 0.4
TAB = re.compile(r"[A-Za-z0-9_-]{1,32}")


def read_address(query: bytes) -> tuple[str, bool]:
    """Return the name of the page in a socket's URL, or a new one, and whether it only watches."""
    parameters = dict(parse_qsl(query.decode("ascii", "replace")))
    tab = parameters.get("tab", "")
    name = tab if TAB.fullmatch(tab) else secrets.token_urlsafe(9)
    return name, parameters.get("watch") == "1"


class TableConsumer(PersonConsumer):
    """One open table in one browser tab; a user may have several."""

    page = "table"
    requests = FIELDS
    costs: Mapping[str, float] = {name: handler.cost for name, handler in HANDLERS.items()}
    game_id = ""
    watching = False
    # whether its user is present at the table while this is open
    marks_presence = True

    async def connect(self) -> None:
        """Subscribe first, and read the snapshot after that, so that no change is missed."""
        self.game_id = self.scope["url_route"]["kwargs"]["game_id"]
        bind_contextvars(game=self.game_id)
        self.cached = executor.cache_of(self.game_id)
        self.version = -1
        self.lag = 0
        self.seated = False
        self.tab, watching = read_address(self.scope["query_string"])
        await self.accept()
        self.address = token_buckets.address_of(self.scope)
        if not token_buckets.by_address.take(self.address):
            await self.close(TRY_LATER)
            return
        await self.subscribe(group_of(self.game_id))
        if not await self.enter():
            return
        if self.user_id is not None and self.marks_presence:
            page = Socket(self.game_id, self.user_id, self.tab, self.name)
            await heartbeat.mark_present(self, page, watching=watching)
        await self.send_snapshot()

    async def take_off(self, code: int) -> None:
        """Note that the page is closed; after the last one of a seat's owner, the owner is away."""
        await heartbeat.mark_absent(self)
        await self.set_watching(watching=False)

    def forget(self) -> None:
        """Leave all groups; drop the cached look-back of a table without sockets here."""
        super().forget()
        if self.game_id and group_of(self.game_id) not in loop_hub().groups:
            look_back.drop_cached(self.game_id)

    async def set_watching(self, *, watching: bool) -> int | None:
        """Count this socket as a spectator or not, as heartbeat.count_spectator() does.

        A socket that has ended is not counted again by a reading that finishes late.
        """
        if self.ended and watching:
            return None
        self.watching = watching
        return await heartbeat.count_spectator(self, self.game_id, self.name, watching=watching)

    async def answer(self, message: Message) -> None:
        """Handle a message. Raises Overloaded if too much work is waiting."""
        handler = HANDLERS[message.type]
        if handler.handle is not None:
            await self.handle(message, handler)
        elif message.type == "ping":
            await self.pong(message)
        elif self.may_resync():
            async with self.reading():
                await self.send_snapshot()
        else:
            await self.refuse(Refused("too-fast"), message.ref)

    def may_resync(self) -> bool:
        """Return whether the rate limits of table and address allow a snapshot, and count it."""
        key = (self.game_id, self.user_id if self.seated else None)
        return token_buckets.by_table.take(key) and token_buckets.by_address.take(self.address)

    @property
    def line(self) -> str:
        """The queue of this socket's calls: one for each player, one for all spectators."""
        return f"{self.game_id} {self.user_id}" if self.seated else self.game_id

    async def handle(self, message: Message, handler: Handler) -> None:
        """Call the handler of a message, which publishes its changes to all viewers."""
        handle = handler.handle
        arguments = [
            self.user_id,
            *(message.fields[name] for name in FIELDS[message.type].required),
        ]
        if handler.needs_tab:
            arguments.append(self.tab)
        answer: object
        began = time.perf_counter()
        try:
            if isinstance(handle, Command):
                answer = await executor.execute_cached(self.game_id, handle.change, *arguments)
            elif handle is not None:
                call = partial(handle, self.game_id, *arguments)
                answer = await in_thread(call, line=self.line, most=MOST_WAITING)
        except Game.DoesNotExist:
            await self.close(NO_SUCH_GAME)
            return
        if isinstance(answer, Refused):
            await self.refuse(answer, message.ref)
        elif message.type == "act":
            metrics.observe_seconds("move_seconds", time.perf_counter() - began, "socket")
        else:
            await self.acknowledge(message.ref)

    async def pong(self, message: Message) -> None:
        """Answer with the version of the game, so that a client notices if it missed something."""
        await self.note_lag(message.fields.get("lag", self.lag))
        try:
            status = await shared.statuses.ask(self.game_id, self.user_id)
        except Game.DoesNotExist:
            await self.close(NO_SUCH_GAME)
            return
        pong: Pong = {"type": "pong", "ref": message.ref, **status}
        self.send_now(encode_frame(pong))

    async def note_lag(self, lag: int) -> None:
        """Save the round-trip time if it changed."""
        if self.user_id is not None and abs(lag - self.lag) >= LAG_STEP_MS:
            self.lag = lag
            noting = partial(presence.note_lag, self.game_id, self.user_id, lag)
            await in_thread(noting, line=self.line, most=MOST_WAITING)

    async def send_snapshot(self) -> None:
        """Send a snapshot to this viewer."""
        try:
            frame = await shared.snapshots.ask(self.game_id, self.user_id)
        except Game.DoesNotExist:
            await self.close(NO_SUCH_GAME)
            return
        if isinstance(frame, Refused):
            await self.close(NOT_FOR_YOU)
        else:
            self.version = max(self.version, frame.version)
            self.seated = frame.seated
            count = await self.set_watching(watching=not frame.seated)
            metrics.count_event("snapshots", "player" if frame.seated else "spectator")
            text = frame.sent_to(self.tab, frame.watchers if count is None else count)
            self.send_now(text)

    def game_frame(self, message: messages.GameFrame) -> Going:
        """Forward the frame for this viewer; without one, close the socket.

        Frames of different processes may arrive out of order; an older one is ignored.
        """
        if message["version"] <= self.version:
            return None
        user = str(self.user_id)
        seated = user in message["people"]
        text = message["people"][user] if seated else message["watchers"]
        if text is None:
            return self.end(NOT_FOR_YOU)
        self.version = message["version"]
        self.seated = seated
        self.send_now(text)
        return self.set_watching(watching=not seated) if self.watching == seated else None

    def game_changed(self, message: messages.GameChanged) -> Going:
        """Read a snapshot now or, if that is enough, soon, unless this viewer is up to date."""
        if message["version"] <= self.version:
            return None
        if not message.get("soon"):
            return self.send_snapshot()
        later: messages.GameChanged = {**message, "soon": False}
        asyncio.get_running_loop().call_later(SOON_SECONDS, self.notify, later)
        return None

    async def end(self, code: int) -> None:
        """Close the socket."""
        await self.close(code)

    def game_talk(self, message: messages.GameTalk) -> None:
        """Forward a chat line if this viewer may read it and has not muted its speaker."""
        reads = message["public"] or self.user_id in message["people"]
        if reads and self.user_id not in message["muted_by"]:
            self.send_now(message["text"])

    def game_again(self, message: messages.GameAgain) -> None:
        """Forward the offer of a rematch."""
        has_played = self.user_id in message["people"]
        self.send_now(message["own"] if has_played else message["text"])

    def game_barred(self, message: messages.GameBarred) -> None:
        """Notify the user whom the host removed, before the table changes for them."""
        if self.user_id == message["user"]:
            self.send_now(encode_frame({"type": "barred"}))

    def game_closed(self, message: messages.GameClosed) -> Going:
        """Close the socket, because the table was deleted."""
        return self.end(NO_SUCH_GAME)

    def user_refresh(self, message: messages.UserRefresh) -> Going:
        """Send a snapshot again, because this viewer may see other things now."""
        return self.send_snapshot()
