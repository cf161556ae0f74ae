"""How a game of RPS Extreme is written down: the part of its record that only it knows."""

from collections.abc import Mapping
from typing import Any

from games.engine.contract import Json, Refused
from games.rps_extreme.rules.cards import CODES
from games.rps_extreme.rules.events import (
    Awarded,
    Broke,
    ChallengeOver,
    Event,
    Lost,
    Outcome,
    PicksFirst,
    Stole,
)
from games.rps_extreme.rules.messages import GameEvent
from games.rps_extreme.rules.observation import challenge_winners, full_event
from games.rps_extreme.rules.state import (
    Cards,
    State,
    read_action,
    write_action,
)

# The consequences of a move that it does not say itself.
_EFFECTS = (Outcome, Awarded, Lost, Broke, Stole, PicksFirst)
_ADDED = ("seat", "throw", "effects")


def opening(state: State) -> Json:
    """Return what the record says of a challenge before its moves; the state is the first of it."""
    table = state.table
    return {
        "number": table.challenge,
        "scores": list(table.scores),
        "items": [_codes(held) for held in table.items],
        "center": _codes(table.center),
        "discard": _codes(table.discard),
        "shuffle": table.shuffle,
        "supply": _codes(state.supply),
    }


def move(before: State, seat: int, action: int, events: tuple[Event, ...]) -> Json:
    """Return a move: its seat, its throw, its action, and the effects that followed in order."""
    written: Json = {"seat": seat, "throw": before.table.throw, **write_action(action)}
    effects = [_effect(event) for event in events if isinstance(event, _EFFECTS)]
    return {**written, "effects": effects} if effects else written


def _effect(event: Event) -> GameEvent:
    """Return an effect; of the claims of a seat the first, for records are compared exactly."""
    if isinstance(event, Outcome):
        first = {claim.seat: claim for claim in reversed(event.claims)}
        event = event._replace(claims=tuple(first[seat] for seat in sorted(first)))
    return full_event(event)


def action_of(written: Mapping[str, Any]) -> int | Refused:
    """Return the action of a move that `move` wrote, or Refused("malformed")."""
    return read_action({field: value for field, value in written.items() if field not in _ADDED})


def closing(events: tuple[Event, ...]) -> Json | None:
    """Return what the record says of a challenge after its moves, or None if it goes on."""
    over = next((event for event in events if isinstance(event, ChallengeOver)), None)
    if over is None:
        return None
    return {
        "ended_by": over.ended_by,
        "throws": over.last.throw,
        "winners": challenge_winners(over.last, over.ended_by),
        "score": {str(seat): score for seat, score in enumerate(over.last.scores)},
        "held": {str(seat): _codes(held) for seat, held in enumerate(over.last.items)},
    }


def _codes(cards: Cards) -> list[str]:
    return [CODES[card] for card in cards]
