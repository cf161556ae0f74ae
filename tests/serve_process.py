"""Runs `manage.py serve` in a process for tests."""

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
# seconds; less than the timeout of a hanging test
LONGEST_MODULE = 800
LAST_LINES = 80
# the module of the web server
WEB = "density.server.web"
DATABASE = "density.sqlite3"


@dataclass
class ServeProcess:
    """A process of `manage.py serve`."""

    process: subprocess.Popen[str]
    line: str = ""

    @property
    def url(self) -> str:
        """The URL that it printed."""
        return self.line.split(" at ")[1].split(" ")[0]

    @property
    def port(self) -> int:
        """The port of its URL."""
        return urlsplit(self.url).port or 0

    def descendants(self) -> list[psutil.Process]:
        """Return all its direct and indirect child processes."""
        return psutil.Process(self.process.pid).children(recursive=True)

    def web(self) -> psutil.Process | None:
        """Return the current process of the web server, or None."""
        for child in self.descendants():
            with contextlib.suppress(psutil.NoSuchProcess):
                if WEB in child.cmdline() and child.is_running():
                    return child
        return None

    def __enter__(self) -> Self:
        """Return itself; leaving the block stops it if it still runs."""
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.end()

    def end(self, number: int = signal.SIGINT) -> tuple[str, str]:
        """Send a signal; return the remaining (output, errors)."""
        self.process.send_signal(number)
        return self.process.communicate(timeout=PATIENCE)


def clean_environ(**changes: str) -> dict[str, str]:
    """Return our environment without the choices of the test run and without rate limits."""
    kept = {name: value for name, value in os.environ.items() if name not in NOT_INHERITED}
    return {**kept, "LIMITS": "0", **changes}


def run_manage(*words: str | Path, **changes: str) -> "subprocess.CompletedProcess[str]":
    """Run a command of manage.py; return its result."""
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
    """Start the command on a data folder, on a free port unless the arguments give one."""
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
    """Start the command, and wait until it prints that it is ready.

    Raises AssertionError with its errors when it ends instead.
    """
    return wait_until_ready(launch_site(folder, *arguments, **changes))


def wait_until_ready(server: ServeProcess) -> ServeProcess:
    """Wait until the command prints that it is ready.

    Raises AssertionError with its errors when it ends instead.
    """
    assert server.process.stdout is not None
    server.line = server.process.stdout.readline()
    if not server.line:
        raise AssertionError(server.process.communicate(timeout=PATIENCE)[1])
    return server


def run_module(*command: str) -> str:
    """Run a module that starts its own site; return its output.

    Raises AssertionError with its last lines when it fails or hangs.
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
            process.terminate()  # it stops its own processes
            printed, _ = process.communicate()
        last = "\n".join(printed.splitlines()[-LAST_LINES:])
        assert process.returncode == 0, f"python -m {' '.join(command)} found:\n{last}"
    return printed
