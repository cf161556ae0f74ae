"""Turns the results of `bench.live` into tables of figures, ratios and goals."""

import argparse
from collections.abc import Mapping
from dataclasses import dataclass, field
from platform import python_version
from statistics import median
from typing import Any

from bench.live_site import PARTS, PLAYERS
from bench.report import Goal, goal_table

BASE, STOCK, NOW = "30a70c9", "stock", "now"
METHOD = (
    "Every table has four sockets. Its next move is sent when the last of them has the frame of",
    "the previous one. *Saturated* means all tables at once, *paced* a fifth of that rate.",
    "Latency is from the send to that last frame. The players run on the same machine.",
)
Phase = dict[str, Any]
Results = Mapping[str, list[Phase]]
Figures = dict[str, float]

MOVES = "moves a second"
PACED_50, PACED_99 = "paced p50, ms", "paced p99, ms"
SNAPSHOT, OPENING = "a snapshot, web CPU ms", "opening a table of four, web CPU ms"
SOCKET = "an idle socket, KB of the web process"
PERSON, AI, LAPSE = (
    f"a turn of {who}, web and worker CPU ms" for who in ("a person", "an AI player", "the clock")
)


@dataclass
class Measured:
    """All results: moves per second and latencies of pgbench, phases of the sites by name."""

    pgbench: list[tuple[float, list[float]]]
    sites: dict[str, Results] = field(default_factory=dict)
    turns: dict[str, Results] = field(default_factory=dict)


def cost_name(part: str) -> str:
    """Return the name of the figure for a part's cost per move."""
    return f"{part} CPU of a move, µs"


def percentile_of(values: list[float], percent: int) -> float:
    """Return the given percentile of the values."""
    ordered = sorted(values) or [0.0]
    return ordered[min(len(ordered) - 1, len(ordered) * percent // 100)]


def pool_latencies(phases: list[Phase]) -> list[float]:
    """Return the latencies of all turns together."""
    return [latency for phase in phases for latency in phase["latencies"]]


def seconds_per_count(phases: list[Phase], part: str, what: str) -> float:
    """Return a part's processor seconds per counted item, over all phases."""
    count = sum(phase[what] for phase in phases)
    return float(sum(phase["cpu"][part] for phase in phases) / max(1, count))


def percent_of_moves(phases: list[Phase], what: str) -> float:
    """Return a count in percent of the moves."""
    moves = sum(phase["moves"] for phase in phases)
    return float(100 * sum(phase[what] for phase in phases) / max(1, moves))


def site_figures(results: Results) -> Figures:
    """Return a site's figures: medians over turns, and latencies of all turns together."""
    figures: Figures = {}
    if "snapshots" in results:
        figures |= figures_of_moves(results)
    if (idle := results.get("idle")) and "bytes" in idle[0]:
        figures[SOCKET] = idle[0]["bytes"] / max(1, idle[0]["sockets"]) / 1024
    return figures


def figures_of_moves(results: Results) -> Figures:
    """Return the costs of moves, snapshots and new tables."""
    play, paced, rest = results["play"], results["paced"], results["rest"]
    # the database serves all sites: subtract its load at rest
    idle = seconds_per_count(rest, "postgres", "seconds")
    figures: Figures = {MOVES: median(phase["rate"] for phase in play)}
    for part in (*PARTS, PLAYERS):
        idle_share = idle if part == "postgres" else 0.0
        figures[cost_name(part)] = 1e6 * median(
            (phase["cpu"][part] - idle_share * phase["seconds"]) / max(1, phase["moves"])
            for phase in play
        )
    for what, phases in (("saturated", play), ("paced", paced)):
        for many in (50, 99):
            figures[f"{what} p{many}, ms"] = percentile_of(pool_latencies(phases), many)
    figures[SNAPSHOT] = 1e3 * median(
        phase["cpu"]["web"] / phase["snapshots"] for phase in results["snapshots"]
    )
    figures[OPENING] = 1e3 * seconds_per_count(results["opening"], "web", "tables")
    figures["pages of a table of four, web CPU ms"] = 1e3 * seconds_per_count(
        results["pages"], "web", "tables"
    )
    for part in PARTS:
        figures[f"{part} at rest, ms of CPU a second"] = 1e3 * seconds_per_count(
            rest, part, "seconds"
        )
    figures["moves that ended a match, %"] = percent_of_moves(play, "ends")
    figures["moves that waited for their socket's rate limit, %"] = percent_of_moves(play, "held")
    figures["paced moves"] = float(len(pool_latencies(paced)))
    return figures


def figures_of_turns(results: Results) -> Figures:
    """Return the cost of a turn of a person, an AI player and the clock, less the idle load."""
    parts = ("web", "worker")
    busy, count = {}, {}
    for kind, what, rest in (
        ("people", "moves", "rest"),
        ("ais", "moves", "rest"),
        ("lapses", "versions", "rest beside lapses"),
    ):
        phases = results[kind]
        idle = sum(seconds_per_count(results[rest], part, "seconds") for part in parts)
        seconds = sum(phase["seconds"] for phase in phases)
        cpu_time = sum(phase["cpu"][part] for phase in phases for part in parts)
        busy[kind], count[kind] = (
            float(cpu_time - idle * seconds),
            sum(each[what] for each in phases),
        )
    person = busy["people"] / max(1, count["people"])
    by_ai = sum(phase["versions"] for phase in results["ais"]) - count["ais"]
    return {
        PERSON: 1e3 * person,
        AI: 1e3 * (busy["ais"] - person * count["ais"]) / max(1, by_ai),
        LAPSE: 1e3 * busy["lapses"] / max(1, count["lapses"]),
        "turns of AI players that were measured": float(by_ai),
        "turns of the clock that were measured": float(count["lapses"]),
    }


def format_ratio(before: float, now: float) -> str:
    """Return the ratio of two figures as text, such as "2.00 less"."""
    if min(before, now) <= 0:
        return ""
    return f"{max(before, now) / min(before, now):.2f} {'less' if now < before else 'more'}"


def figures_table(all_figures: Mapping[str, Figures]) -> list[str]:
    """Return all figures of all sites, with ratios if both now and the base were measured."""
    names = list(all_figures)
    has_base = {BASE, NOW} <= set(names)
    head = [*names, *(["now to then"] if has_base else [])]
    lines = [f"| | {' | '.join(head)} |", "|---" + "|---:" * len(head) + "|"]
    names_of_figures = {what: None for figures in all_figures.values() for what in figures}
    for what in names_of_figures:
        cells = [
            f"{figures[what]:,.1f}" if what in figures else "" for figures in all_figures.values()
        ]
        if has_base:
            ends = (all_figures[name].get(what, 0.0) for name in (BASE, NOW))
            cells.append(format_ratio(*ends))
        lines.append(f"| {what} | {' | '.join(cells)} |")
    return lines


def rate_ratio(base: Results, now: Results) -> float:
    """Return the median ratio, over turns, of the moves per second of two sites."""
    return float(
        median(
            after["rate"] / max(0.1, before["rate"])
            for before, after in zip(base["play"], now["play"], strict=False)
        )
    )


def goals_by_base(base: Figures, now: Figures, times: float, sqlite: bool) -> list[Goal]:
    """Return the goals of the present tree against the base."""
    goals = [Goal(f"times the moves a second of {BASE}", times, 1.2, at_least=True)]
    if not sqlite:
        for name, what, least in (
            ("web CPU of a snapshot", SNAPSHOT, 2),
            ("web CPU of opening a table", OPENING, 2),
        ):
            words = f"{name}, times less than {BASE}"
            goals.append(Goal(words, base[what] / now[what], least, at_least=True))
    return goals


def goals_by_pgbench(all_figures: Mapping[str, Figures], bare: Figures) -> list[Goal]:
    """Return the goals of the present tree against the bare statements."""
    goals = []
    if MOVES in (now := all_figures.get(NOW, {})):
        what = "moves a second, share of pgbench"
        goals.append(Goal(what, now[MOVES] / bare[MOVES], 0.12, at_least=True))
    if PACED_50 in (now := all_figures.get(NOW, {})):
        for what, many, most in ((PACED_50, "p50", 4), (PACED_99, "p99", 15)):
            times = now[what] / bare[many]
            goals.append(Goal(f"paced {many}, times one transaction of pgbench", times, most))
    return goals


def goals_alone(now: Figures) -> list[Goal]:
    """Return the goals of the present tree alone."""
    goals = []
    if SOCKET in now:
        goals.append(Goal("KB an idle socket", now[SOCKET], 35))
    if PERSON in now:
        for who, what in (("an AI player", AI), ("the clock", LAPSE)):
            words = f"CPU of a turn of {who}, times a person's"
            goals.append(Goal(words, now[what] / now[PERSON], 1.5))
    return goals


def bare_figures(pgbench: list[tuple[float, list[float]]]) -> Figures:
    """Return the figures of pgbench."""
    if not pgbench:
        return {}
    latencies = [latency for _, turn in pgbench for latency in turn]
    return {
        MOVES: median(rate for rate, _ in pgbench),
        "p50": percentile_of(latencies, 50),
        "p99": percentile_of(latencies, 99),
    }


def write_report(measured: Measured, arguments: argparse.Namespace) -> str:
    """Return all figures as Markdown."""
    names = [*measured.sites, *(name for name in measured.turns if name not in measured.sites)]
    all_figures = {
        name: site_figures(measured.sites.get(name, {}))
        | (figures_of_turns(measured.turns[name]) if name in measured.turns else {})
        for name in names
    }
    bare = bare_figures(measured.pgbench)
    size = f"{arguments.tables} tables of four, {arguments.turns} turns of {arguments.seconds:g} s"
    lines = [
        f"Python {python_version()}, {arguments.database}, one web process, {size}.",
        *METHOD,
        "",
        *figures_table(all_figures),
    ]
    if bare:
        shares = (f"{name} {all_figures[name][MOVES] / bare[MOVES]:.3f}" for name in measured.sites)
        lines += [
            "",
            f"pgbench, the statements of a move: {bare[MOVES]:,.0f} a second by four clients; one",
            f"client alone p50 {bare['p50']:.2f}, p99 {bare['p99']:.2f} ms. Moves a second as a",
            f"share of it: {', '.join(shares)}.",
        ]
    sites = measured.sites
    goals = goals_by_pgbench(all_figures, bare) if bare else []
    if all("snapshots" in sites.get(name, {}) for name in (BASE, NOW)):
        times, sqlite = rate_ratio(sites[BASE], sites[NOW]), arguments.database == "sqlite"
        goals = goals_by_base(all_figures[BASE], all_figures[NOW], times, sqlite) + goals
    goals += goals_alone(all_figures.get(NOW, {}))
    return "\n".join([*lines, "", *goal_table(goals)])
