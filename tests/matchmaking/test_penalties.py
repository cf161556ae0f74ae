"""What spoiling a ranked game costs, and how it is forgiven."""

from datetime import UTC, datetime, timedelta

import pytest
from django.db.models import F
from django.utils import timezone

from accounts.models import User
from games.table import outage, redis
from matchmaking import penalties
from matchmaking.models import Strike
from tests.table.harness import make_users

pytestmark = pytest.mark.django_db(transaction=True)
NOON = datetime(2026, 1, 10, 12, tzinfo=UTC)
OLD = timedelta(days=100)


def ago(**spans: float) -> datetime:
    """A time before noon."""
    return NOON - timedelta(**spans)


def test_three_days_take_one_strike_away() -> None:
    strikes = [ago(hours=2), ago(hours=1)]
    assert penalties.count_active(strikes, [], NOON) == 2
    assert penalties.count_active(strikes, [], NOON + timedelta(days=2.9)) == 2
    assert penalties.count_active(strikes, [], NOON + timedelta(days=3)) == 1
    assert penalties.count_active(strikes, [], NOON + timedelta(days=6)) == 0
    assert penalties.count_active([], [], NOON) == 0


def test_ten_clean_games_take_one_strike_away() -> None:
    strikes = [ago(hours=40), ago(hours=30)]
    games = [ago(hours=hour) for hour in range(1, 21)]
    assert penalties.count_active(strikes, games[:9], NOON) == 2
    assert penalties.count_active(strikes, games[:10], NOON) == 1
    assert penalties.count_active(strikes, games, NOON) == 0


def test_clean_games_before_the_strike_do_not_count() -> None:
    games = [ago(hours=hour) for hour in range(10, 20)]
    assert penalties.count_active([ago(hours=9)], games, NOON) == 1


def test_the_ladder_is_climbed_and_ends_at_72_hours() -> None:
    spans = [penalties.cooldown_length(count, OLD) for count in range(1, 9)]
    assert spans[0] is None
    hours = [span.total_seconds() / 3600 for span in spans[1:] if span is not None]
    assert hours == [pytest.approx(1 / 6), 0.5, 2, 12, 72, 72, 72]


def test_a_new_account_pays_twice() -> None:
    assert penalties.cooldown_length(2, timedelta(days=2)) == timedelta(minutes=20)
    assert penalties.cooldown_length(1, timedelta(0)) is None


def veteran() -> User:
    """Somebody who is long here."""
    (user,) = make_users(1)
    User.objects.update(joined_at=F("joined_at") - OLD)
    return user


def test_the_first_strike_warns_and_the_second_keeps_out() -> None:
    user, now = veteran(), timezone.now()
    penalties.strike(user.pk, "one", Strike.Reason.DECLINED, now)
    warned = penalties.cooldown(user.pk)
    assert warned is not None
    assert (warned.until, warned.left_ms, warned.reason, warned.strikes) == (None, 0, "declined", 1)
    penalties.strike(user.pk, "two", Strike.Reason.NO_SHOW, now)
    out = penalties.cooldown(user.pk)
    assert out is not None
    assert (out.until, out.reason, out.strikes) == (now + timedelta(minutes=10), "no-show", 2)


def test_a_game_strikes_once() -> None:
    user, now = veteran(), timezone.now()
    assert penalties.strike(user.pk, "one", Strike.Reason.DECLINED, now) is not None
    assert penalties.strike(user.pk, "one", Strike.Reason.ABANDONED, now) is None
    assert Strike.objects.count() == 1


def test_nobody_is_struck_just_after_a_restart_of_the_house() -> None:
    user = veteran()
    outage.resume()
    assert penalties.strike(user.pk, "one", Strike.Reason.NO_SHOW, timezone.now()) is None
    redis.redis().set(outage.RESUMED, timezone.now().timestamp() - 601)
    assert penalties.strike(user.pk, "one", Strike.Reason.NO_SHOW, timezone.now()) is not None
