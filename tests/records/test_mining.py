"""Mining of puzzles from finished public games, once each and without names."""

import json
import random
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from games.analysis import mining
from games.density_deck.bots import puzzle, random_legal
from games.lobby import removal
from games.models import Game, Puzzle
from games.registry import GAMES
from tests.once import made_once
from tests.records.puzzle_rows import make_found_puzzle as found_puzzle
from tests.table.harness import Driver, make_users, playing_game

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def modest(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lower the bounds for puzzles, since players of tests choose randomly."""
    monkeypatch.setattr(puzzle, "GAP", 0.02)
    monkeypatch.setattr(puzzle, "LEAST", 0.0)
    monkeypatch.setattr(puzzle, "SOLVERS", (random_legal.choose_action,))
    monkeypatch.setattr(puzzle, "PLAYED", 4)
    monkeypatch.setattr(puzzle, "PLAYED_GAP", -2.0)
    monkeypatch.setattr(puzzle, "PLAYED_DOUBT", -9.0)


def finish_game(**options: Any) -> Game:
    game = made_once("mined", lambda: Driver(deal_game().pk, random.Random(5)).finish())
    now = timezone.now()
    Game.objects.filter(pk=game.pk).update(created_at=now, finished_at=now, **options)
    return game


def deal_game() -> Game:
    return playing_game(make_users(2, "Mira Longname"), lives=4)


def test_a_finished_game_gives_a_few_puzzles_once_and_they_name_nobody() -> None:
    game = finish_game()
    count = mining.mine_newest_game(timezone.now())
    assert 0 < count <= mining.MOST
    assert {each.source for each in Puzzle.objects.all()} == {game.pk}
    assert "Mira" not in json.dumps([each.data for each in Puzzle.objects.all()])
    assert mining.mine_newest_game(timezone.now()) == 0
    assert mining.mine_game(game.pk) == 0
    assert Puzzle.objects.count() == count


def test_a_game_that_runs_is_never_mined() -> None:
    game = deal_game()
    driver = Driver(game.pk, random.Random(5), calm=True)
    for _ in range(30):
        driver.step()
    assert mining.mine_game(game.pk) == 0
    assert mining.mine_newest_game(timezone.now()) == 0
    assert not Puzzle.objects.exists()


def test_games_that_are_private_old_or_of_another_kind_are_left_alone() -> None:
    private = finish_game(watchable=False)
    assert mining.mine_newest_game(timezone.now()) == 0
    Game.objects.filter(pk=private.pk).update(watchable=True)
    assert mining.mine_newest_game(timezone.now() + timedelta(days=2)) == 0
    Game.objects.filter(pk=private.pk).update(fork={"pasts": []})
    assert mining.mine_newest_game(timezone.now()) == 0
    assert not Puzzle.objects.exists()


def test_a_puzzle_stays_when_a_player_of_its_game_deletes_the_account() -> None:
    game = finish_game()
    count = mining.mine_game(game.pk)
    for seat in game.seats.all():
        assert seat.user is not None
        removal.remove_account(seat.user)
    assert Puzzle.objects.filter(source=game.pk).count() == count > 0


def test_a_game_takes_a_while_at_most_and_what_was_found_by_then_stays(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game, asked = finish_game(), []
    find = GAMES[game.slug].puzzle
    assert find is not None

    def counted(*given: Any) -> Any:
        asked.append(given)
        return {**(find(*given) or found_puzzle(len(asked)))}

    monkeypatch.setattr(mining, "SECONDS", 0.0)
    monkeypatch.setitem(GAMES, game.slug, replace(GAMES[game.slug], puzzle=counted))
    assert mining.mine_game(game.pk) == len(asked) == 1


def test_a_site_that_has_puzzles_for_years_looks_for_none(monkeypatch: pytest.MonkeyPatch) -> None:
    finish_game()
    monkeypatch.setattr(mining, "STORED", 0)
    assert mining.mine_newest_game(timezone.now()) == 0
