"""What a viewer may know: everything but the bids of others in a round, and the later prizes."""

from typing import NamedTuple

from games.engine.contract import Json
from tests.goofspiel.rules import game
from tests.goofspiel.rules.state import (
    UNKNOWN,
    Bid,
    Dealt,
    Event,
    GameOver,
    MatchOver,
    Revealed,
    State,
    places,
    write_action,
)


class Observation(NamedTuple):
    """All that one viewer knows."""

    viewer: int | None
    match: int
    round: int
    prize: int
    hands: tuple[tuple[int, ...], ...]
    scores: tuple[int, ...]
    answered: tuple[bool, ...]
    choice: int
    legal: tuple[int, ...]
    places: tuple[int, ...] | None


def observe(state: State, viewer: int | None) -> Observation:
    """Return what this viewer may know of a state: the only place that hides anything."""
    return Observation(
        viewer,
        1,
        state.round,
        state.prizes[state.round - 1],
        state.hands,
        state.scores,
        tuple(bid != UNKNOWN for bid in state.bids),
        UNKNOWN if viewer is None else state.bids[viewer],
        () if viewer is None else game.legal(state, viewer),
        places(state),
    )


def state_for(state: State, viewer: int | None) -> Json:
    """Return the view as JSON."""
    return _view(state, viewer, observe(state, viewer), all_bids=False)


def full_state(state: State) -> Json:
    """Return the view with every bid."""
    return _view(state, None, observe(state, None), all_bids=True)


def _view(state: State, viewer: int | None, observation: Observation, *, all_bids: bool) -> Json:
    return {
        "match": 1,
        "round": observation.round,
        "phase": "over" if state.over else "bid",
        "prize": observation.prize,
        "asked": list(game.asked(state)),
        "seats": [
            {
                "score": observation.scores[seat],
                "hand": list(observation.hands[seat]),
                "answered": observation.answered[seat],
                "choice": bid if bid and (all_bids or seat == viewer) else None,
            }
            for seat, bid in enumerate(state.bids)
        ],
        "legal": [write_action(action) for action in observation.legal],
        "places": None if observation.places is None else list(observation.places),
    }


def event_for(event: Event, viewer: int | None) -> Json:
    """Return an event as this viewer may know it."""
    shown = full_event(event)
    if isinstance(event, Bid) and event.seat != viewer:
        shown["card"] = None
    return shown


def full_event(event: Event) -> Json:
    """Return an event with nothing hidden."""
    match event:
        case Dealt(prize):
            return {"e": "dealt", "match": 1, "prize": prize}
        case Bid(seat, card):
            return {"e": "bid", "seat": seat, "card": card}
        case Revealed():
            return {"e": "revealed", **event._asdict(), "bids": list(event.bids)} | {
                "scores": list(event.scores)
            }
        case MatchOver(number, ended_by, scores):
            best = max(scores)
            seats = [{"seat": seat, "score": score} for seat, score in enumerate(scores)]
            winners = [seat for seat, score in enumerate(scores) if score == best]
            won = [] if ended_by == "agreement" else winners
            over = {"e": "match_over", "match": 1, "round": number, "ended_by": ended_by}
            return {**over, "winners": won, "seats": seats}
        case GameOver(ranking):
            return {"e": "game_over", "places": list(ranking)}
