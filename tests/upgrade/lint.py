"""Refuses missing migrations, and those that break a running older version.

Run it as `python -m tests.upgrade.lint`.

The linter reads the SQL of PostgreSQL, since only there two versions run at the same time. Django
needs a server to generate some of it, so one is started. pyproject.toml lists what is ignored, and
why.
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

    The database of the tree's data folder is not used, since another version may have made it.
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
