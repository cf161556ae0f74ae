"""The handlers of a table socket's messages, with their costs."""

from collections.abc import Callable
from typing import NamedTuple

from accounts.models import User
from games.engine.contract import Refused
from games.live import talk
from games.live.commands import ai_pace, dealing, ending, play, presence, readiness, stand_ins
from games.lobby import seating


class Handler(NamedTuple):
    """The handler of a type of message; `handle` is None if the socket handles it itself.

    `handle` gets the game's id, the user's id, the required fields in order and, with `needs_tab`,
    the name of the page; a Refused is sent back. A Command is executed in memory. A message counts
    as `cost` messages: more than 1 if the server has to read a game again or publish to many.
    """

    handle: Callable[..., object] | None
    cost: float = 1.0
    needs_tab: bool = False


def leave_table(game_id: str, user_id: int | None) -> object:
    """Give up the user's seat before the game begins; abandon it in a running game."""
    answer = seating.leave_seat(game_id, user_id)
    return stand_ins.abandon_seat(game_id, user_id) if answer == Refused("wrong-phase") else answer


def take_seat(game_id: str, user_id: int | None, seat: int, tab: str) -> Refused | None:
    """Take over a seat for good, and act on this page."""
    user = None if user_id is None else User.objects.filter(pk=user_id).first()
    if user is None:
        return Refused("not-seated")
    refused = stand_ins.take_over_seat(game_id, user, seat)
    return refused or presence.take_over(game_id, user_id, tab)


HANDLERS: dict[str, Handler] = {
    "act": Handler(play.answer_question, needs_tab=True),
    "resync": Handler(None, cost=2.0),
    "ping": Handler(None),
    "pledge": Handler(dealing.take_pledge),
    "reveal": Handler(dealing.take_reveal),
    "seat-ai": Handler(seating.seat_ai),
    "unseat": Handler(seating.unseat_user),
    "fill": Handler(seating.fill_table),
    "leave": Handler(leave_table),
    "take-over": Handler(presence.take_over, needs_tab=True),
    "return": Handler(stand_ins.take_back),
    "ai-pace": Handler(ai_pace.set_ai_pace),
    "skip": Handler(ai_pace.skip_ai_pause, needs_tab=True),
    "absence": Handler(stand_ins.choose_absence, cost=4.0),
    "stand-in": Handler(stand_ins.call_stand_in),
    "substitute": Handler(take_seat, needs_tab=True),
    "end": Handler(ending.agree_to_end, cost=4.0),
    "ready": Handler(readiness.say_ready),
    "say": Handler(talk.say_line),
    "mute": Handler(talk.mute_seat, cost=4.0),
}
