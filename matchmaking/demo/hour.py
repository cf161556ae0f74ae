"""The ranked hour of the demo site, and who comes to it."""

from collections.abc import Sequence
from datetime import datetime, time, timedelta
from random import Random

from matchmaking.demo.members import Member
from matchmaking.models import Attendance, RankedHour
from matchmaking.occurrences import upcoming
from matchmaking.queues import DEFAULT

ZONE, AT, MINUTES = "Europe/Berlin", time(20), 60
# it is first on this day from now on, so that it is ahead for everyone who looks around
AHEAD = timedelta(days=2)
MOST = 11


def announce(dice: Random, members: Sequence[Member], now: datetime) -> RankedHour:
    """Announce a weekly hour; some of the members with an account say that they come."""
    hour = RankedHour.objects.create(
        queue=DEFAULT, weekday=(now + AHEAD).weekday(), at=AT, zone=ZONE, minutes=MINUTES
    )
    first = next(upcoming(hour.weekly, now))
    named = [each.user for each in members if not each.user.is_guest]
    come = dice.sample(named, min(MOST, max(1, len(named) // 2)))
    Attendance.objects.bulk_create(
        Attendance(user=user, hour=hour, date=first.date) for user in come
    )
    return hour
