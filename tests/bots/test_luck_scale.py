"""The constants of the ratings match the committed output of bench.luck_scale."""

import pytest

from accounts.ratings.rating import START_NOISE
from bench.luck_scale import GUESTS, check_goals, level_doubts, level_ratings, read_committed
from games.game_type import GameType
from games.registry import GAMES

SLUGS = ("density-deck", "rps-extreme")
every_game = pytest.mark.parametrize("game", [GAMES[slug] for slug in SLUGS], ids=SLUGS)


@every_game
def test_levels_count_as_what_was_measured(game: GameType) -> None:
    assert game.ai_ratings == level_ratings(read_committed(), game)
    assert game.ai_doubts == level_doubts(read_committed(), game)


@every_game
def test_the_noise_at_the_start_lies_within_what_was_measured(game: GameType) -> None:
    _, low, high = read_committed()[game.slug]["noise"]
    assert low < START_NOISE < high


def test_nothing_in_the_code_has_drifted_from_the_run() -> None:
    assert [goal.what for goal in check_goals(read_committed()) if not goal.met] == []


def test_the_players_of_the_dial_were_measured() -> None:
    assert set(GUESTS) < set(read_committed()[SLUGS[0]]["points"])
