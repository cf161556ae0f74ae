"""Writes and reads the part of a game record that is specific to RPS Extreme."""

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

# The events that a record lists with a move, because its action does not tell them.
_EFFECTS = (Outcome, Awarded, Lost, Broke, Stole, PicksFirst)
_ADDED = ("seat", "throw", "effects")


def opening(state: State) -> Json:
    """Return the fields of a challenge that precede its moves, from the challenge's first state."""
    table = state.table
    return {
        "number": table.challenge,
        "scores": list(table.scores),
        "items": [_codes(inventory) for inventory in table.items],
        "center": _codes(table.center),
        "discard": _codes(table.discard),
        "shuffle": table.shuffle,
        "supply": _codes(state.supply),
    }


def move(before: State, seat: int, action: int, events: tuple[Event, ...]) -> Json:
    """Return the record of a move: seat, throw, action, and the effects in order."""
    written: Json = {"seat": seat, "throw": before.table.throw, **write_action(action)}
    effects = [_effect(event) for event in events if isinstance(event, _EFFECTS)]
    return {**written, "effects": effects} if effects else written


def _effect(event: Event) -> GameEvent:
    """Return an effect as JSON, with only the first claim of each seat.

    Existing records have just this one, and records are compared exactly.
    """
    if isinstance(event, Outcome):
        first = {claim.seat: claim for claim in reversed(event.claims)}
        event = event._replace(claims=tuple(first[seat] for seat in sorted(first)))
    return full_event(event)


def action_of(written: Mapping[str, Any]) -> int | Refused:
    """Return the action of a move that `move` wrote, or Refused("malformed")."""
    return read_action({field: value for field, value in written.items() if field not in _ADDED})


def closing(events: tuple[Event, ...]) -> Json | None:
    """Return the fields of a challenge that follow its moves; None if it has not ended."""
    over = next((event for event in events if isinstance(event, ChallengeOver)), None)
    if over is None:
        return None
    return {
        "ended_by": over.ended_by,
        "throws": over.last.throw,
        "winners": challenge_winners(over.last, over.ended_by),
        "score": {str(seat): score for seat, score in enumerate(over.last.scores)},
        "held": {str(seat): _codes(items) for seat, items in enumerate(over.last.items)},
    }


def _codes(cards: Cards) -> list[str]:
    return [CODES[card] for card in cards]
