"""Try a site of several processes: `python -m tests.scaling rolling`, or `upgrade`.

It prints how long people were away and what was lost, and exits 1 when anything was.
"""

import argparse
import signal
import sys
import tempfile
from pathlib import Path

from games.engine.contract import Json
from tests.scaling.people import played_site
from tests.scaling.upgrade import upgrade


def rolling(folder: Path, tables: int, lives: int) -> Json:
    """Restart every web process and every worker in turn while people play."""
    with played_site(folder, tables, lives) as (site, people):
        for child in (*site.webs, *site.workers):
            site.restart(child)
            people.wait_for_moves(2 * tables, tables)
            print(f"{child.name} restarted: {people.latest}", flush=True)
        return people.end()


def wrong(result: Json) -> list[str]:
    """What of a result may not be."""
    found = [f"LOST {loss}" for loss in result["losses"]]
    if result["finished"] != result["games"]:
        found.append(f"{result['games'] - result['finished']} games did not end")
    if result["lapsed"]:
        found.append(f"{result['lapsed']} turns lapsed, and everybody had answered at once")
    if not result["moves"]["ai"]:
        found.append("no AI player moved")
    return found


def main() -> int:
    """Try what is named; 0 when nothing was wrong."""
    parser = argparse.ArgumentParser(prog="python -m tests.scaling", description=__doc__)
    parser.add_argument("what", choices=("rolling", "upgrade"))
    parser.add_argument("--tables", type=int, default=6)
    parser.add_argument("--lives", type=int, default=3)
    arguments = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # nothing may be left behind
    tried = {"rolling": rolling, "upgrade": upgrade}[arguments.what]
    with tempfile.TemporaryDirectory(prefix="density-scaling-") as name:
        result = tried(Path(name), arguments.tables, arguments.lives)
    back = result["back"]
    shown = ("games", "finished", "people", "moves", "frames", "acknowledged", "codes")
    print({key: result[key] for key in shown})
    if back:
        print(f"away: {len(back)} times, median {back[len(back) // 2]} s, longest {back[-1]} s")
    found = wrong(result)
    for line in found:
        print(line)
    return int(bool(found))


if __name__ == "__main__":
    sys.exit(main())
