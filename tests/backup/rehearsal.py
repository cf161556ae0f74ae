"""Rehearses backup and restore: running games continue on the restored site."""

import contextlib
from collections.abc import Iterator, Mapping
from pathlib import Path

from games.engine.contract import Json
from tests.people import People, run_people
from tests.serve_process import clean_environ, run_manage, serve_site


@contextlib.contextmanager
def played_site(folder: Path, changes: Mapping[str, str], what: str) -> Iterator[People]:
    """Run a site on this folder, with players who run a command of tests.backup.players."""
    own = clean_environ(DATA_DIR=str(folder), DJANGO_SETTINGS_MODULE="density.settings", **changes)
    with (
        serve_site(folder, AI_PACE="0.1", **changes) as server,
        run_people("tests.backup.players", what, str(server.port), environ=own) as people,
    ):
        yield people


@contextlib.contextmanager
def begun_site(folder: Path, changes: Mapping[str, str]) -> Iterator[People]:
    """Run a site where games are played until one is finished."""
    with played_site(folder, changes, "begin") as people:
        people.wait_for(lambda said: said["finished"] >= 1)
        yield people


def go_on(folder: Path, changes: Mapping[str, str]) -> Json:
    """Serve the restored site and play on; return the players' report."""
    with played_site(folder, changes, "go-on") as people:
        return people.end()


def rehearse_backup(folder: Path) -> Json:
    """Back up a site under load, restore it elsewhere and play on; return the players' report.

    `committed` is the number of moves that players had seen before the backup.
    """
    old, new, backup = folder / "old", folder / "new", folder / "backup"
    with begun_site(old, {}) as people:
        committed = people.said["moves"]
        run_manage("backup", backup, DATA_DIR=str(old)).check_returncode()
        # moves after the backup are lost, as in a disaster, but the site kept running
        people.wait_for(lambda said: said["moves"] > committed)
    run_manage("restore", backup, DATA_DIR=str(new)).check_returncode()
    return {"committed": committed, **go_on(new, {})}
