"""The immutable values of a game of RPS Extreme: ruleset, state and actions."""

from typing import Any, NamedTuple, TypeVar

from games.engine import deal
from games.engine.contract import GameEvent, Json, Refused, Seed, freeze_value
from games.rps_extreme.rules.cards import (
    BLACK,
    CODES,
    DECK,
    ITEMS,
    NONE,
    POTIONS,
    RAINBOW,
    SIGN_NAMES,
    SIGNS,
)
from games.rps_extreme.rules.messages import Action

SEATS = (0, 1)
CENTER = 3
Pair = tuple[int, int]
Cards = tuple[int, ...]
T = TypeVar("T")


def replace_value(pair: tuple[T, T], seat: int, value: T) -> tuple[T, T]:
    """Return the pair with a new value for this seat."""
    return (value, pair[1]) if seat == 0 else (pair[0], value)


# ----------------------------------------------------------------- actions are small ints
# 0 to 2 throw that sign. From DRINK on, an action is one of these constants plus the card's
# number. COPY drinks Rainbow, which then acts as that item.
PASS = 3
SCORE = 4
FIRST = 5  # pick first instead of scoring
DRINK, COPY, BREAK, STEAL, PICK, DISCARD = 100, 200, 300, 400, 500, 600

_WRITTEN: dict[int, Action] = {
    **{sign: {"do": "throw", "sign": SIGN_NAMES[sign]} for sign in SIGNS},
    PASS: {"do": "pass"},
    SCORE: {"do": "score"},
    FIRST: {"do": "first"},
    **{DRINK + card: {"do": "drink", "card": CODES[card]} for card in POTIONS if card != RAINBOW},
    **{COPY + card: {"do": "drink", "card": CODES[RAINBOW], "as": CODES[card]} for card in ITEMS},
    **{BREAK + card: {"do": "break", "card": CODES[card]} for card in DECK},
    **{STEAL + card: {"do": "steal", "card": CODES[card]} for card in DECK},
    **{PICK + card: {"do": "pick", "card": CODES[card]} for card in DECK},
    **{DISCARD + card: {"do": "discard", "card": CODES[card]} for card in DECK},
}
_READ = {tuple(sorted(written.items())): action for action, written in _WRITTEN.items()}


def write_action(action: int) -> Action:
    """Return the action as JSON; a new dict each time."""
    return _WRITTEN[action].copy()


def read_action(written: object) -> int | Refused:
    """Return the action that a JSON value describes, or Refused("malformed"); never raises."""
    if isinstance(written, dict) and len(written) <= 3:
        texts = [(field, value) for field, value in written.items() if isinstance(value, str)]
        if len(texts) == len(written) and all(isinstance(field, str) for field in written):
            return _READ.get(tuple(sorted(texts)), Refused("malformed"))
    return Refused("malformed")


def is_action(action: int) -> bool:
    """Return whether the number stands for an action, legal or not."""
    return action in _WRITTEN


def card_of(action: int) -> int:
    """Return the card of an action: the one that is drunk, broken, taken or discarded."""
    return RAINBOW if COPY < action < BREAK else action % 100


def copied_by(action: int) -> int:
    """Return the item that Rainbow acts as with this action, or NONE."""
    return action - COPY if COPY < action < BREAK else NONE


# ----------------------------------------------------------------------------- rulesets
class Ruleset(NamedTuple):
    """The options of RX-9, stored with every game so that later rule changes alter no replay."""

    edition: str = "current"
    target: int = 21
    hand_limit: int = 3
    seats: int = 2
    version: int = 1


EDITIONS: dict[str, Json] = {"current": {}}
CHOICES: dict[str, tuple[object, ...]] = {
    "edition": ("current",),
    "target": tuple(range(5, 52)),
    "hand_limit": tuple(range(2, 6)),
    "seats": (len(SEATS),),
    "version": (1,),
}


# ------------------------------------------------------------------------------- states
THROW, WINDOW_1, WINDOW_2, TO_BREAK, TO_STEAL, TO_SCORE, TO_PICK, TO_DISCARD, OVER = range(9)
# In these phases the waiting seats choose in secret, and their choices are revealed together.
SECRET_PHASES = (THROW, WINDOW_1, WINDOW_2, TO_DISCARD)
UNKNOWN = -1  # no sign thrown, no winner, no answer
NEITHER: Pair = (UNKNOWN, UNKNOWN)
EMPTY: Pair = (NONE, NONE)
# The fields of a table when a throw begins, and when a challenge begins.
NEW_THROW: dict[str, Any] = {
    "phase": THROW,
    "waiting": SEATS,
    "signs": NEITHER,
    "drunk": EMPTY,
    "copied": EMPTY,
    "winner": UNKNOWN,
}
NEW_CHALLENGE = {**NEW_THROW, "throw": 1, "black": False, "picked": EMPTY}


class LastThrow(NamedTuple):
    """The latest throw with an outcome; winner is UNKNOWN after a tie."""

    match: int
    round: int
    signs: Pair
    winner: int


class Table(NamedTuple):
    """The public part of a state, visible to every viewer. Pairs have one entry per seat."""

    challenge: int
    throw: int  # in this challenge, counted from 1
    phase: int
    waiting: Cards  # the seats that must act; none when the game is over
    scores: Pair
    items: tuple[Cards, Cards]  # inventories, oldest first
    center: tuple[int, int, int]  # by slot; NONE after a card was picked
    discard: Cards  # oldest first
    shuffle: int  # number of the current shuffle, counted from 1
    black: bool  # items do nothing until the challenge ends (RX-3.8)
    signs: Pair  # of this throw, from its reveal on
    drunk: Pair  # the potion that a seat drank in this throw
    copied: Pair  # the item that Rainbow acts as for a seat in this throw
    winner: int  # of this throw, from its outcome on
    picked: Pair  # the card that a seat picked in this challenge
    before: Pair  # the scores when the challenge began
    last: LastThrow | None

    def without(self, seat: int, *cards: int, **changes: Any) -> "Table":
        """Return the table after a seat lost these cards, with other fields changed, too."""
        remaining = tuple([item for item in self.items[seat] if item not in cards])
        return self._replace(items=replace_value(self.items, seat, remaining), **changes)

    def given(self, seat: int, card: int, **changes: Any) -> "Table":
        """Return the table after a seat received this card, with other fields changed, too."""
        items = replace_value(self.items, seat, (*self.items[seat], card))
        return self._replace(items=items, **changes)

    def drink(self, seat: int, action: int) -> "Table":
        """Return the table after a seat drank a potion, which goes to the discard pile."""
        card = card_of(action)
        return self.without(
            seat,
            card,
            discard=(*self.discard, card),
            drunk=replace_value(self.drunk, seat, card),
            copied=replace_value(self.copied, seat, copied_by(action)),
            black=self.black or card == BLACK,
        )

    def pick(self, seat: int, card: int) -> "Table":
        """Return the table after a seat took a card from the center."""
        one, two, three = (NONE if other == card else other for other in self.center)
        picked = replace_value(self.picked, seat, card)
        return self.given(seat, card, center=(one, two, three), picked=picked)


class State(NamedTuple):
    """A position of a game: the public table, and the hidden supply and answers."""

    ruleset: Ruleset
    seed: Seed
    table: Table
    supply: Cards  # next card first
    answers: Pair  # actions that are not revealed yet


def playing(state: State) -> tuple[int, ...]:
    """Return both seats, or none once the game is over."""
    return SEATS if state.table.waiting else ()


def places(state: State) -> tuple[int, ...] | None:
    """Return the places once the game is over: 1 for the higher score; equal scores share 1."""
    if state.table.waiting:
        return None
    scores = state.table.scores
    return tuple(1 + sum(other > own for other in scores) for own in scores)


def turn(state: State, _seat: int) -> tuple[int, ...]:
    """Return challenge, throw and phase: every question counts as a separate turn."""
    return (state.table.challenge, state.table.throw, state.table.phase)


def deck_order(seed: Seed, shuffle: int) -> Cards:
    """Return the order of all thirty cards in a shuffle, counted from 1.

    Later shuffles reorder only the discard pile: the other cards are skipped in this order.
    """
    return deal.shuffle_deck(seed, shuffle, DECK)


def deck_codes(seed: Seed, dealt: GameEvent) -> list[str]:
    """Return the codes of all thirty cards in the order of the current shuffle at this event."""
    return [CODES[card] for card in deck_order(seed, dealt["shuffle"])]


# ------------------------------------------------------------------- states as JSON
def dump(state: State) -> Json:
    """Return the state as JSON-ready values, without its ruleset and its seed.

    It contains secrets while the game runs: only the database may have it.
    """
    return {
        "table": state.table._asdict(),
        "supply": state.supply,
        "answers": state.answers,
    }


def load(rules: Ruleset, seed: Seed, dumped: Json) -> State:
    """Return the state that `dump` wrote."""
    table: dict[str, Any] = {name: freeze_value(value) for name, value in dumped["table"].items()}
    last = table["last"]
    table["last"] = last and LastThrow(*last)
    return State(
        rules, seed, Table(**table), freeze_value(dumped["supply"]), freeze_value(dumped["answers"])
    )
