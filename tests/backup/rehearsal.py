"""A backup of a site where games are played, restored in another place, where they go on."""

import contextlib
import json
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from urllib.parse import urlsplit

from games.engine.contract import Json
from tests.serve_process import ROOT, environ, serve

SECONDS = 120.0


@contextlib.contextmanager
def site(folder: Path, changes: Mapping[str, str]) -> Iterator[int]:
    """A site that serves this folder; its port."""
    server = serve(folder, **changes)
    try:
        yield urlsplit(server.url).port or 0
    finally:
        server.end()


def manage(folder: Path, changes: Mapping[str, str], *words: str) -> str:
    """What a command on this data folder said. Raises AssertionError with its errors."""
    done = subprocess.run(
        [sys.executable, "manage.py", *words],
        cwd=ROOT,
        env=environ(DATA_DIR=str(folder), **changes),
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@contextlib.contextmanager
def playing(
    folder: Path, port: int, changes: Mapping[str, str], what: str
) -> Iterator[Iterator[Json]]:
    """Players at this site; yields what they say, line by line."""
    with subprocess.Popen(
        [sys.executable, "-m", "tests.backup.players", str(port), what],
        cwd=ROOT,
        env=environ(DATA_DIR=str(folder), DJANGO_SETTINGS_MODULE="density.settings", **changes),
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        try:
            yield (json.loads(line) for line in process.stdout)
        finally:
            process.kill()


def played(said: Iterator[Json], finished: int, more: int = 0) -> Json:
    """How it stands when so many games are over, and others run. Raises AssertionError."""
    for now in said:
        if now.get("finished", 0) >= finished and now.get("playing", 0) and now["moves"] >= more:
            return now
    raise AssertionError("the players ended")


def rehearse(folder: Path, here: Mapping[str, str], there: Mapping[str, str]) -> Json:
    """Back up a site under load, restore it elsewhere and play on; what the players found there.

    `here` and `there` are what names the two databases. `committed` is how many moves there were
    when the backup began.
    """
    old, new, backup = folder / "old", folder / "new", folder / "backup"
    pace = {"AI_PACE": "0.1"}
    with (
        site(old, {**here, **pace}) as port,
        playing(old, port, here, "begin") as said,
    ):
        before = played(said, finished=2)
        manage(old, here, "backup", str(backup))
        # what the site does afterwards is lost, as in a disaster; but it went on
        played(said, finished=2, more=before["moves"] + 1)
    manage(new, there, "restore", str(backup))
    with (
        site(new, {**there, **pace}) as port,
        playing(new, port, there, "go-on") as said,
    ):
        result = next(said)
    return {"committed": before["moves"], **result}
