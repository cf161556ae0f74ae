"""Seats before the start of a game."""

from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from games.engine.contract import Refused
from games.lobby import seating
from games.models import Game, Seat
from games.positions.new_game import Options
from tests.table.harness import (
    at_once,
    make_users,
    open_table,
    playing_game,
    stored_game,
)

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize(
    ("index", "level", "code"),
    [
        (0, "easy", "seat-taken"),
        (4, "easy", "malformed"),
        (2, "divine", "malformed"),
        (2, "random", "malformed"),
    ],
)
def test_an_ai_sits_only_on_a_free_chair_and_plays_a_known_level(
    index: int, level: str, code: str
) -> None:
    (mira,) = make_users(1)
    game = open_table(mira)
    assert seating.seat_ai(game.pk, mira.pk, index, level) == Refused(code)


@pytest.mark.postgres
def test_people_who_join_at_once_get_different_chairs() -> None:
    users = make_users(6)
    game = open_table(users[0])
    answers = at_once(*[lambda user=user: seating.join_table(game.pk, user) for user in users[1:]])
    assert answers.count(Refused("table-full")) == 2
    assert answers.count(None) == game.seats.filter(index__gt=0).count() == 3
    game.refresh_from_db()
    assert game.status == Game.Status.SEALING


def test_the_database_itself_keeps_one_sitter_a_chair_and_one_chair_a_person() -> None:
    mira, ola = make_users(2)
    game = open_table(mira)
    with pytest.raises(IntegrityError), transaction.atomic():
        Seat.objects.create(game=game, index=0, user=ola, kind="player", name="Ola")
    with pytest.raises(IntegrityError), transaction.atomic():
        Seat.objects.create(game=game, index=1, user=mira, kind="player", name="Mira")
    with pytest.raises(IntegrityError), transaction.atomic():
        Seat.objects.create(game=game, index=4, user=ola, kind="player", name="Ola")
    with pytest.raises(IntegrityError), transaction.atomic():
        Seat.objects.create(game=game, index=1, kind="ai", name="Flint")


# ------------------------------------------------------------------- one person, one table
def test_somebody_who_sits_elsewhere_is_busy_and_nothing_is_changed() -> None:
    mira, ola = make_users(2)
    first, second = open_table(mira), open_table(ola)
    before = stored_game(second.pk)
    assert seating.join_table(second.pk, mira) == Refused("busy")
    assert seating.open_table(mira, Options()) == Refused("busy")
    assert seating.open_against_ai(mira, "easy", Options(free=None)) == Refused("busy")
    assert stored_game(second.pk) == before
    assert set(Game.objects.values_list("pk", flat=True)) == {first.pk, second.pk}


@pytest.mark.postgres
def test_one_person_who_joins_two_tables_at_the_same_moment_sits_at_one() -> None:
    hosts, (kim,) = make_users(2), make_users(1, "Kim")
    tables = [open_table(host) for host in hosts]
    answers = at_once(*[lambda table=table: seating.join_table(table.pk, kim) for table in tables])
    assert set(answers) == {None, Refused("busy")}
    assert Seat.objects.filter(user=kim).count() == 1


@pytest.mark.postgres
def test_joining_a_table_that_closes_finds_a_chair_or_no_table() -> None:
    mira, ola = make_users(2)
    game = open_table(mira)

    def join() -> bool:
        try:
            return seating.join_table(game.pk, ola) is None
        except Game.DoesNotExist:
            return False

    joined, _ = at_once(join, lambda: seating.leave_seat(game.pk, mira.pk))
    assert [found.host for found in Game.objects.all()] == ([ola] if joined else [])


# -------------------------------------------------------------------------------------- options
# ---------------------------------------------------------------------------------------- tidying
def leave_seats(*seats: Seat, seconds: float = 61) -> None:
    """Make the owners of these seats absent for this long."""
    since = timezone.now() - timedelta(seconds=seconds)
    Seat.objects.filter(pk__in=[seat.pk for seat in seats]).update(away_since=since)


def test_who_is_away_for_a_minute_loses_the_chair_at_an_open_table_only() -> None:
    mira, ola, kim, eva = make_users(4)
    game = open_table(mira)
    seating.join_table(game.pk, ola)
    running = playing_game([kim, eva])
    leave_seats(game.seats.get(user=ola), *running.seats.all())
    leave_seats(game.seats.get(user=mira), seconds=50)
    assert seating.free_vanished_seats() == 1
    assert [seat.user for seat in game.seats.all()] == [mira]
    assert running.seats.count() == 2
    assert seating.free_vanished_seats() == 0


def test_a_deleted_account_leaves_no_chair_behind() -> None:
    mira, ola = make_users(2)
    game = open_table(mira)
    seating.join_table(game.pk, ola)
    Seat.objects.update(away_since=None)
    mira.delete()
    assert seating.free_vanished_seats() == 1
    game.refresh_from_db()
    assert game.host == ola
