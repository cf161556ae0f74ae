"""Measures where AI players' ratings settle, and how far friends who lose on purpose move them.

In real games between AI players, one seat has a "user" of known rating: a neighboring level with
its measured points. The accounts on the other seats start far from their measured points. The
friends are simulated: each loses the three games that count per day on purpose.

Run `python -m bench.ai_lines`; `--write` puts the tables into bench/README.md. It exits 1 when a
goal is not met.
"""

import argparse
import sys
from collections.abc import Iterator, Sequence
from random import Random
from statistics import fmean

from accounts.ratings.rating import (
    CENTER,
    LINE_SPAN,
    START_NOISE,
    Skill,
    of_points,
    predict_win,
    public_rating,
    rate_line,
)
from bench import contest
from bench.report import Goal, goal_table, write_section
from games.density_deck.game_type import GAME as DENSITY_DECK
from games.game_type import GameType
from games.rps_extreme.game_type import GAME as RPS_EXTREME

OFF = 110  # points by which the accounts start too low or too high
RESULTS = {"density-deck": 240, "rps-extreme": 600}  # games per level
KNOWN = 25  # points: uncertainty of a user's rating
ACCOUNTS = 4
DOUBT = 60  # points: uncertainty of the level that the friends push up
DAYS, A_DAY = 30, 3  # days of losing on purpose, and games per day that count
HONEST = (0, 12, 60)  # games per day against other users
FRIENDS = (1, 4)
MOVED = 60  # points by which four friends may move a level that others play against, too


def play_places(game: GameType, names: Sequence[str], seed: str) -> Sequence[int]:
    """Return the places by seat of one game between players of these levels."""
    *_, (state, _) = contest.game_moments(game, game.bots, names, seed)
    return game.rules.places(state) or ()


def neighbor_levels(game: GameType, level: str) -> list[str]:
    """Return the levels just below and above this one."""
    levels = game.levels
    at = levels.index(level)
    return [levels[index] for index in (at - 1, at + 1) if 0 <= index < len(levels)]


def final_line(game: GameType, level: str, off: int) -> float:
    """Return the final mean rating of a level's accounts, in points."""
    seats = max(game.rules.seat_counts)
    dice = Random(f"{game.slug} {level} {off}")
    number, doubt = game.ai_ratings[level], game.ai_doubts[level]
    measured = of_points(number, doubt, START_NOISE)
    lines = [of_points(number + off, doubt, START_NOISE)] * ACCOUNTS
    near = neighbor_levels(game, level)
    for number in range(RESULTS[game.slug]):
        other, chair = near[number % len(near)], number % seats
        names = [other if seat == chair else level for seat in range(seats)]
        places = play_places(game, names, f"line {game.slug} {level} {number}")
        user = of_points(game.ai_ratings[other], KNOWN, START_NOISE)
        playing = iter(dice.sample(range(ACCOUNTS), seats - 1))
        for seat in range(seats):
            if seat != chair:
                account = next(playing)
                order = places[seat], places[chair]
                lines[account] = rate_line(lines[account], measured, [user], order, START_NOISE)
    return fmean(public_rating(line, START_NOISE) for line in lines)


def measure_push(friends: int, honest: int) -> float:
    """Return how many points friends who lose on purpose raise a level's rating by."""
    dice = Random(f"{friends} {honest}")
    start = of_points(CENTER, DOUBT, START_NOISE)
    lines = [start] * ACCOUNTS
    friend = of_points(CENTER, KNOWN, START_NOISE)
    for _ in range(DAYS):
        games = [True] * friends * A_DAY + [False] * honest
        dice.shuffle(games)
        for on_purpose in games:
            for account in dice.sample(range(ACCOUNTS), 3):
                ahead = on_purpose or dice.random() < predict_win(
                    Skill(start.mu, 0.1), friend, START_NOISE
                )
                order = (1, 2) if ahead else (2, 1)
                lines[account] = rate_line(lines[account], start, [friend], order, START_NOISE)
    return fmean(public_rating(line, START_NOISE) for line in lines) - CENTER


def line_rows(game: GameType) -> Iterator[tuple[str, list[str], list[Goal]]]:
    """Yield the name, the table row and the goals of each level."""
    for level in game.levels:
        measured, doubt = game.ai_ratings[level], game.ai_doubts[level]
        ends = [final_line(game, level, off) for off in (-OFF, OFF)]
        row = [game.title, level, f"{measured} ± {doubt}", *(f"{end:.0f}" for end in ends)]
        goals = [
            Goal(
                f"points from the measured value: {game.title}, {level}, from {sign}{OFF}",
                abs(end - measured),
                doubt,
            )
            for end, sign in zip(ends, "−+", strict=True)
        ]
        yield level, row, goals


def main() -> int:
    """Measure and print; return 1 if a goal is not met."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help="put the tables into bench/README.md")
    arguments = parser.parse_args()
    levels = [level for game in (DENSITY_DECK, RPS_EXTREME) for level in line_rows(game)]
    goals = [goal for *_, level_goals in levels for goal in level_goals]
    pushes = {
        (friends, honest): measure_push(friends, honest) for friends in FRIENDS for honest in HONEST
    }
    goals += [
        Goal("points moved by 4 friends beside 60 honest games a day", pushes[4, 60], MOVED),
        Goal("points moved by 4 friends alone", pushes[4, 0], LINE_SPAN * DOUBT + 1),
    ]
    report = "\n".join(
        [
            f"Four accounts of a level start {OFF} points below or above its measured points.",
            "They play against a “user” who plays like a neighboring level:",
            " and ".join(f"{games} games of {slug}" for slug, games in RESULTS.items()) + ".",
            "",
            "| game | level | measured | from below | from above |",
            "|---|---|---:|---:|---:|",
            *(f"| {' | '.join(row)} |" for _, row, _ in levels),
            "",
            f"Friends lose their {A_DAY} games that count on each of {DAYS} days. The table shows",
            "how many points the level's rating rises, with other, honest games per day.",
            "",
            "| friends | " + " | ".join(f"{honest} honest" for honest in HONEST) + " |",
            "|---:|" + "---:|" * len(HONEST),
            *(
                f"| {one} | " + " | ".join(f"{pushes[one, each]:.0f}" for each in HONEST) + " |"
                for one in FRIENDS
            ),
            "",
            *goal_table(goals),
        ]
    )
    print(report)
    if arguments.write:
        write_section("ai_lines", "Ratings of AI players from their games", report)
    return 0 if all(goal.met for goal in goals) else 1


if __name__ == "__main__":
    sys.exit(main())
