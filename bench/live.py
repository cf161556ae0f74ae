"""Measures the live table over real sockets, against commit 30a70c9, a stock site and pgbench.

Run `python -m bench.live`; `--database sqlite` measures the embedded default, `--write` puts the
table into bench/README.md, `--only now` is quick and compares nothing, `--tree` names another
checkout as "now". All sites run side by side on one PostgreSQL with
full durability. They are measured in turns, so that other load on the machine affects all of them.
"""

import argparse
import contextlib
import signal
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import psutil
import psycopg

from bench import live_pgbench
from bench.live_report import BASE, NOW, STOCK, Measured, write_report
from bench.live_site import LiveSite, Players, checkout_commit, run_site, running_stock
from bench.report import write_section
from tests import postgres
from tests.serve_process import ROOT

DURABLE = ("-c", "fsync=on", "-c", "full_page_writes=on", "-c", "synchronous_commit=on")
SNAPSHOTS, SNAPSHOT_RATE = 240, 80
# share of each site's own maximum
PACED_SHARE = 0.2
REST_SECONDS = 2
# expiring turns: half a second each, after two seconds of time bank
CLOCK_PACE, BANK_SECONDS = "0.05", 12
PARTS = ("moves", "sockets", "turns")


def parse_arguments() -> argparse.Namespace:
    """Return the parsed command line."""
    parser = argparse.ArgumentParser(prog="python -m bench.live", description=__doc__)
    parser.add_argument("--database", choices=("postgres", "sqlite"), default="postgres")
    parser.add_argument("--only", choices=(NOW, BASE, STOCK), help="this site alone")
    parser.add_argument("--tree", type=Path, default=ROOT, help='the checkout that is "now"')
    parser.add_argument("--parts", choices=PARTS, nargs="+", default=PARTS)
    parser.add_argument("--tables", type=int, default=32)
    parser.add_argument("--seconds", type=float, default=3.0, help="of every phase")
    parser.add_argument("--turns", type=int, default=5, help="through all sites")
    parser.add_argument("--sockets", type=int, default=1000, help="that are idle")
    parser.add_argument("--write", action="store_true", help="put the table into bench/README.md")
    return parser.parse_args()


@contextlib.contextmanager
def run_server(database: str) -> Iterator[tuple[str, psutil.Process | None]]:
    """Yield the URL of a PostgreSQL and its first process; "" and None for SQLite."""
    if database == "sqlite":
        yield "", None
        return
    with postgres.run_embedded(*DURABLE) as url:
        folder = parse_qs(urlsplit(url).query)["host"][0]
        number = int((Path(folder) / "data/postmaster.pid").read_text().split()[0])
        yield url, psutil.Process(number)


def tell_progress(*words: object) -> None:
    """Print the progress to stderr."""
    print(*words, file=sys.stderr, flush=True)


class Bench:
    """The sites, their database, and all results."""

    def __init__(self, arguments: argparse.Namespace, stack: contextlib.ExitStack) -> None:
        self.arguments, self.stack = arguments, stack
        self.url, self.postmaster = stack.enter_context(run_server(arguments.database))
        self.host = live_pgbench.prepare_database(self.url) if self.url else ""
        self.databases = 0
        self.trees = {NOW: arguments.tree.resolve()}
        self.pgbench: list[tuple[float, list[float]]] = []
        self.measured = Measured(self.pgbench)
        if arguments.only in (None, BASE):
            self.trees[BASE] = stack.enter_context(checkout_commit(BASE))

    @property
    def names(self) -> list[str]:
        """The names of the sites to measure."""
        only = self.arguments.only
        return [BASE, STOCK, NOW] if only is None else [only]

    def site(self, name: str, **changes: str) -> contextlib.AbstractContextManager[LiveSite]:
        """Return a site on a new database."""
        database = self.named_database()
        if name == STOCK:
            return running_stock(name, database, self.postmaster)
        tree = self.trees[BASE if name == BASE else NOW]
        return run_site(name, tree, database, self.postmaster, games=0, **changes)

    def named_database(self) -> str:
        """Create a database and return its URL; "" for SQLite."""
        if not self.url:
            return ""
        self.databases += 1
        name = f"site{self.databases}"
        with psycopg.connect(
            host=self.host, user="postgres", dbname="postgres", autocommit=True
        ) as line:
            line.execute(f"create database {name}")
        return self.url.replace("/density?", f"/{name}?")

    # ------------------------------------------------------------------------- parts
    def moves(self, all_players: list[Players]) -> None:
        """Measure moves and snapshots of all sites, in turns."""
        seconds, tables = self.arguments.seconds, self.arguments.tables
        for players in all_players:
            tell_progress(f"tables are opened on {players.site.name}")
            players.fill(tables)
            players.phase("", "play", 2)  # caches and connections
            players.phase("rest", "rest", REST_SECONDS)
        for turn in range(self.arguments.turns):
            for players in all_players:
                players.fill(tables)
                rate = players.phase("play", "play", seconds)["rate"]
                tell_progress(f"turn {turn + 1}, {players.site.name}: {rate:.0f} moves a second")
                players.fill(tables)
                players.phase("paced", "paced", seconds, round(rate * PACED_SHARE, 2))
                players.phase("snapshots", "snapshots", SNAPSHOTS, SNAPSHOT_RATE)
            if self.host:
                rate = live_pgbench.moves_a_second(self.host, 2)
                self.pgbench.append((rate, live_pgbench.move_latencies(self.host, 2)))

    def sockets(self, site: LiveSite) -> None:
        """Measure the memory of idle sockets."""
        count = self.arguments.sockets
        tell_progress(f"{count} sockets are opened on {site.name}")
        with site.players("watched") as players:
            players.fill(self.arguments.tables)
            before = site.web_memory()
            idle = players.phase("idle", "idle", count)
            idle["bytes"] = site.web_memory() - before
            if idle["sockets"] < count:
                raise RuntimeError(f"{site.name} kept {idle['sockets']} sockets only")

    def turns(self, name: str) -> dict[str, list[dict[str, Any]]]:
        """Measure turns of people, AI players and the clock, on sites whose clocks run fast."""
        tell_progress(f"AI turns and lapsed turns on {name}")
        seconds, tables = self.arguments.seconds, self.arguments.tables
        with (
            self.site(name, CLOCK_PACE=CLOCK_PACE) as site,
            site.players("people") as people,
            site.players("ais") as ais,
        ):
            for players in (people, ais):
                players.fill(tables)
                players.phase("", "play", 2)
            people.phase("rest", "rest", REST_SECONDS)
            for _ in range(self.arguments.turns):
                people.phase("people", "play", seconds)
                ais.phase("ais", "play", seconds)
        # only the turns are fast here; the clock sweeps at its usual interval
        with self.site(name, CLOCK_PACE=CLOCK_PACE, AI_PACE="1") as slow:
            with slow.players("people") as people:
                people.phase("rest beside lapses", "rest", REST_SECONDS)
            with slow.players("lapses") as lapses:
                lapses.fill(tables)
                lapses.phase("", "watch", BANK_SECONDS)
                lapses.phase("lapses", "watch", self.arguments.turns * seconds)
        return {**site.results, **slow.results}

    def run(self) -> None:
        """Measure all parts."""
        parts, measured = self.arguments.parts, self.measured
        if {"moves", "sockets"} & set(parts):
            with contextlib.ExitStack() as stack:
                sites = [stack.enter_context(self.site(name)) for name in self.names]
                measured.sites = {site.name: site.results for site in sites}
                if "moves" in parts:
                    with contextlib.ExitStack() as seated:
                        self.moves([seated.enter_context(site.players("people")) for site in sites])
                for site in sites:
                    # the stock site has no spectators
                    if "sockets" in parts and site.name != STOCK:
                        self.sockets(site)
        if "turns" in parts:
            for name in set(self.names) - {STOCK}:
                measured.turns[name] = self.turns(name)


def main() -> None:
    """Measure and report."""
    arguments = parse_arguments()
    # if it is terminated, no site is left behind
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("ended"))
    ended = None
    with contextlib.ExitStack() as stack:
        bench = Bench(arguments, stack)
        try:
            bench.run()
        except (SystemExit, KeyboardInterrupt) as early:
            ended = early
    text = write_report(bench.measured, arguments)
    print(text)
    if ended is not None:
        raise ended
    if arguments.write:
        if arguments.database == "postgres":
            write_section("live", "Live path", text)
        else:
            command = "python -m bench.live --database sqlite --write"
            write_section("live_sqlite", "Live path on SQLite", text, command)


if __name__ == "__main__":
    main()
