"""How many players come to a queue, and how strong they are: counts that fade in five minutes."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from math import exp, sqrt
from typing import NamedTuple

MEMORY = 300.0  # seconds after which an arrival counts 1/e
LOW, WIDTH, BINS = -15.0, 2.0, 40  # the histogram, in units of mu; its ends hold what is beyond
SMOOTHING = (1, 2, 3, 2, 1)
# The prior of a silent queue: so many arrivals, in so many seconds, so spread around 25.
PRIOR_COUNT, PRIOR_SECONDS, PRIOR_SPREAD = 3.0, 60.0, 6.0
CENTER, LEAST_SPREAD = 25.0, 1.0


class Estimate(NamedTuple):
    """The input of a plan: arrivals a second, spread of ratings, density by bin."""

    rate: float
    spread: float
    density: tuple[float, ...]  # per unit of rating; sums to 1 / WIDTH


@dataclass
class Arrivals:
    """The arrivals of one queue; plain numbers, so that it can be stored between two matchers."""

    began: float
    at: float
    weight: float = 0.0
    first: float = 0.0  # sum of the distances to CENTER
    second: float = 0.0  # sum of their squares
    bins: list[float] = field(default_factory=lambda: [0.0] * BINS)

    def note(self, ratings: Iterable[float], now: float) -> None:
        """Remember the users who came since the last call."""
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
        """The present arrivals; an empty history counts as a few players of all strengths."""
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
    """Return the bin of a rating; what is beyond the ends is in the last one."""
    return max(0, min(BINS - 1, int((rating - LOW) // WIDTH)))
