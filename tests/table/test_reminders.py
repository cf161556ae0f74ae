"""Users who are away from a table without a clock are reminded of their turn."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from datetime import timedelta
from typing import Any

import pytest
from django.db.models.functions import Now

from accounts.models import PushChoices, User
from density.platform.redis import redis_connection
from games.live import reminders
from games.models import Game, Seat
from tests.table.harness import asked_seat, make_users, playing_game
from tests.workers import collect_deliveries, let_push_reach

pytestmark = pytest.mark.django_db
Reminded = Callable[[], list[tuple[str, str]]]


@pytest.fixture
def reminded(
    django_capture_on_commit_callbacks: Callable[..., AbstractContextManager[Any]],
) -> Reminded:
    """A function that runs the clock and returns the sent reminders."""

    def send() -> list[tuple[str, str]]:
        redis_connection().delete("celery")
        with django_capture_on_commit_callbacks(execute=True):
            reminders.send_reminders()
        return [
            (User.objects.get(pk=each["user"]).name, each["message"]["body"])
            for each in collect_deliveries()
        ]

    return send


def want_reminders(users: list[User]) -> list[User]:
    """Subscribe users to reminders in a browser; return them."""
    let_push_reach("turn", *users)
    return users


def leave_seat(game: Game, seconds: float = 61) -> Seat:
    """Make the owner of the asked seat absent for this long; return the seat."""
    seat = asked_seat(game.pk)
    Seat.objects.filter(pk=seat.pk).update(away_since=Now() - timedelta(seconds=seconds))
    return seat


def test_a_user_who_is_away_is_reminded_once_of_a_question(reminded: Reminded) -> None:
    game = playing_game(want_reminders(make_users(2)), free=None, absence="wait")
    seat = leave_seat(game)
    (other,) = Seat.objects.filter(game=game).exclude(pk=seat.pk)
    assert reminded() == [(seat.name, f"Against {other.name}")]
    assert reminded() == []
    Seat.objects.filter(pk=seat.pk).update(question=seat.question + 2)
    Game.objects.filter(pk=game.pk).update(title="Our table")
    assert reminded() == [(seat.name, "Our table")]


def test_nothing_is_sent_before_a_minute_or_for_another_turn(reminded: Reminded) -> None:
    game = playing_game(want_reminders(make_users(2)), free=None, absence="wait")
    leave_seat(game, 50)
    Seat.objects.filter(game=game, asked=False).update(away_since=Now() - timedelta(hours=1))
    assert reminded() == []


@pytest.mark.parametrize(
    ("count", "options"), [(2, {"free": 20, "absence": "wait"}), (1, {"free": None, "ais": 1})]
)
def test_nothing_is_sent_where_a_clock_or_only_ai_players_wait(
    reminded: Reminded, count: int, options: dict[str, Any]
) -> None:
    game = playing_game(want_reminders(make_users(count)), **options)
    Seat.objects.filter(game=game, asked=True, user__isnull=False).update(
        away_since=Now() - timedelta(minutes=5)
    )
    assert reminded() == []


def test_who_did_not_choose_it_gets_it_after_choosing_it(reminded: Reminded) -> None:
    game = playing_game(want_reminders(make_users(2)), free=None, absence="wait")
    seat = leave_seat(game)
    PushChoices.objects.update(turn=False)
    assert reminded() == []
    PushChoices.objects.update(turn=True)
    assert [name for name, _ in reminded()] == [seat.name]
