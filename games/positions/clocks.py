"""The arithmetic of turns, time banks and absences: numbers and times in, numbers and times out.

Constants are in seconds, as in the rules. Stored and computed values are whole milliseconds,
scaled by CLOCK_PACE ("paced").
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings

from games.game_type import Pace

# the longest round-trip time that is not counted against a player
LAG = 1.0
# time limits of an absent owner: for the first turn, for later turns, and for all in a game
ABSENT_FIRST, ABSENT_LATER, ABSENT_BUDGET = 45.0, 20.0, 120.0
# lapses in a row before a stand-in plays
LAPSES = 2
# the least time of every open turn after an outage
AFTER_RESTART = 20.0
# a stand-in plays this long, or as many whole matches as its game says, then the seat is abandoned
STAND_IN_SECONDS = 240.0
# how often an owner may come back after the match of the first stand-in
RETURNS = 2
# the turn of a present owner at a table without a clock where others wait
IDLE = 600.0
# at a table that waits: how long others wait for an absent owner before they may call a stand-in
PATIENCE = 60.0
# the longest pause in which viewers look at a move, and the longest one that readers can ask for
LONGEST_PAUSE, LONGEST_READING = 8.0, 600.0
# absence from an own turn at a table without a clock before a reminder is sent
AWAY_BEFORE_REMINDER = 60.0
# absence from a table that has not begun before the seat is free again
OPEN_SEAT = 60.0
# time for browsers to send their part of the deal (not paced, because browsers are not)
SEAL_SECONDS = 4.0
# time without heartbeats before a user is away (not paced, because processes are not)
SILENT = 8.0
# times are sent in whole tenths of a second (this many ms): milliseconds would reveal whether a
# program plays, and how much an AI player had to think
TENTH = 100


def paced_milliseconds(seconds: float) -> int:
    """Return seconds as paced milliseconds."""
    return round(seconds * 1000 * float(settings.CLOCK_PACE))


def paced_timedelta(seconds: float) -> timedelta:
    """Return seconds as a paced timedelta."""
    return timedelta(milliseconds=paced_milliseconds(seconds))


def looking_seconds(pace: Pace, public: Iterable[Mapping[str, Any]]) -> float:
    """Return how long viewers look at these events, in seconds before AI_PACE."""
    return min(LONGEST_PAUSE, sum(pace.looks.get(event["e"], 0.0) for event in public))


def longest_pause(clock: Mapping[str, float] | None) -> timedelta:
    """Return the longest time of a pause; `clock` is as in free_of()."""
    longest = timedelta(seconds=LONGEST_PAUSE * float(settings.AI_PACE))
    return max(longest, paced_timedelta(LONGEST_READING)) if clock is None else longest


def milliseconds_between(start: datetime, end: datetime) -> int:
    """Return the milliseconds from one time to another, 0 if the other is earlier."""
    return max(0, round((end - start).total_seconds() * 1000))


def round_milliseconds(ms: int) -> int:
    """Return milliseconds rounded down for frames."""
    return ms // TENTH * TENTH


def round_up_milliseconds(ms: int) -> int:
    """Return milliseconds rounded up for frames: a time that is sent as 0 is really over."""
    return -(-ms // TENTH) * TENTH


def round_time(at: datetime) -> datetime:
    """Return a time rounded for frames."""
    return at.replace(microsecond=at.microsecond // (1000 * TENTH) * 1000 * TENTH)


def free_of(clock: Mapping[str, float] | None, pace: Pace, *, first: bool) -> int:
    """Return the free time of a turn in milliseconds; `clock` is None for a table without one."""
    if clock is None:
        return paced_milliseconds(IDLE)
    return paced_milliseconds(clock["free"] + (pace.first if first else 0))


def bank_of(clock: Mapping[str, float] | None) -> int:
    """Return the milliseconds in a time bank when the game begins, which are also its limit."""
    return 0 if clock is None else paced_milliseconds(clock.get("bank", 0))


def bank_in_new_match(bank_ms: int, clock: Mapping[str, float] | None, pace: Pace) -> int:
    """Return the time bank in milliseconds with the bonus for a new match."""
    return min(bank_of(clock), bank_ms + paced_milliseconds(pace.bonus))


@dataclass(frozen=True, slots=True)
class Turn:
    """One seat's turn: when its clock begins, and its time."""

    begun: datetime
    free_ms: int
    bank_ms: int
    lag_ms: int

    @property
    def due(self) -> datetime:
        """Return when the time of a present owner ends."""
        return self.begun + _to_timedelta(self.free_ms + self.bank_ms + self._lag)

    def bank_left(self, now: datetime) -> int:
        """Return the milliseconds left in the time bank if the turn ends now."""
        beyond = milliseconds_between(self.begun, now) - self.free_ms - self._lag
        return max(0, self.bank_ms - max(0, beyond))

    def left(self, now: datetime, due: datetime, allowed_ms: int) -> tuple[int, int]:
        """Return free time and bank, rounded for frames, of a turn that is due at `due`."""
        left = round_milliseconds(min(milliseconds_between(now, due), allowed_ms))
        free = min(left, round_milliseconds(self.remaining(now)[0]))
        return free, min(left - free, round_milliseconds(self.bank_left(now)))

    def remaining(self, now: datetime) -> tuple[int, int]:
        """Return free time and bank that are left if the clock stops now, without the lag."""
        elapsed = milliseconds_between(self.begun, now)
        return max(0, self.free_ms - elapsed), max(0, self.bank_ms - max(0, elapsed - self.free_ms))

    @property
    def _lag(self) -> int:
        return min(self.lag_ms, paced_milliseconds(LAG))


@dataclass(frozen=True, slots=True)
class Absence:
    """An owner's absence: its beginning, and the time that absences in this game have used.

    `turns` counts the owner's turns that began in this absence, including the current one.
    `spent_ms` is the time of turns spent away before, in the whole game.
    """

    since: datetime
    turns: int
    spent_ms: int

    def due(self, turn: Turn) -> datetime:
        """Return when the time of an absent owner ends, never later than that of a present one."""
        return min(turn.due, self.begun(turn) + _to_timedelta(self.allowed(turn)))

    def allowed(self, turn: Turn) -> int:
        """Return the most milliseconds that this turn has without its owner."""
        if self.turns <= 1:
            allowed = min(turn.free_ms + turn.bank_ms, paced_milliseconds(ABSENT_FIRST))
        else:
            allowed = min(turn.free_ms, paced_milliseconds(ABSENT_LATER))
        return max(0, min(allowed, paced_milliseconds(ABSENT_BUDGET) - self.spent_ms))

    def begun(self, turn: Turn) -> datetime:
        """Return when the absence began to use time of this turn."""
        return max(turn.begun, self.since)

    def spent(self, turn: Turn, now: datetime) -> int:
        """Return the time of turns spent away in this game if the turn or the absence ends now."""
        return self.spent_ms + milliseconds_between(self.begun(turn), now)


def stand_in_is_due(*, lapses: int, absent_ms: int | None) -> bool:
    """Return whether a stand-in plays from the next decision on.

    `lapses` counts turns in a row. `absent_ms` is the time of turns spent away in the whole game,
    None for an owner who is present.
    """
    spent = absent_ms is not None and absent_ms >= paced_milliseconds(ABSENT_BUDGET)
    return spent or lapses >= LAPSES


def stand_in_is_over(since: datetime, now: datetime, pace: Pace, *, matches: int) -> bool:
    """Return whether a stand-in has played for too long: by time, or by matches begun since.

    The match in which it began does not count as a whole one. N whole matches have ended when
    match N + 1 after it begins.
    """
    return now - since >= paced_timedelta(STAND_IN_SECONDS) or matches > pace.matches


def _to_timedelta(milliseconds: int) -> timedelta:
    return timedelta(milliseconds=milliseconds)


def rules_numbers(pace: Pace) -> dict[str, Any]:
    """Return the numbers about clocks and absence for a rules page, in seconds.

    {"turns", "banks": by preset, "first", "bonus", "lapses", "absent", "stand_in_matches",
    "stand_in_minutes"}
    """
    presets = [preset for preset in pace.presets.values() if preset is not None]
    return {
        "turns": [preset["free"] for preset in presets],
        "banks": [preset["bank"] for preset in presets],
        "first": round(pace.first),
        "bonus": round(pace.bonus),
        "lapses": LAPSES,
        "absent": round(ABSENT_BUDGET),
        "stand_in_matches": pace.matches,
        "stand_in_minutes": round(STAND_IN_SECONDS / 60),
    }
