"""When simulated visitors of a small site come, and what they do; bench.visits counts it."""

from collections.abc import Iterator
from random import Random
from typing import NamedTuple

from bench.halls import SPREAD
from games.density_deck.lengths import MINUTES

TICK = 2.0
# matches of a game: bench.newcomer counts 5 to 10; minutes of a game by the people at the table
MATCHES = (5, 11)
ALONE, TOGETHER = 60.0 * MINUTES["medium"]["usual"], 60.0 * MINUTES["people"]["usual"]
RANGE = (0.6, 1.4)  # of a length, about its mean


class Habits(NamedTuple):
    """The habits of people; seconds are means of exponential times, the rest are shares."""

    patience: float = 240.0  # who only waits leaves after it
    accepts: float = 0.7  # sits down at what is offered, AI players or company
    reaction: float = 8.0
    yes: float = 0.85  # leaves a game with others for a ranked table, when asked
    again: float = 0.5  # waits on after a game played meanwhile; the others leave the site
    requeues: float = 0.4  # after a ranked game, ...
    rest: float = 90.0  # ... so much later
    hidden: float = 0.25  # of those who only wait: another tab is before the queue's page
    missing: tuple[float, float, float] = (0.02, 0.04, 0.15)  # called: looks, plays, hidden tab

    def words(self) -> str:
        """Return the numbers in words."""
        looks, plays, away = (f"{100 * share:g} %" for share in self.missing)
        return f"""\
Who only waits leaves after {self.patience / 60:g} min in the mean, exponentially;
{100 * self.hidden:g} % of them have another tab before the page. {100 * self.accepts:g} %
sit down at what is offered, {self.reaction:g} s after they see it, AI players or company alike.
Asked at the end of a match, {100 * self.yes:g} % say yes within 2 to 12 s; the others say no, or
nothing. Called, {looks} of those who look at the page do not come, {plays} of those who play and
{away} with another tab before it. After a game played meanwhile {100 * self.again:g} % wait on;
after a ranked one {100 * self.requeues:g} % come again, {self.rest:g} s later. The others \
leave the site.
Games take what lengths.py says, by the people at the table: {ALONE / 60:g} min alone,
{TOGETHER / 60:g} min among four, each ± 40 %, in {MATCHES[0]} to {MATCHES[1]} matches. Nobody is
out before the end. Ratings spread by {SPREAD:g}; a tick is {TICK:g} s."""


def steady_arrivals(rate: float, hours: float, seed: int) -> Iterator[float]:
    """The seconds at which people come, independently of each other, so many an hour."""
    dice, now = Random(seed), 0.0
    while (now := now + dice.expovariate(rate / 3600)) < 3600 * hours:
        yield now
