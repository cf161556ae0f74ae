"""Measures moves over real sockets, with one web process and with two.

Run `python -m bench.webs`; `--write` puts the table into bench/README.md. The sites run side by
side on one PostgreSQL and are measured in turns, as in bench.live. Moves per second show scaling
only if there are enough cores for web processes, PostgreSQL and the players; CPU per move shows it
everywhere. With two processes, either each table uses one of them, as behind a balancer that
chooses by the table's URL, or its players use both in turn.
"""

import argparse
import contextlib
import os
import signal
import subprocess
import sys
import time
import urllib.request
from argparse import Namespace
from collections.abc import Iterator
from platform import python_version
from statistics import median

import psutil

from bench.live import Bench, tell_progress
from bench.live_report import NOW
from bench.live_site import PARTS, PLAYERS, LiveSite, Players, run_site, site_environment
from bench.report import Goal, goal_table, write_section
from tests.process_group import free_port
from tests.serve_process import ROOT

SECONDS_TO_START = 30.0
# the separator between two ports, see bench.live_load
SITES = {"one web process": "", "two, tables at one": ",", "two, tables at both": "+"}
Figures = dict[str, float]


@contextlib.contextmanager
def more_webs(site: LiveSite, database: str, count: int, between: str) -> Iterator[LiveSite]:
    """Add `count` web processes to a site."""
    ports = [free_port() for _ in range(count)]
    environment = site_environment(database, DATA_DIR=str(site.folder))
    command = [sys.executable, "manage.py", "web", "--port"]
    with contextlib.ExitStack() as stack:
        for port in ports:
            web = stack.enter_context(
                subprocess.Popen([*command, str(port)], cwd=ROOT, env=environment)
            )
            stack.callback(web.terminate)
            site.processes["web"].append(psutil.Process(web.pid))
            wait_for(port)
        site.ports = between.join(map(str, (site.port, *ports)))
        yield site


@contextlib.contextmanager
def running_webs(bench: Bench, name: str) -> Iterator[LiveSite]:
    """Run a site of SITES on a new database."""
    database, between = bench.named_database(), SITES[name]
    with (
        run_site(name, ROOT, database, bench.postmaster) as site,
        more_webs(site, database, len(between), between),
    ):
        yield site


def wait_for(port: int) -> None:
    """Wait until a web process answers."""
    deadline = time.monotonic() + SECONDS_TO_START
    while True:
        try:
            urllib.request.urlopen(f"http://127.0.0.1:{port}/robots.txt", timeout=5).close()
        except OSError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.1)
        else:
            return


def site_figures(site: LiveSite) -> Figures:
    """Return moves per second and µs of CPU per move by part, as medians of the turns."""
    phases = site.results["play"]
    figures = {"moves a second": median(phase["rate"] for phase in phases)}
    for part in (*PARTS, PLAYERS):
        figures[f"{part} CPU of a move, µs"] = 1e6 * median(
            phase["cpu"][part] / phase["moves"] for phase in phases
        )
    return figures


def write_report(figures_by_site: dict[str, Figures], arguments: Namespace) -> str:
    """Return the figures of all sites as Markdown."""
    one, together, spread = figures_by_site.values()
    lines = [
        f"Python {python_version()}, PostgreSQL, {os.cpu_count()} cores, saturated by",
        f"{arguments.tables} tables of four, {arguments.turns} turns of {arguments.seconds:g} s.",
        "",
        f"| | {' | '.join(figures_by_site)} | tables at one, ratio | tables at both, ratio |",
        "|---|---:|---:|---:|---:|---:|",
    ]
    for name in one:
        values = one[name], together[name], spread[name]
        ratios = " | ".join(f"{figures[name] / one[name]:.2f}" for figures in (together, spread))
        cells = " | ".join(f"{value:,.0f}" for value in values)
        lines.append(f"| {name} | {cells} | {ratios} |")
    web, rate = "web CPU of a move, µs", "moves a second"
    goals = [
        Goal("moves a second, times one process", together[rate] / one[rate], 1.6, True),
        Goal("without cores: web CPU of a move, times", together[web] / one[web], 1.1),
    ]
    return "\n".join([*lines, "", *goal_table(goals)])


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m bench.webs", description=__doc__)
    parser.add_argument("--tables", type=int, default=24)
    parser.add_argument("--seconds", type=float, default=4.0, help="of every turn")
    parser.add_argument("--turns", type=int, default=5)
    parser.add_argument("--write", action="store_true", help="put the table into bench/README.md")
    arguments = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("ended"))
    with contextlib.ExitStack() as stack:
        options = Namespace(database="postgres", only=NOW, tree=ROOT)
        bench = Bench(options, stack)
        sites = [stack.enter_context(running_webs(bench, name)) for name in SITES]
        everyone: list[Players] = []
        for site in sites:
            tell_progress(f"tables are opened on {site.name}")
            everyone.append(stack.enter_context(site.players("people")))
            everyone[-1].fill(arguments.tables)
            everyone[-1].phase("", "play", 2)
        for turn in range(arguments.turns):
            for players in everyone:
                players.fill(arguments.tables)
                rate = players.phase("play", "play", arguments.seconds)["rate"]
                tell_progress(f"turn {turn + 1}, {players.site.name}: {rate:.0f} moves a second")
    written = write_report({site.name: site_figures(site) for site in sites}, arguments)
    print(written)
    if arguments.write:
        write_section("webs", "One web process and two", written)


if __name__ == "__main__":
    main()
