"""Ranked hours: which is next, who comes, the reminder at the beginning, and the shorter cap.

They are rows that operators make (the admin pages); `occurrences` says when they take place.
"""

import logging
from collections.abc import Iterable
from datetime import date, datetime, timedelta
from typing import NamedTuple

from django.core.cache import cache
from django.db import transaction
from django.db.models import Q, QuerySet
from django.urls import reverse
from django.utils import timezone

from accounts.contact.notifications import notify_users
from accounts.models import User
from games.engine.contract import Refused
from games.registry import GAMES
from matchmaking import queues
from matchmaking.models import Attendance, RankedHour
from matchmaking.occurrences import Occurrence, Weekly, upcoming_occurrences
from matchmaking.queues import Queue

KEY = "matchmaking.hours"
# however many pages and ticks there are, a process reads the hours, and who comes, so often
FRESH_SECONDS = 4
# names of those who came are kept for so long after it
KEPT = timedelta(days=7)

log = logging.getLogger(__name__)


class Hour(NamedTuple):
    """An announced hour and its occurrence that runs, or else the next one."""

    pk: int
    queue: str
    weekly: Weekly
    occurrence: Occurrence


# ----------------------------------------------------------------------------- the hours
def announced_hours(now: datetime) -> list[Hour]:
    """Return the active hours, the soonest first; a new one shows within FRESH_SECONDS."""
    rows: list[tuple[int, str, Weekly]] = cache.get_or_set(KEY, _read, FRESH_SECONDS) or []
    hours = [Hour(*row, next(upcoming_occurrences(row[2], now))) for row in rows]
    return sorted(hours, key=lambda hour: hour.occurrence.starts)


def soonest_hour(queue: str, now: datetime) -> Hour | None:
    """Return the hour of a queue that runs or is next; None where none is announced."""
    return next((hour for hour in announced_hours(now) if hour.queue == queue), None)


def wait_cap(queue: Queue) -> float:
    """Return the seconds after which any player near will do, in this queue now."""
    now = timezone.now()
    hour = soonest_hour(queue.name, now)
    runs = hour is not None and hour.occurrence.is_running(now)
    return queues.HOUR_CAP_SECONDS if runs else queues.CAP_SECONDS


# ----------------------------------------------------------------------------- who comes
def save_attendance(
    user: User, hour_id: int, day: date | None, *, comes: bool, now: datetime
) -> Refused | None:
    """Record that a user comes to the next occurrence of an hour, or does not.

    `day` is the date that the user has read; None is any. Refused as "guests-play-casual", or as
    "no-such-hour" where the next occurrence is of another date, or the hour was withdrawn.
    """
    if user.is_guest:
        return Refused("guests-play-casual")
    hour = RankedHour.objects.filter(pk=hour_id, active=True).first()
    if hour is None:
        return Refused("no-such-hour")
    following = next(each for each in upcoming_occurrences(hour.weekly, now) if each.starts > now)
    if day not in (None, following.date):
        return Refused("no-such-hour")
    if comes:
        row = Attendance(user=user, hour=hour, date=following.date)
        Attendance.objects.bulk_create([row], ignore_conflicts=True)
    else:
        Attendance.objects.filter(user=user, hour=hour, date=following.date).delete()
    cache.delete(_key(hour_id, following.date))
    return None


def list_attendees(hour: Hour) -> dict[int, str]:
    """Return who comes to the occurrence of an hour, by id, in the order in which they said so.

    The name is "" of a user who hides the own games, or when they are online. It may be
    FRESH_SECONDS old. Users who must no longer log in are left out.
    """

    def read() -> dict[int, str]:
        rows = _coming(hour.pk, hour.occurrence.date).order_by("pk").select_related("user")
        hidden = {row.user_id for row in rows if row.user.hides_history or row.user.hides_presence}
        return {row.user_id: "" if row.user_id in hidden else row.user.name for row in rows}

    return cache.get_or_set(_key(hour.pk, hour.occurrence.date), read, FRESH_SECONDS) or {}


def is_attending(user_id: int, hour: Hour) -> bool:
    """Return whether a user comes to the occurrence of an hour, as the rows are now."""
    return _coming(hour.pk, hour.occurrence.date).filter(user_id=user_id).exists()


# -------------------------------------------------------------------- work of the workers
def remind_due(now: datetime) -> dict[int, list[int]]:
    """Notify the users who come to an hour that it begins, once; return them by hour.

    With any number of workers and restarts, the row remembers the occurrence in the same
    transaction.
    """
    running = [hour for hour in announced_hours(now) if hour.occurrence.is_running(now)]
    reminded = {hour.pk: _remind(hour) for hour in running}
    return {pk: users for pk, users in reminded.items() if users}


def _remind(hour: Hour) -> list[int]:
    starts = hour.occurrence.starts
    with transaction.atomic():
        before = Q(reminded_of=None) | Q(reminded_of__lt=starts)
        if not RankedHour.objects.filter(before, pk=hour.pk).update(reminded_of=starts):
            return []
        users = list(_coming(hour.pk, hour.occurrence.date).values_list("user_id", flat=True))
        # open pages count down by themselves
        notify_users(
            "hour",
            users,
            f"{reverse('matchmaking:queue')}?game={hour.queue}",
            game=str(GAMES[hour.queue].title),
            when=starts.isoformat(),
        )
    log.info("ranked hour %s of queue %s begins; users who come: %s", *hour[:2], len(users))
    return users


def forget_attendance(now: datetime) -> int:
    """Delete who came to hours that are over for KEPT; return how many rows that were."""
    deleted, _ = Attendance.objects.filter(date__lt=(now - KEPT).date()).delete()
    return deleted


# ---------------------------------------------------------------------------------- parts
def _read() -> list[tuple[int, str, Weekly]]:
    rows: Iterable[RankedHour] = RankedHour.objects.filter(active=True).order_by("pk")
    return [(row.pk, row.queue, row.weekly) for row in rows]


def _coming(hour_id: int, day: date) -> QuerySet[Attendance]:
    return Attendance.objects.filter(hour=hour_id, date=day, user__is_active=True)


def _key(hour_id: int, day: date) -> str:
    return f"{KEY}:{hour_id}:{day}"
