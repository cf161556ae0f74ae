"""Other users of the machine cannot read a site's files."""

import contextlib
import os
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from density.server import supervisor, valkey
from density.server.process import CannotRun
from tests.patience import PATIENCE
from tests.serve.conftest import Site
from tests.serve_process import DATABASE, ROOT, clean_environ

# the servers that are not started by manage.py
ENTRANCES = f"import sys; sys.path.insert(0, {str(ROOT)!r}); import density.asgi, density.celery"


def readable_files(folder: Path) -> Iterator[str]:
    """Yield the files in a folder that give the group or others any permission."""
    for path in [folder, *folder.rglob("*")]:
        with contextlib.suppress(FileNotFoundError):  # a running site removes files
            mode = path.lstat().st_mode
            if not stat.S_ISLNK(mode) and stat.S_IMODE(mode) & 0o077:
                yield f"{path.relative_to(folder)} {stat.filemode(mode)}"


def test_a_folder_that_others_may_open_is_closed_with_all_that_a_site_writes(site: Site) -> None:
    assert (site.folder / f"{DATABASE}-wal").exists()
    assert list(site.folder.glob("valkey/appendonlydir/*"))
    assert list(readable_files(site.folder)) == []


def test_the_socket_of_a_deep_folder_lies_where_only_we_can_go(site: Site) -> None:
    path = valkey.socket_path(site.folder)
    assert not path.is_relative_to(site.folder)
    assert stat.S_IMODE(path.stat().st_mode) & 0o077 == 0
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700


@pytest.mark.usefixtures("usual_mask")
@pytest.mark.parametrize(
    "command",
    [
        [str(ROOT / "manage.py"), "check"],
        ["-c", f"{ENTRANCES}; open('made', 'w')"],
    ],
    ids=["manage", "servers"],
)
def test_whatever_comes_first_makes_a_private_folder(tmp_path: Path, command: list[str]) -> None:
    folder = tmp_path / "new" / "deck"
    subprocess.run(
        [sys.executable, *command],
        cwd=tmp_path,
        env=clean_environ(DATA_DIR=str(folder)),
        timeout=PATIENCE,
        check=True,
    )
    assert (folder / "secret-key").exists()
    assert list(readable_files(tmp_path / "new")) == []
    made = tmp_path / "made"
    assert not made.exists() or stat.S_IMODE(made.stat().st_mode) == 0o600


def read_refusal(folder: Path) -> str:
    """Return the refusal of a data folder."""
    with pytest.raises(CannotRun) as refused:
        supervisor.open_folder(folder)
    return str(refused.value)


def test_a_folder_that_everybody_shares_is_refused(tmp_path: Path) -> None:
    tmp_path.chmod(0o1777)
    assert read_refusal(tmp_path) == (
        f"The data folder {tmp_path} is open to everyone: choose another --data."
    )
    assert stat.S_IMODE(tmp_path.stat().st_mode) == 0o1777


def test_a_folder_of_somebody_else_is_refused(tmp_path: Path) -> None:
    folder = Path("/usr")  # owned by root
    if os.geteuid() == 0:
        folder = tmp_path / "theirs"
        folder.mkdir()
        os.chown(folder, 65534, 65534)
    assert read_refusal(folder) == (
        f"The data folder {folder} belongs to another user: choose another --data, or start"
        " Density Deck as that user."
    )


@pytest.fixture
def open_place(tmp_path: Path) -> Iterator[tuple[Path, Path]]:
    """Return a deep data folder, and the existing folder of its socket."""
    folder = tmp_path / ("long-" * 20)
    place = valkey.socket_path(folder).parent
    place.mkdir()
    place.chmod(0o777)
    yield folder, place
    place.rmdir()


def test_nobody_else_can_wait_where_the_socket_of_a_deep_folder_will_be(
    open_place: tuple[Path, Path],
) -> None:
    folder, place = open_place
    with pytest.raises(CannotRun, match=f"{place} is open to others: remove it"):
        valkey.server_process(folder)
