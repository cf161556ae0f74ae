"""A perceptron with two hidden layers, trained with Adam on the mean squared error."""

from typing import Any

import numpy as np

Array = Any  # a numpy array; numpy is not installed where the site runs
SIZES = (58, 64, 32, 1)
BATCH = 2048
RISE, FALL = 0.9, 0.999  # Adam's decay of the first and of the second moment
SMALL = 1e-8


class Perceptron:
    """Weights and biases by layer, with their Adam moments."""

    def __init__(self, chance: Array) -> None:
        """Initialize the weights for rectified units (He et al., 2015)."""
        self.parts: list[Array] = []
        for above, below in zip(SIZES[1:], SIZES[:-1], strict=True):
            weights = chance.standard_normal((below, above)) * (2 / below) ** 0.5
            self.parts += [weights.astype(np.float32), np.zeros(above, np.float32)]
        self.moments = [np.zeros_like(part) for part in self.parts * 2]
        self.steps = 0

    def values(self, rows: Array) -> Array:
        """Return the value of each row of features."""
        one, one_bias, two, two_bias, three, three_bias = self.parts
        first = np.maximum(rows @ one + one_bias, 0)
        second = np.maximum(first @ two + two_bias, 0)
        return (second @ three)[:, 0] + three_bias[0]

    def learn(self, rows: Array, targets: Array, rate: float) -> float:
        """Make one training step and return the mean squared error before it."""
        one, one_bias, two, two_bias, three, three_bias = self.parts
        first = np.maximum(rows @ one + one_bias, 0)
        second = np.maximum(first @ two + two_bias, 0)
        missed = (second @ three)[:, 0] + three_bias[0] - targets
        back = (missed * (2 / len(rows)))[:, None].astype(np.float32)
        to_second = (back @ three.T) * (second > 0)
        to_first = (to_second @ two.T) * (first > 0)
        self._step(
            [
                rows.T @ to_first,
                to_first.sum(0),
                first.T @ to_second,
                to_second.sum(0),
                second.T @ back,
                back.sum(0),
            ],
            rate,
        )
        return float((missed * missed).mean())

    def _step(self, slopes: list[Array], rate: float) -> None:
        """Update the weights with Adam (Kingma and Ba, 2015)."""
        self.steps += 1
        rate *= (1 - FALL**self.steps) ** 0.5 / (1 - RISE**self.steps)
        count = len(slopes)
        for place, slope in enumerate(slopes):
            mean, square = self.moments[place], self.moments[count + place]
            mean += (1 - RISE) * (slope - mean)
            square += (1 - FALL) * (slope * slope - square)
            self.parts[place] -= rate * mean / (np.sqrt(square) + SMALL)

    def epoch(self, rows: Array, targets: Array, rate: float, chance: Array) -> float:
        """Train on every row once in random order, and return the mean error."""
        order, errors = chance.permutation(len(rows)), []
        for first in range(0, len(order), BATCH):
            batch = order[first : first + BATCH]
            errors.append(self.learn(rows[batch], targets[batch], rate))
        return float(np.mean(errors))
