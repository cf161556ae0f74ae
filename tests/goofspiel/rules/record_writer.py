"""The record format of Goofspiel."""

from collections.abc import Mapping
from typing import Any

from games.engine.contract import Json, Refused
from tests.goofspiel.rules.observation import full_event
from tests.goofspiel.rules.state import Event, MatchOver, State, read_action, write_action


def opening(state: State) -> Json:
    """Return the prizes in order."""
    return {"number": 1, "deck": [f"P{prize}" for prize in state.prizes]}


def move(before: State, seat: int, action: int, _events: tuple[Event, ...]) -> Json:
    """Return a bid."""
    return {"seat": seat, "round": before.round, **write_action(action)}


def action_of(written: Mapping[str, Any]) -> int | Refused:
    """Return the action of a recorded move."""
    return read_action({name: written[name] for name in written if name not in ("seat", "round")})


def closing(events: tuple[Event, ...]) -> Json | None:
    """Return the scores once the game is over."""
    over = next((event for event in events if isinstance(event, MatchOver)), None)
    if over is None:
        return None
    written = full_event(over)
    return {"ended_by": over.ended_by, "winners": written["winners"], "scores": list(over.scores)}
