"""Attack a separate site, and report the results: `python -m tests.hostile`.

Every attack fails unless its condition holds. Meanwhile a normal visitor requests a page and pings
its table. Its latency during an attack is reported as a ratio to the quiet seconds before. The
command exits 1 when a condition fails and, unless --short, when a ratio is above 2.
"""

import argparse
import asyncio
import contextlib
import signal
import statistics
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path

from tests.hostile import attacks, floods
from tests.people import People, run_people
from tests.process_group import ProcessGroup, running_group
from tests.serve_process import clean_environ

Attack = Callable[[ProcessGroup, int], Awaitable[str]]
ATTACKS: dict[str, Attack] = {
    **{attack.__name__.replace("_", " "): attack for attack in attacks.ATTACKS},
    **{f"{flood.name}, from {flood.lines}": flood for flood in floods.ATTACKS},
}
# floods of pages, frames and handshakes have tests of their own in tests/serve and tests/edge
SHORT = ("flood of snapshots", "games without players", "pipelined requests, from 1")
MOST = 2.0
# short turns, pauses and thinking times, so that games progress
CHANGES = {"LIMITS": "1", "TRUSTED_PROXIES": "1", "CLOCK_PACE": "0.05", "AI_PACE": "0.25"}
LEAST_SECONDS, QUIET_SECONDS = 1.5, 6.0


def parse_arguments() -> argparse.Namespace:
    """Parse the command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.hostile", description=__doc__)
    parser.add_argument("--short", action="store_true", help="three of them, small, no ratios")
    parser.add_argument("--database", choices=("sqlite", "postgres"), default="sqlite")
    parser.add_argument("--only", action="append", choices=ATTACKS, help="one; may be repeated")
    return parser.parse_args()


@contextlib.contextmanager
def run_site(folder: Path, database: str) -> Iterator[tuple[ProcessGroup, People]]:
    """Run a site behind one trusted proxy, with a normal visitor."""
    with (
        running_group(folder, database, CHANGES, webs=1, workers=1) as group,
        run_people(
            "tests.hostile.probe", str(group.port), environ=clean_environ(), logs=group.logs
        ) as visitor,
    ):
        visitor.wait_for(lambda _: len(visitor.heard) >= 10)
        yield group, visitor


async def run_attack(site: ProcessGroup, attack: Attack, scale: int) -> tuple[bool, str]:
    """Run one attack; return whether its condition held, and its figures."""
    since = time.monotonic()
    try:
        held, figures = True, await attack(site, scale)
    except (AssertionError, TimeoutError, OSError, KeyError) as fault:
        held, figures = False, f"{type(fault).__name__}: {fault}"
    # after a short attack, wait for a measurement of the visitor
    await asyncio.sleep(max(0.0, since + LEAST_SECONDS - time.monotonic()))
    return held, figures


def median_milliseconds(visitor: People, since: float, until: float, what: str) -> float:
    """Return the median milliseconds of responses in a time span; inf without any."""
    found = [
        each["took"]
        for each in list(visitor.heard)
        if since <= each["at"] <= until and each["what"] == what
    ]
    return statistics.median(found) if found else float("inf")


def ratios_of(visitor: People, quiet_since: float, since: float) -> list[float]:
    """Return the ratios of the visitor's latencies for pages and pings since then."""
    return [
        median_milliseconds(visitor, since, time.monotonic(), what)
        / median_milliseconds(visitor, quiet_since, since, what)
        for what in ("page", "ping")
    ]


def main() -> int:
    """Run the attacks; return 0 if every condition held."""
    arguments = parse_arguments()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # clean up in any case
    failed = []
    with (
        tempfile.TemporaryDirectory(prefix="density-hostile-") as folder,
        run_site(Path(folder), arguments.database) as (site, visitor),
    ):
        print("| attack | held | page, ping | |\n|---|---|---:|---|", flush=True)
        for name in arguments.only or (SHORT if arguments.short else ATTACKS):
            quiet_since = time.monotonic()
            time.sleep(0.0 if arguments.short else QUIET_SECONDS)
            since = time.monotonic()
            scale = 1 if arguments.short else 3
            held, figures = asyncio.run(run_attack(site, ATTACKS[name], scale))
            ratios = [] if arguments.short else ratios_of(visitor, quiet_since, since)
            failed += [name] if not held or max(ratios, default=0.0) > MOST else []
            shown = ", ".join(f"{ratio:.2f}" for ratio in ratios)
            print(f"| {name} | {'yes' if held else '**NO**'} | {shown} | {figures} |", flush=True)
        strange = {each["what"] for each in visitor.heard} - {"page", "ping"}
        failed += [f"the honest visitor was answered {what}" for what in strange]
        failed += site.tracebacks()
    for fault in failed:
        print("FAILED", fault)
    return int(bool(failed))


if __name__ == "__main__":
    sys.exit(main())
