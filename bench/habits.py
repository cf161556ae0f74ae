"""The habits of simulated visitors of a small site, which bench.visits uses."""

from collections.abc import Iterator
from random import Random
from typing import NamedTuple

from bench.halls import SPREAD
from games.density_deck.lengths import MINUTES

TICK = 2.0
# Matches per game: bench.newcomer counts 5 to 10. Seconds of a game, alone and with three others.
MATCHES = (5, 11)
ALONE, TOGETHER = 60.0 * MINUTES["medium"]["usual"], 60.0 * MINUTES["people"]["usual"]
RANGE = (0.6, 1.4)  # factors on the length of a game


class Habits(NamedTuple):
    """Habits of visitors: seconds are means of exponential distributions, the rest are shares."""

    patience: float = 240.0  # until a visitor who only waits leaves
    accepts: float = 0.7  # joins the offered table, with AI players or company
    reaction: float = 8.0
    yes: float = 0.85  # leaves a shared game for a ranked table when asked
    again: float = 0.5  # keeps waiting after an unrated game; the others leave the site
    requeues: float = 0.4  # queues again after a ranked game
    rest: float = 90.0  # until a visitor queues again
    hidden: float = 0.25  # of those who only wait, have another tab in front
    missing: tuple[float, float, float] = (0.02, 0.04, 0.15)  # no-shows: looks, plays, hidden tab

    def words(self) -> str:
        """Return a text that states all numbers."""
        looks, plays, away = (f"{100 * share:g} %" for share in self.missing)
        return f"""\
Visitors who only wait leave after a mean of {self.patience / 60:g} min (exponential distribution).
{100 * self.hidden:g} % of them have another tab in front of the page. {100 * self.accepts:g} %
join the offered table {self.reaction:g} s after they see it, whether with AI players or company.
Asked at the end of a match, {100 * self.yes:g} % say yes within 2 to 12 s; the others say no, or
nothing. When a table is found, {looks} of those who look at the page do not join it. Nor do
{plays} of those who are playing, and {away} with another tab in front. After an unrated game
{100 * self.again:g} % keep waiting. After a ranked one {100 * self.requeues:g} % queue again,
{self.rest:g} s later. The others leave the site. Games take as long as lengths.py says:
{ALONE / 60:g} min alone and {TOGETHER / 60:g} min for four people, each ± 40 %. They have \
{MATCHES[0]} to {MATCHES[1]} matches.
No one is out before the end. Ratings spread by {SPREAD:g}; a tick is {TICK:g} s."""


def steady_arrivals(rate: float, hours: float, seed: int) -> Iterator[float]:
    """Yield the seconds at which visitors come, independently of each other, `rate` per hour."""
    dice, now = Random(seed), 0.0
    while (now := now + dice.expovariate(rate / 3600)) < 3600 * hours:
        yield now
