"""The same moment with the chance of another seed."""

from collections import Counter
from random import Random
from typing import Any

import pytest

from games.engine.contract import Refused, Ruleset, Seed
from games.registry import GAMES
from tests.bots.games_seen import RULESETS
from tests.engine.games import random_game
from tests.goofspiel.game_type import RULES as GOOFSPIEL

CASES = [
    *((GAMES[slug].rules, ruleset) for slug, each in RULESETS.items() for ruleset in each),
    (GOOFSPIEL, GOOFSPIEL.ruleset("current")),
]
every_game = pytest.mark.parametrize(("rules", "ruleset"), CASES, ids=lambda case: "")


def states(rules: Any, ruleset: Ruleset) -> list[Any]:
    """All states of a game of random moves but the last."""
    return [state for state, _ in random_game(rules, ruleset, 1)[:-1]]


def seed(dice: Random, ruleset: Ruleset) -> Seed:
    return Seed(dice.randbytes(32), dice.randbytes(16 * ruleset.seats))


@every_game
def test_a_new_seed_changes_nothing_that_any_seat_sees(rules: Any, ruleset: Ruleset) -> None:
    other, compared = seed(Random(9), ruleset), 0
    for state in states(rules, ruleset):
        after = rules.reseed(state, other)
        if rules.asked(after) != rules.asked(state):
            continue  # a secret choice is asked anew
        compared += 1
        for viewer in (None, *range(ruleset.seats)):
            assert rules.state_for(after, viewer) == rules.state_for(state, viewer)
    assert compared > 5


@every_game
def test_what_is_to_come_follows_from_the_new_seed_alone(rules: Any, ruleset: Ruleset) -> None:
    one, other = seed(Random(9), ruleset), seed(Random(10), ruleset)
    changed = 0
    for state in states(rules, ruleset):
        after = rules.reseed(state, one)
        assert rules.reseed(rules.reseed(state, other), one) == after
        assert rules.load(ruleset, one, rules.dump(after)) == after
        changed += rules.reseed(state, other) != after
    assert changed


def test_a_secret_choice_is_made_again() -> None:
    rules = GAMES["rps-extreme"].rules
    state, _ = rules.start(rules.ruleset("current"), Seed(bytes(32), bytes(32)))
    moved = rules.act(state, 0, rules.legal(state, 0)[0])
    assert not isinstance(moved, Refused)
    chosen, _ = moved
    assert rules.asked(chosen) == (1,)
    assert rules.asked(rules.reseed(chosen, Seed(bytes(32), bytes(range(32))))) == (0, 1)


def test_the_deck_keeps_its_cards_and_all_that_was_seen_of_it() -> None:
    rules = GAMES["density-deck"].rules
    ruleset = rules.ruleset("current")
    other = seed(Random(9), ruleset)
    for state in states(rules, ruleset):
        after = rules.reseed(state, other)
        old, new = state.deal.deck, after.deal.deck
        assert Counter(new) == Counter(old)
        dealt = 3 * len(state.deal.order)
        shown = dealt + min(state.round - 1, 3)
        assert new[:shown] == old[:shown]
        assert new[dealt + 3 : state.top] == old[dealt + 3 : state.top]
