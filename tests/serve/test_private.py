"""No other user of the machine can read what a site keeps."""

import os
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from density.embedded import valkey
from tests.patience import PATIENCE
from tests.serve_process import ROOT, environ, launch, wait_until_ready


def readable(folder: Path) -> Iterator[str]:
    """What in a folder, itself included, gives others or the group any right."""
    for path in [folder, *folder.rglob("*")]:
        if not path.is_symlink() and stat.S_IMODE(path.stat().st_mode) & 0o077:
            yield f"{path.relative_to(folder)} {stat.filemode(path.stat().st_mode)}"


def manage(folder: Path, *arguments: str, **changes: str) -> subprocess.CompletedProcess[str]:
    """A command of the site on a data folder."""
    return subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=ROOT,
        env=environ(DATA_DIR=str(folder), **changes),
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )


@pytest.fixture(autouse=True)
def _usual_mask() -> Iterator[None]:
    """Start everything as a shell does in which others may read what one makes."""
    before = os.umask(0o022)
    yield
    os.umask(before)


def test_a_house_keeps_everything_to_itself(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "deck"
    server = wait_until_ready(launch(folder))  # from nothing, not from the template
    try:
        assert (folder / "density.sqlite3-wal").exists()
        assert list(folder.glob("valkey/appendonlydir/*"))
        assert list(readable(folder)) == []
    finally:
        server.end()


def test_a_folder_that_others_may_open_is_closed(tmp_path: Path) -> None:
    folder = tmp_path / "deck"
    folder.mkdir()
    folder.chmod(0o755)
    server = wait_until_ready(launch(folder))  # from nothing, not from the template
    try:
        assert list(readable(folder)) == []
    finally:
        server.end()


@pytest.mark.parametrize("arguments", [["check"], ["demo", "--games", "1"]])
def test_whatever_comes_first_makes_a_private_folder(tmp_path: Path, arguments: list[str]) -> None:
    made = manage(tmp_path / "deck", *arguments)
    assert made.returncode == 0, made.stderr
    assert (tmp_path / "deck" / "secret-key").exists()
    assert list(readable(tmp_path / "deck")) == []


def test_the_servers_of_other_starts_are_as_private(tmp_path: Path) -> None:
    entrance = "import density.asgi, density.celery, pathlib; pathlib.Path('made').touch()"
    subprocess.run(
        [sys.executable, "-c", f"import sys; sys.path.insert(0, {str(ROOT)!r}); {entrance}"],
        cwd=tmp_path,
        env=environ(DATA_DIR=str(tmp_path / "deck")),
        timeout=PATIENCE,
        check=True,
    )
    assert list(readable(tmp_path / "deck")) == []
    assert stat.S_IMODE((tmp_path / "made").stat().st_mode) == 0o600


def test_a_folder_that_everybody_shares_is_refused(tmp_path: Path) -> None:
    shared = tmp_path / "shared"
    shared.mkdir()
    shared.chmod(0o1777)
    server = launch(shared)
    errors = server.process.communicate(timeout=PATIENCE)[1]
    assert server.process.returncode == 1
    assert errors == f"The data folder {shared} is shared by everybody: choose another --data.\n"
    assert stat.S_IMODE(shared.stat().st_mode) == 0o1777


def test_a_folder_of_somebody_else_is_refused(tmp_path: Path) -> None:
    folder = Path("/usr")  # root's own
    if os.geteuid() == 0:
        folder = tmp_path / "theirs"
        folder.mkdir()
        os.chown(folder, 65534, 65534)
    server = launch(folder)
    errors = server.process.communicate(timeout=PATIENCE)[1]
    assert server.process.returncode == 1
    assert errors == (
        f"The data folder {folder} belongs to another user: choose another --data, or start"
        " Density Deck as that user.\n"
    )


def test_the_socket_of_a_deep_folder_lies_where_only_we_can_go(tmp_path: Path) -> None:
    folder = tmp_path / ("long-" * 20)
    server = wait_until_ready(launch(folder))  # from nothing, not from the template
    path = valkey.socket_path(folder)
    try:
        assert not path.is_relative_to(folder)
        assert stat.S_IMODE(path.stat().st_mode) & 0o077 == 0
        assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
    finally:
        server.end()


def test_nobody_else_can_wait_where_the_socket_of_a_deep_folder_will_be(tmp_path: Path) -> None:
    folder = tmp_path / ("long-" * 20)
    place = valkey.socket_path(folder).parent
    place.mkdir(mode=0o777)
    try:
        place.chmod(0o777)
        server = launch(folder)
        errors = server.process.communicate(timeout=PATIENCE)[1]
        assert server.process.returncode == 1
        assert errors == f"{place} is open to others: remove it.\n"
    finally:
        place.rmdir()
