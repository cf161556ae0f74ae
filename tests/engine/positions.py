"""Positions of Density Deck for tests: stacked decks, and moves as words."""

from collections.abc import Iterable
from typing import Any

from games.density_deck.rules import game as rules
from games.density_deck.rules.cards import CODES, DECK, FACE
from games.density_deck.rules.state import (
    DRAW,
    FIGHT,
    PASS,
    PILE_LEFT,
    SURRENDER,
    TAKE,
    Deal,
    Event,
    Ruleset,
    State,
)
from games.engine.contract import Moved, Seed, unwrap_accepted

SEED = Seed(bytes(range(32)), bytes(range(64)))
# moves as words; any other word is the code of a card to discard
ACTIONS = {
    "draw": DRAW,
    "fight": FIGHT,
    "surrender": SURRENDER,
    "pass": PASS,
    **{f"take_{seat}": TAKE + seat for seat in range(4)},
    **FACE,
}
WORDS = {action: word for word, action in ACTIONS.items()}


def parse_faces(codes: str) -> tuple[int, ...]:
    """Return the faces of space-separated codes."""
    return tuple(FACE[code] for code in codes.split())


def format_cards(cards: Iterable[int]) -> str:
    """Return space-separated codes."""
    return " ".join(CODES[face] for face in cards)


def make_state(
    *hands: str,
    center: str = "",
    pile: str = "",
    dealer: int = -1,
    lives: tuple[int, ...] = (),
    **changes: Any,
) -> State:
    """Return the start of a match with these hands, amplification and top of the pile.

    Other places get the remaining cards in deck order; a seat without lives gets none. The last
    seat deals by default.
    """
    seats = len(hands)
    lives = lives or (10,) * seats
    first = (dealer % seats) + 1
    order = tuple(seat for s in range(seats) if lives[seat := (first + s) % seats])
    wanted = [parse_faces(hand) for hand in hands]
    spare = list(DECK)
    for card in (*(c for hand in wanted for c in hand), *parse_faces(center), *parse_faces(pile)):
        spare.remove(card)
    full = {seat: _filled(wanted[seat], 3, spare) for seat in order}
    dealt = [full[seat][card] for card in range(3) for seat in order]
    deck = (*dealt, *_filled(parse_faces(center), 3, spare), *parse_faces(pile), *spare)
    ruleset = Ruleset(seats=seats)._replace(**changes)
    return rules.begin_match(Deal(ruleset, SEED, 1, order, lives, (None,) * seats, deck))[0]


def _filled(wanted: tuple[int, ...], count: int, spare: list[int]) -> tuple[int, ...]:
    return (*wanted, *(spare.pop(0) for _ in range(count - len(wanted))))


def make_move(state: State, word: str) -> Moved:
    """Return the state and events after a legal move of the asked seat."""
    seat = rules.asked(state)[0]
    action = rules.lapse(state, seat) if word == "lapse" else ACTIONS[word]
    assert action in rules.legal(state, seat), f"{word} is not legal"
    return unwrap_accepted(rules.act(state, seat, action))


def make_moves(state: State, words: str = "") -> tuple[State, list[Event]]:
    """Return the state after these moves, each by the asked seat, and their events.

    "round_3" lets all seats lapse until that round, "round_3_1" until seat 1 is asked in it.
    "no_pile" removes the draw pile, and "stop" ends the game. Of these only "stop" has events.
    """
    events: list[Event] = []
    for word in words.split():
        if word == "stop":
            state, happened = unwrap_accepted(rules.stop(state))
            events += happened
        elif word == "no_pile":
            openings = state.openings & ~PILE_LEFT
            state = state._replace(top=len(DECK), openings=openings)
        elif word.startswith("round_"):
            state = _lapse_to(state, *map(int, word.split("_")[1:]))
        else:
            state, happened = make_move(state, word)
            events += happened
    return state, events


def _lapse_to(state: State, number: int, turn: int | None = None) -> State:
    while state.round < number or turn not in (None, state.waiting[0]):
        state, _ = make_move(state, "lapse")
    return state
