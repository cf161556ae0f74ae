"""The figures of a recorded first visit: presses, waiting, fights, and the way to the next game."""

from collections.abc import Sequence
from itertools import pairwise
from statistics import median
from typing import NamedTuple

from bench.report import Goal

# seconds that a newcomer thinks before a move, and reads the scores of a match
THINKS = {"draw": 4.0, "fight": 4.0, "discard": 3.0}
READS = 3.0
# what a page shows while its reader decides, reads, or waits
OWN, READING, FIGHT, OTHERS = "own", "reading", "fight", "others"
OVER, ELSEWHERE = "over", "elsewhere"
SHOWN = (OWN, READING, FIGHT, OTHERS, OVER, ELSEWHERE)
MOVES = ("draw", "discard", "fight-called")
PRESS, AGAIN = "press", "again"


class Event(NamedTuple):
    """A note of a visit: the time in milliseconds, and a press, what is shown, or a move."""

    at: float
    what: str


class Figures(NamedTuple):
    """The figures of a first visit; times are in seconds."""

    presses_to_move: int
    to_move: float
    game: float
    waiting_share: float
    fights_share: float
    turn_wait: float
    presses_per_discard: float
    fight: float
    to_next_move: float


def read_figures(events: Sequence[Event]) -> Figures:
    """Compute the figures of a visit from its notes, in order of time."""
    last = next(index for index, event in enumerate(events) if event.what == AGAIN)
    game, following = events[:last], events[last:]
    first_own = next(index for index, event in enumerate(game) if event.what == OWN)
    fights, turns, spent = [], [], dict.fromkeys((OWN, READING, FIGHT, OTHERS), 0.0)
    for event, after in pairwise([event for event in game if event.what in SHOWN]):
        if event.what in spent:
            spent[event.what] += after.at - event.at
        if event.what == FIGHT:
            fights.append(after.at - event.at)
        if (event.what, after.what) == (OTHERS, OWN):
            turns.append(after.at - event.at)
    whole = sum(spent.values())
    began = next(event.at for event in game if event.what == PRESS)
    last_move = max(event.at for event in game if event.what in MOVES)
    next_own = next(event.at for event in following if event.what == OWN)
    return Figures(
        presses_to_move=sum(event.what == PRESS for event in game[:first_own]),
        to_move=(game[first_own].at - began) / 1000,
        game=whole / 1000,
        waiting_share=(spent[OTHERS] + spent[FIGHT]) / whole,
        fights_share=spent[FIGHT] / whole,
        turn_wait=median(turns) / 1000 if turns else 0.0,
        presses_per_discard=median(count_presses(game, "discard")),
        fight=median(fights) / 1000 if fights else 0.0,
        to_next_move=(next_own - last_move) / 1000,
    )


def count_presses(events: Sequence[Event], verb: str) -> list[int]:
    """Return the number of presses of each move of this kind, since the question was shown."""
    counts, presses = [], 0
    for event in events:
        if event.what == PRESS:
            presses += 1
        elif event.what == verb:
            counts.append(presses)
        if event.what in (OWN, *MOVES):
            presses = 0
    return counts


def list_goals(size: str, figures: Figures) -> list[Goal]:
    """Return the goals of a first visit at one size; that of the next game is for keys."""
    goals = [
        Goal(f"{size}: presses to the first own move", figures.presses_to_move, 1),
        Goal(f"{size}: share of the game that is waiting", figures.waiting_share, 0.30),
        Goal(f"{size}: presses of a discard, median", figures.presses_per_discard, 2),
        Goal(f"{size}: seconds of a fight, median", figures.fight, 6),
    ]
    if size == "laptop":
        goals.append(
            Goal(f"{size}: seconds from the last move to the next", figures.to_next_move, 12)
        )
    return goals
