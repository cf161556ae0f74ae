"""Derives observation, view and events for each viewer of a Density Deck game (DD-13)."""

from functools import lru_cache
from typing import NamedTuple, cast

from games.density_deck.rules import game as rules
from games.density_deck.rules import messages
from games.density_deck.rules.cards import CODES, DECK, FACES
from games.density_deck.rules.messages import GameEvent, Phase, Score, SeatView, Status, View
from games.density_deck.rules.scoring import explain_score, gains_of_taking
from games.density_deck.rules.state import (
    PRICES,
    STAKES,
    TAKE,
    Dealt,
    Drew,
    Event,
    FightCalled,
    GameOver,
    MatchOver,
    RoundBegan,
    Ruleset,
    State,
    write_action,
)
from games.engine import deal
from games.engine.contract import Seed

NO_SEAT = -1  # no seat's turn: the game is over
NO_CARD = -1  # no card drawn in this turn


class Observation(NamedTuple):
    """Everything that one viewer knows, with cards as faces; AI players get nothing else.

    Most tuples have one entry per seat. hand, drawn and legal are the viewer's own; a spectator
    (viewer None) has none. drawing is False while the seat to act has to discard.
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


def observe(state: State, viewer: int | None) -> Observation:
    """Return what this viewer may know of a state (DD-13)."""
    return _add_own_view(viewer, state, _observe_public(state))


def _observe_public(state: State) -> Observation:
    """Return what a spectator knows."""
    hands = state.hands
    turn = state.waiting[0] if state.waiting else NO_SEAT
    return Observation(
        viewer=None,
        ruleset=state.deal.ruleset,
        match=state.deal.match,
        round=state.round,
        dealer=state.deal.dealer,
        turn=turn,
        drawing=turn == NO_SEAT or len(hands[turn]) == rules.HAND,
        pile=len(DECK) - state.top,
        center=rules.face_up(state),
        lives=state.lives,
        standing=tuple([seat in state.standing for seat in range(len(hands))]),
        surrendered=state.surrendered,
        counts=tuple([len(hand) for hand in hands]),
        known=state.known,
        discards=state.discards,
        places=rules.places(state),
        out=tuple([not lives for lives in (state.deal.lives if state.waiting else state.lives)]),
        hand=(),
        drawn=NO_CARD,
        legal=(),
    )


def _add_own_view(viewer: int | None, state: State, public: Observation) -> Observation:
    """Return the public observation with the viewer's own hand and legal actions added."""
    if viewer is None:
        return public
    hand = state.hands[viewer]
    drew = viewer == public.turn and not public.drawing
    return Observation(
        viewer,
        *public[1:-3],
        hand,
        hand[-1] if drew else NO_CARD,
        rules.legal(state, viewer) if viewer == public.turn else (),
    )


# --------------------------------------------------------------------- the view as JSON
def state_for(state: State, viewer: int | None) -> View:
    """Return the view of docs/PROTOCOL.md for one viewer: a JSON-ready dict, cards as codes.

    The views of several viewers share parts: do not change the result.
    """
    public, public_view = _spectators_view(state)
    view: View = {**public_view}
    if viewer is None:
        return view
    observation = _add_own_view(viewer, state, public)
    hand, seats = observation.hand, list(view["seats"])
    seats[viewer] = {**seats[viewer], "hand": _codes(hand)}
    view["seats"] = seats
    if observation.standing[viewer]:
        view["score"] = _own_score(observation, viewer, hand)
    if observation.legal:
        view["legal"] = [write_action(action) for action in observation.legal]
        if observation.drawing:
            view["take"] = _take_hints(observation, viewer)
        else:
            view["drawn"] = CODES[observation.drawn]
            view["after"] = {
                CODES[card]: _own_score(observation, viewer, rules.remove_card(hand, card))
                for card in dict.fromkeys(hand)
            }
    return view


@lru_cache(64)
def _spectators_view(state: State) -> tuple[Observation, View]:
    """Return a spectator's observation and view; every other view is built on them."""
    observation = _observe_public(state)
    return observation, {
        "match": observation.match,
        "round": observation.round,
        "dealer": observation.dealer,
        "turn": None if observation.turn == NO_SEAT else observation.turn,
        "phase": _phase(observation),
        "stake": STAKES[observation.round],
        "price": PRICES[observation.round],
        "last_round": observation.round == observation.ruleset.round_cap,
        "pile": observation.pile,
        "amplification": [
            *_codes(observation.center),
            *[None] * (rules.CENTER - len(observation.center)),
        ],
        "seats": [seat_view(observation, seat) for seat in range(len(observation.lives))],
        "drawn": None,
        "legal": [],
        "score": None,
        "take": {},
        "after": {},
        "places": None if observation.places is None else list(observation.places),
    }


def _phase(observation: Observation) -> Phase:
    if observation.turn == NO_SEAT:
        return "over"
    return "draw" if observation.drawing else "discard"


def seat_view(observation: Observation, seat: int) -> SeatView:
    """Return a seat as spectators see it."""
    return {
        "lives": observation.lives[seat],
        "status": _status(observation, seat),
        "surrendered_in": observation.surrendered[seat] or None,
        "place": observation.places[seat] if observation.places else None,
        "cards": observation.counts[seat],
        "hand": None,
        "known": _codes(observation.known[seat]),
        "discards": _codes(observation.discards[seat]),
    }


def _status(observation: Observation, seat: int) -> Status:
    if observation.out[seat]:
        return "out"
    return "standing" if observation.standing[seat] else "surrendered"


def _codes(faces: tuple[int, ...]) -> list[str]:
    return [CODES[face] for face in faces]


def full_state(state: State) -> View:
    """Return the view of a position with nothing hidden; only for a game that is over.

    Every seat has its hand, even after a surrender, and its score while it stands. drawn, legal,
    take and after are those of the seat to act. coming has the face-down amplification cards.
    """
    turn = state.waiting[0] if state.waiting else None
    view = state_for(state, turn)
    seats: list[SeatView] = []
    for seat, row in enumerate(view["seats"]):
        observation = observe(state, seat)
        score = (
            _own_score(observation, seat, observation.hand) if observation.standing[seat] else None
        )
        seats.append({**row, "hand": _codes(observation.hand), "score": score})
    face_up_count = len(rules.face_up(state))
    hidden_cards = rules.center_cards(state.deal)[face_up_count:]
    return {**view, "seats": seats, "coming": _codes(hidden_cards)}


# -------------------------------------------------------------------------- own scores
def _own_score(observation: Observation, viewer: int, hand: tuple[int, ...]) -> Score:
    """Return the explained score that this viewer would have with this hand now (DD-13.3)."""
    tops = _tops(observation.discards, viewer)
    return _explained(hand, observation.center, tuple(tops), observation.ruleset)


@lru_cache(2048)
def _explained(
    hand: tuple[int, ...],
    center: tuple[int, ...],
    tops: tuple[tuple[int, int], ...],
    ruleset: Ruleset,
) -> Score:
    """Return the explained score of faces; cached, because others' moves rarely change it."""
    return explain_score(
        [FACES[face] for face in hand],
        [FACES[face] for face in center],
        [(other, FACES[face]) for other, face in tops],
        ruleset.edition,
        ruleset.lone,
    )


def _tops(discards: tuple[tuple[int, ...], ...], seat: int) -> list[tuple[int, int]]:
    """Return the seat and face of the others' top discards, clockwise from this seat."""
    others = (*range(seat + 1, len(discards)), *range(seat))
    return [(other, discards[other][-1]) for other in others if discards[other]]


def _take_hints(observation: Observation, viewer: int) -> dict[str, int]:
    """Return, by seat whose discard can be taken, how much it changes the best score."""
    piles = {seat: observation.discards[seat] for seat, _ in _tops(observation.discards, viewer)}
    ruleset = observation.ruleset
    gains = gains_of_taking(
        observation.hand, observation.center, piles, ruleset.edition, ruleset.lone
    )
    return {str(seat): gain for seat, gain in gains.items() if TAKE + seat in observation.legal}


def reseed(state: State, seed: Seed) -> State:
    """Return the same position with the pile and the hidden amplification cards reshuffled.

    The new seed and the cards seen so far determine their order and all later matches.
    """
    match, top = state.deal, state.top
    cards, end = match.deck, rules.HAND * len(match.order) + rules.CENTER
    first_hidden = end - rules.CENTER + len(rules.face_up(state))
    hidden = sorted(cards[first_hidden:end] + cards[top:])
    shuffled = deal.shuffle_deck(seed, match.match, hidden)
    center, pile = shuffled[: end - first_hidden], shuffled[end - first_hidden :]
    cards = (*cards[:first_hidden], *center, *cards[end:top], *pile)
    return state._replace(deal=match._replace(seed=seed, cards=cards))


# ------------------------------------------------------------------------------- events
def event_for(event: Event, viewer: int | None) -> GameEvent:
    """Return an event as docs/PROTOCOL.md writes it, with only what this viewer may know."""
    match event:
        case Dealt():
            return _dealt(event, viewer)
        case Drew(seat, source, card):
            visible = source is not None or seat == viewer
            return {
                "e": "drew",
                "seat": seat,
                "from": "pile" if source is None else source,
                "card": CODES[card] if visible else None,
            }
        case MatchOver():
            return _match_over(event)
        case FightCalled(None, stake):
            return {"e": "showdown", "stake": stake}
        case RoundBegan(number):
            return {"e": "round", "round": number, "stake": STAKES[number]}
        case GameOver(places):
            return {"e": "game_over", "places": list(places)}
    name = "fight" if isinstance(event, FightCalled) else type(event).__name__.lower()
    payload = {"e": name, **event._asdict()}
    if "card" in payload:
        payload["card"] = CODES[payload["card"]]
    return cast("GameEvent", payload)


def _dealt(event: Dealt, viewer: int | None) -> messages.Dealt:
    order = event.order
    return {
        "e": "dealt",
        "match": event.match,
        "dealer": order[-1],
        "living": sorted(order),
        "hand": _codes(event.hands[viewer]) if viewer is not None and viewer in order else None,
    }


def full_event(event: Event) -> GameEvent:
    """Return an event of a finished game with nothing hidden; hands are keyed by str(seat)."""
    match event:
        case Dealt(order=order, hands=hands):
            codes_by_seat = {str(seat): _codes(hands[seat]) for seat in sorted(order)}
            return {**_dealt(event, None), "hands": codes_by_seat}
        case Drew(seat=seat):
            return event_for(event, seat)
        case MatchOver(last=last):
            over = _match_over(event)
            for row in over["seats"]:
                row["held"] = _codes(last.hands[row["seat"]])
            return over
    return event_for(event, None)


def _match_over(over: MatchOver) -> messages.MatchOver:
    return {
        "e": "match_over",
        "match": over.last.deal.match,
        "ended_by": over.ended_by,
        "round": over.round,
        "caller": over.caller,
        "stake": STAKES[over.round],
        "winners": list(over.winners),
        "amplification": [*_codes(rules.face_up(over.last))],
        "seats": [_result(over, seat) for seat in sorted(over.last.deal.order)],
    }


def _result(over: MatchOver, seat: int) -> messages.SeatResult:
    """Return one seat's result of a match; only a scored hand is shown (DD-6.6)."""
    has_score, last = over.scores[seat] is not None, over.last
    pile = last.discards[seat]
    return {
        "seat": seat,
        "hand": _codes(last.hands[seat]) if has_score else None,
        "own_discard": CODES[pile[-1]] if pile else None,
        "score": scored_hand(over, seat) if has_score else None,
        "damage": over.before[seat] - over.after[seat],
        "lives_before": over.before[seat],
        "lives": over.after[seat],
        "surrendered_in": last.surrendered[seat] or None,
        "out": over.after[seat] == 0,
    }


def scored_hand(over: MatchOver, seat: int) -> Score:
    """Return the explained final score of a seat in a match that has ended (DD-10)."""
    last = over.last
    tops = tuple(_tops(last.discards, seat))
    return _explained(last.hands[seat], rules.face_up(last), tops, last.deal.ruleset)
