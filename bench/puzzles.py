"""Checks the puzzles that every site begins with: whether they ask something, and their answers.

A puzzle is of no use if the own score alone leads to the answer, so the share that a player solves
who looks at nothing else is measured, by fixed limits of the score and by the limit that would
solve the most puzzles of each theme. The answers are checked again with other dice.
"""

import json
import sys
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Sequence
from itertools import chain, combinations
from pathlib import Path
from random import Random
from statistics import fmean, median
from typing import Any

from bench.report import Goal, goal_table, write_section
from games.density_deck.bots import puzzle, solvers
from games.density_deck.bots.puzzle_positions import are_near, read_position
from games.density_deck.bots.questions import THEMES

PLACE = Path("games/density_deck/puzzles.json")
TRIES = 8  # answers of the medium player to each puzzle
PLAYED = 8  # one puzzle in so many is played again

Puzzle = dict[str, Any]


def main() -> int:
    """Measure the puzzles; return 1 if a goal is not met."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help="put it into README.md")
    arguments = parser.parse_args()
    report, goals = measure_puzzles(read_puzzles())
    print(report)
    if arguments.write:
        write_section("puzzles", "Puzzles", report)
    return 0 if all(goal.met for goal in goals) else 1


def read_puzzles() -> list[Puzzle]:
    """Return the puzzles that every site begins with."""
    puzzles: list[Puzzle] = json.loads(PLACE.read_text(encoding="ascii"))["puzzles"]
    return puzzles


def measure_puzzles(puzzles: Sequence[Puzzle]) -> tuple[str, list[Goal]]:
    """Return the figures as Markdown, and the goals."""
    rows, own, limited, medium = [], [], [], []
    for theme in THEMES:
        of_theme = [each for each in puzzles if each["theme"] == theme]
        own.append([float(is_solved_by_own_score(each)) for each in of_theme])
        limited.append(best_limit(of_theme))
        medium.append([solved_by_medium(each) for each in of_theme])
        answers = Counter(each["kind"] for each in of_theme)
        ratings = sorted(each["rating"] for each in of_theme)
        rows.append(
            f"| {theme} | {len(of_theme)} | {list_answers(answers)} |"
            f" {100 * fmean(own[-1]):.0f} % | {100 * limited[-1]:.0f} % |"
            f" {100 * fmean(medium[-1]):.0f} % |"
            f" {ratings[0]} – {median(ratings):.0f} – {ratings[-1]} |"
        )
    again = [is_settled_again(each) for each in puzzles]
    played = [is_borne_out_again(each) for each in puzzles[::PLAYED]]
    goals = [
        Goal("puzzles", len(puzzles), 300, at_least=True),
        Goal("solved by own score alone", fmean(chain.from_iterable(own)), 0.5),
        Goal("largest share of an answer in its theme", largest_share(puzzles), 0.65),
        Goal("near doubles", count_near(puzzles), 0),
        Goal("second puzzles of a match and theme", count_repeated(puzzles), 0),
        Goal("same best choice with other dice", fmean(again), 0.97, at_least=True),
        Goal("borne out again when played with other dice", fmean(played), 0.7, at_least=True),
    ]
    lines = [
        "| theme | puzzles | answers | own score alone | best limit of it | medium | ratings |",
        "|---|---:|---|---:|---:|---:|---|",
        *rows,
        "",
        *goal_table(goals),
    ]
    return "\n".join(lines), goals


def list_answers(answers: Counter[str]) -> str:
    """Return the share of each answer as text, the most common one first."""
    total = answers.total()
    return ", ".join(f"{kind} {100 * n / total:.0f} %" for kind, n in answers.most_common())


# -------------------------------------------------------------------------------- solvers
def is_solved_by_own_score(each: Puzzle) -> bool:
    """Return whether a player that looks at nothing but its own score finds the answer."""
    dice = Random(0)
    observation = read_position(each["position"], dice)
    answer = solvers.answer_by_own_score(each["question"], observation, dice)
    return answer == str(each["worth"][0][0])


def best_limit(puzzles: Sequence[Puzzle]) -> float:
    """Return the share that the best limit of the own score solves, boldly above or below it."""
    if puzzles[0]["question"] == "discard":
        return fmean(is_solved_by_own_score(each) for each in puzzles)
    high = [own_score(each) for each in puzzles if each["kind"] in ("fight", "on")]
    bold = {"fight": ("fight",), "fold": ("on",)}[puzzles[0]["question"]]
    scores = [(own_score(each), each["kind"] in bold) for each in puzzles]
    solved = [
        fmean((score >= limit) == answer for score, answer in scores) for limit in {*high, 999}
    ]
    return max(*solved, 1 - min(solved))


def own_score(each: Puzzle) -> int:
    """Return the own score now or after the best discard."""
    scores = each["position"]["scores"]
    return max(scores.values()) if isinstance(scores, dict) else int(scores)


def solved_by_medium(each: Puzzle) -> float:
    """Return how often the medium player finds the answer."""
    dice = Random("medium")
    observation = read_position(each["position"], dice)
    answers = [solvers.answer_as_medium(each["question"], observation, dice) for _ in range(TRIES)]
    return answers.count(each["worth"][0][0]) / TRIES


# -------------------------------------------------------------------------------- variety
def largest_share(puzzles: Sequence[Puzzle]) -> float:
    """Return the largest share that one kind of answer has in its theme."""
    themes = Counter(each["theme"] for each in puzzles)
    kinds = Counter((each["theme"], each["kind"]) for each in puzzles)
    return max(count / themes[theme] for (theme, _kind), count in kinds.items())


def count_near(puzzles: Sequence[Puzzle]) -> int:
    """Return the number of pairs that ask nearly the same."""
    return sum(
        one["question"] == other["question"] and are_near(one["position"], other["position"])
        for one, other in combinations(puzzles, 2)
    )


def count_repeated(puzzles: Sequence[Puzzle]) -> int:
    """Return the number of puzzles that share match and theme with an earlier one."""
    return len(puzzles) - len({(each["source"], each["match"], each["theme"]) for each in puzzles})


# -------------------------------------------------------------------------------- answers
def is_settled_again(each: Puzzle) -> bool:
    """Return whether the same choice is the best one with other dice."""
    dice = Random(f"bench {each['source']} {each['match']}")
    worth, _ = puzzle.settle_worths(each["question"], read_position(each["position"], dice), dice)
    return next(iter(worth)) == str(each["worth"][0][0])


def is_borne_out_again(each: Puzzle) -> bool:
    """Return whether the answer is borne out when it is played with other dice."""
    dice = Random(f"bench played {each['source']} {each['match']}")
    observation = read_position(each["position"], dice)
    choices = [choice for choice, _ in each["worth"]]
    return puzzle.is_borne_out(each["question"], observation, dice, Random, choices)


if __name__ == "__main__":
    sys.exit(main())
