"""The master and the hard player: a small neural network rates every move.

A perceptron with two hidden layers reads the features of a move and predicts how the move changes
the scaled equity. `python -m bench.training network` trains its weights.
"""

from base64 import b64decode
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import chain, pairwise
from json import loads
from math import cos, log, pi, sqrt
from operator import mul
from pathlib import Path
from struct import iter_unpack

from games.density_deck.bots.features import SHARED, move_features
from games.density_deck.rules.observation import Observation
from games.engine.contract import Dice

SAMPLES = 24
HARD_NOISE = 0.2
PLACE = Path(__file__).with_name("network.json")

Rows = list[tuple[float, ...]]
# one row of weights per unit, and the biases
Layer = tuple[Rows, tuple[float, ...]]


def choose_action(observation: Observation, dice: Dice, noise: float = 0.0) -> int:
    """Return the move with the highest value after adding normally distributed noise.

    `noise` is a standard deviation in tenths of a game won; more of it makes a weaker player.
    Without noise this is the master player, with HARD_NOISE the hard one.
    """
    moves, shared, own = move_features(observation, dice, SAMPLES)
    values = move_values(shared, own)
    if noise:
        values = [value + noise * _normal(dice) for value in values]
    return moves[values.index(max(values))]


def move_values(shared: Sequence[float], own: Sequence[Sequence[float]]) -> list[float]:
    """Return the network's value of every move, in tenths of a game won.

    `shared` are the features that all moves have in common, `own` those of each move.
    """
    of_shared, of_own, (second, second_bias), (output, output_bias) = _network()
    rows, bias = of_shared
    base = [start + sum(map(mul, row, shared)) for row, start in zip(rows, bias, strict=True)]
    values = []
    for move in own:
        first = [
            value if (value := start + sum(map(mul, row, move))) > 0 else 0.0
            for row, start in zip(of_own, base, strict=True)
        ]
        hidden = [
            value if (value := start + sum(map(mul, row, first))) > 0 else 0.0
            for row, start in zip(second, second_bias, strict=True)
        ]
        values.append(output_bias[0] + sum(map(mul, output[0], hidden)))
    return values


def _normal(dice: Dice) -> float:
    """Return a standard normal random number (Box and Muller, 1958)."""
    return sqrt(-2 * log(1 - dice.random())) * cos(2 * pi * dice.random())


@cache
def _network() -> tuple[Layer, Rows, Layer, Layer]:
    """Return the layers, with the first one's weights split into shared and own features."""
    data = loads(PLACE.read_text(encoding="ascii"))
    numbers = chain.from_iterable(iter_unpack("<e", b64decode(data["weights"])))
    sizes = data["sizes"]
    first, second, output = [_layer(numbers, below, above) for below, above in pairwise(sizes)]
    rows, biases = first
    shared = ([row[:SHARED] for row in rows], biases)
    return shared, [row[SHARED:] for row in rows], second, output


def _layer(numbers: Iterator[float], inputs: int, units: int) -> Layer:
    rows = [tuple(next(numbers) for _ in range(inputs)) for _ in range(units)]
    return rows, tuple(next(numbers) for _ in range(units))
