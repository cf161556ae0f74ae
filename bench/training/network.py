"""Trains the network of the hard and master player, in matches against itself."""

from base64 import b64encode
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from itertools import islice
from json import dumps
from random import Random
from typing import NamedTuple

import numpy as np

from bench.training.matches import Player, apply_action, deal_match, match_moments
from bench.training.perceptron import SIZES, Array, Perceptron
from games.density_deck.bots import easy, medium, steady
from games.density_deck.bots.features import LIVES, SCALE, move_features
from games.density_deck.bots.life_equity import game_equity
from games.density_deck.rules.observation import observe
from games.density_deck.rules.state import FIGHT

ITERATIONS, MATCHES = 12, 16_000
SAMPLES = 12  # of the hidden hands
KEPT = 3  # number of newest batches to learn from
EPOCHS = 4
RATES = (1e-3, 3e-4)  # learning rates in the first and second half of the iterations
EPSILONS = (0.12, 0.07)  # share of random moves, from the first iteration to the last
JUDGED, JUDGED_SEED = 60, 7  # decisions whose values are stored with the weights
SEATS = 4
# shares of matches: with all lives, with three seats, with two, and with other players
WHOLE, THREE, TWO, MIXED = 0.2, 0.15, 0.15, 0.4
OTHERS: tuple[Player, ...] = (medium.choose,) * 4 + (steady.choose, easy.choose_action)

Values = Callable[[Sequence[float], Sequence[Sequence[float]]], Sequence[float]]


class Samples(NamedTuple):
    """Features of moves, and the change of the scaled equity after each."""

    rows: list[list[float]]
    targets: list[float]


def make_file(seed: int, iterations: int = ITERATIONS, matches: int = MATCHES) -> str:
    """Return the file that `bots/network.py` reads."""
    network, lines = train_network(seed, iterations, matches)
    about = {
        "last command": f"python -m bench.training network --seed {seed} --write",
        "numpy": np.__version__,
        "training": lines,
        "strength": "bench/README.md",
    }
    return pack_weights(network, about)


def train_network(seed: int, iterations: int, matches: int) -> tuple[Perceptron, list[str]]:
    """Return the trained network and one log line per iteration."""
    network, lines = Perceptron(np.random.default_rng(seed)), list[str]()
    batches: deque[tuple[Array, Array]] = deque(maxlen=KEPT)
    first, last = EPSILONS
    for iteration in range(iterations):
        chance = np.random.default_rng((seed, iteration))
        dice, samples = Random(f"{seed} matches {iteration}"), Samples([], [])
        # medium plays the first iteration
        values = values_of(network) if iteration else None
        epsilon = first + (last - first) * iteration / max(1, iterations - 1)
        for _ in range(matches):
            play_match(samples, values, epsilon, dice)
        batches.append((np.array(samples.rows, np.float32), np.array(samples.targets, np.float32)))
        rows, targets = map(np.concatenate, zip(*batches, strict=True))
        rate = RATES[2 * iteration >= iterations]
        for _ in range(EPOCHS):
            error = network.epoch(rows, targets, rate, chance)
        lines.append(
            f"iteration {iteration + 1} of {iterations}: {len(samples.targets):,} samples, "
            f"error {error:.4f} of {float(targets.var()):.4f}"
        )
        print(lines[-1])
    return network, lines


def values_of(network: Perceptron) -> Values:
    """Return a function that rates the moves of a decision with the network."""

    def values(shared: Sequence[float], own: Sequence[Sequence[float]]) -> list[float]:
        rows = np.array([[*shared, *row] for row in own], np.float32)
        return [float(value) for value in network.values(rows)]

    return values


def pack_weights(network: Perceptron, about: Mapping[str, object]) -> str:
    """Return the weights as JSON.

    "weights" is base64 of half-precision floats, layer by layer: a row of weights for every unit,
    then the biases. "judged" has numpy's values of the moves in the first decisions of
    match_moments with these weights.
    """
    halves = [part.astype("<f2") for part in network.parts]
    numbers = np.concatenate([part.T.ravel() for part in halves])
    network.parts = [half.astype(np.float32) for half in halves]
    values = values_of(network)
    judged = [
        [round(value, 4) for value in values(shared, own)]
        for _, shared, own in islice(match_moments(JUDGED_SEED), JUDGED)
    ]
    weights = b64encode(numbers.tobytes()).decode()
    return dumps({"about": about, "sizes": SIZES, "weights": weights, "judged": judged}) + "\n"


# ---------------------------------------------------------------------------- one match
def play_match(samples: Samples, values: Values | None, epsilon: float, dice: Random) -> None:
    """Play one match and add its samples.

    Without values the medium player chooses for the network. A share epsilon of moves is random.
    The result of a possible fight is known at once, even if no one calls it.
    """
    players, state = players_of(dice), deal_match(lives_of(dice), dice)
    played: list[tuple[int, list[float], float]] = []  # seat, features, equity before
    after: tuple[int, ...] = ()
    while not after:
        seat = state.waiting[0]
        observation, player = observe(state, seat), players[seat]
        if player is not None:
            state, after = apply_action(state, seat, player(observation, dice))
            continue
        moves, shared, own = move_features(observation, dice, SAMPLES)
        before = scaled_equity(observation.lives, seat)
        if dice.random() < epsilon:
            place = dice.randrange(len(moves))
        elif values is None:
            place = moves.index(medium.choose(observation, dice))
        else:
            judged = list(values(shared, own))
            place = judged.index(max(judged))
        played.append((seat, [*shared, *own[place]], before))
        if moves[-1] == FIGHT and place < len(moves) - 1:
            samples.rows.append([*shared, *own[-1]])
            samples.targets.append(
                scaled_equity(apply_action(state, seat, FIGHT)[1], seat) - before
            )
        state, after = apply_action(state, seat, moves[place])
    for seat, row, before in played:
        samples.rows.append(row)
        samples.targets.append(scaled_equity(after, seat) - before)


def players_of(dice: Random) -> list[Player | None]:
    """Return the players by seat; None is the network."""
    players: list[Player | None] = [None] * SEATS
    if dice.random() < MIXED:
        for seat in range(SEATS):
            if dice.random() < 0.5:
                players[seat] = dice.choice(OTHERS)
    return players


def lives_of(dice: Random) -> tuple[int, ...]:
    """Return random lives for the start of a match."""
    kind = dice.random()
    if kind < WHOLE:
        return (LIVES,) * SEATS
    lives = [1 + dice.randrange(LIVES) for _ in range(SEATS)]
    out = 1 if kind < WHOLE + THREE else 2 if kind < WHOLE + THREE + TWO else 0
    for seat in dice.sample(range(SEATS), out):
        lives[seat] = 0
    return tuple(lives)


def scaled_equity(lives: Sequence[int], seat: int) -> float:
    """Return the scaled equity of a seat with these lives."""
    return SCALE * game_equity(lives[seat], [*lives[:seat], *lives[seat + 1 :]])
