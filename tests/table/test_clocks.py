"""The durations of clocks and absences."""

from datetime import UTC, datetime, timedelta

import pytest
from pytest_django import Settings

from games.positions import clocks
from games.positions.clocks import Absence, Turn
from games.registry import GAMES

PACE = GAMES["density-deck"].pace
STANDARD = {"free": 20, "bank": 90}
NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)


def time_after(seconds: float) -> datetime:
    """Return the time this many seconds after the start of the turn's clock."""
    return NOON + timedelta(seconds=seconds)


def make_turn(free: float = 20, bank: float = 90, lag: float = 0) -> Turn:
    """Return a turn that started at noon; times are in seconds."""
    return Turn(NOON, round(free * 1000), round(bank * 1000), round(lag * 1000))


@pytest.mark.parametrize(
    ("clock", "first", "free", "bank"),
    [
        (STANDARD, False, 20_000, 90_000),
        (STANDARD, True, 35_000, 90_000),
        ({"free": 10, "bank": 40}, True, 25_000, 40_000),
        ({"free": 45}, False, 45_000, 0),
        (None, False, 600_000, 0),
        (None, True, 600_000, 0),
    ],
)
def test_a_turn_has_its_free_time_and_the_first_one_more(
    clock: dict[str, float] | None, first: bool, free: int, bank: int
) -> None:
    assert clocks.free_of(clock, PACE, first=first) == free
    assert clocks.bank_of(clock) == bank


@pytest.mark.parametrize(
    ("bank", "after"), [(0, 5_000), (40_000, 45_000), (87_000, 90_000), (90_000, 90_000)]
)
def test_a_new_match_adds_five_seconds_and_never_more_than_the_bank_held(
    bank: int, after: int
) -> None:
    assert clocks.bank_in_new_match(bank, STANDARD, PACE) == after
    assert clocks.bank_in_new_match(0, None, PACE) == 0


@pytest.mark.parametrize(
    ("lag", "due"), [(0, 110), (0.25, 110.25), (1, 111), (30, 111)], ids=["none", "", "1", "most"]
)
def test_a_turn_is_due_after_free_time_bank_and_a_second_of_lag_at_most(
    lag: float, due: float
) -> None:
    assert make_turn(lag=lag).due == time_after(due)


@pytest.mark.parametrize(
    ("free", "bank", "turns", "spent", "since", "due"),
    [
        # the first turn of an absence: free time and time bank, at most 45 s
        (20, 90, 1, 0, -5, 45),
        (20, 10, 1, 0, -5, 30),
        (10, 40, 1, 0, -5, 45),
        # later turns: free time without time bank, at most 20 s
        (20, 90, 2, 0, -60, 20),
        (10, 40, 2, 0, -60, 10),
        (45, 180, 3, 0, -60, 20),
        # never more than the rest of 120 s
        (20, 90, 1, 100, -5, 20),
        (20, 90, 2, 115, -5, 5),
        (20, 90, 2, 130, -5, 0),
        # counted from the departure
        (20, 90, 1, 0, 10, 55),
        # and never later than for a present player
        (20, 90, 1, 0, 80, 110),
        # a table without a clock
        (600, 0, 1, 0, -5, 45),
        (600, 0, 2, 0, -5, 20),
    ],
)
def test_somebody_away_has_less_time(
    free: float, bank: float, turns: int, spent: float, since: float, due: float
) -> None:
    absence = Absence(time_after(since), turns, round(spent * 1000))
    assert absence.due(make_turn(free, bank)) == time_after(due)


@pytest.mark.parametrize(
    ("lapses", "absent", "due"),
    [(0, None, False), (1, 119_999, False), (2, None, True), (2, 0, True), (1, 120_000, True)],
)
def test_a_stand_in_comes_after_two_lapses_or_two_minutes_away(
    lapses: int, absent: int | None, due: bool
) -> None:
    assert clocks.stand_in_is_due(lapses=lapses, absent_ms=absent) is due


@pytest.mark.parametrize(
    ("seconds", "matches", "over"),
    [(0, 0, False), (239, 2, False), (240, 0, True), (10, 3, True)],
)
def test_a_stand_in_plays_two_whole_matches_or_four_minutes(
    seconds: float, matches: int, over: bool
) -> None:
    assert clocks.stand_in_is_over(NOON, time_after(seconds), PACE, matches=matches) is over


def test_a_pace_shortens_everything_alike(settings: Settings) -> None:
    settings.CLOCK_PACE = 0.1
    assert clocks.free_of(STANDARD, PACE, first=True) == 3_500
    assert clocks.bank_of(STANDARD) == 9_000
    assert clocks.bank_in_new_match(0, STANDARD, PACE) == 500
    assert Absence(time_after(-5), 1, 0).due(make_turn(2, 9)) == time_after(4.5)
    assert clocks.stand_in_is_over(NOON, time_after(24), PACE, matches=0)
