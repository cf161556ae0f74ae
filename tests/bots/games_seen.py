"""Moments of whole games at which a seat is asked, for the tests of the AI players."""

from collections.abc import Iterator
from random import Random

from games.bots.catalog import choose
from games.engine.contract import Refused, Seed
from games.engine.density_deck import rules
from games.engine.density_deck.sight import look
from games.engine.density_deck.state import Ruleset, State

SLUG = "density-deck"
LEVELS = ("random", "easy", "medium")
RULESETS = (
    Ruleset(),
    Ruleset(edition="classic"),
    Ruleset(lone="subtracted", seats=3),
    Ruleset(allow_pass=True, lives=4, seats=2),
    Ruleset(edition="classic", lone="subtracted", round_cap=30, allow_pass=True, lives=3),
)


def moments(ruleset: Ruleset, level: str, seed: int) -> Iterator[tuple[State, int]]:
    """Every state of a game between players of a level, with the action chosen in it."""
    dice = Random(seed)
    chance = Seed(dice.randbytes(32), dice.randbytes(16 * ruleset.seats))
    state, _ = rules.start(ruleset, chance)
    while asked := rules.asked(state):
        action = choose(SLUG, level, look(state, asked[0]), dice)
        yield state, action
        moved = rules.act(state, asked[0], action)
        assert not isinstance(moved, Refused), moved
        state, _ = moved
