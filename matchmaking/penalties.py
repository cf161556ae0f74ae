"""Strikes: what spoiling a ranked game for others costs, and how it is forgiven."""

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

# how long the strike that makes so many keeps its user out; None is a warning
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
# strikes older than this have long been forgiven
STRIKES_KEPT = timedelta(days=90)
# after an outage of the site a user who left looks like one who was cut off
OUTAGE_GRACE_SECONDS = 600.0
# how long a warning is shown
WARNING_SHOWN = timedelta(minutes=10)


class Cooldown(NamedTuple):
    """Until when a user may not queue and why; `until` is None for a warning."""

    until: datetime | None
    reason: str
    strikes: int
    left_ms: int


def count_active(strikes: Sequence[datetime], clean: Sequence[datetime], now: datetime) -> int:
    """Return how many of the strikes at these times still count.

    One is taken away by every 10 clean games, or 3 days, since the last strike or the last one
    that was taken away, whichever comes first. `clean` are the times at which clean games ended.
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
    """Return how long strike number `count` keeps out an account of this age; None: a warning."""
    length = COOLDOWNS[min(count, len(COOLDOWNS)) - 1]
    if length is None:
        return None
    return length * NEW_ACCOUNT_FACTOR if age < NEW_ACCOUNT else length


def add_strike(user_id: int, game_id: str, reason: Strike.Reason, now: datetime) -> Strike | None:
    """Give a user a strike for a game, once; None when there was one, or the site was down."""
    user = User.objects.filter(pk=user_id).first()
    if user is None or queue_cache.uptime_seconds() < OUTAGE_GRACE_SECONDS:
        return None
    earlier = Strike.objects.filter(user=user, at__gt=now - STRIKES_KEPT)
    times = list(earlier.values_list("at", flat=True))
    count = count_active(times, _clean_game_ends(user_id, times), now) + 1
    out = cooldown_length(count, now - user.joined_at)
    given, new = Strike.objects.get_or_create(
        user=user,
        game=game_id,
        defaults={
            "reason": reason,
            "at": now,
            "count": count,
            "until": None if out is None else now + out,
        },
    )
    return given if new else None


def is_excused(slot: Any) -> bool:
    """Return whether a player costs nothing by not coming to the table; `slot` has `now`.

    A player who was called out of a game with others, or only by a notification: who had no page
    open when the table was found, nor since then.
    """
    away = (slot.announced_at or slot.now) - slot.beat_at > timedelta(seconds=STALE_SECONDS)
    return bool(slot.agreed or away)


def find_cooldown(user_id: int) -> Cooldown | None:
    """Return what keeps a user out of the queue now, or a warning that was just given."""
    counts = Q(until__gt=Now()) | Q(until=None, at__gt=Now() - WARNING_SHOWN)
    strikes = Strike.objects.filter(counts, user_id=user_id).annotate(now=Now())
    latest = strikes.order_by(F("until").desc(nulls_last=True), "-at").first()
    if latest is None:
        return None
    left = 0 if latest.until is None else milliseconds_between(latest.now, latest.until)
    return Cooldown(latest.until, latest.reason, latest.count, left)


def bring_back() -> None:
    """Let strikes that were given in the future be given now: the clock was set back."""
    for each in Strike.objects.filter(at__gt=Now()).annotate(now=Now()):
        until = None if each.until is None else each.now + (each.until - each.at)
        Strike.objects.filter(pk=each.pk, at=each.at).update(at=each.now, until=until)


def _clean_game_ends(user_id: int, strikes: Sequence[datetime]) -> list[datetime]:
    """When this user's ranked games ended that were played to the end, since the first strike."""
    if not strikes:
        return []
    seats = Seat.objects.filter(
        user_id=user_id,
        abandoned_at=None,
        game__rated=True,
        game__finished_at__gt=min(strikes),
    )
    return [end for end in seats.values_list("game__finished_at", flat=True) if end is not None]
