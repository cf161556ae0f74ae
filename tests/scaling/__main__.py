"""Try a site of several processes: `python -m tests.scaling rolling`, and other names.

It prints how long people were away and what was lost, and exits 1 when anything was.
"""

import argparse
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from games.engine.contract import Json
from tests.scaling.pgbouncer import pooling
from tests.scaling.sentinels import watched
from tests.scaling.site import Site, playing, running_site
from tests.scaling.upgrade import upgrade
from tests.serve_process import ROOT

MOST_SECONDS_AWAY = 3.0


def rolling(folder: Path, tables: int, lives: int) -> Json:
    """Restart every web process and every worker in turn while people play."""
    with running_site(folder) as site, playing(site, tables, lives) as people:
        for child in (*site.webs.values(), *site.workers):
            site.restart(child)
            people.wait_for_moves(2 * tables, tables)
            print(f"{child.name} restarted: {people.latest}", flush=True)
        return people.end()


def pgbouncer(folder: Path, tables: int, lives: int) -> Json:
    """Play whole games through a PgBouncer in transaction mode, with a restart among them."""
    with running_site(folder, pooled=pooling) as site, playing(site, tables, lives) as people:
        people.wait_for_moves(20 * tables, tables)
        site.restart(next(iter(site.webs.values())))
        people.wait_for_moves(2 * tables, tables)
        result = people.end()
        result["losses"] += matchers(site)
        return result


def matchers(site: Site) -> list[str]:
    """Let a matcher take its lock again and again beside others; what went wrong with that."""
    command = [sys.executable, "-m", "tests.scaling.matchers", "100"]
    done = subprocess.run(
        command, cwd=ROOT, env=dict(site.environ), stdout=subprocess.PIPE, text=True, check=True
    )
    print(f"of 100 times a matcher did not get its lock: {done.stdout.strip()}")
    return [] if done.stdout.strip() == "0" else ["the lock of a queue stays with nobody"]


def sentinel(folder: Path, tables: int, lives: int) -> Json:
    """Kill the Valkey that leads while people play, and restart a process on the next one."""
    with (
        watched(folder / "valkeys") as servers,
        running_site(folder, changes={"REDIS_URL": servers.url}) as site,
        playing(site, tables, lives) as people,
    ):
        print(f"another Valkey led after {servers.fail_over():.1f} s", flush=True)
        people.wait_for_moves(10 * tables, tables)
        site.restart(next(iter(site.webs.values())))
        people.wait_for_moves(2 * tables, tables)
        print(f"ended by themselves: {site.died or 'none'}", flush=True)
        return people.end()


TRIED: dict[str, Callable[[Path, int, int], Json]] = {
    "rolling": rolling,
    "pgbouncer": pgbouncer,
    "sentinel": sentinel,
    "upgrade": upgrade,
}


def wrong(result: Json, most_away: float) -> list[str]:
    """What of a result may not be."""
    found = [f"LOST {loss}" for loss in result["losses"]]
    if result["finished"] != result["games"]:
        found.append(f"{result['games'] - result['finished']} games did not end")
    if result["lapsed"]:
        found.append(f"{result['lapsed']} turns lapsed, and everybody had answered at once")
    if not result["moves"]["ai"]:
        found.append("no AI player moved")
    if 2 not in result["spread"]:
        found.append("no table sat at two processes")
    if max(result["back"], default=0.0) > most_away:
        found.append(f"somebody was away for {result['back'][-1]} s")
    return found


def main() -> int:
    """Try what is named; 0 when nothing was wrong."""
    parser = argparse.ArgumentParser(prog="python -m tests.scaling", description=__doc__)
    parser.add_argument("what", choices=tuple(TRIED))
    parser.add_argument("--tables", type=int, default=6)
    parser.add_argument("--lives", type=int, default=3)
    parser.add_argument("--short", action="store_true", help="without a goal for the time away")
    arguments = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # nothing may be left behind
    with tempfile.TemporaryDirectory(prefix="density-scaling-") as name:
        result = TRIED[arguments.what](Path(name), arguments.tables, arguments.lives)
    back = result["back"]
    shown = ("games", "finished", "people", "moves", "frames", "acknowledged", "codes", "spread")
    print({key: result[key] for key in shown})
    if back:
        print(f"away: {len(back)} times, median {back[len(back) // 2]} s, longest {back[-1]} s")
    found = wrong(result, float("inf") if arguments.short else MOST_SECONDS_AWAY)
    for line in found:
        print(line)
    return int(bool(found))


if __name__ == "__main__":
    sys.exit(main())
