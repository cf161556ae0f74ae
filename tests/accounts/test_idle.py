"""Idle guests and expired sessions are deleted."""

from datetime import date, datetime, timedelta
from typing import Any

import pytest
from django.conf import settings
from django.contrib.sessions.models import Session
from django.test import Client
from django.utils import timezone

from accounts.models import User
from accounts.tasks import bring_up_to_date
from games.analysis import puzzles
from games.lobby import removal
from games.models import Game, Line, PuzzleAttempt, Seat
from games.tasks import remove_idle_guests
from matchmaking.models import Slot
from tests.records.puzzle_rows import save_puzzle
from tests.table.harness import make_users, open_table, playing_game

pytestmark = pytest.mark.django_db

DAY = timedelta(days=1)


def make_guest(number: int, days: int = 200, **fields: Any) -> User:
    """Make a guest who joined this many days ago."""
    came = timezone.now() - days * DAY
    return User.objects.create_user(
        f"Guest {number}", is_guest=True, joined_at=came, last_login=came, **fields
    )


def set_seat_age(user: User, days: int) -> None:
    """Make the seats of a guest, and the ends of their games, this many days old."""
    then = timezone.now() - days * DAY
    Seat.objects.filter(user=user).update(joined_at=then)
    Game.objects.filter(seats__user=user, finished_at__isnull=False).update(finished_at=then)


def finish_game(game: Game, then: datetime) -> None:
    Game.objects.filter(pk=game.pk).update(status=Game.Status.FINISHED, finished_at=then)
    Seat.objects.filter(game=game).update(live=False, asked=False, due_at=None, turn_at=None)


def list_names() -> set[str]:
    return set(User.objects.values_list("name", flat=True))


def test_guests_go_once_they_have_not_played_for_long_and_nobody_else_does() -> None:
    past = timezone.now() - 3000 * DAY
    User.objects.create_user("Mira", joined_at=past, last_login=past)
    ola, kim = make_users(2)
    guests = [make_guest(number) for number in range(1000, 1006)]
    playing, waiting, recent, queued, solves, solved = guests
    playing_game([ola, playing])
    open_table(waiting)
    finish_game(playing_game([kim, recent]), timezone.now())
    Slot.objects.create(player=queued, queue="density-deck", mu=25, sigma=8)
    for user in (playing, waiting, queued):
        set_seat_age(user, 120)
    set_seat_age(recent, 60)
    for user, days in ((solves, 80), (solved, 91)):
        puzzles.save_answer(user, save_puzzle(user.pk), "fight", date(2026, 11, 24))
        PuzzleAttempt.objects.filter(user=user).update(at=timezone.now() - days * DAY)
    # a guest who never joined a table is deleted after two weeks
    make_guest(2000, days=13)
    never, came_back = make_guest(2001, days=15), make_guest(2002, days=15)
    User.objects.filter(pk=came_back.pk).update(last_login=timezone.now())
    everyone = list_names()
    remove_idle_guests()
    assert everyone - list_names() == {solved.name, never.name}


def test_the_games_of_a_guest_who_is_deleted_stay() -> None:
    (mira,) = make_users(1)
    gone = make_guest(1000)
    game = playing_game([mira, gone])
    Line.objects.create(game=game, user=gone, seat=1, name=gone.name, kind="text", text="Hello")
    finish_game(game, timezone.now())
    set_seat_age(gone, 91)
    remove_idle_guests()
    assert list_names() == {mira.name}
    assert not Line.objects.exists()
    seat = Seat.objects.get(game=game, index=1)
    assert (seat.user, seat.name) == (None, "Guest 1000")


def test_so_many_guests_at_a_time() -> None:
    for number in range(1000, 1005):
        make_guest(number)
    assert [removal.remove_idle_guests(timezone.now(), most=2) for _ in range(4)] == [2, 2, 1, 0]


def test_sessions_that_are_over_are_deleted_and_others_stay() -> None:
    (mira,) = make_users(1)
    client, over = Client(), Client()
    client.force_login(mira)
    over.force_login(mira)
    key = over.cookies[settings.SESSION_COOKIE_NAME].value
    Session.objects.filter(pk=key).update(expire_date=timezone.now() - DAY)
    past = timezone.now() - 2 * DAY
    Session.objects.bulk_create(
        Session(session_key=f"{number:032}", session_data="", expire_date=past)
        for number in range(1200)
    )
    bring_up_to_date()
    assert Session.objects.count() == 1
    assert client.get("/accounts/settings/").status_code == 200
