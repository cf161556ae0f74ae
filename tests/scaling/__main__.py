"""Test a site of several processes: `python -m tests.scaling rolling`, or `upgrade`.

It prints how long players were disconnected and what was lost, and exits 1 for any loss.
"""

import argparse
import contextlib
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from games.engine.contract import Json
from tests.people import People, run_people
from tests.process_group import ProcessGroup, prepare_database, running_group
from tests.serve_process import ROOT

# the version before the upgrade; it runs with the packages of this one
COMMIT = "0a033c7a"


@contextlib.contextmanager
def played_site(
    folder: Path, arguments: argparse.Namespace, tree: Path = ROOT
) -> Iterator[tuple[ProcessGroup, People]]:
    """Run two web processes and workers on the code of a tree, with players at tables."""
    pace, workers = {"AI_PACE": "0.1"}, arguments.workers
    with running_group(
        folder, "postgres", pace, webs=2, workers=workers, own_ports=True, tree=tree
    ) as site:
        numbers = (arguments.tables, arguments.lives, *site.ports)
        command = ("tests.scaling.scenario", *map(str, numbers))
        with run_people(*command, environ=site.environ, logs=site.logs, tree=tree) as people:
            wait_for_moves(people, arguments.tables)
            yield site, people


def wait_for_moves(people: People, tables: int) -> None:
    """Wait until every table has a new move and every player is connected again."""
    goal = people.said.get("moves", 0) + tables
    people.wait_for(
        lambda said: said["tables"] == tables and not said["missing"] and said["moves"] >= goal
    )


def restart_all(site: ProcessGroup, people: People, tables: int) -> None:
    """Restart every web process and worker in turn during the games."""
    for child in (*site.webs, *site.workers):
        site.restart(child)
        wait_for_moves(people, tables)
        print(f"{child.name} restarted: {people.said}", flush=True)


def restart_everything(folder: Path, arguments: argparse.Namespace) -> Json:
    """Restart everything during the games."""
    with played_site(folder, arguments) as (site, people):
        restart_all(site, people, arguments.tables)
        return people.end()


def upgrade_site(folder: Path, arguments: argparse.Namespace) -> Json:
    """Migrate the database of a running site, and replace its processes one by one.

    The players' process keeps the old code, like a process that is replaced last. This version also
    checks every game afterwards.
    """
    with tree_of(COMMIT) as old, played_site(folder, arguments, old) as (site, people):
        prepare_database(site.environ)
        print(f"the tables are new: {people.said}", flush=True)
        wait_for_moves(people, arguments.tables)
        site.tree = ROOT
        restart_all(site, people, arguments.tables)
        result: Json = people.end()
        command = ("tests.backup.players", "go-on", str(site.port))
        with run_people(*command, environ=site.environ) as checking:
            result["losses"] += checking.end()["wrong"]
        return result


@contextlib.contextmanager
def tree_of(commit: str) -> Iterator[Path]:
    """Check out a commit into a temporary work tree."""
    with tempfile.TemporaryDirectory(prefix="density-before-") as folder:
        tree = Path(folder) / commit
        git = ("git", "-C", str(ROOT), "worktree")
        subprocess.run([*git, "add", "--quiet", "--detach", str(tree), commit], check=True)
        try:
            yield tree
        finally:
            subprocess.run([*git, "remove", "--force", str(tree)], check=True)


def find_faults(result: Json) -> list[str]:
    """Return the faults in a result."""
    found = [f"LOST {loss}" for loss in result["losses"]]
    if result["finished"] != result["games"]:
        found.append(f"{result['games'] - result['finished']} games did not end")
    moves = result["moves"]
    if moves["clock"]:
        found.append(f"{moves['clock']} turns lapsed, and everybody had answered at once")
    if not moves["ai"]:
        found.append("no AI player moved")
    return found


def main() -> int:
    """Run the test; return 0 if nothing was wrong."""
    parser = argparse.ArgumentParser(prog="python -m tests.scaling", description=__doc__)
    parser.add_argument("what", choices=("rolling", "upgrade"))
    parser.add_argument("--tables", type=int, default=6)
    parser.add_argument("--lives", type=int, default=3)
    parser.add_argument("--workers", type=int, default=2)
    arguments = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # clean up in any case
    tried = {"rolling": restart_everything, "upgrade": upgrade_site}[arguments.what]
    with tempfile.TemporaryDirectory(prefix="density-scaling-") as name:
        result = tried(Path(name), arguments)
    back = result["back"]
    shown = ("games", "finished", "people", "moves", "frames", "acknowledged", "codes")
    print({key: result[key] for key in shown})
    if back:
        print(f"away: {len(back)} times, median {back[len(back) // 2]} s, longest {back[-1]} s")
    found = find_faults(result)
    for line in found:
        print(line)
    return int(bool(found))


if __name__ == "__main__":
    sys.exit(main())
