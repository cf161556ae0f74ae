"""Strikes for spoiling ranked games, their cooldowns, and how they are forgiven."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from django.db.models import F, Q
from django.db.models.functions import Now

from accounts.models import User
from games.models import Seat
from games.positions.clocks import milliseconds_between
from matchmaking import queue_cache
from matchmaking.models import Strike
from matchmaking.queues import STALE_SECONDS

# cooldown by number of active strikes; None is a warning
COOLDOWNS = (
    None,
    timedelta(minutes=10),
    timedelta(minutes=30),
    timedelta(hours=2),
    timedelta(hours=12),
    timedelta(hours=72),
)
FORGIVEN_GAMES, FORGIVEN_AFTER = 10, timedelta(days=3)
NEW_ACCOUNT, NEW_ACCOUNT_FACTOR = timedelta(days=3), 2
# older strikes have long been forgiven
STRIKES_KEPT = timedelta(days=90)
# after an outage, users who left cannot be told from users who lost the connection
OUTAGE_GRACE_SECONDS = 600.0
# how long a warning is shown
WARNING_SHOWN = timedelta(minutes=10)


class Cooldown(NamedTuple):
    """The cooldown of a user and its reason; `until` is None for a warning."""

    until: datetime | None
    reason: str
    strikes: int
    left_ms: int


def count_active(strikes: Sequence[datetime], clean: Sequence[datetime], now: datetime) -> int:
    """Return how many of the strikes at these times still count.

    One strike is forgiven after FORGIVEN_GAMES clean games or FORGIVEN_AFTER, whichever comes
    first, since the last strike or the last forgiveness. `clean` are the end times of clean games.
    """
    count, mark = 0, now
    for at in (*sorted(strikes), None):
        while count:
            games = sorted(end for end in clean if end > mark)[:FORGIVEN_GAMES]
            forgiven = mark + FORGIVEN_AFTER
            if len(games) == FORGIVEN_GAMES:
                forgiven = min(forgiven, games[-1])
            if forgiven > (at or now):
                break
            count, mark = count - 1, forgiven
        if at is not None:
            count, mark = count + 1, at
    return count


def cooldown_length(count: int, age: timedelta) -> timedelta | None:
    """Return the cooldown for strike number `count` of an account of this age; None: a warning."""
    length = COOLDOWNS[min(count, len(COOLDOWNS)) - 1]
    if length is None:
        return None
    return length * NEW_ACCOUNT_FACTOR if age < NEW_ACCOUNT else length


def add_strike(user_id: int, game_id: str, reason: Strike.Reason, now: datetime) -> Strike | None:
    """Give a user a strike for a game, once; return None if they have it or after an outage."""
    user = User.objects.filter(pk=user_id).first()
    if user is None or queue_cache.uptime_seconds() < OUTAGE_GRACE_SECONDS:
        return None
    earlier = Strike.objects.filter(user=user, at__gt=now - STRIKES_KEPT)
    times = list(earlier.values_list("at", flat=True))
    count = count_active(times, _clean_game_ends(user_id, times), now) + 1
    cooldown = cooldown_length(count, now - user.joined_at)
    strike, is_new = Strike.objects.get_or_create(
        user=user,
        game=game_id,
        defaults={
            "reason": reason,
            "at": now,
            "count": count,
            "until": None if cooldown is None else now + cooldown,
        },
    )
    return strike if is_new else None


def is_excused(slot: Any) -> bool:
    """Return whether a player may stay away from the table without a strike; `slot` has `now`.

    Excused are players who agreed to leave a game with others, and those who have had no page open
    since the table was found.
    """
    away = (slot.announced_at or slot.now) - slot.beat_at > timedelta(seconds=STALE_SECONDS)
    return bool(slot.agreed or away)


def find_cooldown(user_id: int) -> Cooldown | None:
    """Return the current cooldown of a user, or a recent warning; None without either."""
    is_current = Q(until__gt=Now()) | Q(until=None, at__gt=Now() - WARNING_SHOWN)
    strikes = Strike.objects.filter(is_current, user_id=user_id).annotate(now=Now())
    latest = strikes.order_by(F("until").desc(nulls_last=True), "-at").first()
    if latest is None:
        return None
    left_ms = 0 if latest.until is None else milliseconds_between(latest.now, latest.until)
    return Cooldown(latest.until, latest.reason, latest.count, left_ms)


def bring_back() -> None:
    """Set the times of strikes that lie in the future to now: the clock was set back."""
    for strike in Strike.objects.filter(at__gt=Now()).annotate(now=Now()):
        until = None if strike.until is None else strike.now + (strike.until - strike.at)
        Strike.objects.filter(pk=strike.pk, at=strike.at).update(at=strike.now, until=until)


def _clean_game_ends(user_id: int, strikes: Sequence[datetime]) -> list[datetime]:
    """Return the end times of ranked games that the user completed since the first strike."""
    if not strikes:
        return []
    seats = Seat.objects.filter(
        user_id=user_id,
        abandoned_at=None,
        game__rated=True,
        game__finished_at__gt=min(strikes),
    )
    return [end for end in seats.values_list("game__finished_at", flat=True) if end is not None]
