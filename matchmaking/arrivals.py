"""Rate and ratings of players who join a queue, averaged over the last five minutes."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from math import exp, sqrt
from typing import NamedTuple

MEMORY = 300.0  # seconds after which an arrival counts 1/e
LOW, WIDTH, BINS = -15.0, 2.0, 40  # histogram in units of mu; the end bins take all beyond
SMOOTHING = (1, 2, 3, 2, 1)
# prior of an empty queue: arrivals, in this many seconds, with this spread around CENTER
PRIOR_COUNT, PRIOR_SECONDS, PRIOR_SPREAD = 3.0, 60.0, 6.0
CENTER, LEAST_SPREAD = 25.0, 1.0


class Estimate(NamedTuple):
    """The matcher's estimate of arrivals: rate per second, spread of ratings, density by bin."""

    rate: float
    spread: float
    density: tuple[float, ...]  # per unit of rating; sums to 1 / WIDTH


@dataclass
class Arrivals:
    """The arrivals of one queue, as plain numbers that can be stored in Redis."""

    began: float
    at: float
    weight: float = 0.0
    first: float = 0.0  # sum of the distances to CENTER
    second: float = 0.0  # sum of their squares
    bins: list[float] = field(default_factory=lambda: [0.0] * BINS)

    def note(self, ratings: Iterable[float], now: float) -> None:
        """Add the users who arrived since the last call."""
        fading = exp(-max(0.0, now - self.at) / MEMORY)
        self.at = max(now, self.at)
        self.weight *= fading
        self.first *= fading
        self.second *= fading
        self.bins = [count * fading for count in self.bins]
        for rating in ratings:
            self.weight += 1
            self.first += rating - CENTER
            self.second += (rating - CENTER) ** 2
            self.bins[bin_of(rating)] += 1

    def estimate(self) -> Estimate:
        """Return the current estimate; an empty history counts as a few players of all ratings."""
        passed = max(0.0, self.at - self.began)
        seconds = MEMORY * (1 - exp(-passed / MEMORY)) + PRIOR_SECONDS
        count = self.weight + PRIOR_COUNT
        mean = self.first / count
        variance = (self.second + PRIOR_COUNT * PRIOR_SPREAD**2) / count - mean * mean
        spread = sqrt(max(variance, LEAST_SPREAD**2))
        return Estimate(count / seconds, spread, self._density(count))

    def _density(self, count: float) -> tuple[float, ...]:
        prior = [
            exp(-((((LOW + (index + 0.5) * WIDTH) - CENTER) / PRIOR_SPREAD) ** 2) / 2)
            for index in range(BINS)
        ]
        share = PRIOR_COUNT / sum(prior)
        reach = len(SMOOTHING) // 2
        smooth = [0.0] * BINS
        for index, seen in enumerate(self.bins):
            if seen:
                for shift, part in enumerate(SMOOTHING, start=-reach):
                    target = max(0, min(BINS - 1, index + shift))
                    smooth[target] += seen * part / sum(SMOOTHING)
        return tuple(
            (seen + share * expected) / (count * WIDTH)
            for seen, expected in zip(smooth, prior, strict=True)
        )


def bin_of(rating: float) -> int:
    """Return the bin of a rating; ratings beyond the ends belong to the end bins."""
    return max(0, min(BINS - 1, int((rating - LOW) // WIDTH)))
