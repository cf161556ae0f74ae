"""Strikes and their forgiveness."""

from datetime import UTC, datetime, timedelta

import pytest
from django.db.models import F
from django.utils import timezone

from accounts.models import User
from density.platform import redis
from games.live import outage
from matchmaking import penalties
from matchmaking.models import Strike
from tests.table.harness import make_users

pytestmark = pytest.mark.django_db(transaction=True)
NOON = datetime(2026, 1, 10, 12, tzinfo=UTC)
OLD = timedelta(days=100)


def hours_before_noon(*hours: float) -> list[datetime]:
    """Return times this many hours before noon."""
    return [NOON - timedelta(hours=each) for each in hours]


@pytest.mark.parametrize(
    ("strikes", "clean_games", "days_later", "count"),
    [
        (hours_before_noon(), hours_before_noon(), 0, 0),
        # three days forgive one
        (hours_before_noon(2, 1), hours_before_noon(), 2.9, 2),
        (hours_before_noon(2, 1), hours_before_noon(), 3, 1),
        (hours_before_noon(2, 1), hours_before_noon(), 6, 0),
        # and so do ten later games
        (hours_before_noon(40, 30), hours_before_noon(*range(1, 10)), 0, 2),
        (hours_before_noon(40, 30), hours_before_noon(*range(1, 11)), 0, 1),
        (hours_before_noon(40, 30), hours_before_noon(*range(1, 21)), 0, 0),
        (hours_before_noon(9), hours_before_noon(*range(10, 20)), 0, 1),
    ],
)
def test_three_days_or_ten_clean_games_take_one_strike_away(
    strikes: list[datetime], clean_games: list[datetime], days_later: float, count: int
) -> None:
    now = NOON + timedelta(days=days_later)
    assert penalties.count_active(strikes, clean_games, now) == count


def test_the_ladder_is_climbed_and_ends_at_72_hours() -> None:
    spans = [penalties.cooldown_length(count, OLD) for count in range(1, 9)]
    assert spans[0] is None
    hours = [span.total_seconds() / 3600 for span in spans[1:] if span is not None]
    assert hours == [pytest.approx(1 / 6), 0.5, 2, 12, 72, 72, 72]
    # the cooldown of a new account is doubled
    assert penalties.cooldown_length(2, timedelta(days=2)) == timedelta(minutes=20)
    assert penalties.cooldown_length(1, timedelta(0)) is None


def make_veteran() -> User:
    """Make a user with an old account."""
    (user,) = make_users(1)
    User.objects.update(joined_at=F("joined_at") - OLD)
    return user


def test_the_first_strike_warns_and_the_second_keeps_out() -> None:
    user, now = make_veteran(), timezone.now()
    penalties.add_strike(user.pk, "one", Strike.Reason.DECLINED, now)
    warned = penalties.find_cooldown(user.pk)
    assert warned is not None
    assert (warned.until, warned.left_ms, warned.reason, warned.strikes) == (None, 0, "declined", 1)
    penalties.add_strike(user.pk, "two", Strike.Reason.NO_SHOW, now)
    out = penalties.find_cooldown(user.pk)
    assert out is not None
    assert (out.until, out.reason, out.strikes) == (now + timedelta(minutes=10), "no-show", 2)


def test_a_game_strikes_once() -> None:
    user, now = make_veteran(), timezone.now()
    assert penalties.add_strike(user.pk, "one", Strike.Reason.DECLINED, now) is not None
    assert penalties.add_strike(user.pk, "one", Strike.Reason.ABANDONED, now) is None
    assert Strike.objects.count() == 1


def test_nobody_is_struck_just_after_a_restart_of_the_house() -> None:
    user = make_veteran()
    outage.resume_turns()
    assert penalties.add_strike(user.pk, "one", Strike.Reason.NO_SHOW, timezone.now()) is None
    redis.redis_connection().set(outage.RESUMED, timezone.now().timestamp() - 601)
    assert penalties.add_strike(user.pk, "one", Strike.Reason.NO_SHOW, timezone.now()) is not None
