"""A backup is taken while games are played; elsewhere they go on, and bad backups are refused."""

import json
import shutil
import stat
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.db.backends.sqlite3.base import DatabaseWrapper
from pytest_django import Settings

from density import backups
from density.embedded.process import CannotRun
from tests.backup.rehearsal import rehearse
from tests.serve_process import ROOT, environ

# the vendor is all that is asked of it
ON_SQLITE = DatabaseWrapper({})
KEYS = ("secret-key", "vapid-key")


@pytest.fixture(scope="module")
def rehearsed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folders of a rehearsal: old, backup and new."""
    folder = tmp_path_factory.mktemp("rehearsal")
    (folder / "result.json").write_text(json.dumps(rehearse(folder)))
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
        backups.write(database, rehearsed / "backup")


def test_a_folder_without_a_site_is_named_and_gets_none(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "manage.py", "backup", tmp_path / "backup", "--data", tmp_path / "data"],
        cwd=ROOT,
        env=environ(),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert done.stderr == f"There is no site to back up in {tmp_path / 'data'}.\n"
    assert not (tmp_path / "backup").exists()
    assert not (tmp_path / "data" / "density.sqlite3").exists()


@pytest.fixture
def copied(rehearsed: Path, tmp_path: Path) -> Path:
    """The same backup, to be spoiled."""
    return shutil.copytree(rehearsed / "backup", tmp_path / "backup")


def refusal(source: Path) -> str:
    """Why a backup is refused."""
    with pytest.raises(CannotRun) as refused:
        backups.read(source, ON_SQLITE)
    return str(refused.value)


def change(source: Path, **values: Any) -> None:
    """Write other values into the manifest of a backup."""
    manifest = source / "manifest.json"
    manifest.write_text(json.dumps(json.loads(manifest.read_text()) | values))


def test_a_whole_backup_is_accepted(copied: Path) -> None:
    assert backups.read(copied, ON_SQLITE).database == "sqlite"


def test_a_damaged_database_is_refused(copied: Path) -> None:
    database = copied / "database.sqlite3"
    content = bytearray(database.read_bytes())
    content[len(content) // 2] ^= 1
    database.write_bytes(content)
    assert "damaged: database.sqlite3" in refusal(copied)


def test_a_file_that_is_missing_is_noticed(copied: Path) -> None:
    (copied / "secret-key").unlink()
    assert "damaged: secret-key" in refusal(copied)


def test_half_a_backup_is_none(copied: Path) -> None:
    (copied / "manifest.json").unlink()
    assert "is no backup" in refusal(copied)
    (copied / "manifest.json").write_text('{"format": "site-backup/1"')
    assert "manifest.json cannot be read" in refusal(copied)


def test_a_manifest_names_no_files_of_others(copied: Path) -> None:
    change(copied, files={"../../etc/passwd": {}, "database.sqlite3": {}})
    assert "manifest.json cannot be read" in refusal(copied)


def test_a_backup_of_an_older_version_with_an_app_that_is_gone_is_restored(copied: Path) -> None:
    known = json.loads((copied / "manifest.json").read_text())["migrations"]
    change(copied, migrations=[*known, ["axes", "0001_initial"], ["games", "0022_puzzles"]])
    assert backups.read(copied, ON_SQLITE).database == "sqlite"


def test_a_newer_backup_asks_for_the_newer_version(copied: Path) -> None:
    known = json.loads((copied / "manifest.json").read_text())["migrations"]
    change(copied, migrations=[*known, ["games", "9999_of_tomorrow"]])
    assert "newer version (1.0.0, with migration games.9999_of_tomorrow)" in refusal(copied)
    change(copied, format="site-backup/2")
    assert "newer version" in refusal(copied)


def test_a_backup_of_postgresql_is_not_restored_into_sqlite(copied: Path) -> None:
    (copied / "database.sqlite3").rename(copied / "database.dump")
    files = json.loads((copied / "manifest.json").read_text())["files"]
    files["database.dump"] = files.pop("database.sqlite3")
    change(copied, database="postgresql", files=files)
    assert "is of postgresql, and DATABASE_URL names sqlite" in refusal(copied)
