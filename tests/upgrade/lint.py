"""Refuses forgotten migrations, and those that a running older version does not survive.

Run it as `python -m tests.upgrade.lint`.

The linter reads the SQL of PostgreSQL, since only there two versions run at the same time, and
Django asks a server before it writes some of it: one is started for that. What is passed over, and
why, stands in pyproject.toml.
"""

import os
import subprocess
import sys
import tempfile

import psycopg

from tests import postgres

COMMANDS = (("makemigrations", "--check", "--dry-run"), ("lintmigrations",))


def main() -> None:
    """Lint; exit 1 when a migration is missing or refused.

    The database of the tree's own data folder is not asked: another version may have made it.
    """
    with postgres.run_embedded() as url, tempfile.TemporaryDirectory() as folder:
        with psycopg.connect(url.replace("/density?", "/postgres?"), autocommit=True) as line:
            line.execute("CREATE DATABASE density")
        environ = os.environ | {
            "DATABASE_URL": url,
            "DATA_DIR": folder,
            "DJANGO_SETTINGS_MODULE": "tests.upgrade.lint_settings",
        }
        for command in COMMANDS:
            words = [sys.executable, "manage.py", *command]
            if status := subprocess.run(words, env=environ, check=False).returncode:
                sys.exit(status)


if __name__ == "__main__":
    main()
