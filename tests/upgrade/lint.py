"""Refuses migrations that a running older version does not survive: `python -m tests.upgrade.lint`.

The linter reads the SQL of PostgreSQL, since only there two versions run at the same time, and
Django asks a server before it writes some of it: one is started for that. What is passed over, and
why, stands in pyproject.toml.
"""

import os
import sys
import tempfile

import psycopg

from tests import postgres


def main() -> None:
    """Lint; exit 1 when a migration is refused."""
    with postgres.embedded() as url, tempfile.TemporaryDirectory() as folder:
        with psycopg.connect(url.replace("/density?", "/postgres?"), autocommit=True) as line:
            line.execute("CREATE DATABASE density")
        os.environ |= {
            "DATABASE_URL": url,
            "DATA_DIR": folder,
            "DJANGO_SETTINGS_MODULE": "tests.upgrade.lint_settings",
        }
        status = os.spawnv(
            os.P_WAIT, sys.executable, [sys.executable, "manage.py", "lintmigrations"]
        )
    sys.exit(status)


if __name__ == "__main__":
    main()
