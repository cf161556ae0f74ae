"""Guests who never come back and sessions that are over do not stay for ever."""

from datetime import date, datetime, timedelta
from typing import Any

import pytest
from django.conf import settings
from django.contrib.sessions.models import Session
from django.test import Client
from django.utils import timezone

from accounts.models import User
from accounts.tasks import bring_up_to_date
from games.models import Game, Line, PuzzleAttempt, Seat
from games.records import puzzles
from games.table import removal
from games.tasks import remove_idle_guests
from matchmaking.models import Slot
from tests.records.puzzle_rows import kept
from tests.table.harness import make_users, open_table, playing_game

pytestmark = pytest.mark.django_db

DAY = timedelta(days=1)


def guest(number: int, days: int = 200, **fields: Any) -> User:
    """A guest who came so many days ago."""
    came = timezone.now() - days * DAY
    return User.objects.create_user(
        f"Guest {number}", is_guest=True, joined_at=came, last_login=came, **fields
    )


def sat(user: User, days: int) -> None:
    """Let the seats of a guest, and the ends of their games, be so many days old."""
    then = timezone.now() - days * DAY
    Seat.objects.filter(user=user).update(joined_at=then)
    Game.objects.filter(seats__user=user, finished_at__isnull=False).update(finished_at=then)


def finish(game: Game, then: datetime) -> None:
    Game.objects.filter(pk=game.pk).update(status=Game.Status.FINISHED, finished_at=then)
    Seat.objects.filter(game=game).update(live=False, asked=False, due_at=None, turn_at=None)


def is_there(user: User) -> bool:
    return User.objects.filter(pk=user.pk).exists()


def test_a_guest_who_has_answered_puzzles_lately_stays() -> None:
    solves, solved = guest(1000), guest(1001)
    for user, days in ((solves, 80), (solved, 91)):
        puzzles.answer(user, kept(user.pk), "fight", date(2026, 11, 24))
        then = timezone.now() - days * DAY
        PuzzleAttempt.objects.filter(user=user).update(at=then)
    remove_idle_guests()
    assert is_there(solves)
    assert not is_there(solved)


def test_a_guest_who_has_not_played_for_long_is_deleted_and_the_games_stay() -> None:
    (mira,) = make_users(1)
    gone = guest(1000)
    game = playing_game([mira, gone])
    Line.objects.create(game=game, user=gone, seat=1, name=gone.name, kind="text", text="Hello")
    finish(game, timezone.now())
    sat(gone, 91)
    remove_idle_guests()
    assert not is_there(gone)
    assert is_there(mira)
    assert not Line.objects.exists()
    seat = Seat.objects.get(game=game, index=1)
    assert (seat.user, seat.name) == (None, "Guest 1000")


def test_guests_who_play_or_just_played_stay() -> None:
    (mira,) = make_users(1)
    playing, waiting, recent, queued = [guest(number) for number in range(1000, 1004)]
    playing_game([mira, playing])
    open_table(waiting)
    game = playing_game([*make_users(1, "Other"), recent])
    finish(game, timezone.now())
    Slot.objects.create(player=queued, queue="density-deck", mu=25, sigma=8)
    for user in (playing, waiting, queued):
        sat(user, 120)
    sat(recent, 60)
    remove_idle_guests()
    assert all(map(is_there, (playing, waiting, recent, queued)))


def test_guests_who_never_sat_down_go_after_two_weeks() -> None:
    old, new = guest(1000, days=15), guest(1001, days=13)
    came_back = guest(1002, days=15)
    User.objects.filter(pk=came_back.pk).update(last_login=timezone.now())
    remove_idle_guests()
    assert not is_there(old)
    assert is_there(new)
    assert is_there(came_back)


def test_a_registered_player_is_never_idle() -> None:
    past = timezone.now() - 3000 * DAY
    mira = User.objects.create_user("Mira", joined_at=past, last_login=past)
    remove_idle_guests()
    assert is_there(mira)


def test_so_many_guests_at_a_time() -> None:
    for number in range(1000, 1005):
        guest(number)
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
