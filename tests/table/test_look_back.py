"""What is kept for the next snapshot of a game is never shown when it is old, or to others."""

import random
from collections.abc import Callable
from contextlib import suppress
from datetime import timedelta
from typing import Any

import pytest
from django.db import transaction
from django.db.models.functions import Now

from accounts.models import User
from games.engine.contract import Json
from games.models import Game, Move, Seat
from games.table import presence, snapshot_cache, snapshots, stand_ins, talk
from games.table.snapshot_cache import Cache
from tests.table.harness import (
    Driver,
    established,
    fire_deadline,
    make_users,
    playing_game,
)

pytestmark = pytest.mark.django_db(transaction=True)
Frames = dict[int | None, Any]
Change = Callable[[Game, list[User]], object]


@pytest.fixture(autouse=True)
def _cache(monkeypatch: pytest.MonkeyPatch) -> None:
    """Begin with nothing kept."""
    monkeypatch.setattr(snapshot_cache, "cache", Cache(snapshot_cache.MOST_KEPT))


def taken(game: Game, viewers: list[int | None]) -> Frames:
    """The snapshots of these viewers, without the times that are left: they go on."""
    found = snapshots.snapshots(game.pk, viewers)
    return {viewer: timeless(frame) for viewer, frame in found.items()}


def timeless(frame: Any) -> Any:
    if not isinstance(frame, dict):
        return frame
    clocks = {
        seat: {**clock, "ms": 0, "free": 0, "bank": 0} for seat, clock in frame["clocks"].items()
    }
    seats = [{**seat, "away_ms": seat["away_ms"] is not None} for seat in frame["seats"]]
    return {**frame, "clocks": clocks, "seats": seats, "pause": frame["pause"] > 0}


def anew(game: Game, viewers: list[int | None]) -> Frames:
    """The same by a process that has just started."""
    kept, snapshot_cache.cache = snapshot_cache.cache, Cache(snapshot_cache.MOST_KEPT)
    try:
        return taken(game, viewers)
    finally:
        snapshot_cache.cache = kept


def next_match(game: Game, users: list[User]) -> None:
    """Let the game go on until another match is dealt."""
    before = game.matches.count()
    driver = Driver(game.pk)
    while game.matches.count() == before:
        driver.step()


def mute(game: Game, users: list[User]) -> None:
    """Let one player mute another, who has said something."""
    talk.say(game.pk, users[1].pk, "phrase", "thanks")
    talk.mute(game.pk, users[0].pk, 1, True)


class LastChoice(random.Random):
    """Dice that choose what a calm player does not: that takes the first."""

    def choice(self, seq: Any) -> Any:
        return seq[-1]


def undo_and_move(game: Game, users: list[User]) -> None:
    """Lose the last move, as a database may that is replaced by its copy, and make another."""
    rows, seats = BEFORE_THE_LAST[game.pk]
    Move.objects.filter(game=game.pk, ply__gt=rows["ply"]).delete()
    Game.objects.filter(pk=game.pk).update(**rows)
    for seat in seats:
        Seat.objects.filter(pk=seat["id"]).update(**seat)
    Driver(game.pk, LastChoice()).step()


def by_hand(**changed: object) -> Change:
    """A change of the game's row that no function of the table makes."""
    return lambda game, users: Game.objects.filter(pk=game.pk).update(**changed)


# the rows of each game before its last move
BEFORE_THE_LAST: dict[str, tuple[Json, list[Json]]] = {}
CHANGES: dict[str, Change] = {
    "a move": lambda game, users: Driver(game.pk).step(),
    "a lapsed turn": lambda game, users: fire_deadline(game.pk),
    "a new match": next_match,
    "the end of the game": lambda game, users: Driver(game.pk).finish(),
    "an owner who left": lambda game, users: stand_ins.abandon(game.pk, users[1].pk),
    "an owner who went away": lambda game, users: presence.depart(game.pk, users[1].pk),
    "another page": lambda game, users: presence.take_over(game.pk, users[0].pk, "page-2"),
    "a deleted account": lambda game, users: users[1].delete(),
    "a line of talk": lambda game, users: talk.say(game.pk, users[2].pk, "phrase", "thanks"),
    "a mute": mute,
    "a hidden rating": lambda game, users: User.objects.filter(pk=users[0].pk).update(
        hides_rating=True
    ),
    "a table that is closed to watchers": by_hand(watchable=False),
    "a pause by hand": by_hand(pause_until=Now() + timedelta(seconds=90)),
    "a seat by hand": lambda game, users: Seat.objects.filter(game=game.pk, index=2).update(
        name="Renamed"
    ),
    "a lost move": undo_and_move,
}


def kept_game() -> tuple[Game, list[User], list[int | None]]:
    """A game in its second match of which snapshots were taken; its users, and all viewers."""
    users = established(make_users(4))
    game = playing_game(users, lives=8, free=15)
    next_match(game, users)
    driver = Driver(game.pk, calm=True)
    driver.step()
    rows: Any = Game.objects.filter(pk=game.pk).values("state", "ply", "version").get()
    seats: list[Any] = list(Seat.objects.filter(game=game.pk).values())
    BEFORE_THE_LAST[game.pk] = (rows, seats)
    driver.step()
    viewers: list[int | None] = [None, *(user.pk for user in [*users, *make_users(1, "Watcher")])]
    taken(game, viewers)
    return game, users, viewers


@pytest.mark.parametrize("name", CHANGES)
def test_what_is_kept_is_not_shown_when_it_is_old(name: str) -> None:
    game, users, viewers = kept_game()
    before = taken(game, viewers)
    CHANGES[name](game, users)
    assert taken(game, viewers) == anew(game, viewers) != before


@pytest.mark.parametrize("name", CHANGES)
def test_a_cache_that_asks_nothing_would_show_it(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, users, viewers = kept_game()
    whole = snapshot_cache.read(game.pk)
    CHANGES[name](game, users)
    monkeypatch.setattr(snapshot_cache, "read", lambda game_id: whole)
    shown = taken(game, viewers)
    monkeypatch.undo()
    assert shown != anew(game, viewers)


@pytest.mark.parametrize("slug", ["density-deck", "rps-extreme"])
def test_snapshots_that_go_on_are_those_of_a_new_process_in_a_whole_game(slug: str) -> None:
    options = {"density-deck": {"lives": 4}, "rps-extreme": {"target": 5}}[slug]
    users = make_users(2)
    game = playing_game(users, slug=slug, **options)
    all_viewers, dice = [None, *(user.pk for user in users)], random.Random(5)

    def compare() -> None:
        # one viewer may be away for a while, and what is kept for the others goes on
        viewers = dice.sample(all_viewers, dice.randint(0, 3))
        assert taken(game, viewers) == anew(game, viewers)

    compare()
    Driver(game.pk, random.Random(3), after=compare).finish()


def test_few_games_are_kept_and_the_one_that_is_not_asked_for_goes_first(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    games = [playing_game(make_users(2, prefix)) for prefix in ("A", "B", "C")]
    weight = snapshot_cache.WEIGHT_OF_ROWS + 1  # that of the first deal
    monkeypatch.setattr(snapshot_cache, "cache", Cache(2 * weight))
    for number in (0, 1, 0, 2):
        taken(games[number], [None])
    assert [snapshot_cache.cache.get(game.pk) is not None for game in games] == [True, False, True]


def test_what_a_transaction_has_read_and_not_written_is_not_shown_after_it() -> None:
    game, users, viewers = kept_game()
    before = taken(game, viewers)
    with suppress(ZeroDivisionError), transaction.atomic():
        Driver(game.pk).step()
        talk.say(game.pk, users[2].pk, "phrase", "thanks")
        assert taken(game, viewers) != before
        raise ZeroDivisionError
    assert taken(game, viewers) == before
