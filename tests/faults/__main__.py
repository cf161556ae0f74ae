"""Inject faults into a site full of games: `python -m tests.faults --games 40`.

It reports what was lost and exits 1 when anything was. With a variant that is broken on purpose it
exits 0 only when the breakage was noticed.
"""

import argparse
import contextlib
import json
import random
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import orjson
import psutil

from games.engine.contract import Json
from tests.faults.fault_injector import FaultInjector
from tests.faults.leaks import leaks
from tests.faults.observed import DEALT, RESULT
from tests.process_group import ProcessGroup, running_group
from tests.serve_process import ROOT

VARIANTS = {
    "": "density.settings",
    "publish-before-save": "tests.faults.broken.publish_before_save",
    "no-question-check": "tests.faults.broken.no_question_check",
    "no-revision-check": "tests.faults.broken.no_revision_check",
}
# what the games' own process is told
CHOICES = ("games", "at_once", "lives", "seed", "patience")
LONGEST_WAIT = 10.0
FAULT = re.compile(r"^(?:[\w.]+\.)?(\w+(?:Error|Exception|Refused|Exit))\b", re.MULTILINE)


def parsed() -> argparse.Namespace:
    """What the command line asks for."""
    parser = argparse.ArgumentParser(prog="python -m tests.faults", description=__doc__)
    parser.add_argument("--games", type=int, default=40, help="as many games, or more")
    parser.add_argument("--kills", type=int, default=60, help="as many faults")
    parser.add_argument("--seed", type=int, default=1, help="of everything that is drawn by lot")
    parser.add_argument("--every", type=float, default=0.7, help="seconds between faults")
    parser.add_argument("--at-once", type=int, default=24, help="games that run at a time")
    parser.add_argument("--lives", type=int, default=3, help="at most, of everybody in a game")
    parser.add_argument("--patience", type=float, default=60.0, help="seconds until it is stuck")
    parser.add_argument("--database", choices=("sqlite", "postgres"), default="postgres")
    parser.add_argument("--webs", type=int, help="web processes: two, on SQLite one")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--variant", choices=tuple(VARIANTS), default="")
    parser.add_argument("--only", action="append", help="a kind of fault, and no other")
    parser.add_argument("--keep", type=Path, help="a folder for the logs")
    arguments = parser.parse_args()
    if arguments.webs is None:
        arguments.webs = 1 if arguments.database == "sqlite" else 2
    return arguments


@contextlib.contextmanager
def run_scenario(
    group: ProcessGroup, arguments: argparse.Namespace
) -> Iterator[subprocess.Popen[str]]:
    """The games, in a process of their own."""
    chosen = {name: getattr(arguments, name) for name in CHOICES}
    chosen |= {"port": group.port, "folder": str(group.folder)}
    command = [sys.executable, "-m", "tests.faults.scenario", json.dumps(chosen)]
    # the people's own process is never broken: what they check with must be right
    environ = {**group.environ, "DJANGO_SETTINGS_MODULE": "density.settings"}
    with subprocess.Popen(
        command, cwd=ROOT, env=environ, stdin=subprocess.PIPE, text=True
    ) as process:
        try:
            yield process
        finally:
            process.kill()


def dealt(folder: Path) -> int:
    """How many games were dealt until now."""
    with contextlib.suppress(FileNotFoundError):
        return int((folder / DEALT).read_text() or 0)
    return 0


def inject_faults(
    group: ProcessGroup, injector: FaultInjector, arguments: argparse.Namespace
) -> Json:
    """Do the faults while the games are played; what the games' own process found.

    The faults are spread over the games, however fast the machine is.
    """
    with run_scenario(group, arguments) as process:
        while not dealt(group.folder) and process.poll() is None:
            time.sleep(0.05)
        next_fault = time.monotonic()
        while injector.done.total() < arguments.kills and process.poll() is None:
            late = time.monotonic() - next_fault
            share = dealt(group.folder) / arguments.games
            in_turn = injector.done.total() < arguments.kills * share or late > LONGEST_WAIT
            if late >= 0 and in_turn:
                injector.inject()
                next_fault = time.monotonic() + injector.dice.uniform(0.2, 1.8) * arguments.every
            injector.restore()
            group.restart_dead()
            time.sleep(0.02)
        injector.restore(all_of_it=True)
        assert process.stdin is not None
        with contextlib.suppress(BrokenPipeError):
            process.stdin.write("faults_over\n")
            process.stdin.flush()
        while process.poll() is None:
            group.restart_dead()
            time.sleep(0.05)
    if process.returncode:
        raise SystemExit(f"The games' own process ended with {process.returncode}.")
    result: Json = orjson.loads((group.folder / RESULT).read_bytes())
    return result


def report(result: Json, injector: FaultInjector, arguments: argparse.Namespace) -> str:
    """Everything that was done and found, as Markdown."""
    moves = ", ".join(f"{number:,}" for number in result["moves"].values())
    seats = ", ".join(str(result[name]) for name in ("stand_ins", "returns", "abandoned"))
    died = ", ".join(sorted(set(injector.group.died)))
    lines = [
        f"| {arguments.database}, seed {arguments.seed} | |",
        "|---|---:|",
        f"| games, all finished | {result['games']} |"
        if result["games"] == result["finished"]
        else f"| games, of which finished | {result['games']}, {result['finished']} |",
        f"| seconds | {result['seconds']:,.0f} |",
        f"| moves by people, clock, AI | {moves} |",
        f"| seats played by stand-ins, asked back, abandoned | {seats} |",
        f"| answers sent by people | {result['answers']:,} |",
        f"| answers sent {_listed(result['spoiled'])} |",
        f"| frames seen | {result['frames']:,} |",
        f"| acknowledgements checked | {result['acknowledged']:,} |",
        f"| messages refused | {sum(result['refused'].values()):,} |",
        f"| faults | {injector.done.total()} |",
        *(f"| – {name} | {number} |" for name, number in sorted(injector.done.items())),
        f"| ended by itself: {died or 'none'} | {len(injector.group.died)} |",
        f"| children left behind | {sum(map(_works_on, injector.orphans))} |",
        f"| **lost or wrong** | **{len(result['losses'])}** |",
    ]
    return "\n".join(lines)


def _listed(numbers: dict[str, int]) -> str:
    """Names and their numbers, as the two cells of a row."""
    return f"{', '.join(numbers)} | {', '.join(f'{number:,}' for number in numbers.values())}"


def _works_on(process: psutil.Process) -> bool:
    """Whether a process that lost its parent is still there."""
    with contextlib.suppress(psutil.NoSuchProcess):
        return process.is_running() and process.status() != psutil.STATUS_ZOMBIE
    return False


def exceptions(folder: Path) -> Counter[str]:
    """The exceptions in the logs, by name: outages have theirs, and nothing else may."""
    found: Counter[str] = Counter()
    for log in sorted((folder / "logs").glob("w*.log")):
        found.update(FAULT.findall(log.read_text(errors="replace")))
    return found


def main() -> int:
    """Run the scenario; 0 when nothing was lost, or when a broken variant was caught."""
    arguments = parsed()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # nothing may be left behind
    changes = {
        "AI_PACE": "0",
        "CLOCK_PACE": "0.1",
        "ACCESS_LOG": "1",
        "TRUSTED_PROXIES": "1",
        "DJANGO_SETTINGS_MODULE": VARIANTS[arguments.variant],
    }
    with tempfile.TemporaryDirectory(prefix="density-faults-") as name:
        folder = Path(name) if arguments.keep is None else arguments.keep
        with running_group(
            folder, arguments.database, changes, webs=arguments.webs, workers=arguments.workers
        ) as group:
            injector = FaultInjector(group, random.Random(arguments.seed), arguments.only)
            result = inject_faults(group, injector, arguments)
            print(report(result, injector, arguments))
            print("PostgreSQL connections:", len(group.backends()))
        print("refusals:", result["refused"])
        print("exceptions in the logs:", dict(exceptions(folder)))
        leaked = leaks(folder, result["private"])
        print(f"lines of logs that match {len(result['private'])} private patterns: {len(leaked)}")
    for line in leaked[:20]:
        print("LEAKED", line)
    for loss in result["losses"][:20]:
        print("LOST", loss)
    caught = bool(result["losses"])
    if arguments.variant:
        print(f"{arguments.variant}: {'caught' if caught else 'NOT NOTICED'}")
    return int(caught != bool(arguments.variant) or bool(leaked))


if __name__ == "__main__":
    sys.exit(main())
