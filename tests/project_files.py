"""Lists the files of the project: a test that reads the source tree asks here."""

import subprocess
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


@cache
def project_files(*patterns: str) -> tuple[Path, ...]:
    """Return the tracked files, and the new ones that git does not ignore, in order.

    `patterns` are pathspecs of git, whose `*` also matches slashes: "games/*.py" is every Python
    file below games, "*/static/*.css" every sheet of every app.
    """
    found = subprocess.run(
        [ROOT / "tests" / "project_files.sh", *patterns],
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    return tuple(ROOT / path for path in found.stdout.splitlines())
