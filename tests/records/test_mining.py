"""Mining of puzzles from finished public games, once each and without names."""

import json
import random
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from games.analysis import mining, puzzles
from games.density_deck.bots import puzzle
from games.lobby import removal
from games.models import Game, Puzzle
from games.registry import GAMES
from tests.once import made_once
from tests.records.puzzle_rows import SLUG, save_puzzle
from tests.records.puzzle_rows import make_found_puzzle as found_puzzle
from tests.table.harness import Driver, make_users, playing_game

pytestmark = pytest.mark.django_db(transaction=True)


BOUNDS: dict[str, Any] = {
    "GAP": 0.01,
    "DISCARD_GAP": 0.01,
    "CERTAIN": 0.0,
    "AT_ONCE": 2.0,
    "PLAYED": 4,
    "LOOKS": (4,),
    "PLAYED_SHARE": -200.0,
    "PLAYED_DOUBT": -9.0,
}


@pytest.fixture(autouse=True)
def modest(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lower the bounds for puzzles, since players of tests choose randomly."""
    for name, value in BOUNDS.items():
        monkeypatch.setattr(puzzle, name, value)
    monkeypatch.setattr(puzzle, "is_plain", lambda *_: True)


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
    puzzler = GAMES[game.slug].puzzle
    assert puzzler is not None

    def counted(*given: Any) -> Any:
        asked.append(given)
        return {**(puzzler.find(*given) or found_puzzle(len(asked)))}

    monkeypatch.setattr(mining, "SECONDS", 0.0)
    changed = replace(GAMES[game.slug], puzzle=puzzler._replace(find=counted))
    monkeypatch.setitem(GAMES, game.slug, changed)
    assert mining.mine_game(game.pk) == len(asked) == 1


def test_a_match_gives_one_puzzle_of_a_theme_and_none_is_nearly_another() -> None:
    cards = {"hand": ["Re3", "Re5", "Co8"], "center": ["Ye5", "Bl3"]}
    first = found_puzzle(1, position=cards)
    assert puzzles.add_puzzle(SLUG, first, "game-one")
    other = found_puzzle(1, position={"hand": ["Go4", "Go10", "Co1"], "center": ["Ye5", "Bl3"]})
    assert not puzzles.add_puzzle(SLUG, other, "game-one")
    assert puzzles.add_puzzle(SLUG, {**other, "match": 2}, "game-one")
    # the same cards in another color, and one card that differs
    blue = {"hand": ["Bl3", "Bl5", "Co8"], "center": ["Ye5", "Re3"]}
    assert not puzzles.add_puzzle(SLUG, found_puzzle(3, position=blue), "game-two")
    assert not puzzles.add_puzzle(
        SLUG, found_puzzle(3, position={**blue, "hand": ["Bl3", "Bl5", "Co9"]}), "game-two"
    )
    assert puzzles.add_puzzle(
        SLUG, found_puzzle(3, position={**blue, "hand": ["Bl3", "Bl10", "Co9"]}), "game-two"
    )


def test_an_answer_that_is_too_common_in_its_theme_is_no_longer_looked_for() -> None:
    for number in range(12):
        save_puzzle(number)
    assert puzzles.unwanted_kinds(SLUG) == set()
    for number in range(12, 20):
        save_puzzle(number, kind="on")
    assert puzzles.unwanted_kinds(SLUG) == set()
    for number in range(20, 24):
        save_puzzle(number)
    assert puzzles.unwanted_kinds(SLUG) == {("timing", "fight")}


def test_a_site_that_has_puzzles_for_years_looks_for_none(monkeypatch: pytest.MonkeyPatch) -> None:
    finish_game()
    monkeypatch.setattr(mining, "STORED", 0)
    assert mining.mine_newest_game(timezone.now()) == 0
