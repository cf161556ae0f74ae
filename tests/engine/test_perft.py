"""Pinned numbers of legal action sequences, which any change of the rules alters."""

from typing import Any

import pytest

from games.density_deck.rules import state as dd
from games.engine.contract import Rules, Ruleset, Seed, State, unwrap_accepted
from games.registry import GAMES
from games.rps_extreme.rules import state as rx

DD, RX = GAMES["density-deck"].rules, GAMES["rps-extreme"].rules

# game, ruleset, match and round of the position reached by lapses, and the numbers of sequences of
# 1, 2, 3, ... actions
PINNED: list[tuple[Rules, Ruleset, tuple[int, int], list[int]]] = [
    (DD, dd.Ruleset(), (1, 1), [2, 7, 21, 80, 284, 1120, 4454]),
    (DD, dd.Ruleset(), (1, 2), [6, 28, 145, 661, 3191, 14085]),
    (DD, dd.Ruleset(), (1, 4), [6, 28, 155, 732, 3838, 17975]),
    (DD, dd.Ruleset(edition="classic"), (1, 10), [5, 22, 104, 452, 2048, 8716]),
    (DD, dd.Ruleset(seats=3), (1, 1), [2, 7, 21, 80, 276, 1112, 4230]),
    (DD, dd.Ruleset(seats=3, allow_pass=True), (1, 3), [6, 30, 158, 770, 3788, 17874]),
    (DD, dd.Ruleset(seats=2), (1, 1), [2, 7, 21, 76, 269, 932, 3268, 11230]),
    (DD, dd.Ruleset(seats=2, lives=1), (1, 2), [4, 12, 37, 92, 296, 774, 2387]),
    (RX, rx.Ruleset(), (1, 1), [6, 18, 60, 180, 504, 1944, 5616]),
    (RX, rx.Ruleset(), (9, 1), [6, 18, 36, 104, 294, 768, 2892, 10440]),
    (RX, rx.Ruleset(hand_limit=5), (14, 1), [6, 18, 64, 186, 596, 1872, 7248]),
    (RX, rx.Ruleset(target=30, hand_limit=2), (21, 1), [6, 18, 60, 172, 504, 1512, 4080]),
]


def count_sequences(rules: Rules, state: State, depth: int) -> int:
    """Count the legal sequences of this length; a game that ends earlier counts none."""
    legal = [(seat, action) for seat in rules.asked(state) for action in rules.legal(state, seat)]
    if depth == 1:
        return len(legal)
    total = 0
    for seat, action in legal:
        total += count_sequences(
            rules, unwrap_accepted(rules.act(state, seat, action))[0], depth - 1
        )
    return total


def find_position(rules: Rules, played: Ruleset, begins: tuple[int, int]) -> State:
    """Return the position at the start of this round in a game of lapses."""
    seed = Seed(bytes(range(32)), bytes(range(16 * played.seats)))
    state, _ = rules.start(played, seed)
    while ((observation := rules.observe(state, None)).match, observation.round) != begins:
        seat = rules.asked(state)[0]
        state, _ = unwrap_accepted(rules.act(state, seat, rules.lapse(state, seat)))
    return state


def name_parameter(value: Any) -> str | None:
    """Return the name of a parameter in test ids."""
    return value.slug if isinstance(value, Rules) else None


@pytest.mark.parametrize(("rules", "played", "begins", "pinned"), PINNED, ids=name_parameter)
def test_the_number_of_legal_sequences_is_what_it_was(
    rules: Rules, played: Ruleset, begins: tuple[int, int], pinned: list[int]
) -> None:
    begun = find_position(rules, played, begins)
    assert [count_sequences(rules, begun, depth + 1) for depth in range(len(pinned))] == pinned
