"""Measures the speed of the rules and of scoring, against RLCard's uno and OpenSpiel's hearts.

Run `python -m bench.engine`; `--write` puts the table into bench/README.md. It exits 1 when a
goal is not met. RLCard and OpenSpiel are needed here only (pyproject's extra `bench`).
"""

import argparse
import sys
from collections.abc import Callable, Iterator
from platform import python_version
from random import Random
from statistics import median
from time import process_time
from typing import NamedTuple

import numpy as np
import pyspiel
from rlcard.games.uno import Game as Uno

from bench.report import Goal, goal_table, write_section
from games.density_deck.game_type import RULES
from games.density_deck.rules.cards import DECK
from games.density_deck.rules.scoring import SCORERS, faces_key
from games.density_deck.rules.state import FIGHT, SURRENDER
from games.engine.contract import Refused, Seed

ROUNDS = 15  # of each measurement, in turns, so that a slow moment affects all of them
SECONDS = 0.4  # of processor time for one measurement of play
OVER_UNO = 2.0
OVER_HEARTS = 0.6
SCORE_LIMIT = 1.0  # microseconds, on a machine where time_plain_work gives REFERENCE
REFERENCE = 0.128  # microseconds; a score of edition "current" took 0.51 there

# Plays one whole random game and returns the number of decisions.
Play = Callable[[], int]


# ------------------------------------------------------------------------ the three games
def density_deck() -> Play:
    """Return a function that plays a random game with our engine; `act` also deals matches."""
    rules = RULES
    ruleset = rules.ruleset("current")
    asked, legal, act = rules.asked, rules.legal, rules.act
    dice = Random(1)
    chance = dice.random

    def play() -> int:
        state, _ = rules.start(ruleset, Seed(dice.randbytes(32), dice.randbytes(64)))
        decisions = 0
        while seats := asked(state):
            options = legal(state, seats[0])
            moved = act(state, seats[0], options[int(chance() * len(options))])
            assert not isinstance(moved, Refused)
            state = moved[0]
            decisions += 1
        return decisions

    return play


def density_deck_to_the_end() -> Play:
    """Return such a function that avoids nine in ten fights and surrenders, for longer matches."""
    rules = RULES
    ruleset = rules.ruleset("current")
    asked, legal, act = rules.asked, rules.legal, rules.act
    dice = Random(1)
    chance = dice.random

    def play() -> int:
        state, _ = rules.start(ruleset, Seed(dice.randbytes(32), dice.randbytes(64)))
        decisions = 0
        while seats := asked(state):
            options = legal(state, seats[0])
            action = options[int(chance() * len(options))]
            if action in (FIGHT, SURRENDER) and chance() > 0.1:
                action = options[0]
            moved = act(state, seats[0], action)
            assert not isinstance(moved, Refused)
            state = moved[0]
            decisions += 1
        return decisions

    return play


def rlcard_uno() -> Play:
    """Return a function that plays RLCard's uno, without the environment around it."""
    game = Uno()
    game.np_random = np.random.RandomState(1)
    chance = Random(1).random

    def play() -> int:
        state, _ = game.init_game()
        decisions = 0
        while not game.is_over():
            options = state["legal_actions"]
            state, _ = game.step(options[int(chance() * len(options))])
            decisions += 1
        return decisions

    return play


def open_spiel_hearts() -> Play:
    """Return a function that plays OpenSpiel's hearts (C++) through its Python API.

    Dealing takes 52 chance nodes, each sampled by its probabilities; they do not count as
    decisions.
    """
    game = pyspiel.load_game("hearts")
    dice = Random(1)
    chance = dice.random

    def play() -> int:
        state = game.new_initial_state()
        decisions = 0
        while not state.is_terminal():
            if state.is_chance_node():
                cards, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(dice.choices(cards, weights)[0])
            else:
                options = state.legal_actions()
                state.apply_action(options[int(chance() * len(options))])
                decisions += 1
        return decisions

    return play


def open_spiel_hearts_short() -> Play:
    """Return such a function that treats chance outcomes as equally likely: the fastest way."""
    game = pyspiel.load_game("hearts")
    chance = Random(1).random

    def play() -> int:
        state = game.new_initial_state()
        decisions = 0
        while not state.is_terminal():
            options = state.legal_actions()
            decisions += not state.is_chance_node()
            state.apply_action(options[int(chance() * len(options))])
        return decisions

    return play


OURS, LONG = "Density Deck", "Density Deck, long matches"
UNO = "RLCard uno, bare"
HEARTS, SHORT = "OpenSpiel hearts", "OpenSpiel hearts, chances not asked"
GAMES: dict[str, Callable[[], Play]] = {
    OURS: density_deck,
    LONG: density_deck_to_the_end,
    UNO: rlcard_uno,
    HEARTS: open_spiel_hearts,
    SHORT: open_spiel_hearts_short,
}


# --------------------------------------------------------------------------- measurements
class Measured(NamedTuple):
    """Medians: decisions per second, microseconds per score, and the speed of the machine."""

    speeds: dict[str, float]
    scores: dict[tuple[str, str], float]
    calibration: float


def decisions_a_second(play: Play) -> float:
    """Play whole games for SECONDS of processor time; return decisions per second."""
    decisions = 0
    start = process_time()
    while (seconds := process_time() - start) < SECONDS:
        decisions += play()
    return decisions / seconds


def random_hands(count: int) -> Iterator[tuple[int, int]]:
    """Yield keys of random hands and of the amplification cards and top discards."""
    dice = Random(1)
    for _ in range(count):
        dealt = dice.sample(DECK, 9)
        yield faces_key(dealt[:3]), faces_key(dealt[3:])


def microseconds_a_score(score: Callable[[int, int], int]) -> float:
    """Return the mean time of a score over a thousand positions, including the loop."""
    keys = list(random_hands(1_000))
    start = process_time()
    for _ in range(50):
        for hand, table in keys:
            score(hand, table)
    return (process_time() - start) * 1e6 / 50_000


def time_plain_work() -> float:
    """Return the microseconds of a call with two additions and two lookups."""
    table = list(range(1024))

    def work(one: int, two: int) -> int:
        total = one + two
        return table[total & 1023] + table[total >> 10 & 1023]

    start = process_time()
    for number in range(100_000):
        work(number, 77)
    return (process_time() - start) * 1e6 / 100_000


def measure_rounds() -> Measured:
    """Measure everything ROUNDS times in turns, and return the medians."""
    plays = {name: build() for name, build in GAMES.items()}
    speeds: dict[str, list[float]] = {name: [] for name in plays}
    scores: dict[tuple[str, str], list[float]] = {variant: [] for variant in SCORERS}
    machine = []
    for _ in range(ROUNDS):
        for name, play in plays.items():
            speeds[name].append(decisions_a_second(play))
        for variant, score in SCORERS.items():
            scores[variant].append(microseconds_a_score(score))
        machine.append(time_plain_work())
    return Measured(
        {name: median(values) for name, values in speeds.items()},
        {variant: median(values) for variant, values in scores.items()},
        median(machine),
    )


# --------------------------------------------------------------------------------- report
def check_goals(measured: Measured) -> list[Goal]:
    """Return the goals for speed; a slower machine gets more time for a score."""
    speeds = measured.speeds
    slowness = max(1.0, measured.calibration / REFERENCE)
    default = measured.scores["current", "ignored"]
    return [
        Goal("times RLCard uno, bare", speeds[OURS] / speeds[UNO], OVER_UNO, at_least=True),
        Goal("times OpenSpiel hearts", speeds[OURS] / speeds[HEARTS], OVER_HEARTS, at_least=True),
        Goal("µs a score", default, SCORE_LIMIT * slowness, at_least=False),
    ]


def figures_table(measured: Measured) -> str:
    """Return all figures as Markdown."""
    lines = [
        f"Python {python_version()}, medians of {ROUNDS} measurements in turns, processor time.",
        "",
        "| random play | decisions a second | against Density Deck |",
        "|---|---:|---:|",
    ]
    ours = measured.speeds[OURS]
    lines += [
        f"| {name} | {speed:,.0f} | {speed / ours:.2f} |" for name, speed in measured.speeds.items()
    ]
    lines += ["", "| score | µs |", "|---|---:|"]
    lines += [
        f"| {' '.join(name)} | {microseconds:.2f} |"
        for name, microseconds in measured.scores.items()
    ]
    return "\n".join([*lines, "", *goal_table(check_goals(measured))])


def main() -> int:
    """Measure and print; return 1 if a goal is not met."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help="put the table into bench/README.md")
    arguments = parser.parse_args()
    measured = measure_rounds()
    report = figures_table(measured)
    print(report)
    if arguments.write:
        write_section("engine", "The engine", report)
    return 0 if all(goal.met for goal in check_goals(measured)) else 1


if __name__ == "__main__":
    sys.exit(main())
