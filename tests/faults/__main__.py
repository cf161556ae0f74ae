"""Inject faults into a site full of games: `python -m tests.faults --games 40`.

It exits 1 for losses, and for exceptions in the logs that no outage explains. With a variant that
is broken on purpose it exits 0 only when the breakage was noticed.
"""

import argparse
import contextlib
import random
import re
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

import psutil

from games.engine.contract import Json
from tests.broken import broken_environ
from tests.broken.apps import VARIANTS
from tests.faults.fault_injector import FaultInjector
from tests.people import run_people
from tests.process_group import ProcessGroup, running_group

LONGEST_WAIT = 10.0
# the exception that ends a traceback, not one during whose handling another was raised
FAULT = re.compile(
    r"^(?:[\w.]+\.)?(\w+(?:Error|Exception|Refused|Exit))\b.*$"
    r"(?!\n\n(?:During handling of|The above exception))",
    re.MULTILINE,
)
OUTAGES = re.compile("Operational|Interface|Connection|WorkerLost|Timeout")
FILES = re.compile(r'^  File "(\S+)"', re.MULTILINE)
# of a traceback: the last lines, and about as many characters
SHOWN, LONGEST = 30, 10_000
CHANGES = {"AI_PACE": "0", "CLOCK_PACE": "0.1", "ACCESS_LOG": "1", "TRUSTED_PROXIES": "1"}


def parse_arguments() -> argparse.Namespace:
    """Parse the command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.faults", description=__doc__)
    parser.add_argument("--games", type=int, default=40, help="as many games, or more")
    parser.add_argument("--kills", type=int, default=60, help="as many faults")
    parser.add_argument("--seed", type=int, default=1, help="of everything that is drawn by lot")
    parser.add_argument("--every", type=float, default=0.7, help="seconds between faults")
    parser.add_argument("--at-once", type=int, default=24, help="games that run at a time")
    parser.add_argument("--lives", type=int, default=3, help="at most, of everybody in a game")
    parser.add_argument("--database", choices=("sqlite", "postgres"), default="postgres")
    parser.add_argument("--webs", type=int, help="web processes: two, on SQLite one")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--variant", choices=("", *VARIANTS), default="")
    parser.add_argument("--only", action="append", help="a kind of fault, and no other")
    arguments = parser.parse_args()
    if arguments.webs is None:
        arguments.webs = 1 if arguments.database == "sqlite" else 2
    return arguments


def inject_faults(
    group: ProcessGroup, injector: FaultInjector, arguments: argparse.Namespace
) -> Json:
    """Inject faults while the games are played; return the result of the games' process.

    The faults are spread over the games on machines of any speed.
    """
    numbers = (getattr(arguments, name) for name in ("games", "at_once", "lives", "seed"))
    command = ("tests.faults.scenario", str(group.port), *map(str, numbers))
    # the players' process is never broken, since its checks must be right
    environ = {**group.environ, "DJANGO_SETTINGS_MODULE": "density.settings"}
    with run_people(*command, environ=environ, logs=group.logs) as people:
        while not people.said.get("dealt") and people.process.poll() is None:
            time.sleep(0.05)
        next_fault = time.monotonic()
        while injector.done.total() < arguments.kills and people.process.poll() is None:
            late = time.monotonic() - next_fault
            share = people.said["dealt"] / arguments.games
            in_turn = injector.done.total() < arguments.kills * share or late > LONGEST_WAIT
            if late >= 0 and in_turn:
                injector.inject()
                next_fault = time.monotonic() + injector.dice.uniform(0.2, 1.8) * arguments.every
            injector.restore()
            group.restart_dead()
            time.sleep(0.02)
        injector.restore(all_of_it=True)
        return people.end(meanwhile=group.restart_dead)


def write_report(result: Json, injector: FaultInjector) -> str:
    """Return the faults and findings as Markdown."""
    shown = {name: value for name, value in result.items() if name not in ("back", "private")}
    shown["losses"] = len(result["losses"])
    shown["faults"] = injector.done.total()
    shown |= {f"– {name}": number for name, number in sorted(injector.done.items())}
    shown["ended by themselves"] = dict(Counter(injector.group.died)) or 0
    shown["children left behind"] = sum(map(_works_on, injector.orphans))
    return "\n".join(["| | |", "|---|---:|", *(f"| {each} | {shown[each]} |" for each in shown)])


def _works_on(process: psutil.Process) -> bool:
    """Return whether an orphaned process still exists."""
    with contextlib.suppress(psutil.NoSuchProcess):
        return process.is_running() and process.status() != psutil.STATUS_ZOMBIE
    return False


def find_leaks(lines: Sequence[str], patterns: list[str]) -> list[str]:
    """Return the log lines that match a forbidden pattern."""
    private = re.compile("|".join(patterns))
    return [line.strip() for line in lines if private.search(line)]


def find_unexpected(log: str) -> Iterator[str]:
    """Yield the end of the traceback of each exception that no outage explains."""
    for fault in FAULT.finditer(log):
        if OUTAGES.search(fault[1]):
            continue
        end = "\n".join(log[max(0, fault.end() - LONGEST) : fault.end()].splitlines()[-SHOWN:])
        # Celery's transport looks for the address of a connection that the outage has closed
        if not any("/kombu/transport/" in file for file in FILES.findall(end)[-1:]):
            yield end


def main() -> int:
    """Run the scenario; return 0 if nothing was lost, or if a broken variant was caught."""
    arguments = parse_arguments()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # clean up in any case
    changes = CHANGES | broken_environ(arguments.variant)
    with tempfile.TemporaryDirectory(prefix="density-faults-") as name:
        processes = {"webs": arguments.webs, "workers": arguments.workers}
        with running_group(Path(name), arguments.database, changes, **processes) as group:
            injector = FaultInjector(group, random.Random(arguments.seed), arguments.only)
            result = inject_faults(group, injector, arguments)
            print(write_report(result, injector))
            print("PostgreSQL connections:", len(group.backends()))
        log = "\n".join(group.log_lines())
        print("exceptions in the logs:", dict(Counter(FAULT.findall(log))))
        unexpected = list(find_unexpected(log))
        leaked = find_leaks(group.log_lines(), result["private"])
        print(f"lines of logs that match {len(result['private'])} private patterns: {len(leaked)}")
    for end in unexpected[:5]:
        print("UNEXPECTED", end)
    for line in leaked[:20]:
        print("LEAKED", line)
    for loss in result["losses"][:20]:
        print("LOST", loss)
    caught = bool(result["losses"])
    if arguments.variant:
        print(f"{arguments.variant}: {'caught' if caught else 'NOT NOTICED'}")
    faulty = bool(leaked) or bool(unexpected and not arguments.variant)
    return int(caught != bool(arguments.variant) or faulty)


if __name__ == "__main__":
    sys.exit(main())
