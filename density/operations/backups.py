"""Backups: a folder with the database, the keys and a manifest."""

import hashlib
import json
import shutil
import tomllib
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

from density import environment
from density.operations import database_copies
from density.operations.database_copies import FILES, sync_to_disk
from density.server.process import CannotRun

FORMAT, FORMAT_VERSION = "site-backup", 2
MANIFEST = "manifest.json"
SECRET_KEY, VAPID_KEY, LOG_KEY = KEYS = ("secret-key", "vapid-key", "deal-log-key")
# files that an empty data folder may have: reading the settings creates the keys
OF_EMPTY_FOLDERS = {*KEYS, "lock", "logs", "locale"}


@dataclass(frozen=True)
class Manifest:
    """The manifest of a backup; `files` has sizes and SHA-256 checksums by name."""

    format: str
    version: str
    made_at: str
    database: str
    migrations: Sequence[Sequence[str]]
    files: dict[str, dict[str, Any]]


def write_backup(connection: BaseDatabaseWrapper, target: Path) -> Manifest:
    """Back up the site into a new or empty folder that only its owner can read.

    The manifest is written last: a folder without it is not a backup. Raises CannotRun, after
    deleting the partial backup.
    """
    if database_copies.is_empty(connection):
        raise CannotRun(f"There is no site to back up in {settings.DATA_DIR}.")
    _require_room(target)
    try:
        applied = sorted(MigrationRecorder(connection).applied_migrations())
        if not applied:
            raise CannotRun(f"There is no site to back up in {settings.DATA_DIR}.")
        files = [database_copies.copy_out(connection, target)]
        files += [Path(shutil.copyfile(key, target / key.name)) for key in _own_keys()]
        manifest = Manifest(
            f"{FORMAT}/{FORMAT_VERSION}",
            site_version(),
            f"{datetime.now(UTC):%Y-%m-%dT%H:%M:%SZ}",
            connection.vendor,
            applied,
            {file.name: _described(file) for file in files},
        )
        _write_private(target / MANIFEST, json.dumps(asdict(manifest), indent=1))
        sync_to_disk(target)
    except BaseException:
        for name in (*FILES.values(), *KEYS, MANIFEST):
            (target / name).unlink(missing_ok=True)
        raise
    return manifest


def read_manifest(source: Path, connection: BaseDatabaseWrapper) -> Manifest:
    """Return the manifest of a backup; raise CannotRun unless it can be restored here.

    Checks that the backup is complete and undamaged, and that its version and database fit.
    """
    manifest = _parsed(source)
    for name, described in manifest.files.items():
        file = source / name
        if not file.is_file() or _described(file) != described:
            raise CannotRun(f"The backup {source} is damaged: {name} is missing or changed.")
    if newer := _unknown(manifest, connection):
        raise CannotRun(
            f"The backup {source} was made by a newer version ({manifest.version or 'unnamed'},"
            f" with migration {newer}): install that version first."
        )
    if manifest.database != connection.vendor:
        raise CannotRun(
            f"The backup {source} is from {manifest.database}, but DATABASE_URL names"
            f" {connection.vendor}."
        )
    return manifest


def restore_backup(source: Path, manifest: Manifest, connection: BaseDatabaseWrapper) -> None:
    """Restore a backup that read_manifest() has checked, into an empty folder and database.

    The database is restored last, in one transaction. Raises CannotRun.
    """
    for name in manifest.files.keys() & set(KEYS):
        _write_private(settings.DATA_DIR / name, (source / name).read_text(encoding="ascii"))
    database_copies.copy_in(connection, source / FILES[manifest.database])
    sync_to_disk(settings.DATA_DIR)


def require_empty_site(connection: BaseDatabaseWrapper) -> None:
    """Raise CannotRun unless the data folder and the database are empty."""
    folder: Path = settings.DATA_DIR
    names = {path.name for path in folder.iterdir()} if folder.exists() else set()
    if in_the_way := sorted(names - OF_EMPTY_FOLDERS):
        raise CannotRun(
            f"The data folder {folder} is not empty ({in_the_way[0]}): choose another with --data."
        )
    if not database_copies.is_empty(connection):
        raise CannotRun("The database is not empty: name another one in DATABASE_URL.")


def site_version() -> str:
    """Return the version of this site; "" if it is not known."""
    try:
        with (settings.BASE_DIR / "pyproject.toml").open("rb") as file:
            return str(tomllib.load(file)["project"]["version"])
    except OSError:
        return ""


def _own_keys() -> list[Path]:
    """Return the key files of this data folder, unless the environment replaces them."""
    variables = {
        SECRET_KEY: environment.read_text("SECRET_KEY"),
        VAPID_KEY: environment.read_text("VAPID_PRIVATE_KEY"),
        LOG_KEY: environment.read_text("DEAL_LOG_KEY"),
    }
    keys = [settings.DATA_DIR / name for name, variable in variables.items() if not variable]
    return [key for key in keys if key.exists()]


def _require_room(target: Path) -> None:
    """Create the folder of a backup. Raises CannotRun unless it is empty and writable."""
    try:
        target.mkdir(mode=0o700, parents=True, exist_ok=True)
        if any(target.iterdir()):
            raise CannotRun(f"{target} is not empty: name a new folder for each backup.")
        target.chmod(0o700)
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise CannotRun(f"{target} cannot be written: {reason}.") from error


def _parsed(source: Path) -> Manifest:
    try:
        fields = json.loads((source / MANIFEST).read_text(encoding="utf-8"))
        name, _, number = str(fields["format"]).partition("/")
        if name == FORMAT and int(number) > FORMAT_VERSION:
            raise CannotRun(
                f"The backup {source} was made by a newer version: install that version first."
            )
        manifest = Manifest(**fields)
        if name != FORMAT or not _has_its_files(manifest):
            raise ValueError(name)
    except OSError as error:
        raise CannotRun(f"{source} is not a backup: it has no {MANIFEST}.") from error
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise CannotRun(f"The backup {source} is damaged: {MANIFEST} cannot be read.") from error
    return manifest


def _has_its_files(manifest: Manifest) -> bool:
    """Return whether a manifest lists the database's file and only files of a backup."""
    database_file = FILES.get(manifest.database)
    return database_file in manifest.files and set(manifest.files) <= {
        database_file,
        *KEYS,
    }


def _unknown(manifest: Manifest, connection: BaseDatabaseWrapper) -> str:
    """Return a migration of our apps that only the backup has; "" if there is none."""
    migrations = MigrationLoader(None).disk_migrations
    apps = {app for app, _ in migrations}
    replaced = {key for migration in migrations.values() for key in migration.replaces}
    missing = {(app, name) for app, name in manifest.migrations if app in apps}
    missing -= set(migrations) | replaced
    return ".".join(min(missing)) if missing else ""


def _described(file: Path) -> dict[str, Any]:
    """Make a file private and sync it to disk; return its size and checksum."""
    file.chmod(0o600)
    sync_to_disk(file)
    with file.open("rb") as content:
        digest = hashlib.file_digest(content, "sha256").hexdigest()
    return {"bytes": file.stat().st_size, "sha256": digest}


def _write_private(path: Path, text: str) -> None:
    path.touch(mode=0o600)
    path.chmod(0o600)
    path.write_text(text, encoding="utf-8")
    sync_to_disk(path)
