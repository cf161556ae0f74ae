"""A managed child process: its own session, its own log, and no life after ours."""

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
# A child that dies at once, again and again, is started less and less often; it needs
# a second or two to be there, and its users wait no longer than 5 in all.
SECONDS_OF_HEALTH = 10.0
FIRST_PAUSE, LONGEST_PAUSE = 0.1, 2.0
# bytes of a log, and as many of what it said before
LARGEST_LOG = 5_000_000

log = logging.getLogger(__name__)
_libc = ctypes.CDLL(None) if sys.platform.startswith("linux") else None


class CannotRun(Exception):
    """A command cannot do its work here; the message is one sentence for the operator."""


def die_with_parent() -> None:
    """Ask the kernel to stop this process when its parent is gone (Linux; elsewhere nothing)."""
    if _libc is not None:
        _libc.prctl(SET_PARENT_DEATH_SIGNAL, signal.SIGTERM)


@dataclass
class ManagedProcess:
    """A command that is kept running.

    It gets its own session, so that a Ctrl-C in the terminal reaches it once, through us.
    """

    name: str
    command: Sequence[str]
    log: Path
    environ: Mapping[str, str] = field(default_factory=lambda: dict(os.environ))
    descriptors: Sequence[int] = ()
    inherits_stdout: bool = False  # its standard output is ours
    grace: float = 4.0
    process: subprocess.Popen[bytes] | None = None
    started: float = 0.0
    pause: float = FIRST_PAUSE  # of the last start
    resume: float = 0.0  # when it is to be started; 0 while that is not known

    def start(self) -> None:
        """Start the command; its log gets its errors, and its output unless that is ours."""
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
        """Move a large log into its old one, and go on with an empty one, also on a full disk.

        The writer appends, and notices nothing; a line of that very moment may be lost.
        """
        if self.log.exists() and self.log.stat().st_size > LARGEST_LOG:
            with contextlib.suppress(OSError):
                shutil.copyfile(self.log, self.log.with_suffix(".old.log"))
            os.truncate(self.log, 0)

    @property
    def running(self) -> bool:
        """Whether the process lives."""
        return self.process is not None and self.process.poll() is None

    def restart_if_dead(self) -> None:
        """Start a dead process again: soon, but each time later when it dies at once."""
        now = time.monotonic()
        if self.running:
            return
        if not self.resume:
            was_well = now - self.started > SECONDS_OF_HEALTH
            self.pause = FIRST_PAUSE if was_well else min(self.pause * 2, LONGEST_PAUSE)
            self.resume = now + self.pause
            status = None if self.process is None else self.process.returncode
            log.warning(
                "%s ended (status %s): it is started again in %.1f s, %s may say why",
                *(self.name, status, self.pause, self.log.name),
            )
        if now >= self.resume:
            self.start()

    def stop(self) -> None:
        """Stop the process, by SIGTERM first; nothing of its session is left."""
        if self.process is None:
            return
        self.process.terminate()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(self.grace)
        self.kill_session()
        self.process.wait()

    def kill_session(self) -> None:
        """Kill what is left of the process and of its children."""
        if self.process is not None:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self.process.pid, signal.SIGKILL)
