"""Positions of RPS Extreme for tests: arranged cards, and moves as words."""

from collections.abc import Iterable
from typing import Any, TypeVar

from games.engine.contract import Seed, unwrap_accepted
from games.rps_extreme.rules import game as rules
from games.rps_extreme.rules.cards import CARD, CODES, DECK, SIGN_NAMES
from games.rps_extreme.rules.events import Event
from games.rps_extreme.rules.state import Ruleset, State, read_action

SEED = Seed(bytes(range(32)), bytes(range(32)))
Position = tuple[State, list[Event]]
E = TypeVar("E", bound=Event)


def parse_cards(codes: str) -> tuple[int, ...]:
    """Return the cards of space-separated codes."""
    return tuple(CARD[code] for code in codes.split())


def format_cards(held: Iterable[int]) -> str:
    """Return space-separated codes."""
    return " ".join(CODES[card] for card in held)


def lay_out(
    one: str = "",
    other: str = "",
    *,
    center: str = "",
    discard: str = "",
    supply: int = 30,
    scores: tuple[int, int] = (0, 0),
    **changes: Any,
) -> State:
    """Return the first throw of a challenge with these inventories, scores, center and discards.

    Empty places of the center get cards that cannot be copied, the last ones of the rulebook. Of
    the others a number is the supply, in the rulebook's order, and the rest is discarded too.
    """
    ruleset = Ruleset(**changes)
    state, _ = rules.start(ruleset, SEED)
    held, open_cards, gone = (
        (parse_cards(one), parse_cards(other)),
        parse_cards(center),
        parse_cards(discard),
    )
    spare = [card for card in DECK if card not in (*held[0], *held[1], *open_cards, *gone)]
    while len(open_cards) < 3:
        open_cards = (*open_cards, spare.pop())
    left, middle, right = open_cards
    table = state.table._replace(
        items=held,
        center=(left, middle, right),
        discard=(*gone, *spare[supply:]),
        scores=scores,
        before=scores,
    )
    return state._replace(table=table, supply=tuple(spare[:supply]))


def parse_action(words: str) -> int:
    """Parse a move: a sign, pass, score, first, or drink/break/steal/pick/discard and a card."""
    do, *rest = words.split()
    if do in SIGN_NAMES:
        return SIGN_NAMES.index(do)
    written = {"do": do}
    if rest:
        written["card"] = rest[0]
    if len(rest) == 3:
        written["as"] = rest[2]
    return unwrap_accepted(read_action(written))


def make_moves(state: State, *moves: str) -> Position:
    """Return the state after these moves, and all events.

    A move is "0: drink black-potion"; "rock paper" are the throws of both seats.
    """
    events: list[Event] = []
    for move in moves:
        seat, colon, words = move.partition(": ")
        pairs = [(int(seat), words)] if colon else list(enumerate(move.split()))
        for who, what in pairs:
            state, happened = unwrap_accepted(rules.act(state, who, parse_action(what)))
            events += happened
    return state, events


def is_legal(state: State, seat: int, words: str) -> bool:
    """Return whether this move of a seat is legal."""
    return parse_action(words) in rules.legal(state, seat)


def all_of(events: Iterable[Event], kind: type[E]) -> list[E]:
    """Return the events of this type."""
    return [event for event in events if isinstance(event, kind)]


def only_event(events: Iterable[Event], kind: type[E]) -> E:
    """Return the only event of this type."""
    (event,) = all_of(events, kind)
    return event
