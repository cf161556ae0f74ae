"""`manage.py serve` in a process, started and watched by a test."""

import contextlib
import os
import signal
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Self
from urllib.parse import urlsplit

import psutil

from tests.patience import PATIENCE

ROOT = Path(__file__).resolve().parent.parent
NOT_INHERITED = {"DATA_DIR", "DATABASE_URL", "REDIS_URL", "SECRET_KEY", "DJANGO_SETTINGS_MODULE"}
# seconds; less than after which a test that hangs ends its run
LONGEST_MODULE = 800
LAST_LINES = 80
# the module that is a web server
WEB = "density.server.web"
DATABASE = "density.sqlite3"


@dataclass
class ServeProcess:
    """`manage.py serve` in a process of its own."""

    process: subprocess.Popen[str]
    line: str = ""

    @property
    def url(self) -> str:
        """The address that it gave."""
        return self.line.split(" at ")[1].split(" ")[0]

    @property
    def port(self) -> int:
        """The port of that address."""
        return urlsplit(self.url).port or 0

    def descendants(self) -> list[psutil.Process]:
        """Every process that it started, and theirs."""
        return psutil.Process(self.process.pid).children(recursive=True)

    def web(self) -> psutil.Process | None:
        """The process of the web server that runs now; None while there is none."""
        for child in self.descendants():
            with contextlib.suppress(psutil.NoSuchProcess):
                if WEB in child.cmdline() and child.is_running():
                    return child
        return None

    def __enter__(self) -> Self:
        """Return itself; it is ended with the block, if it has not ended by then."""
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.end()

    def end(self, number: int = signal.SIGINT) -> tuple[str, str]:
        """Send the signal; what was still written, as (output, errors)."""
        self.process.send_signal(number)
        return self.process.communicate(timeout=PATIENCE)


def clean_environ(**changes: str) -> dict[str, str]:
    """Our environment without what a test run has chosen for itself, and without rate limits."""
    kept = {name: value for name, value in os.environ.items() if name not in NOT_INHERITED}
    return {**kept, "LIMITS": "0", **changes}


def run_manage(*words: str | Path, **changes: str) -> "subprocess.CompletedProcess[str]":
    """Run a command of manage.py to its end."""
    return subprocess.run(
        [sys.executable, "manage.py", *words],
        cwd=ROOT,
        env=clean_environ(**changes),
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )


def launch_site(folder: Path, *arguments: str, **changes: str) -> ServeProcess:
    """Start the command on a data folder; a free port, unless the arguments name one."""
    command = [sys.executable, "manage.py", "serve", "--port", "0", "--data", str(folder)]
    return ServeProcess(
        subprocess.Popen(
            [*command, *arguments],
            cwd=ROOT,
            env=clean_environ(**changes),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
    )


def serve_site(folder: Path, *arguments: str, **changes: str) -> ServeProcess:
    """Start the command and return when it prints that it is ready.

    Raises AssertionError with its errors when it ends instead.
    """
    return wait_until_ready(launch_site(folder, *arguments, **changes))


def wait_until_ready(server: ServeProcess) -> ServeProcess:
    """Return when the command prints that it is ready.

    Raises AssertionError with its errors when it ends instead.
    """
    assert server.process.stdout is not None
    server.line = server.process.stdout.readline()
    if not server.line:
        raise AssertionError(server.process.communicate(timeout=PATIENCE)[1])
    return server


def run_module(*command: str) -> str:
    """Run a module with a site of its own to its end, and return what it printed.

    Raises AssertionError with its last lines, which say what it found, when it fails or hangs.
    """
    with subprocess.Popen(
        [sys.executable, "-m", *command],
        cwd=ROOT,
        env=clean_environ(),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    ) as process:
        try:
            printed, _ = process.communicate(timeout=LONGEST_MODULE)
        except subprocess.TimeoutExpired:
            process.terminate()  # it takes its own processes away
            printed, _ = process.communicate()
        last = "\n".join(printed.splitlines()[-LAST_LINES:])
        assert process.returncode == 0, f"python -m {' '.join(command)} found:\n{last}"
    return printed
