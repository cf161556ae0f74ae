"""A rated game changes the ranks with its last move, by the rules."""

import random
from threading import Thread

import pytest
from django.db import transaction

from accounts.models import Rank, RatingEvent, User
from accounts.ratings.ranks import rank_of
from games.engine.contract import Refused
from games.live import snapshots
from games.live.commands import stand_ins
from games.models import Game, Match, Move, Seat
from games.positions.position import lock_position, read_position
from games.records import standings
from tests.table.harness import (
    Driver,
    act_on,
    asked_seat,
    at_once,
    await_lock,
    fire_deadline,
    make_users,
    playing_game,
)

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]
SLUG = "density-deck"


def rated_game(users: list[User], ais: int = 0, lives: int = 2) -> Game:
    """Return a rated game after the deal."""
    game = playing_game(users, ais=ais, lives=lives)
    Game.objects.filter(pk=game.pk).update(rated=True)
    return game


def seat_places(game: Game) -> dict[int, int | None]:
    return dict(Seat.objects.filter(game=game).values_list("index", "place"))


def test_the_last_move_of_a_rated_game_changes_the_ranks_by_the_places() -> None:
    users = make_users(4)
    game = rated_game(users)
    Driver(game.pk, random.Random(3)).finish()
    events = {event.seat: event for event in RatingEvent.objects.filter(game=game.pk)}
    assert {seat: event.place for seat, event in events.items()} == seat_places(game)
    for better, worse in zip(
        *[sorted(events.values(), key=lambda one: one.place)] * 2, strict=True
    ):
        assert better.change >= worse.change
    assert not any(event.left for event in events.values())
    finished = Game.objects.get(pk=game.pk)
    assert {event.at for event in events.values()} == {finished.finished_at}


@pytest.mark.parametrize("decided", [0, 1])
def test_who_leaves_before_all_have_made_a_decision_is_rated_alone(decided: int) -> None:
    users = make_users(4)
    game = rated_game(users)
    leaver = users[asked_seat(game.pk).index if decided else 2]
    driver = Driver(game.pk, random.Random(3))
    for _ in range(decided):
        driver.step()
    stand_ins.abandon_seat(game.pk, leaver.pk)
    driver.finish()
    (event,) = RatingEvent.objects.all()
    assert (event.user_id, event.left) == (leaver.pk, True)
    assert event.place == seat_places(game)[event.seat]
    assert event.change <= 0


def after_all_have_answered(users: list[User], lazy: int | None = None) -> tuple[Game, Driver]:
    """Return a rated game in which every seat has answered, one of them by the clock."""
    game = rated_game(users, lives=4)
    driver = Driver(game.pk, random.Random(3))
    while len(set(Move.objects.filter(game=game).values_list("seat", flat=True))) < 4:
        if asked_seat(game.pk).index == lazy:
            fire_deadline(game.pk)
        else:
            driver.step()
    return game, driver


@pytest.mark.parametrize(("lazy", "leaver"), [(2, 2), (2, 0), (None, 2)])
def test_who_leaves_after_all_have_answered_spoils_the_rating_for_nobody(
    lazy: int | None, leaver: int
) -> None:
    users = make_users(4)
    game, driver = after_all_have_answered(users, lazy)
    stand_ins.abandon_seat(game.pk, users[leaver].pk)
    driver.finish()
    events = {event.user_id: event for event in RatingEvent.objects.all()}
    assert set(events) == {user.pk for user in users}
    assert events[users[leaver].pk].left
    assert events[users[leaver].pk].change <= 0
    found = standings.rank_changes(read_position(game.pk), users[0].pk)
    assert found is not None
    assert not found["void"]


def test_after_the_first_match_a_game_counts_though_somebody_never_had_a_turn() -> None:
    users = make_users(4)
    game = rated_game(users, lives=3)
    while Match.objects.filter(game=game).count() == 1:
        seat = asked_seat(game.pk)
        act_on(game.pk, seat.user_id, seat.question, {"do": "surrender"})
    spared = next(seat for seat in range(4) if not Move.objects.filter(game=game, seat=seat))
    stand_ins.abandon_seat(game.pk, users[spared].pk)
    Driver(game.pk, random.Random(3)).finish()
    events = {event.user_id: event for event in RatingEvent.objects.all()}
    assert set(events) == {user.pk for user in users}
    assert [user.pk for user in users if events[user.pk].left] == [users[spared].pk]


def play_lazily(game: Game, lazy: set[int]) -> Game:
    """Play to the end, with the clock and then a stand-in for the lazy players."""
    driver = Driver(game.pk, random.Random(3))
    while Game.objects.get(pk=game.pk).status == Game.Status.PLAYING:
        if asked_seat(game.pk).index in lazy:
            fire_deadline(game.pk)
        else:
            driver.step()
    return Game.objects.get(pk=game.pk)


def test_who_never_played_has_left_though_nobody_pressed_it() -> None:
    users = make_users(4)
    game = play_lazily(rated_game(users), {1, 2})
    events = {event.seat: event for event in RatingEvent.objects.all()}
    assert {seat: event.left for seat, event in events.items()} == {
        0: False,
        1: True,
        2: True,
        3: False,
    }
    assert max(events[1].change, events[2].change) <= 0
    left = Seat.objects.filter(game=game).exclude(abandoned_at=None)
    assert {seat.index for seat in left} == {1, 2}


def test_a_casual_game_changes_no_rank_and_nobody_has_left_it_by_never_playing() -> None:
    game = play_lazily(playing_game(make_users(4), lives=1), {1})
    assert not Seat.objects.filter(game=game).exclude(abandoned_at=None).exists()
    assert not RatingEvent.objects.exists()


@pytest.mark.parametrize("answered", [False, True])
def test_of_two_who_throw_at_once_one_leaves_before_or_after_the_clock_answers(
    answered: bool,
) -> None:
    users = make_users(2)
    game = playing_game(users, slug="rps-extreme", target=5)
    Game.objects.filter(pk=game.pk).update(rated=True)
    driver = Driver(game.pk, random.Random(3))
    driver.step()
    waiting = asked_seat(game.pk)
    if answered:
        fire_deadline(game.pk)
    stand_ins.abandon_seat(game.pk, waiting.user_id)
    driver.finish()
    events = {event.user_id: event.left for event in RatingEvent.objects.all()}
    rated = users if answered else [user for user in users if user.pk == waiting.user_id]
    assert events == {user.pk: user.pk == waiting.user_id for user in rated}


def test_the_result_tells_how_many_rungs_somebody_has_moved() -> None:
    users = make_users(2)
    game = rated_game(users, lives=1)
    Driver(game.pk, random.Random(3)).finish()
    for before, after, moved in ((3, 5, 2), (5, 4, -1), (None, 5, 0)):
        RatingEvent.objects.filter(user=users[0]).update(rung_before=before, rung_after=after)
        found = standings.rank_changes(read_position(game.pk), users[0].pk)
        assert found is not None
        assert (found["you"]["moved"], found["you"]["provisional"]) == (moved, False)
        assert found["you"]["badge"]["rung"] == after


@pytest.mark.concurrent_writes
def test_an_account_that_is_deleted_while_its_last_move_is_made_costs_nobody_the_move() -> None:
    """The second transaction waits, so that the database reports no deadlock."""
    users = make_users(2)
    for user in users:  # a rank that the deletion deletes and the end of the game changes
        Rank.objects.create(user=user, slug=SLUG, mu=25, sigma=8, rating=1500, standing=17)
    game = rated_game(users, lives=1)
    with transaction.atomic():
        position = lock_position(game.pk)
        for seat in position.seats.values():
            seat.save()
        deleting = Thread(target=lambda: at_once(users[1].delete))
        deleting.start()
        await_lock()
        standings.settle_ranks(position)
    deleting.join()
    assert not User.objects.filter(pk=users[1].pk).exists()
    assert set(RatingEvent.objects.values_list("user", flat=True)) == {users[0].pk}
    assert Seat.objects.get(game=game, index=1).user is None


def test_the_table_shows_ranks_to_everybody_and_none_that_is_hidden() -> None:
    users = make_users(3)
    rated_game(users[:2], lives=1)
    game = Game.objects.get(rated=True)
    Driver(game.pk, random.Random(3)).finish()
    table = playing_game(users)
    for viewer in (users[0].pk, users[2].pk, None):
        found = snapshots.make_snapshot(table.pk, viewer)
        assert not isinstance(found, Refused)
        assert set(found["ranks"]) == {"0", "1"}
        first = rank_of(users[0].pk, game.slug)
        chip = {"rating": first.rating, "provisional": True, "tier": None}
        assert found["ranks"]["0"] == chip
    User.objects.filter(pk=users[0].pk).update(hides_rating=True)
    hidden = snapshots.make_snapshot(table.pk, users[2].pk)
    assert not isinstance(hidden, Refused)
    assert set(hidden["ranks"]) == {"1"}
