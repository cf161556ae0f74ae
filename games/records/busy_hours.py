"""The hours of the day in which most people play, from the games of the last weeks."""

from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from django.core.cache import cache
from django.db.models import Count
from django.db.models.functions import ExtractHour

from games.models import Game, Result

DAY, WEEKS = 24, timedelta(weeks=4)
# hours that are named together
LENGTH = 3
# the newest games that are counted
MOST = 2000
# the fewest players in hours that are named, and how many times as many as in usual hours
FEWEST, MORE = 5, 1.5
KEY, FRESH_SECONDS = "games.busy_hours", 1800


class BusyHours(NamedTuple):
    """The next or current beginning and end of the busy hours, in UTC."""

    starts: datetime
    ends: datetime


def read_busy_hours(now: datetime) -> BusyHours | None:
    """Return the hours in which most people play; None if no hours stand out.

    A process counts at most once in FRESH_SECONDS.
    """
    counts: dict[int, int] | None = cache.get(KEY)
    if counts is None:
        counts = count_players(now)
        cache.set(KEY, counts, FRESH_SECONDS)
    return find_busy_hours(counts, now)


def count_players(now: datetime) -> dict[int, int]:
    """Return how many different users began a game, by hour of the day in UTC, in one query."""
    games = Game.objects.filter(status=Game.Status.FINISHED, created_at__gt=now - WEEKS)
    newest = games.order_by("-created_at").values("pk")[:MOST]
    results = Result.objects.filter(game__in=newest, user__bot_owner=None).order_by()
    hours = results.annotate(hour=ExtractHour("game__created_at", tzinfo=UTC)).values_list("hour")
    return dict(hours.annotate(Count("user", distinct=True)))


def find_busy_hours(counts: dict[int, int], now: datetime) -> BusyHours | None:
    """Return the busiest LENGTH hours in a row that begin today; None without any.

    `counts` are the players by hour of the day. Of equally busy hours, those with the most players
    in the middle are chosen.
    """
    sums = [
        sum(counts.get((start + hour) % DAY, 0) for hour in range(LENGTH)) for start in range(DAY)
    ]
    most = max(sums)
    # each hour is in LENGTH sums
    if most < FEWEST or most < MORE * sum(sums) / DAY:
        return None
    first = max(range(DAY), key=lambda hour: (sums[hour], counts.get((hour + 1) % DAY, 0)))
    midnight = now.astimezone(UTC).replace(hour=0, minute=0, second=0, microsecond=0)
    starts = midnight + timedelta(hours=first)
    return BusyHours(starts, starts + timedelta(hours=LENGTH))
