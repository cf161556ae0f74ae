"""Measures the live table against commit 665a2d0 and pgbench, in one run, by real sockets.

Run `python -m bench.live`; `--database sqlite` measures the embedded default, `--write` puts the
table into bench/README.md, `--only now` is quick and compares nothing, `--tree` names another
checkout as "now". The sites stand side by side on one PostgreSQL, which keeps every promise about
its disk; they are measured in turns, so that what else the machine does hits all of them.
"""

import argparse
import contextlib
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import psutil
import psycopg

from bench import live_pgbench
from bench.live_report import BASE, report
from bench.live_site import ROOT, LiveSite, checkout, running
from bench.report import write
from tests import postgres

DURABLE = ("-c", "fsync=on", "-c", "full_page_writes=on", "-c", "synchronous_commit=on")
# tables that sit down at once: the deal waits four seconds for all their sockets
AT_ONCE = 3
SNAPSHOTS, SNAPSHOT_RATE = 120, 40
# a fifth of its own saturation
PACED_SHARE = 0.2
REST_SECONDS = 2


def parsed() -> argparse.Namespace:
    """What the command line asks for."""
    parser = argparse.ArgumentParser(prog="python -m bench.live", description=__doc__)
    parser.add_argument("--database", choices=("postgres", "sqlite"), default="postgres")
    parser.add_argument("--only", choices=("now", BASE), help="this site alone")
    parser.add_argument("--tree", type=Path, default=ROOT, help='the checkout that is "now"')
    parser.add_argument("--tables", type=int, default=32)
    parser.add_argument("--seconds", type=float, default=5.0, help="of every phase")
    parser.add_argument("--turns", type=int, default=3)
    parser.add_argument("--write", action="store_true", help="put the table into bench/README.md")
    return parser.parse_args()


@contextlib.contextmanager
def server(database: str) -> Iterator[tuple[str, psutil.Process | None]]:
    """The URL of a PostgreSQL with its first process; empty for SQLite."""
    if database == "sqlite":
        yield "", None
        return
    with postgres.embedded(*DURABLE) as url:
        folder = parse_qs(urlsplit(url).query)["host"][0]
        number = int((Path(folder) / "data/postmaster.pid").read_text().split()[0])
        yield url, psutil.Process(number)


def named_database(url: str, name: str) -> str:
    """The URL of a new database on that server."""
    if not url:
        return ""
    host = parse_qs(urlsplit(url).query)["host"][0]
    with psycopg.connect(host=host, user="postgres", dbname="postgres", autocommit=True) as line:
        line.execute(f'create database "{name}"')
    return url.replace("/density?", f"/{name}?")


def tell(*words: object) -> None:
    """Say how far it has come."""
    print(*words, file=sys.stderr, flush=True)


def fill(site: LiveSite, tables: int) -> None:
    """Open as many tables as are missing."""
    while (missing := tables - site.phase("", "renew")["tables"]) > 0:
        batch = min(AT_ONCE, missing)
        site.phase("pages", "seat", batch)["tables"] = batch
        site.phase("opening", "enter")["tables"] = batch


def measure(sites: list[LiveSite], host: str, arguments: argparse.Namespace) -> list[Any]:
    """Do all phases of all sites, in turns; what pgbench did in between."""
    seconds, bare = arguments.seconds, []
    for site in sites:
        fill(site, arguments.tables)
        site.phase("", "play", 2)  # caches and connections
        site.phase("rest", "rest", REST_SECONDS)
    for turn in range(arguments.turns):
        for site in sites:
            fill(site, arguments.tables)
            played = site.phase("play", "play", seconds)
            rate = played["moves"] / played["seconds"]
            tell(f"turn {turn + 1}, {site.name}: {rate:.0f} moves a second")
            fill(site, arguments.tables)
            site.phase("paced", "paced", seconds, round(rate * PACED_SHARE, 2))
            site.phase("snapshots", "snapshots", SNAPSHOTS, SNAPSHOT_RATE)
        if host:
            bare.append((live_pgbench.moves_a_second(host, 3), live_pgbench.latencies(host, 3)))
    return bare


def main() -> None:
    """Measure and report."""
    arguments = parsed()
    with contextlib.ExitStack() as stack:
        url, postmaster = stack.enter_context(server(arguments.database))
        host = live_pgbench.prepare(url) if url else ""
        sites = []
        for name in (BASE, "now"):
            if arguments.only in (None, name):
                tree = arguments.tree if name == "now" else stack.enter_context(checkout(BASE))
                database = named_database(url, name)
                site = running(name, tree.resolve(), database, postmaster, "people")
                sites.append(stack.enter_context(site))
        bare = measure(sites, host, arguments)
        text = report({site.name: site.results for site in sites}, bare, arguments)
    print(text)
    if arguments.write:
        title = "Live path" if arguments.database == "postgres" else "Live path on SQLite"
        write("live", title, text)


if __name__ == "__main__":
    main()
