"""What `bench.live` measured as tables: figures, ratios, goals."""

import argparse
from collections.abc import Mapping
from platform import python_version
from statistics import median
from typing import Any

from bench.live_site import PARTS
from bench.report import Goal, goal_table

BASE = "665a2d0"
Results = Mapping[str, list[dict[str, Any]]]
Figures = dict[str, float]

MOVES = "moves a second"
PACED_50, PACED_99 = "paced p50, ms", "paced p99, ms"
SNAPSHOT, OPENING = "a snapshot, web CPU ms", "opening a table of four, web CPU ms"


def cpu(part: str) -> str:
    """The name of a part's cost of a move."""
    return f"{part} CPU of a move, µs"


def percentile(values: list[float], percent: int) -> float:
    """So many percent of the values are not above it."""
    ordered = sorted(values) or [0.0]
    return ordered[min(len(ordered) - 1, len(ordered) * percent // 100)]


def pooled(phases: list[dict[str, Any]]) -> list[float]:
    """The latencies of all turns together."""
    return [each for phase in phases for each in phase["latencies"]]


def share(phases: list[dict[str, Any]], part: str, what: str) -> float:
    """Processor seconds of a part by a count, over all phases together."""
    count = sum(phase[what] for phase in phases)
    return float(sum(phase["cpu"][part] for phase in phases) / max(1, count))


def figures(results: Results) -> Figures:
    """One site's figures: medians of the turns, latencies of all turns together."""
    play, paced, rest = results["play"], results["paced"], results["rest"]
    # the database serves all sites: what it does when nobody moves is no move's
    idle = share(rest, "postgres", "seconds")
    found: Figures = {MOVES: median(each["moves"] / each["seconds"] for each in play)}
    for part in PARTS:
        less = idle if part == "postgres" else 0.0
        found[cpu(part)] = 1e6 * median(
            (each["cpu"][part] - less * each["seconds"]) / max(1, each["moves"]) for each in play
        )
    found["saturated p50, ms"] = percentile(pooled(play), 50)
    found["saturated p99, ms"] = percentile(pooled(play), 99)
    found[PACED_50] = percentile(pooled(paced), 50)
    found[PACED_99] = percentile(pooled(paced), 99)
    found[SNAPSHOT] = 1e3 * median(
        each["cpu"]["web"] / each["snapshots"] for each in results["snapshots"]
    )
    found[OPENING] = 1e3 * share(results["opening"], "web", "tables")
    found["pages of a table of four, web CPU ms"] = 1e3 * share(results["pages"], "web", "tables")
    for part in PARTS:
        found[f"{part} at rest, ms of CPU a second"] = 1e3 * share(rest, part, "seconds")
    found["moves that ended a match, %"] = 100 * (
        sum(each["ends"] for each in play) / max(1, sum(each["moves"] for each in play))
    )
    found["moves that had to wait for their socket's allowance, %"] = 100 * (
        sum(each["held"] for each in play) / max(1, sum(each["moves"] for each in play))
    )
    found["paced moves measured"] = float(len(pooled(paced)))
    return found


def ratio(before: float, now: float) -> str:
    """How many times less it is now, or more."""
    if min(before, now) <= 0:
        return ""
    return f"{max(before, now) / min(before, now):.2f} {'less' if now < before else 'more'}"


def table(all_figures: Mapping[str, Figures]) -> list[str]:
    """All figures of all sites, with the ratio of now and the base where both were measured."""
    names = list(all_figures)
    both = {BASE, "now"} <= set(names)
    head = [*names, *(["now to then"] if both else [])]
    lines = [f"| | {' | '.join(head)} |", "|---" + "|---:" * len(head) + "|"]
    for what in all_figures[names[-1]]:
        cells = [
            f"{figures[what]:,.1f}" if what in figures else "" for figures in all_figures.values()
        ]
        if both:
            cells.append(ratio(all_figures[BASE][what], all_figures["now"][what]))
        lines.append(f"| {what} | {' | '.join(cells)} |")
    return lines


def goals(base: Figures, now: Figures, bare: Figures, sqlite: bool) -> list[Goal]:
    """What was promised of the present tree against the base and against pgbench."""
    times = now[MOVES] / max(0.1, base[MOVES])
    if sqlite:
        return [Goal("times the moves a second", times, 12, at_least=True)]
    return [
        Goal("times the moves a second", times, 15, at_least=True),
        Goal("moves a second, share of pgbench", now[MOVES] / bare[MOVES], 0.12, at_least=True),
        Goal("web CPU of a move, share", now[cpu("web")] / base[cpu("web")], 1 / 15),
        Goal(
            "PostgreSQL CPU of a move, share", now[cpu("postgres")] / base[cpu("postgres")], 1 / 6
        ),
        Goal("paced p50, times one transaction of pgbench", now[PACED_50] / bare["p50"], 4),
        Goal("paced p99, times one transaction of pgbench", now[PACED_99] / bare["p99"], 15),
        Goal("web CPU of a snapshot, share", now[SNAPSHOT] / base[SNAPSHOT], 1 / 8),
        Goal("web CPU of opening a table, share", now[OPENING] / base[OPENING], 1 / 8),
    ]


def bare_figures(bare: list[tuple[float, list[float]]]) -> Figures:
    """What pgbench did."""
    if not bare:
        return {}
    latencies = [each for _, turn in bare for each in turn]
    return {
        MOVES: median(rate for rate, _ in bare),
        "p50": percentile(latencies, 50),
        "p99": percentile(latencies, 99),
    }


def report(
    results: Mapping[str, Results],
    pgbench: list[tuple[float, list[float]]],
    arguments: argparse.Namespace,
) -> str:
    """Everything that was measured as Markdown."""
    all_figures = {name: figures(each) for name, each in results.items()}
    bare = bare_figures(pgbench)
    size = f"{arguments.tables} tables of four, {arguments.turns} turns of {arguments.seconds:g} s"
    lines = [
        f"Python {python_version()}, {arguments.database}, one web process (Daphne), {size}.",
        "",
        *table(all_figures),
    ]
    if bare:
        lines += [
            "",
            f"pgbench, the statements of a move: {bare[MOVES]:,.0f} a second by four clients; one"
            f" client alone p50 {bare['p50']:.2f}, p99 {bare['p99']:.2f} ms. Moves a second as a"
            " share of it: "
            + ", ".join(
                f"{name} {figures[MOVES] / bare[MOVES]:.3f}"
                for name, figures in all_figures.items()
            )
            + ".",
        ]
    if {BASE, "now"} <= set(all_figures):
        sqlite = arguments.database == "sqlite"
        lines += ["", *goal_table(goals(all_figures[BASE], all_figures["now"], bare, sqlite))]
    return "\n".join(lines)
