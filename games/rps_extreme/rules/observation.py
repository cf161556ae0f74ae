"""Derives observation, view and events for each viewer of a game of RPS Extreme."""

import re
from collections.abc import Callable
from typing import Any, NamedTuple, cast, get_args

from games.rps_extreme.rules import game as rules
from games.rps_extreme.rules import messages
from games.rps_extreme.rules.cards import CODES, NONE, RAINBOW, SIGN_NAMES
from games.rps_extreme.rules.effects import Cause
from games.rps_extreme.rules.events import ChallengeOver, Event, RoundBegan
from games.rps_extreme.rules.messages import (
    EndedBy,
    GameEvent,
    MatchOver,
    Phase,
    SeatView,
    Sign,
    View,
)
from games.rps_extreme.rules.state import (
    SEATS,
    UNKNOWN,
    Cards,
    Pair,
    Ruleset,
    State,
    Table,
    places,
    write_action,
)

PHASES: tuple[Phase, ...] = (
    "throw",
    "window-1",
    "window-2",
    "break",
    "steal",
    "score",
    "pick",
    "discard",
    "over",
)


class Observation(NamedTuple):
    """Everything that one viewer knows; AI players get nothing else.

    The table is public. Every viewer knows the size of the supply, and can work out which cards it
    has. Every viewer also knows whether a seat has made its secret choice; only that seat knows the
    choice.
    """

    viewer: int | None
    ruleset: Ruleset
    table: Table
    supply: int
    answered: tuple[bool, bool]
    choice: int  # the viewer's own secret choice, UNKNOWN without one
    legal: tuple[int, ...]
    places: tuple[int, ...] | None

    @property
    def match(self) -> int:
        """The number of the challenge, counted from 1."""
        return self.table.challenge

    @property
    def round(self) -> int:
        """The number of the throw in this challenge, counted from 1."""
        return self.table.throw


def observe(state: State, viewer: int | None) -> Observation:
    """Return what this viewer may know of a state (RX-1.5)."""
    one, other = state.answers
    return Observation(
        viewer=viewer,
        ruleset=state.ruleset,
        table=state.table,
        supply=len(state.supply),
        answered=(one != UNKNOWN, other != UNKNOWN),
        choice=UNKNOWN if viewer is None else state.answers[viewer],
        legal=() if viewer is None else rules.legal(state, viewer),
        places=places(state),
    )


# --------------------------------------------------------------------- the view as JSON
def state_for(state: State, viewer: int | None) -> View:
    """Return the view of docs/PROTOCOL.md for one viewer: a JSON-ready dict, cards as codes."""
    observation = observe(state, viewer)
    table = observation.table
    last = table.last
    return {
        "match": table.challenge,
        "round": table.throw,
        "phase": PHASES[table.phase],
        "turn": table.waiting[0] if len(table.waiting) == 1 else None,
        "asked": list(table.waiting),
        "target": observation.ruleset.target,
        "hand_limit": observation.ruleset.hand_limit,
        "black": table.black,
        "supply": observation.supply,
        "shuffle": table.shuffle,
        "center": [_code(card) for card in table.center],
        "discard": _codes(table.discard),
        "winner": _seat_or_none(table.winner),
        "last": None
        if last is None
        else {
            "match": last.match,
            "round": last.round,
            "signs": _signs(last.signs),
            "winner": _seat_or_none(last.winner),
        },
        "seats": [_seat(observation, seat) for seat in SEATS],
        "legal": [write_action(action) for action in observation.legal],
        "places": None if observation.places is None else list(observation.places),
    }


def _seat(observation: Observation, seat: int) -> SeatView:
    table = observation.table
    shows_choice = seat == observation.viewer and observation.choice != UNKNOWN
    return {
        "score": table.scores[seat],
        "items": _codes(table.items[seat]),
        "asked": seat in table.waiting,
        "answered": observation.answered[seat],
        "choice": write_action(observation.choice) if shows_choice else None,
        "sign": _sign(table.signs[seat]),
        "drunk": _code(table.drunk[seat]),
        "as": _code(table.copied[seat]),
        "picked": _code(table.picked[seat]),
        "place": observation.places[seat] if observation.places else None,
    }


def full_state(state: State) -> View:
    """Return the view of a position with nothing hidden; only for a game that is over.

    Every seat has its choice and its legal actions; coming is the supply, next card first.
    """
    view = state_for(state, None)
    for seat, row in enumerate(view["seats"]):
        own_view = state_for(state, seat)
        row["choice"] = own_view["seats"][seat]["choice"]
        row["legal"] = own_view["legal"]
    return {**view, "coming": _codes(state.supply)}


# ------------------------------------------------------------------------------- events
def event_for(event: Event, viewer: int | None) -> GameEvent:
    """Return an event as docs/PROTOCOL.md writes it, with only what this viewer may know."""
    payload = full_event(event)
    if payload["e"] == "answered" and payload["seat"] != viewer:
        payload["choice"] = None
    return payload


def full_event(event: Event) -> GameEvent:
    """Return an event with nothing hidden."""
    if isinstance(event, ChallengeOver):
        return _challenge_over(event.last, event.ended_by)
    payload: dict[str, object] = {"e": _NAMES[type(event)]}
    for field, value in event._asdict().items():
        write = _WRITERS.get(field)
        payload[_FIELDS.get(field, field)] = write(value) if write else value
    return cast("GameEvent", payload)


def challenge_winners(last: Table, ended_by: str) -> list[int]:
    """Return the seat that won a challenge, in a list; empty if there is no winner."""
    return [] if last.winner == UNKNOWN or ended_by == "agreement" else [last.winner]


def _challenge_over(last: Table, ended_by: EndedBy) -> MatchOver:
    return {
        "e": "match_over",
        "match": last.challenge,
        "ended_by": ended_by,
        "round": last.throw,
        "winners": challenge_winners(last, ended_by),
        "seats": [
            {
                "seat": seat,
                "before": last.before[seat],
                "score": last.scores[seat],
                "items": _codes(last.items[seat]),
            }
            for seat in SEATS
        ],
    }


# ------------------------------------------------------------------------------- helpers
def _cause(cause: Cause | None) -> messages.Cause | None:
    """Return a card that caused an effect, as JSON; by is Rainbow if that acted as the card."""
    if cause is None:
        return None
    by = CODES[RAINBOW] if cause.copied else None
    return {"seat": cause.seat, "card": CODES[cause.card], "by": by}


def _seat_or_none(seat: int) -> int | None:
    return None if seat == UNKNOWN else seat


def _sign(sign: int) -> Sign | None:
    return None if sign == UNKNOWN else SIGN_NAMES[sign]


def _signs(signs: Pair) -> list[Sign]:
    return [cast("Sign", _sign(sign)) for sign in signs]


def _code(card: int) -> str | None:
    return None if card == NONE else CODES[card]


def _codes(cards: Cards) -> list[str]:
    return [CODES[card] for card in cards]


# By type: PicksFirst is "picks_first"; only RoundBegan is an exception.
_NAMES = {kind: re.sub(r"\B[A-Z]", r"_\g<0>", kind.__name__).lower() for kind in get_args(Event)}
_NAMES[RoundBegan] = "round"
# Fields of events that have another name or form in JSON.
_FIELDS = {"copied": "as", "action": "choice"}
_WRITERS: dict[str, Callable[[Any], object]] = {
    "phase": PHASES.__getitem__,
    "action": write_action,
    "signs": _signs,
    "winner": _seat_or_none,
    "claims": lambda claims: [_cause(claim) for claim in claims],
    "cause": _cause,
    "card": CODES.__getitem__,
    "copied": _code,
    "cards": _codes,
    "center": _codes,
    "scores": list,
    "places": list,
}
