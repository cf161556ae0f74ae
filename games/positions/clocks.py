"""The arithmetic of turns, banks and absences: numbers and times in, numbers and times out.

Seconds are as product numbers are spoken of; everything that is stored or counted is whole
milliseconds, after CLOCK_PACE.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings

from games.game_type import Pace

# the longest way between browser and server that is not counted
LAG = 1.0
# own turns of an owner who is away: the first, the later ones, and all in a game
ABSENT_FIRST, ABSENT_LATER, ABSENT_BUDGET = 45.0, 20.0, 120.0
# turns in a row that the clock plays before a stand-in does
LAPSES = 2
# every open turn has at least this long after an outage
AFTER_RESTART = 20.0
# a stand-in plays so long, or as many whole matches as its game says, and the seat is abandoned
STAND_IN_SECONDS = 240.0
# how often an owner may come back after the match of the first stand-in
RETURNS = 2
# a turn of a present owner at a table without a clock, where others wait
IDLE = 600.0
# own turn of an owner who is away before others may call a stand-in, where the table waits
PATIENCE = 60.0
# the longest pause in which viewers look at what a move did, and where readers make a table wait
LONGEST_PAUSE, LONGEST_READING = 8.0, 600.0
# away from an own turn at a table without a clock before a reminder is sent
AWAY_BEFORE_REMINDER = 60.0
# away from a table that has not begun: the chair is free again
OPEN_CHAIR = 60.0
# a socket's server process gave no sign for so long (never paced: processes are not)
SILENT = 8.0
# times are sent in whole tenths of a second, in ms: to the millisecond they would tell players and
# programs apart, and what an AI had to think of
TENTH = 100


def paced_milliseconds(seconds: float) -> int:
    """Return seconds as paced milliseconds."""
    return round(seconds * 1000 * float(settings.CLOCK_PACE))


def paced_timedelta(seconds: float) -> timedelta:
    """Return seconds as a paced timedelta."""
    return timedelta(milliseconds=paced_milliseconds(seconds))


def looking_seconds(pace: Pace, public: Iterable[Mapping[str, Any]]) -> float:
    """Return how long viewers look at these events, before AI_PACE."""
    return min(LONGEST_PAUSE, sum(pace.looks.get(event["e"], 0.0) for event in public))


def longest_pause(clock: Mapping[str, float] | None) -> timedelta:
    """Return how long a pause lasts at the most; `clock` as in free_of."""
    longest = timedelta(seconds=LONGEST_PAUSE * float(settings.AI_PACE))
    return max(longest, paced_timedelta(LONGEST_READING)) if clock is None else longest


def milliseconds_between(start: datetime, end: datetime) -> int:
    """From one time to another, 0 if it comes before."""
    return max(0, round((end - start).total_seconds() * 1000))


def round_milliseconds(ms: int) -> int:
    """Return the milliseconds as they are sent, rounded down."""
    return ms // TENTH * TENTH


def rounded_up(ms: int) -> int:
    """Return the milliseconds as they are sent, rounded up: what is sent as over is over."""
    return -(-ms // TENTH) * TENTH


def to_the_tenth(at: datetime) -> datetime:
    """Return a time as it is sent."""
    return at.replace(microsecond=at.microsecond // (1000 * TENTH) * 1000 * TENTH)


def free_of(clock: Mapping[str, float] | None, pace: Pace, *, first: bool) -> int:
    """Return the free time of a turn; `clock` is a game's, None for a table without one."""
    if clock is None:
        return paced_milliseconds(IDLE)
    return paced_milliseconds(clock["free"] + (pace.first if first else 0))


def bank_of(clock: Mapping[str, float] | None) -> int:
    """Return what a bank holds when the game begins, and never exceeds."""
    return 0 if clock is None else paced_milliseconds(clock.get("bank", 0))


def bank_in_new_match(bank_ms: int, clock: Mapping[str, float] | None, pace: Pace) -> int:
    """Return the bank with its bonus for a new match."""
    return min(bank_of(clock), bank_ms + paced_milliseconds(pace.bonus))


@dataclass(frozen=True, slots=True)
class Turn:
    """One seat's turn: when its clock begins, and what it has."""

    begun: datetime
    free_ms: int
    bank_ms: int
    lag_ms: int

    @property
    def due(self) -> datetime:
        """Return when the time of a present owner is over."""
        return self.begun + _ms(self.free_ms + self.bank_ms + self._lag)

    def bank_left(self, now: datetime) -> int:
        """Return what is left of the bank when the turn ends now."""
        beyond = milliseconds_between(self.begun, now) - self.free_ms - self._lag
        return max(0, self.bank_ms - max(0, beyond))

    def left(self, now: datetime, due: datetime, allowed_ms: int) -> tuple[int, int]:
        """Return free time and bank as they are sent, of a turn that is due then."""
        left = round_milliseconds(min(milliseconds_between(now, due), allowed_ms))
        free = min(left, round_milliseconds(self.rest(now)[0]))
        return free, min(left - free, round_milliseconds(self.bank_left(now)))

    def rest(self, now: datetime) -> tuple[int, int]:
        """Free time and bank that are left when the clock stops now; lag is not given twice."""
        gone = milliseconds_between(self.begun, now)
        return max(0, self.free_ms - gone), max(0, self.bank_ms - max(0, gone - self.free_ms))

    @property
    def _lag(self) -> int:
        return min(self.lag_ms, paced_milliseconds(LAG))


@dataclass(frozen=True, slots=True)
class Absence:
    """Since when an owner is away, and what this game has already given to the absence.

    `turns` counts own turns begun in this absence, the running one included; `spent_ms` is own
    time spent away before, in the whole game.
    """

    since: datetime
    turns: int
    spent_ms: int

    def due(self, turn: Turn) -> datetime:
        """Return when the time of an owner who is away is over; never later than if present."""
        return min(turn.due, self.begun(turn) + _ms(self.allowed(turn)))

    def allowed(self, turn: Turn) -> int:
        """Return the milliseconds that this turn has without its owner, at the most."""
        if self.turns <= 1:
            allowed = min(turn.free_ms + turn.bank_ms, paced_milliseconds(ABSENT_FIRST))
        else:
            allowed = min(turn.free_ms, paced_milliseconds(ABSENT_LATER))
        return max(0, min(allowed, paced_milliseconds(ABSENT_BUDGET) - self.spent_ms))

    def begun(self, turn: Turn) -> datetime:
        """Return when the absence began to cost time of this turn."""
        return max(turn.begun, self.since)

    def spent(self, turn: Turn, now: datetime) -> int:
        """Return all own time spent away in this game when the turn or the absence ends now."""
        return self.spent_ms + milliseconds_between(self.begun(turn), now)


def stand_in_is_due(*, lapses: int, absent_ms: int | None) -> bool:
    """Return whether a stand-in plays from the next decision on.

    `lapses` counts turns in a row, `absent_ms` own time away in the whole game, None for
    an owner who is present.
    """
    spent = absent_ms is not None and absent_ms >= paced_milliseconds(ABSENT_BUDGET)
    return spent or lapses >= LAPSES


def stand_in_is_over(since: datetime, now: datetime, pace: Pace, *, matches: int) -> bool:
    """Whether an owner has let the stand-in play for too long: the time, or matches begun since.

    The match in which it began is not a whole one; the second whole one has ended when the third
    begins.
    """
    return now - since >= paced_timedelta(STAND_IN_SECONDS) or matches > pace.matches


def _ms(milliseconds: int) -> timedelta:
    return timedelta(milliseconds=milliseconds)


def rules_numbers(pace: Pace) -> dict[str, Any]:
    """The numbers about clocks and absence on a page of rules (docs/RULES.md DD-14, RX-9), in
    seconds.

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
