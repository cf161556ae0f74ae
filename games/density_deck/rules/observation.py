"""What a viewer may know of a Density Deck game (DD-13); everything shown comes from here."""

from typing import NamedTuple

from games.density_deck.rules import game as rules
from games.density_deck.rules.cards import CODES, DECK, FACES
from games.density_deck.rules.scoring import SCORERS, Score, explain, key
from games.density_deck.rules.state import (
    PRICES,
    STAKES,
    TAKE,
    Dealt,
    Discarded,
    Drew,
    Event,
    FightCalled,
    Flipped,
    GameOver,
    MatchOver,
    Passed,
    RoundBegan,
    Ruleset,
    State,
    Surrendered,
    write_action,
)
from games.engine.contract import Json

NOBODY = -1  # nobody's turn: the game is over
NOTHING = -1  # no card drawn in this turn


class Sight(NamedTuple):
    """All that one viewer knows, as faces; AI players get this and nothing else.

    Tuples have one entry per seat. hand, drawn and legal are the viewer's own; a watcher
    (viewer None) has none. drawing is False while the seat to act owes a discard.
    """

    viewer: int | None
    ruleset: Ruleset
    match: int
    round: int
    dealer: int
    turn: int
    drawing: bool
    pile: int
    center: tuple[int, ...]  # face up
    lives: tuple[int, ...]
    standing: tuple[bool, ...]
    surrendered: tuple[int, ...]
    counts: tuple[int, ...]
    known: tuple[tuple[int, ...], ...]
    discards: tuple[tuple[int, ...], ...]
    places: tuple[int, ...] | None
    out: tuple[bool, ...]  # eliminated before this match, or at the end of the game
    hand: tuple[int, ...]
    drawn: int
    legal: tuple[int, ...]


def look(state: State, viewer: int | None) -> Sight:
    """The one cut between what happens and what a viewer may know of it (DD-13)."""
    hands = state.hands
    turn = state.waiting[0] if state.waiting else NOBODY
    hand = () if viewer is None else hands[viewer]
    drawing = turn == NOBODY or len(hands[turn]) == rules.HAND
    return Sight(
        viewer=viewer,
        ruleset=state.deal.ruleset,
        match=state.deal.match,
        round=state.round,
        dealer=state.deal.dealer,
        turn=turn,
        drawing=drawing,
        pile=len(DECK) - state.top,
        center=rules.face_up(state),
        lives=state.lives,
        standing=tuple([seat in state.standing for seat in range(len(hands))]),
        surrendered=state.surrendered,
        counts=tuple([len(held) for held in hands]),
        known=state.known,
        discards=state.discards,
        places=rules.places(state),
        out=tuple([not lives for lives in _lives_that_count(state)]),
        hand=hand,
        drawn=hand[-1] if viewer == turn and not drawing else NOTHING,
        legal=() if viewer is None else rules.legal(state, viewer),
    )


def _lives_that_count(state: State) -> tuple[int, ...]:
    """Whoever had none when the match began is out; at the end of the game, who has none now."""
    return state.deal.lives if state.waiting else state.lives


# --------------------------------------------------------------------- the view as JSON
def seen_by(state: State, viewer: int | None) -> Json:
    """The view of docs/PROTOCOL.md for one viewer: a JSON-ready dict, cards as codes."""
    sight = look(state, viewer)
    capped = sight.round == sight.ruleset.round_cap
    view: Json = {
        "match": sight.match,
        "round": sight.round,
        "dealer": sight.dealer,
        "turn": None if sight.turn == NOBODY else sight.turn,
        "phase": _phase(sight),
        "stake": STAKES[sight.round],
        "price": PRICES[sight.round],
        "last_round": capped,
        "pile": sight.pile,
        "amplification": [*_codes(sight.center), *[None] * (rules.CENTER - len(sight.center))],
        "seats": [_seat(sight, seat) for seat in range(len(sight.lives))],
        "drawn": None if sight.drawn == NOTHING else CODES[sight.drawn],
        "legal": [write_action(action) for action in sight.legal],
        "score": None,
        "take": {},
        "after": {},
        "places": None if sight.places is None else list(sight.places),
    }
    if viewer is not None and sight.standing[viewer]:
        view["score"] = _own_score(sight, viewer, sight.hand).to_json()
        if sight.legal and sight.drawing:
            view["take"] = _take_hints(sight, viewer)
        elif sight.legal:
            view["after"] = {
                CODES[card]: _own_score(sight, viewer, rules.without(sight.hand, card)).to_json()
                for card in dict.fromkeys(sight.hand)
            }
    return view


def _phase(sight: Sight) -> str:
    if sight.turn == NOBODY:
        return "over"
    return "draw" if sight.drawing else "discard"


def _seat(sight: Sight, seat: int) -> Json:
    own = seat == sight.viewer
    return {
        "lives": sight.lives[seat],
        "status": _status(sight, seat),
        "surrendered_in": sight.surrendered[seat] or None,
        "place": sight.places[seat] if sight.places else None,
        "cards": sight.counts[seat],
        "hand": _codes(sight.hand) if own else None,
        "known": _codes(sight.known[seat]),
        "discards": _codes(sight.discards[seat]),
    }


def _status(sight: Sight, seat: int) -> str:
    if sight.out[seat]:
        return "out"
    return "standing" if sight.standing[seat] else "surrendered"


def _codes(faces: tuple[int, ...]) -> list[str]:
    return [CODES[face] for face in faces]


def show_all(state: State) -> Json:
    """The view of a game that is over with nothing hidden: all that watchers and seats saw.

    Every seat has its hand, a surrendered one too, and its score while it stands; drawn, legal,
    take and after are those of the seat to act. coming are the amplification cards face down.
    """
    turn = state.waiting[0] if state.waiting else None
    view = seen_by(state, turn)
    for seat, shown in enumerate(view["seats"]):
        own = look(state, seat)
        shown["hand"] = _codes(own.hand)
        shown["score"] = _own_score(own, seat, own.hand).to_json() if own.standing[seat] else None
    up = len(rules.face_up(state))
    return {**view, "coming": _codes(rules.center(state.deal)[up:])}


# -------------------------------------------------------------------------- own scores
def _own_score(sight: Sight, viewer: int, hand: tuple[int, ...]) -> Score:
    """The explained score that this viewer would have with this hand now (DD-13.3)."""
    return _explain(hand, sight.center, _tops(sight.discards, viewer), sight.ruleset)


def _tops(discards: tuple[tuple[int, ...], ...], seat: int) -> list[tuple[int, int]]:
    """Seat and face of the others' top discards, clockwise from this seat."""
    others = (*range(seat + 1, len(discards)), *range(seat))
    return [(other, discards[other][-1]) for other in others if discards[other]]


def _explain(
    hand: tuple[int, ...],
    center: tuple[int, ...],
    tops: list[tuple[int, int]],
    ruleset: Ruleset,
) -> Score:
    """The rulebook's score, from faces to cards."""
    return explain(
        [FACES[face] for face in hand],
        [FACES[face] for face in center],
        [(other, FACES[face]) for other, face in tops],
        ruleset.edition,
        ruleset.lone,
    )


def _take_hints(sight: Sight, viewer: int) -> dict[str, int]:
    """For each pile that may be taken from: the best score after it, less the score now."""
    score = SCORERS[sight.ruleset.edition, sight.ruleset.lone]
    tops = _tops(sight.discards, viewer)
    table = key(sight.center) + key([face for _, face in tops])
    now = score(key(sight.hand), table)
    hints = {}
    for seat, card in tops:
        if TAKE + seat in sight.legal:
            left = table - key((card,)) + key(sight.discards[seat][-2:-1])
            hand = (*sight.hand, card)
            hints[str(seat)] = max(score(key(rules.without(hand, c)), left) for c in hand) - now
    return hints


# ------------------------------------------------------------------------------- events
def tell(event: Event, viewer: int | None) -> Json:
    """One event as docs/PROTOCOL.md writes it, with only what this viewer may know."""
    match event:
        case Dealt(match, order, hands):
            hand = _codes(hands[viewer]) if viewer in order and viewer is not None else None
            return {
                "e": "dealt",
                "match": match,
                "dealer": order[-1],
                "living": sorted(order),
                "hand": hand,
            }
        case Drew(seat, source, card):
            seen = source is not None or seat == viewer
            return {
                "e": "drew",
                "seat": seat,
                "from": "pile" if source is None else source,
                "card": CODES[card] if seen else None,
            }
        case MatchOver():
            return _tell_match_over(event)
    return _tell_open(event)


def tell_all(event: Event) -> Json:
    """One event of a game that is over with nothing hidden; hands are by seat, as text."""
    match event:
        case Dealt(order=order, hands=hands):
            dealt = {str(seat): _codes(hands[seat]) for seat in sorted(order)}
            return {**tell(event, None), "hands": dealt}
        case Drew(seat=seat):
            return tell(event, seat)
        case MatchOver(last=last):
            told = tell(event, None)
            for row in told["seats"]:
                row["held"] = _codes(last.hands[row["seat"]])
            return told
    return tell(event, None)


def _tell_open(
    event: Discarded | Passed | Surrendered | RoundBegan | Flipped | FightCalled | GameOver,
) -> Json:
    """The events that are the same for everybody."""
    match event:
        case Discarded(seat, card):
            return {"e": "discarded", "seat": seat, "card": CODES[card]}
        case Passed(seat):
            return {"e": "passed", "seat": seat}
        case Surrendered(seat, round_number, loss, lives):
            return {
                "e": "surrendered",
                "seat": seat,
                "round": round_number,
                "loss": loss,
                "lives": lives,
            }
        case RoundBegan(round_number):
            return {"e": "round", "round": round_number, "stake": STAKES[round_number]}
        case Flipped(card, slot):
            return {"e": "flipped", "card": CODES[card], "slot": slot}
        case FightCalled(caller, at_stake):
            called = {"e": "showdown"} if caller is None else {"e": "fight", "seat": caller}
            return {**called, "stake": at_stake}
        case GameOver(places):
            return {"e": "game_over", "places": list(places)}


def _tell_match_over(over: MatchOver) -> Json:
    return {
        "e": "match_over",
        "match": over.last.deal.match,
        "ended_by": over.ended_by,
        "round": over.round,
        "caller": over.caller,
        "stake": STAKES[over.round],
        "winners": list(over.winners),
        "amplification": _codes(rules.face_up(over.last)),
        "seats": [_tell_result(over, seat) for seat in sorted(over.last.deal.order)],
    }


def _tell_result(over: MatchOver, seat: int) -> Json:
    """One seat at the end of a match; the hand only where it was scored (DD-6.6)."""
    scored = over.scores[seat] is not None
    held = over.last.seats[seat]
    return {
        "seat": seat,
        "hand": _codes(held.hand) if scored else None,
        "own_discard": CODES[held.discards[-1]] if held.discards else None,
        "score": scored_hand(over, seat).to_json() if scored else None,
        "damage": over.before[seat] - over.after[seat],
        "lives_before": over.before[seat],
        "lives": over.after[seat],
        "surrendered_in": held.surrendered or None,
        "out": over.after[seat] == 0,
    }


def scored_hand(over: MatchOver, seat: int) -> Score:
    """The explained score of a seat at the end of a match, as it was counted (DD-10)."""
    last = over.last
    tops = _tops(last.discards, seat)
    return _explain(last.hands[seat], rules.face_up(last), tops, last.deal.ruleset)
