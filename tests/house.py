"""Starts the one command for a test, and sees what becomes of it."""

import contextlib
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

import psutil

ROOT = Path(__file__).resolve().parent.parent
NOT_INHERITED = ("DATA_DIR", "DATABASE_URL", "REDIS_URL", "SECRET_KEY", "DJANGO_SETTINGS_MODULE")
SECONDS_TO_END = 30.0
DATABASE = "density.sqlite3"
ATTIC = tempfile.TemporaryDirectory(prefix="density-attic-")
FURNITURE = Path(ATTIC.name) / "furniture"


@dataclass
class House:
    """`manage.py serve` in a process of its own."""

    process: subprocess.Popen[str]
    line: str = ""

    @property
    def url(self) -> str:
        """The address that it gave."""
        return self.line.split(" at ")[1].split(" ")[0]

    def family(self) -> list[psutil.Process]:
        """Every process that it started, and theirs."""
        return psutil.Process(self.process.pid).children(recursive=True)

    def end(self, number: int = signal.SIGINT) -> tuple[str, str]:
        """Send the signal; what was still written, as (output, errors)."""
        self.process.send_signal(number)
        return self.process.communicate(timeout=SECONDS_TO_END)


def environ(**changes: str) -> dict[str, str]:
    """Our environment without what a test run has chosen for itself; nobody is counted."""
    kept = {name: value for name, value in os.environ.items() if name not in NOT_INHERITED}
    return {**kept, "LIMITS": "0", **changes}


def launch(folder: Path, *arguments: str, **changes: str) -> House:
    """Start the command on a data folder; a free port, unless the arguments name one."""
    command = [
        sys.executable,
        "manage.py",
        "serve",
        "--port",
        "0",
        "--data",
        str(folder),
        *arguments,
    ]
    return House(
        subprocess.Popen(
            command,
            cwd=ROOT,
            env=environ(**changes),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
    )


def open_house(folder: Path, *arguments: str, **changes: str) -> House:
    """Start the command and return when it says that it is ready.

    Raises AssertionError with its own words when it ends instead. The first house of a run makes
    everything; a later one in an empty folder finds there what the first one made.
    """
    if FURNITURE.exists() and not (folder.exists() and any(folder.iterdir())):
        shutil.copytree(FURNITURE, folder, dirs_exist_ok=True)
    house = launch(folder, *arguments, **changes)
    assert house.process.stdout is not None
    house.line = house.process.stdout.readline()
    if not house.line:
        raise AssertionError(house.process.communicate(timeout=SECONDS_TO_END)[1])
    if not FURNITURE.exists():
        keep_furniture(folder)
    return house


def keep_furniture(folder: Path) -> None:
    """Keep the empty database and the collected files of a house that has just opened."""
    shutil.copytree(folder / "static", FURNITURE / "static")
    shutil.copy(folder / "static-files", FURNITURE)
    with (
        contextlib.closing(sqlite3.connect(folder / DATABASE)) as made,
        contextlib.closing(sqlite3.connect(FURNITURE / DATABASE)) as kept,
    ):
        made.backup(kept)
