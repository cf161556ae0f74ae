"""Simulates a site with few visitors: the queue before shared tables, and the present queue.

Run `python -m bench.population`; `--write` puts the tables into bench/README.md. It exits 1 when a
goal is not met. Visitors behave as in bench.visits, with the same dice in both systems. In
"before", users wait in games against AI players and leave them at once for a ranked table.
"""

import argparse
import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from math import inf, sqrt
from random import Random
from statistics import fmean, stdev
from typing import NamedTuple

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "density.settings")
django.setup()

from bench.habits import Habits, steady_arrivals  # noqa: E402 - the queues need the settings
from bench.report import Goal, goal_table, write_section  # noqa: E402
from bench.visits import (  # noqa: E402
    BEFORE,
    NOW,
    Planner,
    Seen,
    Site,
    System,
    make_visitors,
)
from matchmaking.arrivals import Estimate  # noqa: E402
from matchmaking.pairing import Rules, Table, Ticket, plan_tables  # noqa: E402
from matchmaking.queues import OFFER_SECONDS  # noqa: E402

SEED = 1
# visitors per hour, and the hours simulated; rates from MANY on are simulated with all SEEDS
RATES = {1: 3000, 2: 2000, 5: 2000, 10: 600, 20: 60, 60: 60, 120: 10}
MANY, SEEDS = 20, range(1, 9)
SENSITIVE = {5: 1000, 20: 120}
WAVED = {5: 1000, 10: 400, 20: 150, 60: 25}
HABITS = Habits()
OTHERS = {
    "patience halved": HABITS._replace(patience=HABITS.patience / 2),
    "patience doubled": HABITS._replace(patience=HABITS.patience * 2),
    "half as many say yes": HABITS._replace(yes=HABITS.yes / 2),
    "all say yes": HABITS._replace(yes=1.0),
    "half as many accept": HABITS._replace(accepts=HABITS.accepts / 2),
}
# seconds within which company counts as soon, and the longest wait that counts
SOON, PATIENT = 300.0, 600.0
# an evening: arrivals per hour, hours, visitors of the ranked hour and their times in seconds
EVENINGS, FEW, HOURS, CLUSTER, AROUND = 250, 3.0, 3.0, 14, (-300.0, 1200.0)
APART, HOUR = 12 * 3600.0, 3600.0
CAP, RANKED_HOUR_CAP = 300.0, 120.0
HOLDS = (10.0, 20.0, 40.0)
NOTHING = System(shares=False, offer=lambda _arrivals, _free: inf)


class Row(NamedTuple):
    """The figures of a system at one rate.

    `wait` is the mean wait of those who got a ranked table. `counted` is the mean of all visitors,
    at most PATIENT, which is also the value for those who left.
    """

    soon: float
    tables: float
    company: float
    wait: float
    counted: float
    width: float
    no_shows: float
    longest: float

    @property
    def product(self) -> float:
        """The score of a planner; it does not punish a system because fewer players leave."""
        return self.counted * self.width


# the rows of a rate, before and now
Pair = tuple[list[Row], list[Row]]


# ------------------------------------------------------------------------------- measuring
def measure_system(
    system: System,
    times: Iterable[float],
    hours: float,
    habits: Habits = HABITS,
    seed: int = SEED,
) -> Row:
    """Simulate a system with visitors at these times; tables are counted per 100 hours."""
    return table_row(Site(system, habits, make_visitors(times, habits, seed)).run(), hours)


def simulate_rate(system: System, rate: int) -> list[Row]:
    """Simulate a system at a rate, with several seeds from MANY on."""
    hours, seeds = RATES[rate], SEEDS if rate >= MANY else (SEED,)
    return [
        measure_system(system, steady_arrivals(rate, hours, seed), hours, seed=seed)
        for seed in seeds
    ]


def mean_of_rows(rows: Sequence[Row]) -> Row:
    """Return the mean of rows, with the longest wait of all."""
    mean = Row(*(fmean(column) for column in zip(*rows, strict=True)))
    return mean._replace(longest=max(row.longest for row in rows))


def table_row(results: Seen, hours: float) -> Row:
    """Return the figures of a simulation."""
    until = [one.company_at - one.came for one in results.visitors]
    ranked = [min(PATIENT, one.ranked_at - one.came) for one in results.visitors]
    return Row(
        fmean(wait <= SOON for wait in until),
        100 * len(results.widths) / hours,
        fmean([wait for wait in until if wait < inf] or [inf]),
        fmean(results.waits or [inf]),
        fmean(ranked),
        fmean(results.widths or [inf]),
        results.no_shows / max(1, results.called),
        max(results.waits, default=inf),
    )


def evening_arrivals() -> Iterator[float]:
    """Yield the seconds at which visitors come; the second of an evening's hours is ranked."""
    for number in range(EVENINGS):
        dice, begin = Random(f"evening {SEED} {number}"), number * APART
        arrivals = [begin + HOUR + dice.uniform(*AROUND) for _ in range(CLUSTER)]
        arrivals += [begin + at for at in steady_arrivals(FEW, HOURS, SEED * EVENINGS + number)]
        yield from sorted(arrivals)


def cap_in_hour(now: float) -> float:
    """Return the planner's cap, which is shorter in the ranked hour."""
    return RANKED_HOUR_CAP if HOUR <= now % APART < 2 * HOUR else CAP


# ---------------------------------------------------------------------------- adaptive waves
def wave_planner(seconds: float) -> Planner:
    """Return a planner that delays tables when players are rare but join in clusters.

    While fewer than two tables' worth of players wait and the newest has just joined, it waits for
    more: at most `seconds` after the newest, and never past the cap.
    """

    def planner(
        tickets: Sequence[Ticket], now: float, arrivals: Estimate, rules: Rules
    ) -> Iterable[Table]:
        newest = max(ticket.enqueued_at for ticket in tickets)
        oldest = min(ticket.enqueued_at for ticket in tickets)
        rare = arrivals.rate * OFFER_SECONDS < rules.size
        few = len(tickets) < 2 * rules.size
        if rare and few and now - newest < seconds and now - oldest < rules.cap:
            return ()
        return plan_tables(tickets, now, arrivals, rules)

    return planner


def measure_waves() -> tuple[list[str], str]:
    """Return the table of the planner with waves, and the delays that are better."""
    lines = ["| held for | | wait × width | tables | longest, s |", "|---:|---|---:|---:|---:|"]
    arrivals_by_name: dict[str, tuple[list[float], float]] = {
        f"{rate} an hour": (list(steady_arrivals(rate, h, SEED)), h) for rate, h in WAVED.items()
    }
    arrivals_by_name["ranked hour"] = (list(evening_arrivals()), EVENINGS * HOURS)
    plain = {name: measure_system(NOW, *arrivals) for name, arrivals in arrivals_by_name.items()}
    better_delays = []
    for seconds in HOLDS:
        products, fewest = list[float](), inf
        for name, arrivals in arrivals_by_name.items():
            one = measure_system(NOW._replace(planner=wave_planner(seconds)), *arrivals)
            product, tables = one.product / plain[name].product, one.tables / plain[name].tables
            products.append(product)
            fewest = min(fewest, tables)
            lines.append(
                f"| {seconds:g} s | {name} | {product:.3f} | {tables:.2f} | {one.longest:.0f} |"
            )
        if min(products) <= 0.95 and max(products) <= 1.01 and fewest >= 1:
            better_delays.append(f"{seconds:g} s")
    return lines, ", ".join(better_delays) or "none"


# ---------------------------------------------------------------------------------- report
def rate_table(rows_by_rate: dict[int, Pair]) -> list[str]:
    """Return the figures of both systems at all rates as Markdown."""
    head = (
        "an hour | | company | ranked tables in 100 h | wait for company, s | for a ranked table, s"
    )
    lines = [
        f"| {head} | counted, s | width | no-shows | longest, s |",
        "|---:|---|---:|---:|---:|---:|---:|---:|---:|---:|",
    ]
    for rate, systems in rows_by_rate.items():
        for name, rows in zip(("before", "now"), systems, strict=True):
            lines.append(f"| {rate} | {name} | {row_cells(mean_of_rows(rows))} |")
    return lines


def row_cells(one: Row) -> str:
    """Return the cells of a row, with a dash for missing figures."""
    cells = (
        f"{one.company:.0f}",
        f"{one.wait:.0f}",
        f"{one.counted:.0f}",
        f"{one.width:.1f}",
        f"{one.no_shows:.1%}",
        f"{one.longest:.0f}",
    )
    rest = " | ".join("–" if cell == "inf" else cell for cell in cells)
    return f"{one.soon:.1%} | {one.tables:.1f} | {rest}"


def measure_sensitivity() -> list[str]:
    """Return how much the result depends on the assumed habits."""
    lines = [
        "| now, relative to before | an hour | company | ranked tables | wait × width |",
        "|---|---:|---:|---:|---:|",
    ]
    for name, habits in {"as stated": HABITS, **OTHERS}.items():
        for rate, hours in SENSITIVE.items():
            old, new = (
                measure_system(system, steady_arrivals(rate, hours, SEED), hours, habits)
                for system in (BEFORE, NOW)
            )
            ratios = (new.soon / old.soon, new.tables / old.tables, new.product / old.product)
            lines.append(
                f"| {name} | {rate} | {' | '.join(f'{system:.2f}' for system in ratios)} |"
            )
    return lines


def evening_table() -> list[str]:
    """Return both systems in evenings with a ranked hour, with both caps, as Markdown."""
    head = "cap in the hour | | company | ranked tables an evening | wait for one, s | counted, s"
    lines = [f"| {head} | width | longest, s |", "|---:|---|---:|---:|---:|---:|---:|---:|"]
    times = list(evening_arrivals())
    for cap, rule in ((CAP, lambda _now: CAP), (RANKED_HOUR_CAP, cap_in_hour)):
        for name, system in (("before", BEFORE), ("now", NOW)):
            one = measure_system(system._replace(cap=rule), times, EVENINGS * HOURS)
            tables = one.tables * HOURS / 100
            lines.append(
                f"| {cap:g} s | {name} | {one.soon:.1%} | {tables:.2f} | {one.wait:.0f} |"
                f" {one.counted:.0f} | {one.width:.1f} | {one.longest:.0f} |"
            )
    return lines


def goals_of(rows_by_rate: dict[int, Pair]) -> list[Goal]:
    """Return the goals; a loss only counts beyond the standard error of the mean."""
    old, new = map(mean_of_rows, rows_by_rate[5])
    goals = [
        Goal("5 an hour: company within 5 min, relative to before", new.soon / old.soon, 3, True)
    ]
    for rate in (5, 10, 20, 60):
        old, new = map(mean_of_rows, rows_by_rate[rate])
        what = f"{rate} an hour: ranked tables, relative to before"
        goals.append(Goal(what, new.tables / old.tables, 1, at_least=True))
    for rate in (20, 60):
        ratios = [new.product / old.product for old, new in zip(*rows_by_rate[rate], strict=True)]
        error = stdev(ratios) / sqrt(len(ratios))
        what = (
            f"{rate} an hour: wait × width, {fmean(ratios):.3f} relative to before, less its error"
        )
        goals.append(Goal(what, fmean(ratios) - error, 1))
    return goals


def main() -> int:
    """Measure and print; return 1 if a goal is not met."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help="put the tables into bench/README.md")
    arguments = parser.parse_args()
    rows_by_rate = {rate: (simulate_rate(BEFORE, rate), simulate_rate(NOW, rate)) for rate in RATES}
    bare = measure_system(NOTHING, steady_arrivals(5, RATES[5], SEED), RATES[5])
    wave_lines, better_delays = measure_waves()
    goals = goals_of(rows_by_rate)
    lines = [
        HABITS.words(),
        "",
        *rate_table(rows_by_rate),
        "",
        "*Company* is the share of visitors who played with another one within 5 min. A wait is",
        "the mean of those who got what they waited for, so it is longer if people stay longer.",
        "Therefore *counted* is the mean of all visitors, at most 10 min, which is also the value",
        "for those who left. The goals use that times the width. *Before* has AI players to play;",
        f"without them, at 5 an hour: company {bare.soon:.1%}, {bare.tables:.1f} ranked tables.",
        "",
        *measure_sensitivity(),
        "",
        f"{EVENINGS} evenings: {FEW:g} visitors an hour for {HOURS:g} hours, and {CLUSTER} who",
        "come from 5 min before the ranked hour begins to 20 min after that.",
        "",
        *evening_table(),
        "",
        "A planner that delays tables after the newest arrival, relative to the present one:",
        "",
        *wave_lines,
        "",
        "Delays that are 5 % better somewhere, and nowhere over 1 % worse or with fewer tables:",
        f"{better_delays}.",
        "",
        *goal_table(goals),
    ]
    report = "\n".join(lines)
    print(report)
    if arguments.write:
        write_section("population", "A site with few visitors", report)
    return 0 if all(goal.met for goal in goals) else 1


if __name__ == "__main__":
    sys.exit(main())
