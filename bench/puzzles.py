"""Measures how many positions make a puzzle, the time for each, and whether its answer holds.

The answers are checked again with other dice: with ten times the sampled hands, and with new
rollouts. The number of puzzles from samples alone shows how many the rollouts reject.
"""

import sys
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterator
from random import Random
from time import process_time

from bench.report import Goal, goal_table, write_section
from games.density_deck.bots import puzzle
from games.density_deck.game_type import GAME
from games.density_deck.rules import game
from games.density_deck.rules.observation import Observation, observe
from games.density_deck.rules.state import Ruleset
from games.engine.contract import Dice, Refused, Seed

GAMES, SEED, TIMES = 10, b"puzzles", 10
LEVELS = ("medium", "steady", "medium", "easy")


def main() -> int:
    """Find puzzles in games and check each again; return 1 if a goal is not met."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=GAMES)
    parser.add_argument("--write", action="store_true", help="put it into README.md")
    arguments = parser.parse_args()
    report, goals = measure_puzzles(arguments.games)
    print(report)
    if arguments.write:
        write_section("puzzles", "Puzzles", report)
    return 0 if all(goal.met for goal in goals) else 1


def measure_puzzles(games: int) -> tuple[str, list[Goal]]:
    """Return the figures as Markdown, and the goals."""
    looked, sampled, seconds = 0, 0, 0.0
    agreed = Counter[str]()
    kinds = Counter[tuple[str, str]]()
    for number, view in enumerate(_moments(games)):
        looked += 1
        begin = process_time()
        mined = puzzle.find_puzzle(view, Random(f"bench {number}"))
        seconds += process_time() - begin
        sampled += _only_sampled(view, Random(f"bench sampled {number}"))
        if mined is None:
            continue
        kinds[mined["question"], mined["kind"]] += 1
        best, dice = mined["worth"][0][0], Random(f"bench again {number}")
        finer = puzzle.choice_worths(mined["question"], view, dice, TIMES * puzzle.SAMPLES)
        agreed["finer"] += next(iter(finer)) == best
        choices = [choice for choice, _ in mined["worth"]]
        agreed["played"] += puzzle.is_borne_out(mined["question"], view, dice, choices)
    puzzle_count = kinds.total()
    goals = [
        Goal(
            f"same best choice with {TIMES} times the samples",
            agreed["finer"] / puzzle_count,
            0.99,
            at_least=True,
        ),
        Goal(
            "kept again by matches rolled out again",
            agreed["played"] / puzzle_count,
            0.7,
            at_least=True,
        ),
    ]
    summary = (
        f"{games} games of {', '.join(LEVELS)}: {looked} decisions. {sampled} are clear and stable"
        f" by samples. {puzzle_count} make puzzles ({100 * puzzle_count / looked:.1f} %): not all"
        f" AI players find the answer, and rollouts confirm it."
        f" {seconds / puzzle_count:.1f} s of a core for each."
    )
    lines = [
        summary,
        "",
        "| question | best choice | puzzles |",
        "|---|---|---:|",
        *[
            f"| {question} | {kind} | {count} |"
            for (question, kind), count in sorted(kinds.items())
        ],
        "",
        *goal_table(goals),
    ]
    return "\n".join(lines), goals


def _moments(games: int) -> Iterator[Observation]:
    """Yield the observation of the seat to act at every decision of the games."""
    for number in range(games):
        state, _ = game.start(Ruleset(), Seed(number.to_bytes(32, "big"), SEED))
        dice = Random(f"bench game {number}")
        while state.waiting:
            seat = state.waiting[0]
            view = observe(state, seat)
            yield view
            moved = game.act(state, seat, GAME.bots[LEVELS[seat]](view, dice))
            assert not isinstance(moved, Refused)
            state, _ = moved


def _only_sampled(view: Observation, dice: Dice) -> bool:
    """Return whether a position would be a puzzle without rollouts."""
    for question in puzzle.possible_questions(view):
        worth, gap = puzzle.settle_worths(question, view, dice)
        if gap >= puzzle.LEAST and puzzle.gap_of(worth) >= puzzle.GAP:
            return True
    return False


if __name__ == "__main__":
    sys.exit(main())
