"""The messages of the table's socket: what each costs, and what handles it."""

from collections.abc import Callable
from typing import NamedTuple

from accounts.models import User
from games.engine.contract import Refused
from games.live import talk
from games.live.commands import ai_pace, dealing, ending, play, presence, readiness, stand_ins
from games.lobby import seating


class Handler(NamedTuple):
    """How one type of message is handled; `handle` is None where the socket does it itself.

    It gets the game's id, the user, the required fields in order, and the page's name where it
    `needs_tab`; a Refused is sent back. Sockets carry out a Command in memory. A message that makes
    the server read a game again, or publish to many, counts as `cost` others.
    """

    handle: Callable[..., object] | None
    cost: float = 1.0
    needs_tab: bool = False


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


HANDLERS: dict[str, Handler] = {
    "act": Handler(play.answer, needs_tab=True),
    "resync": Handler(None, cost=2.0),
    "ping": Handler(None),
    "pledge": Handler(dealing.pledge),
    "reveal": Handler(dealing.reveal),
    "seat-ai": Handler(seating.seat_ai),
    "unseat": Handler(seating.unseat),
    "fill": Handler(seating.fill),
    "leave": Handler(leave),
    "take-over": Handler(presence.take_over, needs_tab=True),
    "return": Handler(stand_ins.take_back),
    "ai-pace": Handler(ai_pace.choose),
    "skip": Handler(ai_pace.skip, needs_tab=True),
    "absence": Handler(stand_ins.choose_absence, cost=4.0),
    "stand-in": Handler(stand_ins.call),
    "substitute": Handler(substitute, needs_tab=True),
    "end": Handler(ending.agree, cost=4.0),
    "ready": Handler(readiness.say),
    "say": Handler(talk.say),
    "mute": Handler(talk.mute, cost=4.0),
}
