"""The messages of the table's socket: what each must have, what it costs, and what handles it."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import NamedTuple

from accounts.models import User
from games.engine.contract import Json, Refused
from games.table import ai_pace, dealing, ending, presence, readiness, seating, stand_ins, talk
from games.table.updates import Make

# the game, the user, the message's fields and the page's name as "tab"; a Refused is sent back
Handle = Callable[[str, int | None, Json], object]


class Handler(NamedTuple):
    """How one type of message is handled; `handle` is None where the socket does it by itself.

    A message that makes the server read a game anew, or publish to many, counts as `cost` others.
    What changes a game in memory alone has a `make` that does it, of the user and the fields.
    """

    handle: Handle | None
    required: Mapping[str, type] = {}
    optional: Mapping[str, type] = {}
    cost: float = 1.0
    make: Callable[[int | None, Json], Make] | None = None


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
    "act": Handler(None, {"question": int, "action": dict}),
    "resync": Handler(None, cost=2.0),
    "ping": Handler(None, optional={"lag": int}),
    "pledge": Handler(
        lambda game, user, sent: dealing.pledge(game, user, sent["hash"]),
        {"hash": str},
        make=lambda user, sent: partial(dealing.pledged, user_id=user, digest=sent["hash"]),
    ),
    "reveal": Handler(
        lambda game, user, sent: dealing.reveal(game, user, sent["bytes"]),
        {"bytes": str},
        make=lambda user, sent: partial(dealing.revealed, user_id=user, written=sent["bytes"]),
    ),
    "seat-ai": Handler(
        lambda game, user, sent: seating.seat_ai(game, user, sent["seat"], sent["level"]),
        {"seat": int, "level": str},
    ),
    "unseat": Handler(
        lambda game, user, sent: seating.unseat(game, user, sent["seat"]), {"seat": int}
    ),
    "fill": Handler(
        lambda game, user, sent: seating.fill(game, user, sent["level"]), {"level": str}
    ),
    "leave": Handler(lambda game, user, sent: leave(game, user)),
    "take-over": Handler(
        lambda game, user, sent: presence.take_over(game, user, sent["tab"]),
        make=lambda user, sent: partial(presence.taken_over, user_id=user, tab=sent["tab"]),
    ),
    "return": Handler(lambda game, user, sent: stand_ins.take_back(game, user)),
    "ai-pace": Handler(
        lambda game, user, sent: ai_pace.choose(game, user, sent["pace"]),
        {"pace": str},
        make=lambda user, sent: partial(ai_pace.chosen, user_id=user, pace=sent["pace"]),
    ),
    "skip": Handler(
        lambda game, user, sent: ai_pace.skip(game, user, sent["tab"]),
        make=lambda user, sent: partial(ai_pace.skipped, user_id=user, tab=sent["tab"]),
    ),
    "absence": Handler(
        lambda game, user, sent: stand_ins.choose_absence(game, user, sent["mode"]),
        {"mode": str},
        cost=4.0,
    ),
    "stand-in": Handler(
        lambda game, user, sent: stand_ins.call(game, user, sent["seat"]), {"seat": int}
    ),
    "substitute": Handler(
        lambda game, user, sent: substitute(game, user, sent["seat"], sent["tab"]),
        {"seat": int},
    ),
    "end": Handler(
        lambda game, user, sent: ending.agree(game, user, sent["on"]), {"on": bool}, cost=4.0
    ),
    "ready": Handler(
        lambda game, user, sent: readiness.say(game, user, sent["on"]),
        {"on": bool},
        make=lambda user, sent: partial(readiness.said, user_id=user, on=sent["on"]),
    ),
    "say": Handler(
        lambda game, user, sent: talk.say(game, user, sent["kind"], sent["text"]),
        {"kind": str, "text": str},
    ),
    "mute": Handler(
        lambda game, user, sent: talk.mute(game, user, sent["seat"], sent["on"]),
        {"seat": int, "on": bool},
        cost=4.0,
    ),
}

# what a decoder needs of them
REQUIRED = {name: handler.required for name, handler in HANDLERS.items()}
OPTIONAL = {name: handler.optional for name, handler in HANDLERS.items()}
