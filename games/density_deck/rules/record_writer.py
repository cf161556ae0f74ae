"""Writes and reads the part of a game record that is specific to Density Deck."""

from collections.abc import Mapping
from typing import Any

from games.density_deck.rules.cards import CODES, SUIT_CODES
from games.density_deck.rules.messages import Score
from games.density_deck.rules.observation import scored_hand
from games.density_deck.rules.state import (
    Drew,
    Event,
    MatchOver,
    State,
    read_action,
    write_action,
)
from games.engine.contract import Json, Refused


def preface(state: State) -> Json:
    """Return the fields of a record that precede its matches, from the game's first state."""
    return {"first_dealer": state.deal.dealer}


def opening(state: State) -> Json:
    """Return the fields of a match that precede its moves, from the match's first state."""
    deal = state.deal
    return {
        "number": deal.match,
        "dealer": deal.dealer,
        "living": [seat for seat, lives in enumerate(deal.lives) if lives],
        "deck": [CODES[face] for face in deal.deck],
    }


def move(before: State, seat: int, action: int, events: tuple[Event, ...]) -> Json:
    """Return the record of a move: seat, round, action, and the card of a draw."""
    written: Json = {"seat": seat, "round": before.round, **write_action(action)}
    if isinstance(events[0], Drew):
        written["card"] = CODES[events[0].card]
    return written


def action_of(written: Mapping[str, Any]) -> int | Refused:
    """Return the action of a move that `move` wrote, or Refused("malformed")."""
    added = ("seat", "round") if written.get("do") == "discard" else ("seat", "round", "card")
    return read_action({field: value for field, value in written.items() if field not in added})


def closing(events: tuple[Event, ...]) -> Json | None:
    """Return the fields of a match that follow its moves; None if these events did not end it."""
    over = next((event for event in events if isinstance(event, MatchOver)), None)
    if over is None:
        return None
    living = [seat for seat, lives in enumerate(over.before) if lives]
    return {
        "ended_by": over.ended_by,
        "round": over.round,
        "scores": {
            str(seat): _score(scored_hand(over, seat))
            for seat in living
            if over.scores[seat] is not None
        },
        "winners": list(over.winners),
        "damage": {str(seat): over.before[seat] - over.after[seat] for seat in living},
        "lives": {str(seat): lives for seat, lives in enumerate(over.after)},
    }


def _score(score: Score) -> Json:
    base = score["base"]
    return {
        "base": SUIT_CODES[base["suit"]] if base else None,
        "base_total": base["total"] if base else 0,
        "non_base_total": sum(group["total"] for group in score["others"]),
        "common_total": score["common"]["total"],
        "final": score["score"],
    }
