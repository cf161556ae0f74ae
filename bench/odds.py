"""Measures how often a score wins a fight: the table behind “is it enough?” at the table.

Run `python -m bench.odds`; `--write` puts the table where the client loads it. AI players play
whole games at the tables of TABLES. At the start of every turn, the hands of all standing seats are
compared as if the seat to act called a fight. Each comparison is one sample: whether that seat had
the top score, alone or shared. So the table also covers fights that no AI player would have called,
and round 1, which has none.
"""

import argparse
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from json import dumps
from pathlib import Path
from typing import NamedTuple

from bench import contest
from games.density_deck.game_type import GAME
from games.density_deck.rules import game as rules
from games.density_deck.rules.scoring import SCORERS, WEIGHTS, faces_key
from games.density_deck.rules.state import State
from games.engine.contract import Json

PLACE = Path("games/density_deck/static/density_deck/odds.json")
# tables that users meet, as levels by seat; each has the same number of games
TABLES = (
    ("easy", "easy", "easy", "patient easy"),
    ("steady", "steady", "steady", "patient steady"),
    ("medium", "medium", "medium", "patient medium"),
    ("easy", "steady", "medium", "patient steady"),
)
PLAYERS = contest.ai_players(GAME)
GAMES, SEED = 1_500, 16  # games per table
LAST = 4  # rounds from this one on are treated alike: the stake no longer grows
LEAST = -500  # below every score
STEP = 3  # approximate percentage points between the lines of the table
MANY = 100  # least samples of a line
PROCESSES = 2

Cell = tuple[int, int]  # players standing, round
Counts = Counter[tuple[int, int, int, bool]]  # players standing, round, score, top score or not


class Step(NamedTuple):
    """A range of scores from `least` up, its samples, and those with the top score."""

    least: int
    samples: int
    wins: int

    @property
    def rate(self) -> float:
        """The share of samples with the top score."""
        return self.wins / self.samples

    def joined(self, above: "Step") -> "Step":
        """Return this step merged with the one above it."""
        return Step(self.least, self.samples + above.samples, self.wins + above.wins)


# ------------------------------------------------------------------------------ samples
def sample_state(state: State) -> tuple[int, int, int, bool]:
    """Return standing seats, round, score of the seat to act, and whether that is the top score."""
    ruleset = state.deal.ruleset
    score = SCORERS[ruleset.edition, ruleset.lone]
    tops = [faces_key(pile[-1:]) for pile in state.discards]
    table = sum(tops) + sum([WEIGHTS[face] for face in rules.face_up(state)])
    scores = {
        seat: score(faces_key(state.hands[seat]), table - tops[seat]) for seat in state.standing
    }
    own_score = scores[state.waiting[0]]
    return len(scores), min(state.round, LAST), own_score, own_score == max(scores.values())


def play_game(numbered: tuple[Sequence[str], int]) -> Counts:
    """Return the samples of one game."""
    levels, number = numbered
    counts: Counts = Counter()
    for state, _ in contest.game_moments(GAME, PLAYERS, levels, f"odds {SEED} {levels} {number}"):
        if state.waiting and len(state.hands[state.waiting[0]]) == rules.HAND:
            counts[sample_state(state)] += 1
    return counts


def sample_games(games: int) -> Counts:
    """Return the samples of `games` games at each table."""
    numbered = [(levels, number) for levels in TABLES for number in range(games)]
    counts: Counts = Counter()
    with ProcessPoolExecutor(PROCESSES) as processes:
        for game_counts in processes.map(play_game, numbered, chunksize=50):
            counts.update(game_counts)
    return counts


# ---------------------------------------------------------------------------- the table
def score_steps(counts: Counts) -> dict[Cell, list[Step]]:
    """Return one step for each score in each cell, in rising order."""
    steps: dict[Cell, dict[int, Step]] = defaultdict(dict)
    for (players, number, score, top), times in counts.items():
        step = steps[players, number].get(score, Step(score, 0, 0))
        steps[players, number][score] = step.joined(Step(score, times, times if top else 0))
    return {
        cell: [by_score[score] for score in sorted(by_score)] for cell, by_score in steps.items()
    }


def fit_rising(scores: Iterable[Step]) -> list[Step]:
    """Return the closest steps whose rates rise (isotonic regression)."""
    steps: list[Step] = []
    for step in scores:
        steps.append(step)
        while len(steps) > 1 and steps[-2].rate >= steps[-1].rate:
            above = steps.pop()
            steps[-1] = steps[-1].joined(above)
    return steps


def merge_steps(fine: Iterable[Step]) -> list[Step]:
    """Merge steps until each has MANY samples and is about STEP points above the one before."""
    steps: list[Step] = []
    began = 0.0
    for step in fine:
        if not steps or (steps[-1].samples >= MANY and 100 * (step.rate - began) >= STEP):
            steps.append(step)
            began = step.rate
        else:
            steps[-1] = steps[-1].joined(step)
    if len(steps) > 1 and steps[-1].samples < MANY:
        steps[-2:] = [steps[-2].joined(steps[-1])]
    return steps


def score_lines(scores: Iterable[Step]) -> list[list[int]]:
    """Return [least score, percent] of each step; the first one also covers all lower scores."""
    lines = [[step.least, round(100 * step.rate)] for step in merge_steps(fit_rising(scores))]
    lines[0][0] = LEAST
    return lines


def odds_table(games: int) -> Json:
    """Play the games and return the content of the file."""
    counts = sample_games(games)
    wins: dict[str, dict[str, list[list[int]]]] = {}
    for (players, number), scores in sorted(score_steps(counts).items()):
        wins.setdefault(str(players), {})[str(number)] = score_lines(scores)
    return {
        "about": {
            "command": "python -m bench.odds --write",
            "seed": SEED,
            "games": games * len(TABLES),
            "samples": counts.total(),
            "tables": [",".join(levels) for levels in TABLES],
            "edition": "current",
            "wins": "players standing: round, 4 for any later one: [score at least, percent]",
        },
        "wins": wins,
    }


def main() -> None:
    """Measure and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=GAMES, help="at each table")
    parser.add_argument("--write", action="store_true", help=f"write {PLACE}")
    arguments = parser.parse_args()
    written = dumps(odds_table(arguments.games), separators=(",", ":")) + "\n"
    print(written, end="")
    if arguments.write:
        PLACE.write_text(written, encoding="ascii")


if __name__ == "__main__":
    main()
