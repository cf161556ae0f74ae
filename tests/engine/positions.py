"""Positions for the tests: stacked decks, and games played by written moves."""

from collections.abc import Iterable
from typing import Any, TypeVar

from games.density_deck.rules import game as rules
from games.density_deck.rules.cards import CODES, DECK, FACE
from games.density_deck.rules.game import Events
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
from games.engine.contract import Refused, Seed, accepted

SEED = Seed(bytes(range(32)), bytes(range(64)))
WORDS = {"draw": DRAW, "fight": FIGHT, "surrender": SURRENDER, "pass": PASS}
Position = tuple[State, Events]
E = TypeVar("E", bound=Event)


def faces(codes: str) -> tuple[int, ...]:
    """Faces from codes with spaces between them."""
    return tuple(FACE[code] for code in codes.split())


def codes(cards: Iterable[int]) -> str:
    """Codes with spaces between them."""
    return " ".join(CODES[face] for face in cards)


def stacked(
    *hands: str,
    center: str = "",
    pile: str = "",
    dealer: int = -1,
    lives: tuple[int, ...] = (),
    **changes: Any,
) -> State:
    """The first moment of a match with these hands, amplification and top of the pile.

    Empty places get the cards that nobody asked for, in deck order; a seat without lives gets
    none. The last seat deals unless told otherwise.
    """
    seats = len(hands)
    lives = lives or (10,) * seats
    first = (dealer % seats) + 1
    order = tuple(seat for s in range(seats) if lives[seat := (first + s) % seats])
    wanted = [faces(hand) for hand in hands]
    spare = list(DECK)
    for card in (*(c for hand in wanted for c in hand), *faces(center), *faces(pile)):
        spare.remove(card)
    full = {seat: _filled(wanted[seat], 3, spare) for seat in order}
    dealt = [full[seat][card] for card in range(3) for seat in order]
    deck = (*dealt, *_filled(faces(center), 3, spare), *faces(pile), *spare)
    ruleset = Ruleset(seats=seats)._replace(**changes)
    return rules.begin(Deal(ruleset, SEED, 1, order, lives, (None,) * seats, deck))[0]


def empty_pile(state: State) -> State:
    """The same with nothing left in the central pile."""
    return state._replace(top=len(DECK), openings=state.openings & ~PILE_LEFT)


def _filled(wanted: tuple[int, ...], count: int, spare: list[int]) -> tuple[int, ...]:
    return (*wanted, *(spare.pop(0) for _ in range(count - len(wanted))))


def action(word: str) -> int:
    """A written move: draw, take 2, fight, surrender, pass, or the code of a card to discard."""
    verb, _, seat = word.partition(" ")
    return TAKE + int(seat) if verb == "take" else WORDS.get(word) or FACE[word]


def move(state: State, word: str) -> Position:
    """The state and the events after the asked seat's move, which must be legal."""
    seat = rules.asked(state)[0]
    assert action(word) in rules.legal(state, seat), f"{word} is not legal"
    return accepted(rules.act(state, seat, action(word)))


def play(state: State, *words: str) -> State:
    """The state after these moves, each made by the seat that is asked."""
    for word in words:
        state, _ = move(state, word)
    return state


def lapse_to(state: State, *, to_round: int, turn: int | None = None) -> State:
    """The state when this round has come (and this seat is asked), everybody playing lapses."""
    while state.round < to_round or turn not in (None, state.waiting[0]):
        seat = state.waiting[0]
        state, _ = accepted(rules.act(state, seat, rules.lapse(state, seat)))
    return state


def refusal(state: State, seat: int, word: str) -> str:
    """The code with which this move of a seat is refused; it must be refused."""
    refused = rules.act(state, seat, action(word))
    assert isinstance(refused, Refused)
    assert action(word) not in rules.legal(state, seat)
    return refused.code


def only(events: Events, kind: type[E]) -> E:
    """The one event of this kind."""
    (event,) = (event for event in events if isinstance(event, kind))
    return event
