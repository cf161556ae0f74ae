"""The public ladder: tiers by rating, and titles by games won.

A rung is a step of a tier: 0 is Pumice III, 20 is Osmium I. A line is the rating needed to enter
a rung.
"""

from bisect import bisect_right
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple, TypedDict

TIERS = ("Pumice", "Chalk", "Granite", "Basalt", "Hematite", "Galena", "Osmium")
STEPS = ("III", "II", "I")
PERCENTILES = (20, 50, 75, 90, 97, 99.5)  # where Chalk, Granite ... Osmium begin
FEW = 200  # with fewer rated players the lines are fixed
FIXED = (1400, 1500, 1580, 1660, 1740, 1820)
MERCY = 25  # points that a rating may be below its line without losing the rung
KEPT = len(STEPS)  # Chalk III: no player falls from here to Pumice
NARROWEST = len(STEPS)  # points between two tiers, so that no two steps share a line

# Titles: (name, games to win for each of its steps); 33 in all.
TITLE_STEPS = (
    ("Collector", (1, 3, 5)),
    ("Prospector", (8, 12, 16, 20, 25, 30)),
    ("Surveyor", (40, 50, 60, 75, 90, 105)),
    ("Assayer", (125, 150, 175, 200, 230, 260)),
    ("Geologist", (300, 350, 400, 460, 520, 600)),
    ("Curator", (700, 850, 1000, 1250, 1500, 2000)),
)
NUMERALS = ("I", "II", "III", "IV", "V", "VI")

Lines = tuple[int, ...]


class Badge(TypedDict):
    """The name of a rung, such as Basalt II, and the numbers by which it is drawn."""

    rung: int
    tier: int
    name: str
    strata: int


class Progress(TypedDict):
    """Points to the next rung, its name, and percent of the way; None at the top."""

    missing: int | None
    percent: int
    next: str | None


class Title(NamedTuple):
    """A title, and the number of wins for the next one, if any."""

    name: str
    following: int | None


class Following(NamedTuple):
    """The next title, and the wins that are missing for it."""

    name: str
    missing: int


def ladder_lines(ratings: Sequence[float]) -> Lines:
    """Return the 20 lines of the ladder, ascending, from the ratings of all rated players."""
    if len(ratings) < FEW:
        return _with_steps(FIXED)
    ordered = sorted(ratings)
    tiers: list[int] = []
    for percentile in PERCENTILES:
        line = round(ordered[min(len(ordered) - 1, int(len(ordered) * percentile / 100))])
        tiers.append(max(line, tiers[-1] + NARROWEST) if tiers else line)
    return _with_steps(tiers)


def find_rung(rating: float, ladder: Lines, before: int | None = None) -> int:
    """Return the rung of a rating: rises at once, falls only MERCY points below a line.

    A player who has reached Chalk never falls below Chalk III. Decision 50 says why.
    """
    reached = bisect_right(ladder, rating)
    if before is None or before <= reached:
        return reached
    rung = min(before, bisect_right(ladder, rating + MERCY))
    return max(rung, KEPT) if before >= KEPT else rung


def badge_of_rung(rung: int) -> Badge:
    """Return the badge of a rung; its drill core has 5 strata, and 2 more with each tier."""
    tier, step = divmod(rung, len(STEPS))
    return {
        "rung": rung,
        "tier": tier,
        "name": f"{TIERS[tier]} {STEPS[step]}",
        "strata": 3 + 2 * (tier + 1),
    }


def progress_to_next(rating: float, rung: int, ladder: Lines) -> Progress:
    """Return the progress from a rung to the next one."""
    if rung >= len(ladder):
        return {"missing": None, "percent": 100, "next": None}
    top = ladder[rung]
    bottom = ladder[rung - 1] if rung else top - (ladder[1] - ladder[0])
    return {
        "missing": max(0, round(top - rating)),
        "percent": max(0, min(100, round(100 * (rating - bottom) / (top - bottom)))),
        "next": badge_of_rung(rung + 1)["name"],
    }


def title_for_wins(wins: int) -> Title | None:
    """Return the title for a number of wins, which never decreases."""
    index = bisect_right(_WINS, wins)
    if index == 0:
        return None
    return Title(_TITLES[index - 1], _WINS[index] if index < len(_WINS) else None)


def next_title(wins: int) -> Following | None:
    """Return the next title for a number of wins; None at the last one."""
    index = bisect_right(_WINS, wins)
    return Following(_TITLES[index], _WINS[index] - wins) if index < len(_WINS) else None


def _with_steps(tiers: Sequence[int]) -> Lines:
    """Return the lines with three steps per tier; an open-ended tier is as wide as its neighbor."""
    first, last = tiers[0], tiers[-1]
    bounds = [first - (tiers[1] - first), *tiers, last + (last - tiers[-2])]
    ladder = [
        low + (high - low) * step // len(STEPS)
        for low, high in pairwise(bounds)
        for step in range(len(STEPS))
    ]
    return tuple(ladder[1:])


_WINS = [wins for _, steps in TITLE_STEPS for wins in steps]
_TITLES = [f"{name} {NUMERALS[step]}" for name, steps in TITLE_STEPS for step in range(len(steps))]
