"""Occurrences of a weekly hour, and its calendar file."""

from collections.abc import Iterator
from datetime import UTC, date, datetime, time

import pytest

from matchmaking.occurrences import Weekly, upcoming_occurrences

SUNDAY, MONDAY = 6, 0


def parse_time(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


def list_starts(weekly: Weekly, now: str) -> Iterator[str]:
    return (f"{each.starts:%m-%d %H:%M}" for each in upcoming_occurrences(weekly, parse_time(now)))


def test_the_local_time_counts_when_the_clocks_change() -> None:
    berlin = list_starts(Weekly(SUNDAY, time(20), "Europe/Berlin", 60), "2026-10-15 12:00")
    assert [next(berlin) for _ in range(3)] == ["10-18 18:00", "10-25 19:00", "11-01 19:00"]
    spring = list_starts(Weekly(SUNDAY, time(20), "America/New_York", 60), "2026-02-24 12:00")
    assert [next(spring) for _ in range(3)] == ["03-02 01:00", "03-09 00:00", "03-16 00:00"]


@pytest.mark.parametrize(("day", "moment"), [("03-29", "03-29 01:30"), ("10-25", "10-25 00:30")])
def test_a_time_that_a_day_has_not_or_twice_is_by_the_clock_before(day: str, moment: str) -> None:
    berlin = list_starts(Weekly(SUNDAY, time(2, 30), "Europe/Berlin", 60), f"2026-{day} 00:00")
    assert next(berlin) == moment


def test_an_hour_runs_past_midnight_until_its_end() -> None:
    weekly = Weekly(MONDAY, time(23, 30), "Europe/Berlin", 90)
    begin = next(upcoming_occurrences(weekly, parse_time("2026-11-23 22:29")))
    assert (begin.date, begin.is_running(parse_time("2026-11-23 22:29"))) == (
        date(2026, 11, 23),
        False,
    )
    now = parse_time("2026-11-23 23:59")
    running = next(upcoming_occurrences(weekly, now))
    assert running == begin
    assert running.is_running(now)
    assert next(upcoming_occurrences(weekly, parse_time("2026-11-24 00:00"))).date == date(
        2026, 11, 30
    )


# ------------------------------------------------------------------------- the calendar file
