"""Measures the coach's chance of the top score: how often the score really was the top one.

Run `python -m bench.coach_top`; `--write` puts the tables into bench/README.md. AI players play
whole games at each table. At a share of their decisions the chance is estimated from what the seat
knew, with all hidden hands equally likely and with hands inferred from the rivals' play. The real
hands say whether the score was the top one. It exits 1 when a goal is not met.
"""

import argparse
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from random import Random
from typing import NamedTuple

from bench import contest
from bench.coach import mean_of
from bench.report import Goal, goal_table, write_section
from games.density_deck.bots import medium, rivals
from games.density_deck.bots.options import top_weights
from games.density_deck.game_type import GAME
from games.density_deck.rules.observation import Observation, observe
from games.density_deck.rules.scoring import WEIGHTS, faces_key
from games.density_deck.rules.state import State

# the players by seat, the number of games, and the share of decisions
TABLES = (
    (("master",) * 4, 240, 0.4),
    (("easy", "steady", "medium", "master"), 150, 0.4),
    (("easy",) * 4, 100, 0.15),
)
SAMPLES = 384
NEAR = 5.0  # permitted difference in points, beyond the interval
FEW = 30  # decisions below which a tenth is left out
PROCESSES = 1


class Moment(NamedTuple):
    """A decision: its game, both estimates of the chance, and whether the score was the top one."""

    game: int
    equal: float
    inferred: float
    top: bool


def play_game(levels: Sequence[str], share: float, number: int) -> list[Moment]:
    """Play a game and return a share of its decisions."""
    dice = Random(f"top {levels} {number}")
    names = [levels[(seat + number) % len(levels)] for seat in range(len(levels))]
    moments = contest.game_moments(GAME, GAME.bots, names, f"top {levels} {number}")
    return [
        read_moment(state, names, number, dice)
        for state, _ in moments
        if state.waiting and dice.random() < share
    ]


def read_moment(state: State, levels: Sequence[str], number: int, dice: Random) -> Moment:
    """Estimate and compare the score now, or after the discard with the best chance."""
    observation = observe(state, state.waiting[0])
    equal = medium.imagine_hands(observation, dice, SAMPLES)
    inferred = rivals.imagine_hands(observation, dice, SAMPLES, levels)
    if observation.drawing:
        chances = medium.fight_prospect(equal), medium.fight_prospect(inferred)
        return Moment(number, *chances, is_top(state, observation, observation.hand, None))
    before, after = medium.discard_prospects(equal), medium.discard_prospects(inferred)
    card = max(after, key=after.__getitem__)
    hand = [*observation.hand]
    hand.remove(card)
    return Moment(number, before[card][0], after[card][0], is_top(state, observation, hand, card))


def is_top(state: State, observation: Observation, hand: Sequence[int], card: int | None) -> bool:
    """Return whether no rival's real hand scores more than this hand after this discard."""
    tops = top_weights(observation)
    if card is not None:
        tops[observation.turn] = WEIGHTS[card]
    seats = [seat for seat in state.standing if seat != observation.turn]
    hands = [faces_key(state.hands[seat]) for seat in sorted(seats)]
    real = medium.Outlook(observation, sorted(seats), [], [hands])
    return real.own(faces_key(hand), tops) >= real.bars(tops)[0]


# ---------------------------------------------------------------------------- the tables
def tenth_rows(moments: Sequence[Moment], *, inferred: bool) -> Iterator[tuple[str, float]]:
    """Yield the table cells of each tenth, and the points by which it is certainly wrong."""
    for tenth in range(10):
        within = [
            moment
            for moment in moments
            if min(9, int(10 * (moment.inferred if inferred else moment.equal))) == tenth
        ]
        if len(within) < FEW:
            yield "| | | ", 0.0
            continue
        said = mean_of(within, lambda moment: moment.inferred if inferred else moment.equal)
        came = mean_of(within, lambda moment: float(moment.top))
        cells = f"| {len(within):,} | {100 * said.value:.1f} | {100 * came.value:.1f} ± "
        off = abs(said.value - came.value) - came.half
        yield f"{cells}{100 * came.half:.1f} ", 100 * max(0.0, off)


def table_of(levels: Sequence[str], moments: Sequence[Moment]) -> tuple[list[str], list[Goal]]:
    """Return the table of one table of players, and its goals."""
    name = levels[0] if len(set(levels)) == 1 else "mixed"
    lines = [
        f"| {', '.join(levels)}: tenth | n | equal hands | came | n | inferred hands | came |",
        "|---|---:|---:|---:|---:|---:|---:|",
    ]
    before = [*tenth_rows(moments, inferred=False)]
    after = [*tenth_rows(moments, inferred=True)]
    for tenth, (left, right) in enumerate(zip(before, after, strict=True)):
        lines.append(f"| {10 * tenth} to {10 * tenth + 10} {left[0]}{right[0]}|")
    worst = [max(off for _, off in rows) for rows in (before, after)]
    return [*lines, ""], [
        Goal(f"{name}: points off beyond the interval, worst tenth", worst[1], NEAR),
        Goal(f"{name}: times those with equal hands", worst[1] / max(worst[0], 0.01), 1.0),
    ]


def main() -> int:
    """Measure and print; return 1 if a goal is not met."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help="put the tables into bench/README.md")
    parser.add_argument("--part", type=float, default=1.0, help="of the games")
    arguments = parser.parse_args()
    lines, goals = list[str](), list[Goal]()
    with ProcessPoolExecutor(PROCESSES) as processes:
        for levels, games, share in TABLES:
            numbers = range(int(games * arguments.part))
            played = processes.map(partial(play_game, levels, share), numbers, chunksize=5)
            rows, more = table_of(levels, [moment for moments in played for moment in moments])
            lines += rows
            goals += more
    report = "\n".join(
        [
            "Chance of the top score in percent, as said and as it came, with 95 % intervals; the",
            "decisions of one game count as one.",
            "",
            *lines,
            *goal_table(goals),
        ]
    )
    print(report)
    if arguments.write:
        write_section("coach_top", "The coach's chance of the top score", report)
    return 0 if all(goal.met for goal in goals) else 1


if __name__ == "__main__":
    sys.exit(main())
