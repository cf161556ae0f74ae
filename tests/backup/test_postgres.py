"""PostgreSQL is backed up with pg_dump and pg_restore."""

import os
from pathlib import Path

import pytest
from django.db import connection
from pytest_django import Settings

from density.operations import backups, database_copies
from density.server.process import CannotRun
from tests import postgres
from tests.table.harness import make_users

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.concurrent_writes]


@pytest.fixture
def _programs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Put the programs of the tested server on PATH."""
    monkeypatch.setenv("PATH", str(postgres.programs_folder()), prepend=os.pathsep)


@pytest.mark.usefixtures("_programs")
def test_a_dump_is_restored_into_an_empty_database_only(
    settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("SECRET_KEY", "VAPID_PRIVATE_KEY", "DEAL_LOG_KEY"):
        monkeypatch.setenv(name, "kept elsewhere")
    make_users(3)
    manifest = backups.write_backup(connection, tmp_path / "backup")
    assert set(manifest.files) == {"database.dump"}
    settings.DATA_DIR = tmp_path / "new"
    settings.DATA_DIR.mkdir()
    with pytest.raises(CannotRun, match="The database is not empty"):
        backups.require_empty_site(connection)
    other = connection.copy()
    other.settings_dict = {**connection.settings_dict, "NAME": "restored"}
    with connection.cursor() as cursor:
        cursor.execute("DROP DATABASE IF EXISTS restored")
        cursor.execute("CREATE DATABASE restored")
    try:
        backups.require_empty_site(other)
        other.close()
        backups.restore_backup(
            tmp_path / "backup", backups.read_manifest(tmp_path / "backup", other), other
        )
        with other.cursor() as cursor:
            cursor.execute("SELECT count(*) FROM accounts_user")
            assert cursor.fetchone() == (3,)
    finally:
        other.close()


def test_without_its_programs_the_operator_is_given_the_command(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(CannotRun, match="pg_dump --format=custom"):
        backups.write_backup(connection, tmp_path / "backup")
    assert list((tmp_path / "backup").iterdir()) == []


def test_passwords_are_no_arguments() -> None:
    environ = database_copies.pg_environ(
        {"host": "db", "port": None, "password": "hush", "prepare_threshold": 5}
    )
    assert environ == {"PGHOST": "db", "PGPASSWORD": "hush"}
