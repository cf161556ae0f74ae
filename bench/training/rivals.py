"""Fits the parameters of bots/rivals.py to whole games between AI players of each level.

Every hidden hand of a rival is compared with random hands that fit the same unseen cards. The
weights make the real ones most likely among them (conditional logistic regression).
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from json import dumps
from random import Random

import numpy as np
from numpy.typing import NDArray

from bench import contest
from games.density_deck.bots import rivals
from games.density_deck.bots.options import unseen_cards
from games.density_deck.game_type import GAME
from games.density_deck.rules.observation import observe
from games.density_deck.rules.scoring import SCORERS, WEIGHTS
from games.density_deck.rules.state import State

# the tables by their levels, and the games at each
TABLES = (
    *(((level,) * 4, 1.0) for level in GAME.ai_levels),
    (("easy", "steady", "medium", "master"), 2.0),
    (("medium", "hard", "steady", "easy"), 1.0),
)
GAMES, SHARE = 100, 0.6  # games at a table, and the share of their decisions that are read
OTHERS = 24  # random hands beside each real one
FEATURES = len(rivals.BENDS) + 4  # of a hand
RIDGE = 2.0  # ridge penalty; it keeps rare situations near the round before
LEAST, STEPS, SMALL = 30, 30, 1e-4  # rarer situations are not fitted; steps of the search

Array = NDArray[np.float64]
Row = list[list[float]]  # the features of a real hand, then those of random ones


def make_file(seed: int, games: int = GAMES) -> str:
    """Return the file that `bots/rivals.py` reads."""
    cells: dict[str, list[Row]] = defaultdict(list)
    for levels, part in TABLES:
        for number in range(int(games * part)):
            dice = Random(f"{seed} rivals {levels} {number}")
            names = [levels[(seat + number) % len(levels)] for seat in range(len(levels))]
            moments = contest.game_moments(GAME, GAME.bots, names, f"{seed} {levels} {number}")
            for state, _ in moments:
                if state.waiting and dice.random() < SHARE:
                    for cell, row in read_hands(state, names, dice):
                        cells[cell].append(row)
    about = {
        "command": f"python -m bench.training rivals --seed {seed}",
        "games": sum(int(games * part) for _, part in TABLES),
        "hands": sum(map(len, cells.values())),
        "weights": "level, seats standing, round, whether the rival has acted in it",
    }
    return dumps({"about": about, "weights": fit_cells(cells)}) + "\n"


def read_hands(state: State, levels: Sequence[str], dice: Random) -> Iterator[tuple[str, Row]]:
    """Yield the cell and the features of every hidden hand that a choice has been made with."""
    observation = observe(state, state.waiting[0])
    score = SCORERS[observation.ruleset.edition, observation.ruleset.lone]
    unseen = [WEIGHTS[face] for face in unseen_cards(observation)]
    for rival in rivals.read_rivals(observation, levels):
        if rival.cell and rival.missing:
            known = [WEIGHTS[face] for face in rival.known]
            hands = [[WEIGHTS[face] for face in state.hands[rival.seat]]]
            for _ in range(OTHERS):
                hands.append([*known, *dice.sample(unseen, rival.missing)])
            yield rival.cell, [rivals.hand_features(rival, cards, score) for cards in hands]


def fit_cells(cells: dict[str, list[Row]]) -> dict[str, list[float]]:
    """Return the weights of every cell; a rare one has those of the round before."""
    fitted: dict[str, Array] = {}
    for level in GAME.ai_levels:
        for standing in range(2, 5):
            for acted in (True, False):
                start = np.zeros(FEATURES)
                for number in range(1 if acted else 2, rivals.LAST + 1):
                    cell = rivals.cell_name(level, standing, number, acted=acted)
                    rows = cells.get(cell, [])
                    start = fit_weights(rows, start) if len(rows) >= LEAST else start
                    fitted[cell] = start
    return {
        cell: [round(float(weight), 3) for weight in weights] for cell, weights in fitted.items()
    }


def fit_weights(rows: Sequence[Row], start: Array) -> Array:
    """Return the weights that make the real hands most likely (Newton), drawn towards `start`."""
    features = np.array(rows)
    real, random = features[:, 0], features[:, 1:]
    weights, penalty = start, RIDGE * np.eye(len(start))
    for _ in range(STEPS):
        powers = random @ weights
        shares = np.exp(powers - powers.max(1, keepdims=True))
        shares /= shares.sum(1, keepdims=True)
        means = np.einsum("hs,hsf->hf", shares, random)
        slope = (real - means).sum(0) - RIDGE * (weights - start)
        curve = np.einsum("hs,hsf,hsg->fg", shares, random, random) - means.T @ means
        step = np.linalg.solve(curve + penalty, slope)
        weights = weights + step * min(1.0, 2.0 / np.abs(step).max())
        if np.abs(step).max() < SMALL:
            break
    return weights
