"""Measures waits on a small site where the same users play all evening.

Run `python -m bench.regulars`; `--write` puts the table into bench/README.md. Everyone plays,
rests for a minute or two, and queues again. The planner avoids pairs that met in the last half
hour. The control does not; the difference in waits is the price of new opponents.
"""

import argparse
import heapq
from itertools import combinations
from random import Random
from statistics import fmean
from typing import NamedTuple

from bench.report import write_section
from matchmaking.arrivals import Arrivals
from matchmaking.pairing import Rules, Ticket, plan_tables

HOUSES = (12, 24, 60)
SEEDS = (1, 2)
HOUR = 3600
EVENING, WARM_UP = 8 * HOUR, HOUR
GAME, REST, MEMORY = (900.0, 1500.0), 90.0, 1800.0
CENTER, SPREAD = 25.0, 6.0


class Evening(NamedTuple):
    """Mean and longest wait in seconds, mean width of a table, share of pairs that just met."""

    wait: float
    longest: float
    width: float
    again: float


def run_scenario(people: int, seed: int, *, remembers: bool) -> Evening:
    """Simulate an evening of `people` players."""
    dice = Random(seed)
    rating = [dice.gauss(CENTER, SPREAD) for _ in range(people)]
    coming = [(dice.uniform(0, 600), player) for player in range(people)]
    heapq.heapify(coming)
    waiting: dict[int, float] = {}
    until: dict[tuple[int, int], float] = {}
    arrivals = Arrivals(0, 0)
    waits, widths, again = [], [], []
    for now in range(EVENING):
        arrivals_now = []
        while coming and coming[0][0] <= now:
            arrivals_now.append(heapq.heappop(coming)[1])
        waiting |= dict.fromkeys(arrivals_now, now)
        arrivals.note([rating[player] for player in arrivals_now], now)
        met = [pair for pair in combinations(sorted(waiting), 2) if until.get(pair, 0) > now]
        hall = [Ticket(player, rating[player], since) for player, since in waiting.items()]
        rules = Rules(met=met if remembers else ())
        for table in plan_tables(hall, now, arrivals.estimate(), rules):
            over = now + dice.uniform(*GAME)
            for ticket in table:
                del waiting[ticket.player]
                heapq.heappush(coming, (over + dice.expovariate(1 / REST), ticket.player))
            pairs = list(combinations(sorted(ticket.player for ticket in table), 2))
            if now >= WARM_UP:
                waits += [now - ticket.enqueued_at for ticket in table]
                strengths = [ticket.rating for ticket in table]
                widths.append(max(strengths) - min(strengths))
                again += [until.get(pair, 0) > now for pair in pairs]
            until |= dict.fromkeys(pairs, over + MEMORY)
    return Evening(fmean(waits), max(waits), fmean(widths), fmean(again))


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help="put the table into bench/README.md")
    arguments = parser.parse_args()
    lines = [
        "Games of 15 to 25 minutes, 90 s of rest; pairs that met in the last 30 minutes.",
        "",
        "| people | | mean wait, s | longest, s | mean width | pairs that had just met |",
        "|---:|---|---:|---:|---:|---:|",
    ]
    for people in HOUSES:
        for remembers, name in ((True, "the planner"), (False, "nobody is remembered")):
            evenings = [run_scenario(people, seed, remembers=remembers) for seed in SEEDS]
            wait, longest, width, again = (fmean(column) for column in zip(*evenings, strict=True))
            lines.append(
                f"| {people} | {name} | {wait:.0f} | {longest:.0f} | {width:.1f} | {again:.0%} |"
            )
    report = "\n".join(lines)
    print(report)
    if arguments.write:
        write_section("regulars", "The same people all evening", report)


if __name__ == "__main__":
    main()
