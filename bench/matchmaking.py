"""Measures how well and how fast the planner seats players, against simpler rules and a bound.

Run `python -m bench.matchmaking`; `--write` puts the tables into bench/README.md. It exits 1 when
a goal is not met.
"""

import argparse
import gc
import sys
from collections.abc import Callable
from functools import partial
from itertools import pairwise
from platform import python_version
from random import Random
from statistics import fmean
from time import process_time

from bench.accomplices import measure_accomplices
from bench.clairvoyant import best_wait_and_width
from bench.halls import (
    CENTER,
    SPREAD,
    Policy,
    Seen,
    first_come,
    fixed_window,
    make_crowd,
    oldest_first,
    own_policy,
    simulate_policy,
    wave_policy,
)
from bench.report import Goal, goal_table, write_section
from matchmaking.arrivals import Arrivals
from matchmaking.pairing import Ticket, plan_tables

SEEDS = (1, 2, 3)
EVENING = 3_000  # players, who join at ten per minute
RUSH = 20_000  # players, at ten thousand per minute
CAPS = (60.0, 180.0, 300.0)
FIXED = (4.0, 5.0, 6.0, 7.0, 8.0, 9.0)
WAVES = (20.0, 30.0, 40.0, 50.0, 60.0, 75.0)
OLDEST = [(start, growth) for start in (1.0, 2.0, 4.0) for growth in (0.03, 0.05, 0.08, 0.12)]
ROUNDS = 3
NOTE = """\
Here a fixed window is tuned for one rate of arrivals; the planner has one setting for all rates.
The bound knows all future arrivals, so it shows how much could be gained at most."""


# --------------------------------------------------------------------------------- quality
def simulate_evenings(policy: Callable[[], Policy]) -> Seen:
    """Simulate three evenings at ten players per minute."""
    results = [simulate_policy(make_crowd(EVENING, 10, seed), policy()) for seed in SEEDS]
    return Seen(
        fmean(one.wait for one in results),
        fmean(one.width for one in results),
        max(one.longest for one in results),
        sum(one.tables for one in results),
    )


def width_at_wait(results: list[Seen], wait: float) -> float:
    """Return the least width that a rule reaches at a mean wait.

    It interpolates the logarithms between settings, and ignores settings that another one beats in
    both wait and width.
    """
    front: list[Seen] = []
    for one in sorted(results):
        if not front or one.width < front[-1].width:
            front.append(one)
    for quick, slow in pairwise(front):
        if quick.wait <= wait <= slow.wait:
            part = (wait - quick.wait) / (slow.wait - quick.wait)
            return float(quick.width ** (1 - part) * slow.width**part)
    raise ValueError(wait)


def measure_rivals() -> dict[str, list[Seen]]:
    """Simulate the simpler rules, each with all its settings."""
    return {
        "fixed window, tightest first": [
            simulate_evenings(partial(fixed_window, w)) for w in FIXED
        ],
        "fixed window, oldest first": [
            simulate_evenings(partial(oldest_first, w, 0)) for w in FIXED
        ],
        "waves": [simulate_evenings(partial(wave_policy, s)) for s in WAVES],
        "oldest first, growing window": [
            simulate_evenings(partial(oldest_first, a, b)) for a, b in OLDEST
        ],
    }


def clairvoyant_width(wait: float, width: float) -> float:
    """Return the least width with all arrivals known, at the same mean wait."""
    results = []
    for price in (0.008, 0.016, 0.032):
        bounds = [
            best_wait_and_width(make_crowd(110, 10, seed), price, width + 4 * price * wait)
            for seed in SEEDS
        ]
        results.append(Seen(fmean(a for a, _ in bounds), fmean(b for _, b in bounds), 0, 0))
    return width_at_wait(results, wait)


# ----------------------------------------------------------------------------------- speed
def make_hall(count: int, networks: bool) -> list[Ticket]:
    """Return players who have waited up to twenty seconds, with different networks if known."""
    dice = Random(1)
    ratings = sorted(dice.gauss(CENTER, SPREAD) for _ in range(count))
    return [
        Ticket(player, rating, -20 * dice.random(), player + 1 if networks else None)
        for player, rating in enumerate(ratings)
    ]


def time_per_ticket(count: int, *, networks: bool = False) -> float:
    """Return the processor time per ticket, the best of a few plans."""
    waiting = make_hall(count, networks)
    arrivals = Arrivals(-1_000, 0)
    arrivals.note([ticket.rating for ticket in waiting], 0)
    estimate, times = arrivals.estimate(), []
    gc.collect()
    for _ in range(ROUNDS):
        start = process_time()
        seated = sum(len(table) for table in plan_tables(waiting, 0, estimate))
        times.append((process_time() - start) * 1e6 / count)
        if seated < 0.9 * count:
            raise RuntimeError(seated)
    return min(times)


# ---------------------------------------------------------------------------------- report
def main() -> int:
    """Measure and print; return 1 if a goal is not met."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help="put the tables into bench/README.md")
    arguments = parser.parse_args()
    speed = {
        "10,000": time_per_ticket(10_000),
        "100,000": time_per_ticket(100_000),
        "100,000, networks known": time_per_ticket(100_000, networks=True),
    }
    planner = simulate_evenings(own_policy)
    table = {"the planner": planner.width}
    table |= {
        name: width_at_wait(results, planner.wait) for name, results in measure_rivals().items()
    }
    table["who knows the future (bound)"] = clairvoyant_width(planner.wait, planner.width)
    rush = {"first come": first_come(), "the planner": own_policy()}
    busy = {
        name: simulate_policy(make_crowd(RUSH, 10_000, 1), policy) for name, policy in rush.items()
    }
    late = {cap: simulate_evenings(partial(own_policy, cap)).longest for cap in CAPS}
    lonely = {cap: simulate_policy(make_crowd(400, 1, 1), own_policy(cap)).longest for cap in CAPS}
    goals = quality_goals(planner, table, busy, late) + speed_goals(speed)
    lines = [f"Python {python_version()}. Players join independently of each other; their ratings"]
    lines += [
        f"spread by {SPREAD:g}, and a tick is a second. Width: best minus weakest rating.",
        "",
    ]
    lines += [
        f"| ten people a minute, mean wait {planner.wait:.1f} s | mean width | |",
        "|---|---:|---:|",
    ]
    lines += [
        f"| {name} | {width:.2f} | {width / planner.width:.2f} |" for name, width in table.items()
    ]
    lines += [
        "",
        "Rules with a setting use the setting with the same mean wait. The bound is",
    ]
    lines += ["a linear relaxation; the best whole tables were within 2 % of its cost.", ""]
    lines += ["| ten thousand a minute | mean wait, s | mean width |", "|---|---:|---:|"]
    lines += [f"| {name} | {one.wait:.2f} | {one.width:.2f} |" for name, one in busy.items()]
    lines += ["", "Only seconds with four or more people waiting count:"]
    lines += ["", "| longest wait, s | at ten a minute | at one a minute |", "|---|---:|---:|"]
    lines += [f"| cap {cap:g} | {late[cap]:.0f} | {lonely[cap]:.0f} |" for cap in CAPS]
    lines += ["", "| tickets | µs a ticket |", "|---|---:|"]
    lines += [f"| {name} | {us:.2f} |" for name, us in speed.items()]
    mutes, unsteered = measure_accomplices()
    goals += unsteered
    report = "\n".join([*lines, "", NOTE, "", *mutes, *goal_table(goals)])
    print(report)
    if arguments.write:
        write_section("matchmaking", "Who sits with whom", report)
    return 0 if all(goal.met for goal in goals) else 1


def quality_goals(
    planner: Seen, table: dict[str, float], busy: dict[str, Seen], late: dict[float, float]
) -> list[Goal]:
    """Return the goals for waits and widths."""
    limits = {
        "fixed window, tightest first": 0.85,
        "fixed window, oldest first": 0.85,
        "waves": 0.90,
        "oldest first, growing window": 0.95,
        "who knows the future (bound)": 1.30,
    }
    goals = [
        Goal(f"width at equal wait, of {name}", planner.width / table[name], limit)
        for name, limit in limits.items()
    ]
    first_come, planned = busy["first come"], busy["the planner"]
    goals.append(
        Goal("10,000 a minute: width, of first come", planned.width / first_come.width, 1 / 15)
    )
    goals.append(Goal("10,000 a minute: wait, of first come", planned.wait / first_come.wait, 1.2))
    goals += [Goal(f"longest wait, of a cap of {cap:g} s", late[cap] / cap, 1.25) for cap in CAPS]
    return goals


def speed_goals(speed: dict[str, float]) -> list[Goal]:
    """Return the goals for speed."""
    small, large, _ = speed.values()
    return [
        Goal("time for 100,000 tickets, of 10,000", 10 * large / small, 20),
        Goal("µs a ticket", large, 20),
    ]


if __name__ == "__main__":
    sys.exit(main())
