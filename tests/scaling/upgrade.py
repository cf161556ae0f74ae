"""A rolling upgrade from an earlier commit: old and new processes serve the same games together."""

import contextlib
import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from games.engine.contract import Json
from tests.process_group import ProcessGroup, prepare
from tests.scaling.people import played_site
from tests.serve_process import ROOT

# the version that runs before
COMMIT = "30a70c9"


def upgrade(folder: Path, tables: int, lives: int) -> Json:
    """Migrate the database of a running site, and exchange its processes one after the other.

    The players open their tables by the code of before all the time, as a process would that is
    exchanged last. What they find is completed by what this version finds in every game.
    """
    with (
        tree_of(COMMIT) as old,
        played_site(folder, tables, lives, old) as (site, people),
    ):
        people.wait_for_moves(2 * tables, tables)
        prepare(site.environ)
        print(f"the tables are new: {people.latest}", flush=True)
        people.wait_for_moves(4 * tables, tables)
        site.tree = ROOT
        for child in (*site.webs, *site.workers):
            site.restart(child)
            people.wait_for_moves(4 * tables, tables)
            print(f"{child.name} is new: {people.latest}", flush=True)
        result = people.end()
        result["losses"] += checked_anew(site)
        return result


@contextlib.contextmanager
def tree_of(commit: str) -> Iterator[Path]:
    """A work tree of a commit, gone afterwards."""
    with tempfile.TemporaryDirectory(prefix="density-before-") as folder:
        tree = Path(folder) / commit
        git = ("git", "-C", str(ROOT), "worktree")
        subprocess.run([*git, "add", "--quiet", "--detach", str(tree), commit], check=True)
        try:
            yield tree
        finally:
            subprocess.run([*git, "remove", "--force", str(tree)], check=True)


def checked_anew(site: ProcessGroup) -> list[str]:
    """What this version finds wrong with the games: their logs and their records."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.backup.players", str(site.port), "go-on"],
        cwd=ROOT,
        env=dict(site.environ),
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    found: list[str] = json.loads(done.stdout.splitlines()[-1])["wrong"]
    return found
