"""The occurrences of a weekly hour, and its calendar file; pure functions.

Local time applies: 20:00 in Berlin is 20:00 there in summer and winter. A local time that a clock
change skips or repeats is read with the offset before the change (RFC 5545, 3.3.5).
"""

from collections.abc import Iterator
from datetime import UTC, date, datetime, time, timedelta
from typing import NamedTuple
from zoneinfo import ZoneInfo

from icalendar import Calendar, Event

WEEK, DAY = timedelta(weeks=1), timedelta(days=1)
WEEKDAYS = ("MO", "TU", "WE", "TH", "FR", "SA", "SU")


class Weekly(NamedTuple):
    """A weekly time: weekday (Monday is 0), local start, zone and length."""

    weekday: int
    at: time
    zone: str
    minutes: int


class Occurrence(NamedTuple):
    """One occurrence: its local date, and its start and end in UTC."""

    date: date
    starts: datetime
    ends: datetime

    def is_running(self, now: datetime) -> bool:
        """Return whether the occurrence has started and has not ended."""
        return self.starts <= now < self.ends


def upcoming_occurrences(weekly: Weekly, now: datetime) -> Iterator[Occurrence]:
    """Yield the running and future occurrences, endlessly."""
    zone = ZoneInfo(weekly.zone)
    # start yesterday, since an occurrence may last past midnight
    day = now.astimezone(zone).date() - DAY
    day += ((weekly.weekday - day.weekday()) % 7) * DAY
    while True:
        starts = datetime.combine(day, weekly.at, zone).astimezone(UTC)
        ends = starts + timedelta(minutes=weekly.minutes)
        if ends > now:
            yield Occurrence(day, starts, ends)
        day += WEEK


def calendar_of(weekly: Weekly, first: Occurrence, *, dtstamp: datetime, **texts: str) -> bytes:
    """Return a calendar file (RFC 5545) with a weekly event from its first occurrence on.

    `texts` are properties of the event: summary, description, url, uid. An event with the same uid
    replaces an earlier one. The file includes the definition of the time zone.
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
    content: bytes = calendar.to_ical()
    return content
