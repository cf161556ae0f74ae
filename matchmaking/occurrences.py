"""When a weekly hour takes place, and its file for calendars. Pure: the time is an argument.

The local time counts: 20:00 in Berlin is 20:00 there in summer and in winter. A local time that a
day does not have, or has twice, is taken as RFC 5545 says (3.3.5): by the offset before the change.
"""

from collections.abc import Iterator
from datetime import UTC, date, datetime, time, timedelta
from typing import NamedTuple
from zoneinfo import ZoneInfo

from icalendar import Calendar, Event

WEEK, DAY = timedelta(weeks=1), timedelta(days=1)
WEEKDAYS = ("MO", "TU", "WE", "TH", "FR", "SA", "SU")


class Weekly(NamedTuple):
    """Every week on this weekday (Monday is 0), from this local time of a zone on."""

    weekday: int
    at: time
    zone: str
    minutes: int


class Occurrence(NamedTuple):
    """One of them: its local date, and from when to when (UTC)."""

    date: date
    starts: datetime
    ends: datetime

    def is_running(self, now: datetime) -> bool:
        """Return whether it has begun and is not over."""
        return self.starts <= now < self.ends


def upcoming_occurrences(weekly: Weekly, now: datetime) -> Iterator[Occurrence]:
    """Yield the occurrences that are not over, without end; the first may be running."""
    zone = ZoneInfo(weekly.zone)
    # one that began yesterday may go on past midnight
    day = now.astimezone(zone).date() - DAY
    day += ((weekly.weekday - day.weekday()) % 7) * DAY
    while True:
        starts = datetime.combine(day, weekly.at, zone).astimezone(UTC)
        ends = starts + timedelta(minutes=weekly.minutes)
        if ends > now:
            yield Occurrence(day, starts, ends)
        day += WEEK


def calendar_of(weekly: Weekly, first: Occurrence, *, dtstamp: datetime, **texts: str) -> bytes:
    """Return a calendar file (RFC 5545) with one weekly event, from its first occurrence on.

    `texts` are properties of the event: summary, description, url, uid. A calendar replaces an
    event by another one with the same uid. The file lists the changes of the clock in its zone.
    """
    event, calendar = Event(), Calendar()
    event.DTSTART = datetime.combine(first.date, weekly.at, ZoneInfo(weekly.zone))
    event.DURATION = timedelta(minutes=weekly.minutes)
    event.DTSTAMP = dtstamp
    event.add("rrule", {"freq": "weekly", "byday": WEEKDAYS[weekly.weekday]})
    event.add("transp", "TRANSPARENT")
    for name, text in texts.items():
        event.add(name, text)
    calendar.add("version", "2.0")
    calendar.add("prodid", "-//Density Deck//Ranked hours//EN")
    calendar.add_component(event)
    calendar.add_missing_timezones(first_date=first.date.replace(month=1, day=1))
    written: bytes = calendar.to_ical()
    return written
