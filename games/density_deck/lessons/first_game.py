"""The first game: one line of moves through the rules, as frames of a table, step by step.

The seed was searched for: its deal shows a base color, a color that turns against its holder, a
discard worth taking, Common cards, a fight to call and a match to surrender, in that order.
"""

import hashlib
from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

from games.engine.contract import Json, Refused, Seed
from games.registry import GAMES

SLUG = "density-deck"
SEED = Seed(hashlib.sha256(b"first game 167532").digest(), b"")
YOU = 0
OTHERS = ("Kestrel", "Ola", "Tomasz")
LEVEL = "easy"
# the showdown of the lesson waits for its reader: a day is longer than any reader looks at it
PAUSE = 24 * 60 * 60 * 1000
PROTOCOL = 1

# The moves, as "seat verb": a number takes from that seat, a card is discarded.
MOVES = (
    # match 1, round 1
    *("0 draw", "0 Ye3", "1 draw", "1 Bl3", "2 draw", "2 Aq5", "3 draw", "3 Si4"),
    # round 2
    *("0 2", "0 Pu10", "1 draw", "1 Bk6", "2 draw", "2 Ye4", "3 draw", "3 Bl5"),
    # round 3
    "0 fight",
    # match 2, rounds 1 and 2
    *("1 draw", "1 Aq5", "2 draw", "2 Go4", "3 draw", "3 Wh6", "0 draw", "0 Bl10"),
    *("1 draw", "1 Bl3", "2 draw", "2 Tu10", "3 draw", "3 Bk6", "0 draw", "0 Wh6"),
    # round 3
    *("1 draw", "1 Bl5", "2 draw", "2 Aq5", "3 draw", "3 Pu10", "0 surrender"),
    # round 4
    *("1 draw", "1 Re10", "2 fight"),
)


class Moment(NamedTuple):
    """The game after so many moves: what the last one did, and what the reader sees of it."""

    state: Any
    events: list[Json]
    view: Json


class Step(NamedTuple):
    """One thing to learn: after how many moves, where to look, what is wanted of the reader.

    wants is "move" (the next move of the line), "ready" (leave the showdown) or "" (read on).
    jumps: the moves before it are not shown one by one.
    """

    name: str
    after: int
    point: str
    wants: str = ""
    jumps: bool = False


STEPS = (
    Step("welcome", 0, "lives"),
    Step("hand", 0, "hand"),
    Step("score", 0, "score"),
    Step("draw", 0, "pile", "move"),
    Step("discard", 1, "card Ye3", "move"),
    Step("flip", 8, "center 0"),
    Step("against", 8, "score"),
    Step("take", 8, "discard 2", "move"),
    Step("drop", 9, "card Pu10", "move"),
    Step("common", 16, "center 1"),
    Step("fight", 16, "fight", "move"),
    Step("won", 17, "showdown", "ready"),
    Step("weak", 39, "score", jumps=True),
    Step("surrender", 39, "surrender", "move"),
    Step("lost", 43, "showdown", "ready"),
    Step("end", 43, "", jumps=True),
)


# ------------------------------------------------------------------------------ the line
def read_move(written: str) -> tuple[int, Json]:
    """Return the seat and the action, as docs/PROTOCOL.md writes it, of one entry of MOVES."""
    seat, verb = written.split()
    if verb == "draw":
        return int(seat), {"do": "draw", "from": "pile"}
    if verb.isdigit():
        return int(seat), {"do": "draw", "from": int(verb)}
    if verb in ("fight", "surrender"):
        return int(seat), {"do": verb}
    return int(seat), {"do": "discard", "card": verb}


@cache
def moments() -> tuple[Moment, ...]:
    """Return the whole line, played by the rules: the deal, then a moment for each move.

    Raises ValueError when the rules refuse a move.
    """
    return tuple(_play())


def _play() -> Iterator[Moment]:
    rules = GAMES[SLUG].rules
    state, events = rules.start(rules.ruleset("current"), SEED)
    yield _moment(state, events, "")
    for written in MOVES:
        seat, verb = read_move(written)
        action = rules.read_action(verb)
        moved = action if isinstance(action, Refused) else rules.act(state, seat, action)
        if isinstance(moved, Refused):
            raise ValueError(f"{written} is refused as {moved.code}")
        state, events = moved
        yield _moment(state, events, "player" if seat == YOU else "ai")


def _moment(state: Any, events: tuple[Any, ...], by: str) -> Moment:
    rules = GAMES[SLUG].rules
    shown = [{**rules.event_for(event, YOU), **({"by": by} if by else {})} for event in events]
    return Moment(state, shown, rules.state_for(state, YOU))


# ---------------------------------------------------------------------------- the frames
def frames(place: int, name: str) -> list[Json]:
    """Return the frames that the reader, called `name`, gets on the way into this step."""
    step = STEPS[place]
    if place == 0 or step.jumps:
        return [_snapshot(step.after, name)]
    before = STEPS[place - 1].after
    return [_events(number, name) for number in range(before + 1, step.after + 1)]


def wanted(place: int) -> Json | None:
    """The action that leads on from this step, {"do": "ready"}, or None where one reads on."""
    step = STEPS[place]
    if step.wants == "move":
        return read_move(MOVES[step.after])[1]
    return {"do": "ready"} if step.wants else None


def _events(number: int, name: str) -> Json:
    """Return the frame of one move, as docs/PROTOCOL.md writes it."""
    moment = moments()[number]
    ended = any(event["e"] == "match_over" for event in moment.events)
    return {
        "type": "events",
        "version": number,
        "ply": number,
        "events": moment.events,
        "view": moment.view,
        "question": _question(number),
        "host": YOU,
        "seats": _seats(name),
        "me": ME,
        "clocks": {},
        "pause": PAUSE if ended else 0,
        "end": None,
        "root": None,
    }


def _snapshot(number: int, name: str) -> Json:
    """Everything the reader may know after so many moves."""
    return {
        "type": "snapshot",
        "protocol": PROTOCOL,
        "version": number,
        "ply": number,
        "game": GAME,
        "seats": _seats(name),
        "ranks": {},
        "you": YOU,
        "view": moments()[number].view,
        "log": _log(number),
        "question": _question(number),
        "clocks": {},
        "pause": 0,
        "end": None,
        "fair": {"commitment": None, "pledges": [None] * 4, "stage": "dealt", "root": None},
        "watchers": 0,
        "talk": [],
        "me": ME,
        "muted": [],
    }


ME: Json = {"tab": None, "can_return": False, "returns_left": None, "muted": []}
GAME: Json = {
    "id": "first-game",
    "title": "",
    "slug": SLUG,
    "edition": "current",
    "ruleset": {},
    "rated": False,
    "access": "link",
    "chat": False,
    "absence": "ai",
    "watchable": False,
    "status": "playing",
    "clock": None,
    "host": YOU,
    "again": None,
    "url": "/learn/first-game/",
    "result_url": "/learn/",
}


def _seats(name: str) -> list[Json]:
    seated = [("guest", name, None), *(("ai", other, LEVEL) for other in OTHERS)]
    return [
        {
            "seat": seat,
            "kind": kind,
            "name": called,
            "level": level,
            "state": "playing",
            "away_ms": None,
            "bank_ms": None,
            "call_ms": None,
            "can_substitute": False,
        }
        for seat, (kind, called, level) in enumerate(seated)
    ]


def _question(number: int) -> int | None:
    """Every time the reader is asked is a question of its own."""
    return number + 1 if moments()[number].view["legal"] else None


def _log(number: int) -> list[Json]:
    """Return the events of the running match as JSON, after the end of the match before it."""
    events = [event for moment in moments()[: number + 1] for event in moment.events]
    deal = max(place for place, event in enumerate(events) if event["e"] == "dealt")
    ends = [place for place, event in enumerate(events[:deal]) if event["e"] == "match_over"]
    return events[ends[-1] if ends else deal :]
