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


class Sight(NamedTuple):
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


def look(state: State, viewer: int | None) -> Sight:
    """The one cut between what happens and what a viewer may know of it."""
    return Sight(
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


def seen_by(state: State, viewer: int | None) -> Json:
    """The view as JSON."""
    return _view(state, viewer, look(state, viewer), all_bids=False)


def show_all(state: State) -> Json:
    """The same with every bid."""
    return _view(state, None, look(state, None), all_bids=True)


def _view(state: State, viewer: int | None, sight: Sight, *, all_bids: bool) -> Json:
    return {
        "match": 1,
        "round": sight.round,
        "phase": "over" if state.over else "bid",
        "prize": sight.prize,
        "asked": list(game.asked(state)),
        "seats": [
            {
                "score": sight.scores[seat],
                "hand": list(sight.hands[seat]),
                "answered": sight.answered[seat],
                "choice": bid if bid and (all_bids or seat == viewer) else None,
            }
            for seat, bid in enumerate(state.bids)
        ],
        "legal": [write_action(action) for action in sight.legal],
        "places": None if sight.places is None else list(sight.places),
    }


def tell(event: Event, viewer: int | None) -> Json:
    """An event as this viewer may know it."""
    told = tell_all(event)
    if isinstance(event, Bid) and event.seat != viewer:
        told["card"] = None
    return told


def tell_all(event: Event) -> Json:
    """An event with nothing hidden."""
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
