"""Fits the strengths that best explain in which order players finished games.

The model is that of `accounts.ratings.rating` with known skills: each place goes to one of the
remaining players, with weights of e to the strength. A tie counts as the mean over all orders that
break it.
"""

from collections.abc import Sequence
from itertools import groupby, permutations, product
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.float64]
ENOUGH = 1e-9  # the fit stops when no strength changes by more


class Finish(NamedTuple):
    """The order of a game: names by seat, places by seat, and the length of the game."""

    names: Sequence[str]
    places: Sequence[int]
    length: str = ""


class Fit(NamedTuple):
    """Strengths by name, stretches by length of game, and their standard errors.

    Strengths are natural logarithms of odds, relative to the anchor, which has 0. In a game of some
    length they are divided by its stretch; that of the first length is 1.
    """

    strengths: dict[str, float]
    strength_errors: dict[str, float]
    stretches: dict[str, float]
    stretch_errors: dict[str, float]


def fit_strengths(finishes: Sequence[Finish], anchor: str) -> Fit:
    """Return the most likely strengths and stretches, by Fisher scoring."""
    names = list(dict.fromkeys(name for finish in finishes for name in finish.names))
    names = [anchor, *[name for name in names if name != anchor]]
    lengths = list(dict.fromkeys(finish.length for finish in finishes))
    place = {name: number - 1 for number, name in enumerate(names)}  # the anchor has none
    shared = {length: len(names) - 2 + number for number, length in enumerate(lengths)}
    parameters: Numbers = np.zeros(len(names) - 1 + len(lengths) - 1)
    games = [
        (
            [place[name] for name in finish.names],
            shared[finish.length] if finish.length != lengths[0] else -1,
            _orders(finish.places),
        )
        for finish in finishes
    ]
    step = 1.0
    while step > ENOUGH:
        slope, information = _derivatives(parameters, games)
        # while all strengths are equal, stretches have no effect and the matrix is singular
        change = np.linalg.lstsq(information, slope)[0]
        step = float(np.abs(change).max())
        parameters += np.clip(change, -1, 1)
    errors = np.sqrt(np.diag(np.linalg.inv(information)))
    return Fit(
        {name: float(parameters[place[name]]) if name != anchor else 0.0 for name in names},
        {name: float(errors[place[name]]) if name != anchor else 0.0 for name in names},
        {length: float(np.exp(parameters[shared[length]])) for length in lengths[1:]},
        {
            length: float(np.exp(parameters[shared[length]]) * errors[shared[length]])
            for length in lengths[1:]
        },
    )


def _derivatives(
    parameters: Numbers, games: Sequence[tuple[list[int], int, list[list[int]]]]
) -> tuple[Numbers, Numbers]:
    """Return the gradient of the log-likelihood and the Fisher information."""
    slope = np.zeros(len(parameters))
    information = np.zeros((len(parameters), len(parameters)))
    for owners, length, orders in games:
        scale = float(np.exp(parameters[length])) if length >= 0 else 1.0
        strengths = np.array([parameters[owner] if owner >= 0 else 0.0 for owner in owners]) / scale
        # derivatives of this game's strengths by the parameters
        turns = np.zeros((len(owners), len(parameters)))
        for seat, owner in enumerate(owners):
            if owner >= 0:
                turns[seat, owner] = 1 / scale
        if length >= 0:
            turns[:, length] = -strengths
        weights = np.exp(strengths)
        first, second = np.zeros(len(owners)), np.zeros((len(owners), len(owners)))
        for order in orders:
            for places_taken, taker in enumerate(order):
                chances = np.zeros(len(owners))
                running = order[places_taken:]
                chances[running] = weights[running] / weights[running].sum()
                first -= chances / len(orders)
                first[taker] += 1 / len(orders)
                second += (np.diag(chances) - np.outer(chances, chances)) / len(orders)
        slope += turns.T @ first
        information += turns.T @ second @ turns
    return slope, information


def _orders(places: Sequence[int]) -> list[list[int]]:
    """Return every order of the seats that breaks the ties."""
    finish = sorted(range(len(places)), key=places.__getitem__)
    tied = [list(permutations(seats)) for _, seats in groupby(finish, places.__getitem__)]
    return [[seat for seats in broken for seat in seats] for broken in product(*tied)]
