"""The cached look-back of a game is never outdated or shown to others."""

import random
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest
from django.db import transaction

from accounts.models import Mute, User
from games.engine.contract import Json
from games.live import look_back, snapshots, talk
from games.models import Game, Move, Seat
from tests.table.harness import (
    Driver,
    establish_ranks,
    fire_deadline,
    make_users,
    playing_game,
)

pytestmark = pytest.mark.django_db(transaction=True)
Frames = dict[int | None, Any]
Change = Callable[[Game, list[User]], object]


@pytest.fixture(autouse=True)
def _cache() -> None:
    """Clear the cache."""
    look_back._cache.clear()


def take_snapshots(game: Game, viewers: list[int | None]) -> Frames:
    """Return the snapshots of these viewers, without running times."""
    found = snapshots.make_snapshots(game.pk, viewers)
    return {viewer: without_times(frame) for viewer, frame in found.items()}


def without_times(frame: Any) -> Any:
    if not isinstance(frame, dict):
        return frame
    clocks = {
        seat: {**clock, "ms": 0, "free": 0, "bank": 0} for seat, clock in frame["clocks"].items()
    }
    seats = [{**seat, "away_ms": seat["away_ms"] is not None} for seat in frame["seats"]]
    return {**frame, "clocks": clocks, "seats": seats, "pause": frame["pause"] > 0}


def snapshots_after_restart(game: Game, viewers: list[int | None]) -> Frames:
    """Return the snapshots that a new process would make."""
    kept = {**look_back._cache}
    look_back._cache.clear()
    try:
        return take_snapshots(game, viewers)
    finally:
        look_back._cache.clear()
        look_back._cache.update(kept)


def next_match(game: Game, users: list[User]) -> None:
    """Play until the next match is dealt."""
    before = game.matches.count()
    driver = Driver(game.pk)
    while game.matches.count() == before:
        driver.step()


class LastChoice(random.Random):
    """Dice that choose the last option, unlike a calm player."""

    def choice(self, seq: Any) -> Any:
        return seq[-1]


def undo_and_move(game: Game, users: list[User]) -> None:
    """Undo the last move, like a restored database, and make another."""
    rows, seats = BEFORE_THE_LAST[game.pk]
    Move.objects.filter(game=game.pk, ply__gt=rows["ply"]).delete()
    Game.objects.filter(pk=game.pk).update(**rows)
    for seat in seats:
        Seat.objects.filter(pk=seat["id"]).update(**seat)
    Driver(game.pk, LastChoice()).step()


# rows of each game before its last move
BEFORE_THE_LAST: dict[str, tuple[Json, list[Json]]] = {}
CHANGES: dict[str, Change] = {
    "a move": lambda game, users: Driver(game.pk).step(),
    "a lapsed turn": lambda game, users: fire_deadline(game.pk),
    "a new match": next_match,
    "the end of the game": lambda game, users: Driver(game.pk).finish(),
    "a lost move": undo_and_move,
}


def kept_game() -> tuple[Game, list[User], list[int | None]]:
    """Return a game in its second match with cached snapshots, its users and all viewers."""
    users = establish_ranks(make_users(4))
    game = playing_game(users, lives=8, free=15)
    next_match(game, users)
    driver = Driver(game.pk, calm=True)
    driver.step()
    rows: Any = Game.objects.filter(pk=game.pk).values("state", "ply", "version").get()
    seats: list[Any] = list(Seat.objects.filter(game=game.pk).values())
    BEFORE_THE_LAST[game.pk] = (rows, seats)
    driver.step()
    viewers: list[int | None] = [None, *(user.pk for user in [*users, *make_users(1, "Watcher")])]
    take_snapshots(game, viewers)
    return game, users, viewers


@pytest.mark.parametrize("name", CHANGES)
def test_what_is_kept_is_not_shown_when_it_is_old(name: str) -> None:
    game, users, viewers = kept_game()
    before = take_snapshots(game, viewers)
    CHANGES[name](game, users)
    assert take_snapshots(game, viewers) == snapshots_after_restart(game, viewers) != before


def test_a_mute_is_seen_in_the_next_snapshot_without_a_move() -> None:
    game, users, viewers = kept_game()
    seats = {seat.user_id: seat.index for seat in Seat.objects.filter(game=game)}
    Mute.objects.create(owner=users[0], muted=users[1])
    assert take_snapshots(game, viewers) == snapshots_after_restart(game, viewers)
    assert take_snapshots(game, viewers)[users[0].pk]["muted"] == [seats[users[1].pk]]


@pytest.mark.parametrize("slug", ["density-deck", "rps-extreme"])
def test_snapshots_that_go_on_are_those_of_a_new_process_in_a_whole_game(slug: str) -> None:
    options = {"density-deck": {"lives": 4}, "rps-extreme": {"target": 5}}[slug]
    users = make_users(2)
    game = playing_game(users, slug=slug, **options)
    all_viewers, dice = [None, *(user.pk for user in users)], random.Random(5)

    def compare() -> None:
        # a viewer may be away while the others' caches are updated
        viewers = dice.sample(all_viewers, dice.randint(0, 3))
        assert take_snapshots(game, viewers) == snapshots_after_restart(game, viewers)

    compare()
    Driver(game.pk, random.Random(3), after=compare).finish()


def test_few_games_are_cached_and_the_one_that_is_not_asked_for_goes_first(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    games = [playing_game(make_users(2, prefix)) for prefix in ("A", "B", "C")]
    monkeypatch.setattr(look_back, "MOST_CACHED", 2)
    for number in (0, 1, 0, 2):
        take_snapshots(games[number], [None])
    assert list(look_back._cache) == [games[0].pk, games[2].pk]


def test_what_a_transaction_has_read_and_not_written_is_not_shown_after_it() -> None:
    game, users, viewers = kept_game()
    before = take_snapshots(game, viewers)
    with suppress(ZeroDivisionError), transaction.atomic():
        Driver(game.pk).step()
        talk.say_line(game.pk, users[2].pk, "phrase", "thanks")
        assert take_snapshots(game, viewers) != before
        raise ZeroDivisionError
    assert take_snapshots(game, viewers) == before
