"""A weekly hour as a file for calendars, by RFC 5545. Pure."""

from calendar import monthrange
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from functools import cache
from itertools import groupby, pairwise
from typing import NamedTuple
from zoneinfo import ZoneInfo

from matchmaking.occurrences import Occurrence, Weekly

WEEKDAYS = ("MO", "TU", "WE", "TH", "FR", "SA", "SU")
LOCAL = "%Y%m%dT%H%M%S"
# a line has so many bytes at most, without its end
LINE = 75
DAY = timedelta(days=1)
# changes of the clock are looked for in so many years: a rule must hold in all of them
YEARS = 6


class Change(NamedTuple):
    """A change of the clock: the local time before it, the offsets before and after, the name."""

    at: datetime
    before: timedelta
    after: timedelta
    name: str


def calendar(
    weekly: Weekly, first: Occurrence, now: datetime, *, uid: str, title: str, text: str, url: str
) -> str:
    """Return a calendar with one weekly event, from its first occurrence on.

    The same uid names the same event, so that a calendar replaces what it has of it.
    """
    zone = ZoneInfo(weekly.zone)
    lines = [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//Density Deck//Ranked hours//EN",
        *_timezone(zone, first.starts.year),
        "BEGIN:VEVENT",
        f"UID:{uid}",
        f"DTSTAMP:{now.astimezone(UTC).strftime(LOCAL)}Z",
        f"DTSTART;TZID={zone.key}:{datetime.combine(first.date, weekly.at).strftime(LOCAL)}",
        f"DURATION:PT{weekly.minutes}M",
        f"RRULE:FREQ=WEEKLY;BYDAY={WEEKDAYS[weekly.weekday]}",
        f"SUMMARY:{escaped(title)}",
        f"DESCRIPTION:{escaped(text)}",
        f"URL:{url}",
        "TRANSP:TRANSPARENT",
        "END:VEVENT",
        "END:VCALENDAR",
    ]
    return "".join(f"{folded(line)}\r\n" for line in lines)


def escaped(text: str) -> str:
    """Return a text as the value of a property."""
    for sign in "\\;,":
        text = text.replace(sign, f"\\{sign}")
    return text.replace("\n", "\\n")


def folded(line: str) -> str:
    """Return a line of the file, broken before LINE bytes are full and never within a letter."""
    parts, size = [""], 0
    for letter in line:
        width = len(letter.encode())
        if size + width > LINE:
            parts.append(" ")
            size = 1
        parts[-1] += letter
        size += width
    return "\r\n".join(parts)


@cache
def _timezone(zone: ZoneInfo, year: int) -> tuple[str, ...]:
    """Return the VTIMEZONE of a zone as it is from the year before on."""
    begin = datetime(year - 1, 1, 1, tzinfo=UTC)
    changes = sorted(_changes(zone, begin), key=lambda change: (change.before, change.after))
    if not changes:
        offset, name = _offset_at(zone, begin), begin.astimezone(zone).tzname()
        changes = [Change(begin, offset, offset, name or zone.key)]
    parts = groupby(changes, key=lambda change: change[1:])
    observances = [line for _, alike in parts for line in _observance(list(alike))]
    return ("BEGIN:VTIMEZONE", f"TZID:{zone.key}", *observances, "END:VTIMEZONE")


def _observance(changes: Sequence[Change]) -> Iterator[str]:
    """Yield what holds after these changes of the clock, which differ in their times only."""
    first, *more = changes
    part = "DAYLIGHT" if first.after > first.before else "STANDARD"
    yield f"BEGIN:{part}"
    yield f"DTSTART:{first.at.strftime(LOCAL)}"
    yield f"TZOFFSETFROM:{_offset(first.before)}"
    yield f"TZOFFSETTO:{_offset(first.after)}"
    yield f"TZNAME:{first.name}"
    if rule := _rule([change.at for change in changes]):
        yield f"RRULE:{rule}"
    elif more:
        yield f"RDATE:{','.join(change.at.strftime(LOCAL) for change in more)}"
    yield f"END:{part}"


def _rule(times: Sequence[datetime]) -> str | None:
    """Return the yearly rule of these times: the last or the n-th such weekday of a month."""
    first = times[0]
    alike = {(at.month, at.weekday(), at.time()) for at in times}
    if len(alike) > 1 or len(times) < YEARS:
        return None
    if all(at.day + 7 > monthrange(at.year, at.month)[1] for at in times):
        turn = -1
    elif len(turns := {(at.day - 1) // 7 + 1 for at in times}) == 1:
        (turn,) = turns
    else:
        return None
    return f"FREQ=YEARLY;BYMONTH={first.month};BYDAY={turn}{WEEKDAYS[first.weekday()]}"


def _changes(zone: ZoneInfo, begin: datetime) -> Iterator[Change]:
    """Yield the changes of the clock in YEARS from a moment on, to the minute."""
    days = [begin + count * DAY for count in range(YEARS * 366)]
    for low, high in pairwise(days):
        if _offset_at(zone, low) == _offset_at(zone, high):
            continue
        before, after = _offset_at(zone, low), _first_with_another(zone, low, high)
        yield Change(
            at=(after + before).replace(tzinfo=None),
            before=before,
            after=_offset_at(zone, after),
            name=after.astimezone(zone).tzname() or zone.key,
        )


def _first_with_another(zone: ZoneInfo, low: datetime, high: datetime) -> datetime:
    """Return the first minute with another offset than the first of the two moments has."""
    before = _offset_at(zone, low)
    while high - low > timedelta(minutes=1):
        middle = (low + (high - low) / 2).replace(second=0)
        low, high = (middle, high) if _offset_at(zone, middle) == before else (low, middle)
    return high


def _offset_at(zone: ZoneInfo, at: datetime) -> timedelta:
    return at.astimezone(zone).utcoffset() or timedelta()


def _offset(offset: timedelta) -> str:
    """Return an offset as +0130."""
    minutes = round(offset.total_seconds() / 60)
    hours, rest = divmod(abs(minutes), 60)
    return f"{'-' if minutes < 0 else '+'}{hours:02}{rest:02}"
