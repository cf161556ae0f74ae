"""A backup made under load can be restored elsewhere; damaged backups are refused."""

import json
import re
import shutil
import stat
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.db.backends.sqlite3.base import DatabaseWrapper
from pytest_django import Settings

from density.operations import backups
from density.server.process import CannotRun
from tests.backup.rehearsal import rehearse_backup
from tests.serve_process import run_manage

# only its vendor is read
ON_SQLITE = DatabaseWrapper({})
KEYS = ("secret-key", "vapid-key", "deal-log-key")


@pytest.fixture(scope="module")
def rehearsed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folders of a rehearsal: the old site, the backup and the new site."""
    folder = tmp_path_factory.mktemp("rehearsal")
    (folder / "result.json").write_text(json.dumps(rehearse_backup(folder)))
    return folder


def test_games_of_a_backup_under_load_go_on_elsewhere(rehearsed: Path) -> None:
    result = json.loads((rehearsed / "result.json").read_text())
    assert result["wrong"] == []
    assert result["restored"] >= result["committed"]
    assert result["games"] > len(result["went_on"]) >= 1


def test_a_backup_is_for_its_owner_and_has_the_keys(rehearsed: Path) -> None:
    backup = rehearsed / "backup"
    modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in backup.iterdir()}
    assert modes == dict.fromkeys(("database.sqlite3", "manifest.json", *KEYS), 0o600)
    assert stat.S_IMODE(backup.stat().st_mode) == 0o700
    for key in KEYS:
        texts = {(rehearsed / name / key).read_text() for name in ("old", "backup", "new")}
        assert len(texts) == 1
    for name in ("density.sqlite3", *KEYS):
        assert stat.S_IMODE((rehearsed / "new" / name).stat().st_mode) == 0o600


def test_what_is_there_is_never_overwritten(rehearsed: Path, settings: Settings) -> None:
    settings.DATA_DIR = rehearsed / "old"
    database = DatabaseWrapper({"NAME": rehearsed / "old" / "density.sqlite3"})
    with pytest.raises(CannotRun, match="old is not empty"):
        backups.require_empty_site(database)
    with pytest.raises(CannotRun, match="backup is not empty"):
        backups.write_backup(database, rehearsed / "backup")


def test_a_folder_without_a_site_is_named_and_gets_none(tmp_path: Path) -> None:
    done = run_manage("backup", tmp_path / "backup", "--data", tmp_path / "data")
    assert done.returncode == 1
    assert done.stderr == f"There is no site to back up in {tmp_path / 'data'}.\n"
    assert not (tmp_path / "backup").exists()
    assert not (tmp_path / "data" / "density.sqlite3").exists()


def change_manifest(backup: Path, **values: Any) -> None:
    """Change values in the manifest of a backup."""
    manifest = backup / "manifest.json"
    manifest.write_text(json.dumps(json.loads(manifest.read_text()) | values))


def damage_database(backup: Path) -> None:
    """Flip a bit in the middle of the database."""
    database = backup / "database.sqlite3"
    content = bytearray(database.read_bytes())
    content[len(content) // 2] ^= 1
    database.write_bytes(content)


def name_postgresql(backup: Path) -> None:
    """Turn a backup into one of PostgreSQL."""
    (backup / "database.sqlite3").rename(backup / "database.dump")
    files = json.loads((backup / "manifest.json").read_text())["files"]
    files["database.dump"] = files.pop("database.sqlite3")
    change_manifest(backup, database="postgresql", files=files)


def add_migrations(backup: Path, *migrations: list[str]) -> None:
    """Add migrations to the manifest of a backup."""
    known = json.loads((backup / "manifest.json").read_text())["migrations"]
    change_manifest(backup, migrations=[*known, *migrations])


@pytest.fixture
def copied(rehearsed: Path, tmp_path: Path) -> Path:
    """A copy of the backup that a test may damage."""
    return shutil.copytree(rehearsed / "backup", tmp_path / "backup")


def test_a_backup_of_an_older_version_with_an_app_that_is_gone_is_restored(copied: Path) -> None:
    add_migrations(copied, ["axes", "0001_initial"], ["games", "0022_puzzles"])
    assert backups.read_manifest(copied, ON_SQLITE).database == "sqlite"


@pytest.mark.parametrize(
    ("spoil", "reason"),
    [
        (damage_database, "damaged: database.sqlite3"),
        (lambda backup: (backup / "secret-key").unlink(), "damaged: secret-key"),
        (lambda backup: (backup / "manifest.json").unlink(), "is not a backup"),
        (lambda backup: (backup / "manifest.json").write_text("{"), "manifest.json cannot be read"),
        (
            lambda backup: change_manifest(
                backup, files={"../../etc/passwd": {}, "database.sqlite3": {}}
            ),
            "manifest.json cannot be read",
        ),
        (
            lambda backup: add_migrations(backup, ["games", "9999_of_tomorrow"]),
            "newer version (1.0.0, with migration games.9999_of_tomorrow)",
        ),
        (lambda backup: change_manifest(backup, format="site-backup/3"), "newer version"),
        (name_postgresql, "is from postgresql, but DATABASE_URL names sqlite"),
    ],
)
def test_a_backup_that_is_not_whole_or_not_of_this_site_is_refused(
    copied: Path, spoil: Callable[[Path], object], reason: str
) -> None:
    spoil(copied)
    with pytest.raises(CannotRun, match=re.escape(reason)):
        backups.read_manifest(copied, ON_SQLITE)
