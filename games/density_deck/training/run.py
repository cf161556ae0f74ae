"""A whole training: iterations of self-play and learning, kept in a folder to be taken up again."""

from base64 import b64encode
from collections.abc import Callable, Sequence
from itertools import islice
from json import dumps
from pathlib import Path
from random import Random
from statistics import fmean
from typing import Any, NamedTuple

import numpy as np

from games.density_deck.bots import life_equity, medium
from games.density_deck.bots import network as network_file
from games.density_deck.bots.features import LIVES, features
from games.density_deck.rules.observation import Observation, observe
from games.density_deck.training import losses, prospects
from games.density_deck.training.matches import begin, moments, step
from games.density_deck.training.perceptron import SIZES, Array, Perceptron
from games.density_deck.training.self_play import SEATS, Samples, match
from games.engine.contract import Dice

EPOCHS = 4
RATES = (1e-3, 3e-4)  # of learning: in the first half of the iterations, and then
EPSILONS = (0.12, 0.07)  # from the first iteration to the last
TESTS = 500  # matches against medium after each iteration
STEPS = 10  # lines of progress in an iteration
JUDGED, JUDGED_SEED = 60, 7  # moments whose values stand beside the weights
EQUITY_MATCHES = 2500

Say = Callable[[str], object]


class Plan(NamedTuple):
    """How long and from what a training runs; the same plan gives the same weights."""

    iterations: int
    matches: int
    samples: int
    kept: int  # the newest batches of samples, from which it learns
    seed: int


class Progress(NamedTuple):
    """How far a training is."""

    network: Perceptron
    iteration: int
    lines: list[str]  # one for each iteration: what it saw


def train(plan: Plan, folder: Path, say: Say) -> Progress:
    """Train until the last iteration, from where the folder stands, and return what came of it."""
    folder.mkdir(parents=True, exist_ok=True)
    network, done, lines = load(plan, folder)
    for iteration in range(done, plan.iterations):
        chance = np.random.default_rng((plan.seed, iteration))
        rows, targets = _play(plan, network, iteration, say)
        np.savez(folder / f"samples-{iteration}.npz", rows=rows, targets=targets)
        every, wanted = _kept(folder, iteration, plan.kept)
        rate = RATES[2 * iteration >= plan.iterations]
        for _ in range(EPOCHS):
            error = network.epoch(every, wanted, rate, chance)
        lines.append(
            f"iteration {iteration + 1} of {plan.iterations}: {len(targets):,} samples, "
            f"error {error:.4f} of {float(wanted.var()):.4f}, "
            f"life edge against medium {edge(network, plan, iteration):+.2f}"
        )
        say(lines[-1])
        save(Progress(network, iteration + 1, lines), folder)
    return Progress(network, plan.iterations, lines)


def _play(plan: Plan, network: Perceptron, iteration: int, say: Say) -> tuple[Array, Array]:
    """Return the rows and targets of the matches of an iteration; medium plays the first."""
    dice, found = Random(f"{plan.seed} matches {iteration}"), Samples([], [])
    values = values_of(network) if iteration else None
    first, last = EPSILONS
    epsilon = first + (last - first) * iteration / max(1, plan.iterations - 1)
    blocks: list[Array] = []
    for part in range(STEPS):
        for _ in range(part * plan.matches // STEPS, (part + 1) * plan.matches // STEPS):
            match(found, values, epsilon=epsilon, samples=plan.samples, dice=dice)
        # a short step may hold no decision of a learner
        if found.rows:
            blocks.append(np.array(found.rows, np.float32))
            found.rows.clear()
        say(f"iteration {iteration + 1}: {(part + 1) * plan.matches // STEPS:,} matches")
    return np.concatenate(blocks), np.array(found.targets, np.float32)


def values_of(network: Perceptron) -> Callable[..., list[float]]:
    """Return what judges the moves of one moment, as the network is then."""

    def values(shared: Sequence[float], own: Sequence[Sequence[float]]) -> list[float]:
        rows = np.array([[*shared, *row] for row in own], np.float32)
        return [float(value) for value in network.values(rows)]

    return values


def _kept(folder: Path, iteration: int, count: int) -> tuple[Array, Array]:
    """Return the newest batches as one, and delete older ones."""
    kept = []
    for number in range(iteration + 1):
        place = folder / f"samples-{number}.npz"
        if number <= iteration - count:
            place.unlink(missing_ok=True)
        elif place.exists():
            with np.load(place) as batch:
                kept.append((batch["rows"], batch["targets"]))
    rows, targets = zip(*kept, strict=True)
    return np.concatenate(rows), np.concatenate(targets)


# --------------------------------------------------------------------------- the folder
def save(progress: Progress, folder: Path) -> None:
    """Write where a training stands; a run that is stopped goes on from there."""
    network, iteration, lines = progress
    arrays: dict[str, Any] = {f"part{n}": part for n, part in enumerate(network.parts)}
    arrays |= {f"moment{n}": moment for n, moment in enumerate(network.moments)}
    new = folder / "new.npz"
    np.savez(new, steps=network.steps, iteration=iteration, lines=lines, **arrays)
    new.replace(folder / "progress.npz")


def load(plan: Plan, folder: Path) -> Progress:
    """Return where the training of a folder stands: at its beginning if nothing is there."""
    network = Perceptron(np.random.default_rng(plan.seed))
    place = folder / "progress.npz"
    if not place.exists():
        return Progress(network, 0, [])
    with np.load(place) as kept:
        network.parts = [kept[f"part{n}"] for n in range(len(network.parts))]
        network.moments = [kept[f"moment{n}"] for n in range(len(network.moments))]
        network.steps = int(kept["steps"])
        return Progress(network, int(kept["iteration"]), [str(line) for line in kept["lines"]])


def edge(network: Perceptron, plan: Plan, iteration: int) -> float:
    """Return the life edge of the network against three medium players, in single matches."""
    dice, values = Random(f"{plan.seed} test {iteration}"), values_of(network)
    edges: list[float] = []

    def player(seen: Observation, chance: Dice) -> int:
        moves, shared, own = features(seen, chance, plan.samples)
        judged = values(shared, own)
        return moves[judged.index(max(judged))]

    for number in range(TESTS):
        after: tuple[int, ...] = ()
        state = begin((LIVES,) * SEATS, dice)
        while not after:
            seat = state.waiting[0]
            choose = player if seat == number % SEATS else medium.choose
            state, after = step(state, seat, choose(observe(state, seat), dice))
        lost = [LIVES - left for left in after]
        own = lost[number % SEATS]
        edges.append((sum(lost) - own) / (SEATS - 1) - own)
    return fmean(edges)


# --------------------------------------------------------------------- what players read
def make_network(plan: Plan, folder: Path, command: str, say: Say, *, write: bool) -> None:
    """Train by this plan, and give the weights to the players if asked to."""
    done = train(plan, folder, say)
    if write:
        about = {
            "last command": command,
            "numpy": np.__version__,
            "training": done.lines,
            "strength": "bench/README.md",
        }
        network_file.PLACE.write_text(packed(done.network, about), encoding="ascii")
        say(f"{network_file.PLACE} is written")


def packed(network: Perceptron, about: dict[str, Any]) -> str:
    """Return the file that the players read, as JSON.

    "weights" is base64 of half-precision floats, layer by layer: a row of weights for every unit,
    and then the biases. "judged" are the values of the moves of the first moments of
    matches.moments, as numpy has them with these weights.
    """
    halves = [part.astype("<f2") for part in network.parts]
    numbers = np.concatenate([part.T.ravel() for part in halves])
    network.parts = [half.astype(np.float32) for half in halves]
    values = values_of(network)
    judged = [
        [round(value, 4) for value in values(shared, own)]
        for _, shared, own in islice(moments(JUDGED_SEED), JUDGED)
    ]
    weights = b64encode(numbers.tobytes()).decode()
    return dumps({"about": about, "sizes": SIZES, "weights": weights, "judged": judged}) + "\n"


def make_equity(seed: int, say: Say) -> None:
    """Play matches of the medium player, and write the table of life equity."""
    lost = losses.count(medium.choose, EQUITY_MATCHES, Random(seed))
    about = {
        "command": f"python manage.py train --equity --seed {seed}",
        "matches": f"{EQUITY_MATCHES} of four, of three and of two medium players each",
        "losses": {
            seats: {" ".join(map(str, each)): times for each, times in sorted(counted.items())}
            for seats, counted in lost.items()
        },
    }
    written = {"about": about, "chances": losses.pack(losses.solve(lost))}
    life_equity.PLACE.write_text(dumps(written) + "\n", encoding="ascii")
    say(f"{life_equity.PLACE} is written")


def make_prospects(seed: int, say: Say) -> None:
    """Play games of medium players, and write the numbers by which luck is counted."""
    prospects.make(seed, say)
