"""Fits the parameters of bots/prospects.py to whole games of medium players."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from json import dumps
from random import Random
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from games.density_deck.bots import medium, prospects
from games.density_deck.bots.prospects import LAST, MOST, Traits
from games.density_deck.rules import game
from games.density_deck.rules.observation import observe
from games.density_deck.rules.scoring import faces_key
from games.density_deck.rules.state import MatchOver, Ruleset, State
from games.engine.contract import Decided, Dice, Refused, Seed

GAMES = 4_000
LEAST_MOMENTS = 1_000  # a phase with fewer also uses the moments of the previous round
RIDGE = 0.6  # ridge penalty; it keeps the weights of rare phases small
STEPS, SMALL = 40, 1e-4  # steps of the search; step of the numerical derivatives

Array = NDArray[np.float64]
Key = tuple[int, int]  # seats standing, and round, LAST for any later one


class Moment(NamedTuple):
    """A position in a match: traits and lives of the standing seats, and the lives they lose."""

    traits: list[Traits]
    lives: list[int]
    costs: list[int]


def make_file(seed: int, games: int = GAMES) -> str:
    """Return the file that `bots/prospects.py` reads."""
    played = [play_game(Random(f"{seed} prospects {number}")) for number in range(games)]
    fitted = {
        phase_key: fit_weights(moments) for phase_key, moments in sorted(by_phase(played).items())
    }
    phases = defaultdict[str, dict[str, Any]](dict)
    for (standing, number), numbers in fitted.items():
        phases[str(standing)][str(number)] = numbers
    about = {
        "command": f"python -m bench.training prospects --seed {seed}",
        "games": f"{games} of four medium players",
    }
    return dumps({"about": about, "phases": phases}) + "\n"


def play_game(dice: Random) -> tuple[State, list[Decided]]:
    """Play a whole game of medium players; return its first state and its moves."""
    rules = Ruleset()
    seed = Seed(dice.randbytes(32), dice.randbytes(16 * rules.seats))
    first, _ = game.start(rules, seed)
    return first, list(_moves(first, dice))


def _moves(state: State, dice: Dice) -> Iterator[Decided]:
    while state.waiting:
        seat = state.waiting[0]
        moved = game.act(state, seat, medium.choose(observe(state, seat), dice))
        if isinstance(moved, Refused):
            raise ValueError(f"medium was refused: {moved.code}")
        state, events = moved
        yield Decided(seat, state, events)


# -------------------------------------------------------------------------------- the fit
def by_phase(games: Sequence[tuple[State, list[Decided]]]) -> dict[Key, list[Moment]]:
    """Return the moments of all matches by phase, at least LEAST_MOMENTS if possible."""
    moments: dict[Key, list[Moment]] = defaultdict(list)
    for first, moves in games:
        states = [first]
        for move in moves:
            over = next((event for event in move.events if isinstance(event, MatchOver)), None)
            if over is not None:
                for state in states:
                    moments[len(state.standing), min(LAST, state.round)].append(
                        read_moment(state, over)
                    )
                states = []
            states.append(move.state)
    for standing, number in sorted(moments):
        few = len(moments[standing, number]) < LEAST_MOMENTS
        if few and number > 1:
            moments[standing, number] += moments[standing, number - 1]
    return moments


def read_moment(state: State, over: MatchOver) -> Moment:
    """Return the moment for a state and the end of its match."""
    reached = prospects.seat_scores(state, faces_key(game.face_up(state)))
    return Moment(
        prospects.seat_traits(state, reached),
        [state.lives[seat] for seat in state.standing],
        [state.lives[seat] - over.after[seat] for seat in state.standing],
    )


def fit_weights(moments: Sequence[Moment]) -> dict[str, Any]:
    """Return the weights and costs that fit the moments best, as in the file."""
    traits = np.array([moment.traits for moment in moments], float)
    lost = np.array([moment.costs for moment in moments], float)
    # a seat with few lives does not show how many more it would have lost
    counted = np.array([moment.lives for moment in moments]) >= MOST
    weights = _search(traits, lost, counted)
    saved = _shares(traits, weights)[counted]
    costs = [_line(saved, np.minimum(lost[counted], most)) for most in range(1, MOST + 1)]
    return {
        "weights": [round(float(weight), 3) for weight in weights],
        "costs": [[round(float(number), 4) for number in line] for line in costs],
    }


def _search(traits: Array, lost: Array, counted: NDArray[np.bool_]) -> Array:
    """Return the weights whose shares predict the losses best (Levenberg and Marquardt)."""
    count = traits.shape[-1]

    def missing(weights: Array) -> Array:
        saved = _shares(traits, weights)[counted]
        least, slope = _line(saved, lost[counted])
        rest: Array = lost[counted] - least + slope * saved
        return np.concatenate([rest, np.sqrt(RIDGE) * weights])

    weights, damping = np.zeros(count), 1.0
    weights[0] = 1.0
    rest = missing(weights)
    for _ in range(STEPS):
        columns = [(missing(weights + SMALL * unit) - rest) / SMALL for unit in np.eye(count)]
        slopes = np.stack(columns, -1)
        square = slopes.T @ slopes
        damped = square + damping * np.diag(np.diag(square))
        better = weights - np.linalg.solve(damped, slopes.T @ rest)
        after = missing(better)
        if after @ after < rest @ rest:
            weights, rest, damping = np.asarray(better), after, damping / 4
        else:
            damping *= 4
    return weights


def _shares(traits: Array, weights: Array) -> Array:
    powers: Array = np.exp(traits @ weights)
    shared: Array = powers / powers.sum(1, keepdims=True)
    return shared


def _line(saved: Array, lost: Array) -> Array:
    """Return the loss with a share of 0, and the reduction with a share of 1."""
    table = np.stack([np.ones_like(saved), -saved], -1)
    line: Array = np.linalg.lstsq(table, lost, rcond=None)[0].astype(np.float64)
    return line
