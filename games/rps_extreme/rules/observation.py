"""What a viewer may know of a game of RPS Extreme; everything shown comes from here."""

from typing import NamedTuple

from games.engine.contract import Json
from games.rps_extreme.rules import game as rules
from games.rps_extreme.rules.cards import CODES, DECK, NONE, RAINBOW, SIGN_NAMES
from games.rps_extreme.rules.effects import Cause
from games.rps_extreme.rules.events import (
    Answered,
    Awarded,
    Broke,
    ChallengeOver,
    Chose,
    Dealt,
    Discarded,
    Drank,
    Event,
    GameOver,
    Lost,
    Outcome,
    Passed,
    Picked,
    PicksFirst,
    Refilled,
    Reshuffled,
    RoundBegan,
    Stole,
    Thrown,
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

PHASES = (
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


class Sight(NamedTuple):
    """All that one viewer knows; AI players get this and nothing else.

    The table lies open. Of the supply everybody knows how many cards it has, and so which; of a
    secret choice its owner knows what it is, and everybody whether it is made.
    """

    viewer: int | None
    ruleset: Ruleset
    table: Table
    supply: int
    answered: tuple[bool, bool]
    choice: int  # the viewer's own, UNKNOWN when none is made
    legal: tuple[int, ...]
    places: tuple[int, ...] | None

    @property
    def match(self) -> int:
        """The challenge, from 1 on."""
        return self.table.challenge

    @property
    def round(self) -> int:
        """The throw in this challenge, from 1 on."""
        return self.table.throw


def look(state: State, viewer: int | None) -> Sight:
    """The one cut between what happens and what a viewer may know of it (RX-1.5)."""
    one, other = state.answers
    return Sight(
        viewer=viewer,
        ruleset=state.ruleset,
        table=state.table,
        supply=len(state.supply),
        answered=(one != UNKNOWN, other != UNKNOWN),
        choice=UNKNOWN if viewer is None else state.answers[viewer],
        legal=() if viewer is None else rules.legal(state, viewer),
        places=places(state),
    )


def unseen(sight: Sight) -> Cards:
    """The cards of the supply, in the order of their numbers: all that lie nowhere else."""
    table = sight.table
    seen = {*table.items[0], *table.items[1], *table.center, *table.discard}
    return tuple(card for card in DECK if card not in seen)


# --------------------------------------------------------------------- the view as JSON
def seen_by(state: State, viewer: int | None) -> Json:
    """The view of docs/PROTOCOL.md for one viewer: a JSON-ready dict, cards as codes."""
    sight = look(state, viewer)
    table = sight.table
    last = table.last
    return {
        "match": table.challenge,
        "round": table.throw,
        "phase": PHASES[table.phase],
        "turn": table.waiting[0] if len(table.waiting) == 1 else None,
        "asked": list(table.waiting),
        "target": sight.ruleset.target,
        "hand_limit": sight.ruleset.hand_limit,
        "black": table.black,
        "supply": sight.supply,
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
        "seats": [_seat(sight, seat) for seat in SEATS],
        "legal": [write_action(action) for action in sight.legal],
        "places": None if sight.places is None else list(sight.places),
    }


def _seat(sight: Sight, seat: int) -> Json:
    table = sight.table
    own = seat == sight.viewer and sight.choice != UNKNOWN
    return {
        "score": table.scores[seat],
        "items": _codes(table.items[seat]),
        "asked": seat in table.waiting,
        "answered": sight.answered[seat],
        "choice": write_action(sight.choice) if own else None,
        "sign": _sign(table.signs[seat]),
        "drunk": _code(table.drunk[seat]),
        "as": _code(table.copied[seat]),
        "picked": _code(table.picked[seat]),
        "place": sight.places[seat] if sight.places else None,
    }


def show_all(state: State) -> Json:
    """The view of a game that is over with nothing hidden: all that watchers and seats saw.

    Every seat has its choice and its legal actions; coming is the supply, next card first.
    """
    view = seen_by(state, None)
    for seat, shown in enumerate(view["seats"]):
        own = seen_by(state, seat)
        shown["choice"] = own["seats"][seat]["choice"]
        shown["legal"] = own["legal"]
    return {**view, "coming": _codes(state.supply)}


# ------------------------------------------------------------------------------- events
def tell(event: Event, viewer: int | None) -> Json:
    """One event as docs/PROTOCOL.md writes it, with only what this viewer may know."""
    if isinstance(event, Answered):
        told = {"e": "answered", "seat": event.seat, "phase": PHASES[event.phase], "choice": None}
        return {**told, "choice": write_action(event.action)} if event.seat == viewer else told
    return _tell_throw(event) or _tell_effect(event) or _tell_cards(event)


def tell_all(event: Event) -> Json:
    """One event of a game that is over with nothing hidden."""
    return tell(event, event.seat if isinstance(event, Answered) else None)


def _tell_throw(event: Event) -> Json | None:
    """What belongs to a throw and its windows."""
    match event:
        case Thrown(number, signs):
            return {"e": "thrown", "round": number, "signs": _signs(signs)}
        case Drank(seat, phase, card, copied):
            drank = {"e": "drank", "seat": seat, "phase": PHASES[phase], "card": CODES[card]}
            return {**drank, "as": _code(copied)}
        case Passed(seat, phase):
            return {"e": "passed", "seat": seat, "phase": PHASES[phase]}
        case Outcome(number, signs, winner, claims):
            return {
                "e": "outcome",
                "round": number,
                "signs": _signs(signs),
                "winner": _seat_or_none(winner),
                "claims": [_cause(claim) for claim in claims],
            }
        case RoundBegan(number):
            return {"e": "round", "round": number}
    return None


def _tell_effect(event: Event) -> Json | None:
    """What a card did, or the winner chose: each names the card that caused it."""
    match event:
        case Awarded(seat, points, cause, scores):
            told: Json = {"e": "awarded", "seat": seat, "points": points}
            return {**told, "cause": _cause(cause), "scores": list(scores)}
        case Lost(seat, points, cause, scores):
            told = {"e": "lost", "seat": seat, "points": points}
            return {**told, "cause": _cause(cause), "scores": list(scores)}
        case Broke(seat, cards, cause):
            return {"e": "broke", "seat": seat, "cards": _codes(cards), "cause": _cause(cause)}
        case Stole(seat, card, cause):
            return {"e": "stole", "seat": seat, "card": CODES[card], "cause": _cause(cause)}
        case Chose(seat, scores):
            return {"e": "chose", "seat": seat, "choice": "score" if scores else "first"}
        case PicksFirst(seat, alone, cause):
            return {"e": "picks_first", "seat": seat, "alone": alone, "cause": _cause(cause)}
    return None


def _tell_cards(event: Event) -> Json:
    """Cards that come and go, and where challenges and the game begin and end."""
    match event:
        case Picked(seat, card, slot):
            return {"e": "picked", "seat": seat, "card": CODES[card], "slot": slot}
        case Discarded(seat, card):
            return {"e": "discarded", "seat": seat, "card": CODES[card]}
        case Refilled(card, slot):
            return {"e": "refilled", "card": CODES[card], "slot": slot}
        case Reshuffled(number, supply):
            return {"e": "reshuffled", "shuffle": number, "supply": supply}
        case Dealt(number, shuffle, center, supply):
            dealt: Json = {"e": "dealt", "match": number, "shuffle": shuffle}
            return {**dealt, "center": _codes(center), "supply": supply}
        case ChallengeOver(last, ended_by):
            return _tell_challenge_over(last, ended_by)
        case GameOver(final):
            return {"e": "game_over", "places": list(final)}
    raise ValueError(f"{event!r} is no event of this game")


def winners(last: Table, ended_by: str) -> list[int]:
    """Return who has won a challenge that ended so: one seat, or nobody."""
    return [] if last.winner == UNKNOWN or ended_by == "agreement" else [last.winner]


def _tell_challenge_over(last: Table, ended_by: str) -> Json:
    return {
        "e": "match_over",
        "match": last.challenge,
        "ended_by": ended_by,
        "round": last.throw,
        "winners": winners(last, ended_by),
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


# --------------------------------------------------------------------------- small parts
def _cause(cause: Cause | None) -> Json | None:
    """The card that did it and whose it is; by is Rainbow where that acted as the card."""
    if cause is None:
        return None
    by = CODES[RAINBOW] if cause.copied else None
    return {"seat": cause.seat, "card": CODES[cause.card], "by": by}


def _seat_or_none(seat: int) -> int | None:
    return None if seat == UNKNOWN else seat


def _sign(sign: int) -> str | None:
    return None if sign == UNKNOWN else SIGN_NAMES[sign]


def _signs(signs: Pair) -> list[str | None]:
    return [_sign(sign) for sign in signs]


def _code(card: int) -> str | None:
    return None if card == NONE else CODES[card]


def _codes(cards: Cards) -> list[str]:
    return [CODES[card] for card in cards]
