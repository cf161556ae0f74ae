"""Measures first ranks from games against AI players: their accuracy, and the gain from losing.

Newcomers of known strength play up to three games against AI players and then rated ones. A
performance in a game is strength plus normally distributed chance, as large as the performance
noise of the ratings. The control starts at the prior, with the same dice.

Run `python -m bench.starts`; `--write` puts the tables into bench/README.md. It exits 1 when a goal
is not met.
"""

import argparse
import sys
from collections.abc import Callable, Sequence
from math import pi, sqrt
from random import Random
from statistics import fmean
from typing import NamedTuple

from accounts.ratings.rating import (
    POINTS,
    PRIOR_MU,
    PRIOR_SIGMA,
    START_NOISE,
    KnownGame,
    Skill,
    of_points,
    public_rating,
    rate_game,
    start_skill,
)
from bench.report import Goal, goal_table, write_section
from bench.seasons import places_of
from games.density_deck.game_type import GAME

# the normal distribution with the same deviation as the noise of the model
CHANCE = START_NOISE * pi / sqrt(6)
SEATS, WAITING = 4, 8  # a table is a newcomer and the nearest of WAITING queued players
PEOPLE = 400  # regulars, whose ratings have the uncertainty KNOWN
KNOWN = 2.0
NEWCOMERS, SUSPECTS = 6_000, 2_000
FIRST, LATER = 5, 20  # rated games
# possible errors of the AI players' strength, in points
OFFSETS = {"as measured": 0, "60 points stronger": 60, "60 points weaker": -60}
DISTANCE = 0.98
STRONGEST = {"as measured": 0.90, "60 points stronger": 0.90, "60 points weaker": 1.0}
# permitted gain from losing or selecting games: points after LATER games, wins in the FIRST ones
GAIN, WINS = 10.0, 0.3
HEADS = (
    "AI players are",
    "games before",
    "points off",
    "without",
    "ratio",
    "weaker half: meets the strongest quarter",
    "without",
    "ratio",
)


INTRODUCTION = (
    "Newcomers are as strong as regulars. They have played one to three games against AI players,",
    "starting with the weakest level and moving up after each win. “Without” are the same ones",
    "at the prior, with the same dice. “Points off” is the error of the first rank. The other",
    f"figures are the share of the first {FIRST} rated games in which the weaker half meets the",
    f"strongest quarter. A table is the newcomer and the nearest three of {WAITING} who wait.",
    "",
)
ON_PURPOSE = (
    f"Three games against AI players before; the mean of {SUSPECTS:,} newcomers of one strength.",
    "",
)
STRENGTHS = {
    "average": PRIOR_MU,
    "strong": PRIOR_MU + PRIOR_SIGMA,
    "very strong": PRIOR_MU + 2 * PRIOR_SIGMA,
}


class Newcomer(NamedTuple):
    """The figures of one newcomer: the games before, and the results of the first rated ones."""

    strength: float
    before: int
    off: float  # mu less the strength, at the start
    strongest: float  # share of the first tables with a player of the strongest quarter
    won: int  # of the first games
    later: float  # public rating after the last game


Before = Callable[[Random, float, int, int], list[KnownGame]]


# ----------------------------------------------------------------------- games against AI players
def ai_skill(level: str) -> Skill:
    """Return the known skill of an AI player of this level."""
    return of_points(GAME.ai_ratings[level], GAME.ai_doubts[level], START_NOISE)


def play_honestly(dice: Random, strength: float, games: int, offset: int) -> list[KnownGame]:
    """Play as well as possible, starting with the weakest level and moving up after each win."""
    levels, level, history = GAME.levels, 0, []
    for _ in range(games):
        opponent = ai_skill(levels[level])
        truth = opponent.mu + offset / POINTS * START_NOISE
        scores = [dice.gauss(mu, CHANCE) for mu in (strength, *[truth] * (SEATS - 1))]
        place, *others = places_of(scores)
        history.append(KnownGame(place, [opponent] * len(others), others, START_NOISE))
        level = min(level + (place == 0), len(levels) - 1)
    return history


def lose_on_purpose(dice: Random, strength: float, games: int, offset: int) -> list[KnownGame]:
    """Lose all games on purpose, against the weakest level."""
    play_honestly(dice, strength, games, offset)  # uses up the same dice
    opponent = ai_skill(GAME.levels[0])
    return [KnownGame(SEATS, [opponent] * (SEATS - 1), range(1, SEATS), START_NOISE)] * games


def show_the_best(dice: Random, strength: float, games: int, offset: int) -> list[KnownGame]:
    """Play the strongest level until the last games are all wins: the best possible result."""
    play_honestly(dice, strength, games, offset)
    opponent = ai_skill(GAME.levels[-1])
    return [KnownGame(1, [opponent] * (SEATS - 1), range(2, SEATS + 1), START_NOISE)] * games


def play_nothing(dice: Random, strength: float, games: int, offset: int) -> list[KnownGame]:
    """Start at the prior."""
    play_honestly(dice, strength, games, offset)
    return []


HONEST, LOST, PICKED = "as well as possible", "lost on purpose", "played until three were won"
WAYS: dict[str, Before] = {
    "none": play_nothing,
    HONEST: play_honestly,
    LOST: lose_on_purpose,
    PICKED: show_the_best,
}


# ------------------------------------------------------------------------------------ rated games
def make_regulars() -> list[tuple[float, Skill]]:
    """Return the true strength and the rating of all regulars."""
    dice, people = Random("regulars"), []
    for _ in range(PEOPLE):
        strength = dice.gauss(PRIOR_MU, PRIOR_SIGMA)
        people.append((strength, Skill(dice.gauss(strength, KNOWN), KNOWN)))
    return people


def _nearest(people: Sequence[tuple[float, Skill]], mu: float) -> list[tuple[float, Skill]]:
    """Return the players whose ratings are nearest to this one, enough for a table."""
    return sorted(people, key=lambda one: abs(one[1].mu - mu))[: SEATS - 1]


def play_newcomers(
    before: Before, offset: int = 0, *, strength: float | None = None
) -> list[Newcomer]:
    """Simulate newcomers, as strong as regulars, who have played up to three games before.

    With a `strength`, simulate SUSPECTS of that strength, who have played three, for longer.
    """
    people, newcomers = make_regulars(), []
    strongest = sorted(strength for strength, _ in people)[PEOPLE * 3 // 4]
    for number in range(NEWCOMERS if strength is None else SUSPECTS):
        dice = Random(f"newcomer {number}")
        true_strength = dice.gauss(PRIOR_MU, PRIOR_SIGMA) if strength is None else strength
        count, games = (number % 4, FIRST) if strength is None else (3, LATER)
        skill = first_skill = start_skill(before(dice, true_strength, count, offset))
        met, won = [], []
        for _ in range(games):
            waiting = dice.sample(people, WAITING)
            table = _nearest(waiting, skill.mu)
            truths = [true_strength, *[true for true, _ in table]]
            places = places_of([dice.gauss(mu, CHANCE) for mu in truths])
            met.append(max(truths[1:]) >= strongest)
            won.append(places[0] == 0)
            skill = rate_game([skill, *[rating for _, rating in table]], places, START_NOISE)[0]
        off, final_rating = first_skill.mu - true_strength, public_rating(skill, START_NOISE)
        newcomers.append(
            Newcomer(true_strength, count, off, fmean(met[:FIRST]), sum(won[:FIRST]), final_rating)
        )
    return newcomers


# ------------------------------------------------------------------------------------- the report
def main() -> int:
    """Measure and print; return 1 if a goal is not met."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--write", action="store_true", help="put the tables into bench/README.md")
    arguments = parser.parse_args()
    near, goals = _near()
    purpose, bounds = _on_purpose()
    goals += bounds
    lines = [*INTRODUCTION, *near, "", *ON_PURPOSE, *purpose, "", *goal_table(goals)]
    report = "\n".join(lines)
    print(report)
    if arguments.write:
        write_section("starts", "A first rank", report)
    return 0 if all(goal.met for goal in goals) else 1


def _near() -> tuple[list[str], list[Goal]]:
    lines = [f"| {' | '.join(HEADS)} |", f"|---|---:{'|---:' * (len(HEADS) - 2)}|"]
    goals = []
    control = play_newcomers(play_nothing)
    for name, offset in OFFSETS.items():
        ours = play_newcomers(play_honestly, offset)
        for counts in ({1}, {2}, {3}, {1, 2, 3}):
            pairs = [pair for pair in zip(ours, control, strict=True) if pair[0].before in counts]
            off, plain_off = (_points_off(each) for each in zip(*pairs, strict=True))
            met, plain_met = (_meets(each) for each in zip(*pairs, strict=True))
            lines.append(
                f"| {name} | {min(counts) if len(counts) == 1 else '1 to 3'} "
                f"| {off:.1f} | {plain_off:.1f} | {off / plain_off:.2f} "
                f"| {100 * met:.1f} % | {100 * plain_met:.1f} % | {met / plain_met:.2f} |"
            )
        goals += [
            Goal(f"distance, of the prior's: AI players {name}", off / plain_off, DISTANCE),
            Goal(
                f"tables with the strongest quarter, of the prior's: AI players {name}",
                met / plain_met,
                STRONGEST[name],
            ),
        ]
    return lines, goals


def _points_off(newcomers: Sequence[Newcomer]) -> float:
    return fmean(abs(one.off) for one in newcomers) * POINTS / START_NOISE


def _meets(newcomers: Sequence[Newcomer]) -> float:
    return fmean(one.strongest for one in newcomers if one.strength < PRIOR_MU)


def _on_purpose() -> tuple[list[str], list[Goal]]:
    lines = [
        "| strength | before | first rank | wins of the first 5 | rating after 20 |",
        "|---|---|---:|---:|---:|",
    ]
    goals = []
    for name, strength in STRENGTHS.items():
        results = {}
        for what, before in WAYS.items():
            newcomers = play_newcomers(before, strength=strength)
            first = fmean(
                public_rating(Skill(one.off + strength), START_NOISE) for one in newcomers
            )
            won, later = fmean(one.won for one in newcomers), fmean(one.later for one in newcomers)
            lines.append(f"| {name} | {what} | {first:.0f} | {won:.2f} | {later:.0f} |")
            results[what] = (won, later)
        won, later = results[HONEST]
        for what in (LOST, PICKED):
            goals += [
                Goal(f"points gained: {what}, {name}", results[what][1] - later, GAIN),
                Goal(f"wins gained: {what}, {name}", results[what][0] - won, WINS),
            ]
    return lines, goals


if __name__ == "__main__":
    sys.exit(main())
