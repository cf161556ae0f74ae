"""The constants of the ratings follow from the committed run of bench.luck_scale."""

from random import Random

import pytest

from accounts.rating import START_NOISE
from bench.luck_scale import GUESTS, doubts, goals, kept, noise, ratings
from bench.plackett_luce import Finish, fit
from games.game_type import GameType
from games.registry import GAMES

SLUGS = ("density-deck", "rps-extreme")
every_game = pytest.mark.parametrize("game", [GAMES[slug] for slug in SLUGS], ids=SLUGS)


@every_game
def test_levels_count_as_what_was_measured(game: GameType) -> None:
    assert game.ai_ratings == ratings(kept(), game)
    assert game.ai_doubts == doubts(kept(), game)


@every_game
def test_the_noise_at_the_start_lies_within_what_was_measured(game: GameType) -> None:
    _, low, high = kept()[game.slug]["noise"]
    assert low < START_NOISE < high


def test_nothing_in_the_code_has_drifted_from_the_run() -> None:
    assert [goal.what for goal in goals(kept()) if not goal.met] == []


def test_the_players_of_the_dial_were_measured() -> None:
    assert set(GUESTS) < set(kept()[SLUGS[0]]["points"])


def test_wide_distances_between_players_mean_little_noise() -> None:
    (near, *_), (far, low, high) = noise([1400, 1500, 1600]), noise([1200, 1500, 1800])
    assert near == pytest.approx(3 * far)
    assert low < far < high


def test_a_fit_finds_the_strengths_by_which_games_were_drawn() -> None:
    dice, strengths = Random(1), {"a": 0.0, "b": 1.0, "c": -0.5, "d": 0.4}
    finishes = []
    for number in range(4_000):
        length, stretch = ("quick", 1.5) if number % 2 else ("whole", 1.0)
        # the place is taken by who comes first, at a rate of e to the strength
        came = {
            name: dice.expovariate(1.0) * 2.718281828 ** (-each / stretch)
            for name, each in strengths.items()
        }
        order = sorted(came, key=came.__getitem__)
        finishes.append(Finish(list(came), [order.index(name) + 1 for name in came], length))
    found = fit(finishes, "a")
    for name, strength in strengths.items():
        assert abs(found.strengths[name] - strength) <= 3.5 * found.strength_errors[name]
    stretch = found.stretches["quick"]
    assert abs(stretch - 1.5) < 3.5 * found.stretch_errors["quick"]
