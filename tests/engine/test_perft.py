"""Pinned numbers of legal action sequences: a change of any rule changes one of them."""

import pytest

from games.engine.contract import Refused, Seed
from games.engine.density_deck import rules
from games.engine.density_deck.state import Ruleset, State
from tests.engine.positions import lapse_to

# A ruleset, the round whose first position is taken, and the sequences of 1, 2, 3, ... actions.
PINNED: list[tuple[Ruleset, int, list[int]]] = [
    (Ruleset(), 1, [2, 7, 21, 80, 284, 1120, 4454]),
    (Ruleset(), 2, [6, 28, 145, 661, 3191, 14085]),
    (Ruleset(), 4, [6, 28, 155, 732, 3838, 17975]),
    (Ruleset(edition="classic"), 10, [5, 22, 104, 452, 2048, 8716]),
    (Ruleset(seats=3), 1, [2, 7, 21, 80, 276, 1112, 4230]),
    (Ruleset(seats=3, allow_pass=True), 3, [6, 30, 158, 770, 3788, 17874]),
    (Ruleset(seats=2), 1, [2, 7, 21, 76, 269, 932, 3268, 11230]),
    (Ruleset(seats=2, lives=1), 2, [4, 12, 37, 92, 296, 774, 2387]),
]


def sequences(state: State, depth: int) -> int:
    """The number of legal sequences of so many actions; a game that ends early counts none."""
    legal = [(seat, action) for seat in rules.asked(state) for action in rules.legal(state, seat)]
    if depth == 1:
        return len(legal)
    total = 0
    for seat, action in legal:
        moved = rules.act(state, seat, action)
        assert not isinstance(moved, Refused)
        total += sequences(moved[0], depth - 1)
    return total


def position(played: Ruleset, number: int) -> State:
    """The first position of a fixed game, or the one at which this round begins."""
    seed = Seed(bytes(range(32)), bytes(range(16 * played.seats)))
    return lapse_to(rules.start(played, seed)[0], to_round=number)


@pytest.mark.parametrize(
    ("played", "number", "pinned"),
    PINNED,
    ids=lambda value: f"{value.seats} seats" if isinstance(value, Ruleset) else None,
)
def test_the_number_of_legal_sequences_is_what_it_was(
    played: Ruleset, number: int, pinned: list[int]
) -> None:
    begun = position(played, number)
    assert [sequences(begun, depth + 1) for depth in range(len(pinned))] == pinned
