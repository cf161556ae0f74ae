"""The table's socket: decode, call, forward. The viewer is fixed by the session at connect."""

import logging
import re
import secrets
from collections.abc import Callable
from functools import partial
from urllib.parse import parse_qsl

from redis import RedisError

from accounts.models import User
from games.consumers import allowances, rounds, shared
from games.consumers.person import TRY_LATER, PersonConsumer
from games.consumers.threads import MOST_WAITING, Overloaded, in_thread
from games.engine.contract import Json, Refused
from games.inbox import Bucket, Message, Rejected, decode
from games.models import Game
from games.table import (
    dealing,
    ending,
    play,
    presence,
    seating,
    stand_ins,
    talk,
    watchers,
)
from games.table.broadcast import encode, group_of
from games.table.presence import Socket

NO_SUCH_GAME, NOT_FOR_YOU = 4404, 4403
LAG_STEP_MS = 50
TAB = re.compile(r"[A-Za-z0-9_-]{1,32}")

log = logging.getLogger(__name__)


def read_address(query: bytes) -> tuple[str, bool]:
    """The name of the page in a socket's address, or one of ours; and whether it only watches."""
    asked = dict(parse_qsl(query.decode("ascii", "replace")))
    tab = asked.get("tab", "")
    name = tab if TAB.fullmatch(tab) else secrets.token_urlsafe(9)
    return name, asked.get("watch") == "1"


def leave(game_id: str, user_id: int | None) -> object:
    """Give up the chair before the start; abandon the seat while playing."""
    answer = seating.leave(game_id, user_id)
    return stand_ins.abandon(game_id, user_id) if answer == Refused("wrong-phase") else answer


def substitute(game_id: str, user_id: int | None, seat: int, tab: str) -> Refused | None:
    """Take a seat for good, and act on this page."""
    user = None if user_id is None else User.objects.filter(pk=user_id).first()
    if user is None:
        return Refused("not-seated")
    refused = stand_ins.substitute(game_id, user, seat)
    return refused or presence.take_over(game_id, user_id, tab)


# What each message does: the game, the user and the message's fields, and an answer or None.
DOORS: dict[str, Callable[[str, int | None, Json], object]] = {
    "act": lambda game, user, sent: play.act(
        game, user, sent["question"], sent["action"], sent["tab"]
    ),
    "pledge": lambda game, user, sent: dealing.pledge(game, user, sent["hash"]),
    "reveal": lambda game, user, sent: dealing.reveal(game, user, sent["bytes"]),
    "seat-ai": lambda game, user, sent: seating.seat_ai(game, user, sent["seat"], sent["level"]),
    "unseat": lambda game, user, sent: seating.unseat(game, user, sent["seat"]),
    "fill": lambda game, user, sent: seating.fill(game, user, sent["level"]),
    "leave": lambda game, user, sent: leave(game, user),
    "take-over": lambda game, user, sent: presence.take_over(game, user, sent["tab"]),
    "return": lambda game, user, sent: stand_ins.take_back(game, user),
    "absence": lambda game, user, sent: stand_ins.choose_absence(game, user, sent["mode"]),
    "stand-in": lambda game, user, sent: stand_ins.call(game, user, sent["seat"]),
    "substitute": lambda game, user, sent: substitute(game, user, sent["seat"], sent["tab"]),
    "end": lambda game, user, sent: ending.agree(game, user, sent["on"]),
    "say": lambda game, user, sent: talk.say(game, user, sent["kind"], sent["text"]),
    "mute": lambda game, user, sent: talk.mute(game, user, sent["seat"], sent["on"]),
}


class TableConsumer(PersonConsumer):
    """One open table in one browser tab; several may belong to one person."""

    async def connect(self) -> None:
        """Join the table's group first and read the snapshot then, so that nothing is missed."""
        self.game_id: str = self.scope["url_route"]["kwargs"]["game_id"]
        self.bucket = Bucket()
        self.version = -1
        self.lag = 0
        self.seated = False
        self.tab, watching = read_address(self.scope["query_string"])
        await self.accept()
        self.address = allowances.address_of(self.scope)
        if not allowances.by_address.take(self.address):
            await self.close(TRY_LATER)
            return
        await self.channel_layer.group_add(group_of(self.game_id), self.channel_name)
        if not await self.enter():
            return
        if self.user_id is not None:
            page = Socket(self.game_id, self.user_id, self.tab, self.channel_name)
            await rounds.seat(self, page, watching=watching)
        await self.send_snapshot()

    async def disconnect(self, code: int) -> None:
        """Leave; the seat stays its owner's, who is away when this was the last socket."""
        try:
            await rounds.unseat(self)
            await self.look_on(watching=False)
            await self.leave()
            await self.channel_layer.group_discard(group_of(self.game_id), self.channel_name)
        except (RedisError, OSError) as fault:
            log.warning("a socket of %s left while Redis was away: %r", self.game_id, fault)

    async def look_on(self, *, watching: bool) -> bool:
        """Be counted among the table's watchers, or no more; whether that changed anything."""
        return await rounds.watch(self, self.game_id, self.channel_name, watching=watching)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Let a well-formed message through its door, and answer what is refused."""
        message = decode(text_data)
        kind = message.type if isinstance(message, Message) else ""
        if not self.bucket.take(kind):
            await self.slow_down()
        elif isinstance(message, Rejected):
            await self.refuse(message.refused, message.ref)
        else:
            try:
                await self.answer(message)
            except Overloaded:
                await self.refuse(Refused("too-fast"), message.ref)

    async def answer(self, message: Message) -> None:
        """Do what a message asks for. Raises Overloaded when too much waits to be done here."""
        if message.type == "ping":
            await self.pong(message)
        elif message.type != "resync":
            await self.ring(message)
        elif self.may_resync():
            await self.send_snapshot()
        else:
            await self.refuse(Refused("too-fast"), message.ref)

    def may_resync(self) -> bool:
        """Whether those who share this socket's table and address have not asked for too much."""
        who = (self.game_id, self.user_id if self.seated else None)
        return allowances.by_table.take(who) and allowances.by_address.take(self.address)

    @property
    def line(self) -> str:
        """Where this socket's calls wait: each who plays alone, spectators together."""
        return f"{self.game_id} {self.user_id}" if self.seated else self.game_id

    async def ring(self, message: Message) -> None:
        """Call the door of a message; what is accepted is told to all by the mouth."""
        sent = {**message.fields, "tab": self.tab}
        door = partial(DOORS[message.type], self.game_id, self.user_id, sent)
        try:
            answer = await in_thread(door, line=self.line, most=MOST_WAITING)
        except Game.DoesNotExist:
            await self.close(NO_SUCH_GAME)
            return
        if isinstance(answer, Refused):
            await self.refuse(answer, message.ref)

    async def pong(self, message: Message) -> None:
        """Answer with how far the game is, so that a client sees when it missed something."""
        await self.note_lag(message.fields.get("lag", self.lag))
        try:
            pulse = await shared.pulses.ask(self.game_id)
        except Game.DoesNotExist:
            await self.close(NO_SUCH_GAME)
            return
        await self.send(text_data=encode({"type": "pong", "ref": message.ref, **pulse}))

    async def note_lag(self, lag: int) -> None:
        """Note how long the way is, when it changed."""
        if self.user_id is not None and abs(lag - self.lag) >= LAG_STEP_MS:
            self.lag = lag
            noting = partial(presence.note_lag, self.game_id, self.user_id, lag)
            await in_thread(noting, line=self.line, most=MOST_WAITING)

    async def send_snapshot(self) -> None:
        """Send all that this viewer may know now."""
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
            count = frame.watchers
            if await self.look_on(watching=not frame.seated):
                count = await in_thread(watchers.count, self.game_id, line=self.game_id)
            await self.send(text_data=frame.sent_to(self.tab, count))

    async def game_frame(self, message: Json) -> None:
        """Forward the ready text that is meant for this viewer, if there is one.

        Frames of different processes may overtake each other: an older one is of no use.
        """
        if message["version"] <= self.version:
            return
        text = message["people"].get(str(self.user_id), message["watchers"])
        if text is None:
            await self.close(NOT_FOR_YOU)
        elif (
            self.user_id in message.get("apart", ()) and str(self.user_id) not in message["people"]
        ):
            await self.send_snapshot()
        else:
            self.version = message["version"]
            self.seated = str(self.user_id) in message["people"]
            await self.look_on(watching=not self.seated)
            await self.send(text_data=text)

    async def game_talk(self, message: Json) -> None:
        """Forward what somebody said, if this viewer may read it and wants to."""
        reads = message["public"] or self.user_id in message["people"]
        if reads and self.user_id not in message["deaf"]:
            await self.send(text_data=message["text"])

    async def game_again(self, message: Json) -> None:
        """Forward who of a finished game plays again."""
        await self.send(text_data=message["text"])

    async def game_barred(self, message: Json) -> None:
        """Tell the one whom the host sent away, before the table that they see changes."""
        if self.user_id == message["user"]:
            await self.send(text_data=encode({"type": "barred"}))

    async def game_closed(self, message: Json) -> None:
        """End: the table is no more."""
        await self.close(NO_SUCH_GAME)

    async def user_refresh(self, message: Json) -> None:
        """Show anew what this viewer may read."""
        await self.send_snapshot()
