"""The same moment with the chance of another seed: what each game keeps, and asks again."""

from games.engine.contract import Seed, accepted
from games.registry import GAMES
from tests.engine.games import random_game, seed_of


def test_a_secret_choice_is_made_again() -> None:
    rules = GAMES["rps-extreme"].rules
    state, _ = rules.start(rules.ruleset("current"), Seed(bytes(32), bytes(32)))
    chosen, _ = accepted(rules.act(state, 0, rules.legal(state, 0)[0]))
    assert rules.asked(chosen) == (1,)
    assert rules.asked(rules.reseed(chosen, Seed(bytes(32), bytes(range(32))))) == (0, 1)


def test_the_deck_keeps_its_cards_and_all_that_was_seen_of_it() -> None:
    rules = GAMES["density-deck"].rules
    ruleset = rules.ruleset("current")
    other = seed_of(ruleset, 9)
    for state, _ in random_game(rules, ruleset, 1)[:-1]:
        old, new = state.deal.deck, rules.reseed(state, other).deal.deck
        assert sorted(new) == sorted(old)
        dealt = 3 * len(state.deal.order)
        shown = dealt + min(state.round - 1, 3)
        assert new[:shown] == old[:shown]
        assert new[dealt + 3 : state.top] == old[dealt + 3 : state.top]
