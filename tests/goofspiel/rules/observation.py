"""Observations: all but the other seats' bids in a round and the later prizes."""

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
    """The knowledge of one viewer."""

    match: int
    round: int
    prize: int
    legal: tuple[int, ...]


def observe(state: State, viewer: int | None) -> Observation:
    """Return the observation of a viewer; hands are open to all."""
    legal = () if viewer is None else game.legal(state, viewer)
    return Observation(1, state.round, state.prizes[state.round - 1], legal)


def state_for(state: State, viewer: int | None) -> Json:
    """Return the view as JSON, with only the viewer's own bid of this round."""
    observation, ranking = observe(state, viewer), places(state)
    return {
        "match": 1,
        "round": state.round,
        "phase": "over" if state.over else "bid",
        "prize": observation.prize,
        "asked": list(game.asked(state)),
        "seats": [
            {
                "score": state.scores[seat],
                "hand": list(state.hands[seat]),
                "answered": bid != UNKNOWN,
                "choice": bid if bid and seat == viewer else None,
            }
            for seat, bid in enumerate(state.bids)
        ],
        "legal": [write_action(action) for action in observation.legal],
        "places": None if ranking is None else list(ranking),
    }


def full_state(state: State) -> Json:
    """Return the view with every bid."""
    view = state_for(state, None)
    for shown, bid in zip(view["seats"], state.bids, strict=True):
        shown["choice"] = bid or None
    return view


def event_for(event: Event, viewer: int | None) -> Json:
    """Return an event as this viewer sees it."""
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
