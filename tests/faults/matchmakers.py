"""Kill matchmakers at every step, 1,000 times: `python -m tests.faults.matchmakers --kills 1000`.

People queue for one game or both, cancel, come, decline and play. Meanwhile they play AI players,
share tables and answer what they are asked. Processes that look at the queues, or seat people at
shared tables, are ended by `kill -9` at a named step or anywhere. It exits 1 when anybody was lost,
seated twice, or left at a broken table. With --naive the seats are claimed without a transaction,
as one would write it first: then it exits 0 only when the damage was noticed.
"""

import argparse
import contextlib
import json
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, quote, urlsplit

import psycopg

from tests import postgres
from tests.serve_process import ROOT, environ

# of processes that let users sit down at a shared table
SIT_LABELS = ("mid-sit", "sitting, uncommitted")
LABELS = (
    *("after read", "after plan", "before lock", "after lock", "claimed, uncommitted"),
    *("committed, unannounced", "announced", "mid-void", "mid-strike"),
    *("mid-ask", "shared, unfilled", "shared, filled", *SIT_LABELS),
)
ANYWHERE = "anywhere"
PLAYERS, OTHERS = 64, 4
MATCHMAKERS = 3


def parsed(arguments: list[str] | None = None) -> argparse.Namespace:
    """What the command line asks for."""
    parser = argparse.ArgumentParser(prog="python -m tests.faults.matchmakers", description=__doc__)
    parser.add_argument("--kills", type=int, default=1000, help="as many matchmakers")
    parser.add_argument("--seed", type=int, default=1, help="of everything that is drawn by lot")
    parser.add_argument("--naive", action="store_true", help="the control: claim without care")
    parser.add_argument("--database", choices=("postgres", "sqlite"), default="postgres")
    parser.add_argument("--inside", action="store_true", help=argparse.SUPPRESS)
    return parser.parse_args(arguments)


@contextlib.contextmanager
def group(database: str) -> Iterator[dict[str, str]]:
    """A database and a Valkey of our own, as the environment of all processes."""
    with contextlib.ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="density-queue-")))
        url = f"sqlite:///{quote(str(folder / 'faults.sqlite3'))}"
        if database == "postgres":
            url = stack.enter_context(postgres.running())
            make_database(url)
        changes = {
            "DATA_DIR": str(folder),
            "DATABASE_URL": url,
            "DJANGO_SETTINGS_MODULE": "density.settings",
            "CLOCK_PACE": "0.1",
            # all of them have just met, which a planner would rather avoid
            "RANKED_CAP": "1",
            "LOG_LEVEL": "ERROR",
        }
        yield environ(**changes)


def make_database(url: str) -> None:
    """Make the empty database that the URL names, which the server does not have yet."""
    own = dict(parse_qsl(urlsplit(url).query))
    with psycopg.connect(host=own["host"], user=own["user"], dbname="postgres") as line:
        line.autocommit = True
        line.execute("CREATE DATABASE density")


def run(arguments: argparse.Namespace) -> dict[str, Any]:
    """One run in processes of its own; what it found."""
    command = [sys.executable, "-m", "tests.faults.matchmakers", "--inside"]
    for name in ("kills", "seed", "database"):
        command += [f"--{name}", str(getattr(arguments, name))]
    command += ["--naive"] if arguments.naive else []
    with group(arguments.database) as surroundings:
        done = subprocess.run(
            command, cwd=ROOT, env=surroundings, stdout=subprocess.PIPE, text=True, check=False
        )
    if done.returncode:
        raise SystemExit(f"The people's own process ended with {done.returncode}.")
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return found


def report(found: dict[str, Any]) -> str:
    """Everything that was done and found, as Markdown."""
    lines = ["| | |", "|---|---:|"]
    for name, number in found.items():
        if isinstance(number, dict):
            lines += [f"| – {label} | {times:,} |" for label, times in number.items()]
        elif not isinstance(number, list):
            lines.append(f"| {name} | {number} |")
    return "\n".join(lines)


def main() -> int:
    """Run once; 0 when nothing was lost, or when the naive control was caught."""
    arguments = parsed()
    if arguments.inside:
        from tests.faults import queue_scenario  # noqa: PLC0415 - it needs the settings of the run

        found = queue_scenario.run_scenario(arguments.kills, arguments.seed, naive=arguments.naive)
        print(json.dumps(found), flush=True)
        os._exit(0)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # nothing may be left behind
    found = run(arguments)
    print(report(found))
    for loss in found["losses"][:20]:
        print(f"LOST: {loss}")
    rare = [label for label, times in found["steps"].items() if times < 20]
    if arguments.kills >= 1000 and rare and not arguments.naive:
        print(f"Too rarely reached: {', '.join(rare)}")
        return 1
    return int(bool(found["losses"]) != arguments.naive)


if __name__ == "__main__":
    sys.exit(main())
