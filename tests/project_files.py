"""Lists the files of the project, for tests that read the source tree."""

import subprocess
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


@cache
def project_files(*patterns: str) -> tuple[Path, ...]:
    """Return the tracked and the new, not ignored files, in order.

    `patterns` are git pathspecs, whose `*` also matches slashes: "games/*.py" is every Python file
    below games, "*/static/*.css" every sheet of every app.
    """
    found = subprocess.run(
        [ROOT / "tests" / "project_files.sh", *patterns],
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    return tuple(ROOT / path for path in found.stdout.splitlines())
