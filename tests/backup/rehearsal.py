"""A backup of a site where games are played, restored in another place, where they go on."""

import contextlib
from collections.abc import Iterator, Mapping
from pathlib import Path

from games.engine.contract import Json
from tests.people import People, playing
from tests.serve_process import environ, manage, serve


@contextlib.contextmanager
def played_site(folder: Path, changes: Mapping[str, str], what: str) -> Iterator[People]:
    """A site that serves this folder, and people who do there what is named."""
    own = environ(DATA_DIR=str(folder), DJANGO_SETTINGS_MODULE="density.settings", **changes)
    with (
        serve(folder, AI_PACE="0.1", **changes) as server,
        playing("tests.backup.players", what, str(server.port), environ=own) as people,
    ):
        yield people


@contextlib.contextmanager
def begun_site(folder: Path, changes: Mapping[str, str]) -> Iterator[People]:
    """A site where games are played, of which one is over."""
    with played_site(folder, changes, "begin") as people:
        people.wait_for(lambda said: said["finished"] >= 1)
        yield people


def go_on(folder: Path, changes: Mapping[str, str]) -> Json:
    """Serve what was restored and play on there; what the players found."""
    with played_site(folder, changes, "go-on") as people:
        return people.end()


def rehearse(folder: Path) -> Json:
    """Back up a site under load, restore it elsewhere and play on; what the players found there.

    `committed` is how many moves players had seen when the backup began.
    """
    old, new, backup = folder / "old", folder / "new", folder / "backup"
    with begun_site(old, {}) as people:
        committed = people.said["moves"]
        manage("backup", backup, DATA_DIR=str(old)).check_returncode()
        # what the site does afterwards is lost, as in a disaster; but it went on
        people.wait_for(lambda said: said["moves"] > committed)
    manage("restore", backup, DATA_DIR=str(new)).check_returncode()
    return {"committed": committed, **go_on(new, {})}
