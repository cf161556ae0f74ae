"""Attack a site of our own, and say what held: `python -m tests.hostile`.

Every attack says what must hold and fails otherwise. Beside them an honest visitor asks for a page
and for its table's pulse; its latency during each attack is given as a ratio to the quiet seconds
before it. Exits 1 when anything did not hold, and, unless --short, when a ratio is above 2.
"""

import argparse
import asyncio
import signal
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

from tests.hostile import accounts, bodies, floods, games, sockets
from tests.hostile.site import Probe, standing
from tests.process_group import ProcessGroup

Attack = Callable[[ProcessGroup, int], Awaitable[str]]
ATTACKS: tuple[Attack, ...] = (
    bodies.large_forms,
    bodies.full_forms,
    bodies.flood_of_pages,
    sockets.snapshots,
    sockets.handshake_flood,
    accounts.lockout,
    games.games_without_players,
    games.void,
    bodies.slow_requests,
    *floods.FROM_ONE,
    *floods.FROM_FOUR,
)
MOST = 2.0
LEAST_SECONDS, QUIET_SECONDS = 1.5, 6.0


def parsed() -> argparse.Namespace:
    """What the command line asks for."""
    parser = argparse.ArgumentParser(prog="python -m tests.hostile", description=__doc__)
    parser.add_argument(
        "--short", action="store_true", help="small, floods from one connection only, no ratios"
    )
    parser.add_argument("--database", choices=("sqlite", "postgres"), default="sqlite")
    parser.add_argument("--only", action="append", help="one attack by its name; may be repeated")
    return parser.parse_args()


async def attack(
    site: ProcessGroup, probe: Probe, one: Attack, scale: int, quiet: float
) -> tuple[bool, str, dict[str, float]]:
    """Run one attack: whether it held, its figures, and the ratios of the visitor's latency."""
    quiet_since = time.monotonic()
    await asyncio.sleep(quiet)
    since = time.monotonic()
    try:
        figures, held = await one(site, scale), True
    except (AssertionError, TimeoutError, OSError, KeyError) as fault:
        figures, held = f"{type(fault).__name__}: {fault}", False
    # a short one is looked at for as long as the visitor needs to come by
    await asyncio.sleep(max(0.0, since + LEAST_SECONDS - time.monotonic()))
    until = time.monotonic()
    ratios = {
        what: probe.median(since, until, what) / probe.median(quiet_since, since, what)
        for what in ("page", "ping")
    }
    return held, figures, ratios


def main() -> int:
    """Attack; 0 when everything held."""
    arguments = parsed()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # nothing may be left behind
    failed = []
    scale, quiet = (1, QUIET_SECONDS / 4) if arguments.short else (3, QUIET_SECONDS)
    chosen = [one for one in ATTACKS if not arguments.only or one.__name__ in arguments.only]
    if arguments.short and not arguments.only:
        chosen = [one for one in chosen if one not in floods.FROM_FOUR]
    with (
        tempfile.TemporaryDirectory(prefix="density-hostile-") as name,
        standing(Path(name), arguments.database) as (site, probe),
    ):
        print("| attack | held | page | ping | |\n|---|---|---:|---:|---|", flush=True)
        for one in chosen:
            held, figures, ratios = asyncio.run(attack(site, probe, one, scale, quiet))
            slow = not arguments.short and max(ratios.values()) > MOST
            failed += [one.__name__] if not held or slow else []
            shown = " | ".join(f"{ratio:.2f}" for ratio in ratios.values())
            print(
                f"| {one.__name__.replace('_', ' ')} | {'yes' if held else '**NO**'}"
                f" | {shown} | {figures} |",
                flush=True,
            )
        failed += [f"the honest visitor was answered {what}" for what in probe.strange()]
        failed += site.tracebacks()
    for name in failed:
        print("FAILED", name)
    return int(bool(failed))


if __name__ == "__main__":
    sys.exit(main())
