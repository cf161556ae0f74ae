"""Ranked hours: the next one, attendance, reminders, and the shorter cap of the wait.

Operators create them in the admin pages; occurrences.py computes when they take place.
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
# seconds for which a process caches the hours and the attendance
FRESH_SECONDS = 4
# how long attendance is kept afterwards
KEPT = timedelta(days=7)

log = logging.getLogger(__name__)


class Hour(NamedTuple):
    """An announced hour and its running or next occurrence."""

    pk: int
    queue: str
    weekly: Weekly
    occurrence: Occurrence


# ----------------------------------------------------------------------------- the hours
def announced_hours(now: datetime) -> list[Hour]:
    """Return the active hours, soonest first; at most FRESH_SECONDS old."""
    rows: list[tuple[int, str, Weekly]] = cache.get_or_set(KEY, _read, FRESH_SECONDS) or []
    hours = [Hour(*row, next(upcoming_occurrences(row[2], now))) for row in rows]
    return sorted(hours, key=lambda hour: hour.occurrence.starts)


def soonest_hour(queue: str, now: datetime) -> Hour | None:
    """Return the running or next hour of a queue; None if none is announced."""
    return next((hour for hour in announced_hours(now) if hour.queue == queue), None)


def wait_cap(queue: Queue) -> float:
    """Return the wait in seconds after which this queue accepts any nearby player now."""
    now = timezone.now()
    hour = soonest_hour(queue.name, now)
    runs = hour is not None and hour.occurrence.is_running(now)
    return queues.HOUR_CAP_SECONDS if runs else queues.CAP_SECONDS


# ----------------------------------------------------------------------------- attendance
def save_attendance(
    user: User, hour_id: int, day: date | None, *, comes: bool, now: datetime
) -> Refused | None:
    """Save whether a user will attend the next occurrence of an hour.

    `day` is the date shown to the user; None accepts any. Refused as "guests-play-casual", or as
    "no-such-hour" if the next occurrence has another date or the hour was withdrawn.
    """
    if user.is_guest or user.is_bot:
        return Refused("guests-play-casual")
    hour = RankedHour.objects.filter(pk=hour_id, active=True).first()
    if hour is None:
        return Refused("no-such-hour")
    occurrence = next(
        occurrence
        for occurrence in upcoming_occurrences(hour.weekly, now)
        if occurrence.starts > now
    )
    if day not in (None, occurrence.date):
        return Refused("no-such-hour")
    if comes:
        row = Attendance(user=user, hour=hour, date=occurrence.date)
        Attendance.objects.bulk_create([row], ignore_conflicts=True)
    else:
        Attendance.objects.filter(user=user, hour=hour, date=occurrence.date).delete()
    cache.delete(_key(hour_id, occurrence.date))
    return None


def list_attendees(hour: Hour) -> dict[int, str]:
    """Return the names of attendees by id, in the order in which they signed up.

    The name is "" for users who hide their games or presence. Deactivated users are left out. At
    most FRESH_SECONDS old.
    """

    def read() -> dict[int, str]:
        rows = _coming(hour.pk, hour.occurrence.date).order_by("pk").select_related("user")
        hidden = {row.user_id for row in rows if row.user.hides_history or row.user.hides_presence}
        return {row.user_id: "" if row.user_id in hidden else row.user.name for row in rows}

    return cache.get_or_set(_key(hour.pk, hour.occurrence.date), read, FRESH_SECONDS) or {}


def is_attending(user_id: int, hour: Hour) -> bool:
    """Return whether a user is signed up for the occurrence of an hour, uncached."""
    return _coming(hour.pk, hour.occurrence.date).filter(user_id=user_id).exists()


# -------------------------------------------------------------------- tasks of the workers
def remind_due(now: datetime) -> dict[int, list[int]]:
    """Remind attendees once that their hour has started; return the user ids by hour.

    The row remembers the reminder in the same transaction, so that it is sent once with any number
    of workers and restarts.
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
        # by push only: open pages have a countdown
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
    """Delete attendance that is older than KEPT; return the number of rows."""
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
