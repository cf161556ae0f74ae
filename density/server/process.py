"""A managed child process, with its own session and log, that ends with its parent."""

import contextlib
import ctypes
import logging
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

SET_PARENT_DEATH_SIGNAL = 1
# A child that keeps dying at once is restarted less and less often. A start takes a second or two,
# so users wait no longer than 5 s in all.
SECONDS_OF_HEALTH = 10.0
FIRST_PAUSE, LONGEST_PAUSE = 0.1, 2.0
# bytes of a log, and of its predecessor
LARGEST_LOG = 5_000_000

log = logging.getLogger(__name__)
_libc = ctypes.CDLL(None) if sys.platform.startswith("linux") else None


class CannotRun(Exception):
    """Raised when a command cannot run; the message is one sentence for the operator."""


def die_with_parent() -> None:
    """Ask the kernel to kill this process when its parent dies (Linux only).

    After SIGTERM a Celery worker could wait for minutes, because Valkey ends with it.
    """
    if _libc is not None:
        _libc.prctl(SET_PARENT_DEATH_SIGNAL, signal.SIGKILL)


@dataclass
class ManagedProcess:
    """A command that is kept running.

    It has its own session, so that Ctrl-C in the terminal reaches it only through us.
    """

    name: str
    command: Sequence[str]
    log: Path
    environ: Mapping[str, str] = field(default_factory=lambda: dict(os.environ))
    descriptors: Sequence[int] = ()
    inherits_stdout: bool = False
    grace: float = 4.0
    process: subprocess.Popen[bytes] | None = None
    started: float = 0.0
    pause: float = FIRST_PAUSE  # before the last start
    resume: float = 0.0  # time of the next start; 0 if none is planned

    def start(self) -> None:
        """Start the command; stderr goes to its log, and stdout too unless it is inherited."""
        self.log.parent.mkdir(parents=True, exist_ok=True)
        self.bound_log()
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                self.command,
                env=self.environ,
                stdin=subprocess.DEVNULL,
                stdout=None if self.inherits_stdout else log,
                stderr=log,
                pass_fds=self.descriptors,
                start_new_session=True,
                preexec_fn=die_with_parent,  # noqa: PLW1509 - the supervisor has one thread
            )
        self.started, self.resume = time.monotonic(), 0.0

    def bound_log(self) -> None:
        """Copy a large log to .old.log and truncate it, even when the disk is full.

        The process keeps appending; a line written at that moment may be lost.
        """
        if self.log.exists() and self.log.stat().st_size > LARGEST_LOG:
            with contextlib.suppress(OSError):
                shutil.copyfile(self.log, self.log.with_suffix(".old.log"))
            os.truncate(self.log, 0)

    @property
    def running(self) -> bool:
        """Whether the process is alive."""
        return self.process is not None and self.process.poll() is None

    def restart_if_dead(self) -> None:
        """Restart a dead process, with a growing pause while it keeps dying at once."""
        now = time.monotonic()
        if self.running:
            return
        if not self.resume:
            was_well = now - self.started > SECONDS_OF_HEALTH
            self.pause = FIRST_PAUSE if was_well else min(self.pause * 2, LONGEST_PAUSE)
            self.resume = now + self.pause
            status = None if self.process is None else self.process.returncode
            log.warning(
                "%s ended (status %s): starting it again in %.1f s, see %s",
                *(self.name, status, self.pause, self.log.name),
            )
        if now >= self.resume:
            self.start()

    def stop(self) -> None:
        """Stop the process with SIGTERM, then kill the rest of its session."""
        if self.process is None:
            return
        self.process.terminate()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(self.grace)
        self.kill_session()
        self.process.wait()

    def kill_session(self) -> None:
        """Kill the process and its children."""
        if self.process is not None:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self.process.pid, signal.SIGKILL)
