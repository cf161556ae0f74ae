"""When a weekly hour takes place, and the file of it for calendars."""

import re
from collections.abc import Iterator
from datetime import UTC, date, datetime, time

import pytest

from matchmaking.calendar_file import calendar, folded
from matchmaking.occurrences import Weekly, upcoming, zones

SUNDAY, MONDAY, TUESDAY = 6, 0, 1
Lines = dict[str, list[str]]


def at(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


def starts(weekly: Weekly, now: str) -> Iterator[str]:
    return (f"{each.starts:%m-%d %H:%M}" for each in upcoming(weekly, at(now)))


def test_the_local_time_counts_when_the_clocks_change() -> None:
    berlin = starts(Weekly(SUNDAY, time(20), "Europe/Berlin", 60), "2026-10-15 12:00")
    assert [next(berlin) for _ in range(3)] == ["10-18 18:00", "10-25 19:00", "11-01 19:00"]
    spring = starts(Weekly(SUNDAY, time(20), "America/New_York", 60), "2026-02-24 12:00")
    assert [next(spring) for _ in range(3)] == ["03-02 01:00", "03-09 00:00", "03-16 00:00"]


def test_the_weekday_is_that_of_the_place() -> None:
    tokyo = starts(Weekly(MONDAY, time(6), "Asia/Tokyo", 60), "2026-11-22 00:00")
    assert next(tokyo) == "11-22 21:00"


@pytest.mark.parametrize(("day", "moment"), [("03-29", "03-29 01:30"), ("10-25", "10-25 00:30")])
def test_a_time_that_a_day_has_not_or_twice_is_by_the_clock_before(day: str, moment: str) -> None:
    berlin = starts(Weekly(SUNDAY, time(2, 30), "Europe/Berlin", 60), f"2026-{day} 00:00")
    assert next(berlin) == moment


def test_an_hour_runs_past_midnight_until_its_end() -> None:
    weekly = Weekly(MONDAY, time(23, 30), "Europe/Berlin", 90)
    begin = next(upcoming(weekly, at("2026-11-23 22:29")))
    assert (begin.date, begin.is_running(at("2026-11-23 22:29"))) == (date(2026, 11, 23), False)
    now = at("2026-11-23 23:59")
    running = next(upcoming(weekly, now))
    assert running == begin
    assert running.is_running(now)
    assert next(upcoming(weekly, at("2026-11-24 00:00"))).date == date(2026, 11, 30)


# ------------------------------------------------------------------------- the calendar file
def read(text: str) -> list[tuple[str, Lines]]:
    """The parts of a calendar file, each with its properties, as RFC 5545 writes them."""
    assert text.endswith("\r\n")
    assert "\n" not in text.replace("\r\n", "")
    assert all(len(line.encode()) <= 75 for line in text.split("\r\n"))
    found: list[tuple[str, Lines]] = []
    opened: list[tuple[str, Lines]] = []
    for line in text.replace("\r\n ", "").split("\r\n")[:-1]:
        name, value = line.split(":", 1)
        if name == "BEGIN":
            opened.append((value, {}))
        elif name == "END":
            assert opened[-1][0] == value
            found.append(opened.pop())
        else:
            opened[-1][1].setdefault(name, []).append(value)
    assert opened == []
    return found


def a_file(zone: str, text: str = "") -> list[tuple[str, Lines]]:
    weekly, now = Weekly(TUESDAY, time(20), zone, 90), at("2026-11-23 12:00")
    first = next(upcoming(weekly, now))
    parts = calendar(weekly, first, now, uid="a@b", title="Hour, game", text=text, url="https://x/")
    return read(parts)


def test_a_calendar_has_one_weekly_event_in_its_own_zone() -> None:
    text = "Many; each, of \\ them\nlike " + "Mülheim " * 20
    parts = dict(a_file("Europe/Berlin", text))
    event = parts["VEVENT"]
    assert event["DTSTART;TZID=Europe/Berlin"] == ["20261124T200000"]
    assert event["RRULE"] == ["FREQ=WEEKLY;BYDAY=TU"]
    assert (event["DURATION"], event["UID"]) == (["PT90M"], ["a@b"])
    assert event["DTSTAMP"] == ["20261123T120000Z"]
    assert event["SUMMARY"] == ["Hour\\, game"]
    given = re.sub(
        r"\\(.)", lambda sign: {"n": "\n"}.get(sign[1], sign[1]), event["DESCRIPTION"][0]
    )
    assert given == text
    assert parts["VTIMEZONE"]["TZID"] == ["Europe/Berlin"]
    assert parts["VCALENDAR"]["VERSION"] == ["2.0"]


@pytest.mark.parametrize(
    ("zone", "rules"),
    [
        ("Europe/Berlin", {"+0200": "BYMONTH=3;BYDAY=-1SU", "+0100": "BYMONTH=10;BYDAY=-1SU"}),
        ("America/New_York", {"-0400": "BYMONTH=3;BYDAY=2SU", "-0500": "BYMONTH=11;BYDAY=1SU"}),
        ("Asia/Kolkata", {"+0530": ""}),
    ],
)
def test_a_calendar_says_when_the_clocks_change(zone: str, rules: dict[str, str]) -> None:
    changes = [part for name, part in a_file(zone) if name in ("STANDARD", "DAYLIGHT")]
    found = {part["TZOFFSETTO"][0]: part.get("RRULE", [""])[0] for part in changes}
    assert found == {to: rule and f"FREQ=YEARLY;{rule}" for to, rule in rules.items()}


def test_every_zone_has_a_calendar_and_where_no_rule_holds_the_days_are_listed() -> None:
    assert {"UTC", "Europe/Berlin"} <= set(zones())
    morocco = [part for name, part in a_file("Africa/Casablanca") if name == "DAYLIGHT"]
    assert "20270314T020000" in morocco[0]["RDATE"][0]


def test_a_line_is_folded_between_letters_only() -> None:
    line = "ü" * 100
    parts = folded(line).split("\r\n")
    assert max(len(part.encode()) for part in parts) <= 75
    assert "".join([parts[0], *(part[1:] for part in parts[1:])]) == line
