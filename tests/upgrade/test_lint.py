"""A migration that a running older version does not survive is refused by `make lint`."""

import pytest
from django.conf import settings
from django.test import override_settings
from django_migration_linter.migration_linter import MigrationLinter

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.concurrent_writes]


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("0001_things", ""),
        ("0002_required", "NOT NULL constraint on columns"),
        ("0003_dropped", "DROPPING columns"),
        ("0004_renamed", "RENAMING columns"),
        ("0005_harmless", ""),
    ],
)
def test_what_an_older_version_does_not_survive_is_refused(
    name: str, reason: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with override_settings(INSTALLED_APPS=[*settings.INSTALLED_APPS, "tests.upgrade.bad"]):
        linter = MigrationLinter(include_apps=["bad"], no_cache=True)
        linter.lint_all_migrations("bad", name)
    said = capsys.readouterr().out
    assert linter.has_errors == bool(reason), said
    assert reason in said
