"""Positions from whole games in which a seat is asked, for tests of AI players."""

from functools import lru_cache
from random import Random
from typing import Any

import pytest

from bench.contest import ai_players
from games.density_deck.rules import state as dd
from games.engine.contract import Action, Ruleset, Seed, unwrap_accepted
from games.game_type import RANDOM, Bot
from games.registry import GAMES
from games.rps_extreme.rules import state as rx

SLUG = "density-deck"
RULESETS: dict[str, tuple[Ruleset, ...]] = {
    SLUG: (
        dd.Ruleset(),
        dd.Ruleset(edition="classic"),
        dd.Ruleset(lone="subtracted", seats=3),
        dd.Ruleset(allow_pass=True, lives=4, seats=2),
        dd.Ruleset(edition="classic", lone="subtracted", round_cap=30, allow_pass=True, lives=3),
    ),
    "rps-extreme": (rx.Ruleset(), rx.Ruleset(target=9, hand_limit=5)),
}
# every AI player by game and name: each level, and each style of it
PLAYERS: dict[str, dict[str, Bot]] = {slug: ai_players(GAMES[slug]) for slug in RULESETS}
LEVELS = {slug: tuple(PLAYERS[slug]) for slug in RULESETS}
THINKING = tuple(level for level in LEVELS[SLUG] if level != RANDOM)
every_player = pytest.mark.parametrize(
    ("slug", "ruleset", "level"),
    [
        (slug, ruleset, level)
        for slug, rulesets in RULESETS.items()
        for ruleset in rulesets
        for level in LEVELS[slug]
    ],
    ids=str,
)


def asked_seat(slug: str, state: Any) -> int:
    """Return the seat that acts next; of several the last, so the others' choices are secret."""
    return GAMES[slug].rules.asked(state)[-1]


@lru_cache(128)
def play_moments(
    ruleset: Ruleset, level: str, seed: int = 11, slug: str = SLUG
) -> tuple[tuple[Any, Action], ...]:
    """Return every state of a game between players of a level, with the chosen action."""
    rules, seen = GAMES[slug].rules, []
    dice = Random(seed)
    chance = Seed(dice.randbytes(32), dice.randbytes(16 * ruleset.seats))
    state, _ = rules.start(ruleset, chance)
    while rules.asked(state):
        seat = asked_seat(slug, state)
        action = PLAYERS[slug][level](rules.observe(state, seat), dice)
        seen.append((state, action))
        state, _ = unwrap_accepted(rules.act(state, seat, action))
    return tuple(seen)
