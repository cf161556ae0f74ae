"""Runs simulated users of a site in a separate process.

Each line of their output is JSON, the last one their result. A line on their input says that the
test is over, so nothing more happens to the site.
"""

import asyncio
import contextlib
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import orjson

from games.engine.contract import Json
from tests.patience import wait_until
from tests.serve_process import ROOT


@dataclass
class People:
    """The process of the simulated users, and its last output."""

    process: "subprocess.Popen[str]"
    logs: Callable[[], str]
    said: Json = field(default_factory=dict)
    heard: list[Json] = field(default_factory=list)  # all their output
    listener: threading.Thread = field(init=False)

    def __post_init__(self) -> None:
        """Start reading the output."""
        self.listener = threading.Thread(target=self._listen, daemon=True)
        self.listener.start()

    def _listen(self) -> None:
        """Read the output until the process ends."""
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.said = orjson.loads(line)
            self.heard.append(self.said)

    def wait_for(self, is_so: Callable[[Json], bool]) -> Json:
        """Return the output that satisfies a condition, waiting for it."""

        def is_said() -> bool:
            assert self.process.poll() is None, "the people's own process ended"
            return bool(self.said) and is_so(self.said)

        wait_until(is_said, "the games do not go on", self.logs)
        return self.said

    def end(self, meanwhile: Callable[[], object] = bool) -> Json:
        """Tell the process that the test is over; return its result."""
        assert self.process.stdin is not None
        with contextlib.suppress(BrokenPipeError):
            self.process.stdin.write("over\n")
            self.process.stdin.flush()
        while self.process.poll() is None:
            meanwhile()
            time.sleep(0.05)
        assert not self.process.returncode, "the people's own process ended by a fault"
        self.listener.join()
        return self.said


@contextlib.contextmanager
def run_people(
    *command: str, environ: Mapping[str, str], logs: Callable[[], str] = str, tree: Path = ROOT
) -> Iterator[People]:
    """Run a module of a tree as the simulated users of a site."""
    with subprocess.Popen(
        [sys.executable, "-m", *command],
        cwd=tree,
        env=dict(environ),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        people = People(process, logs)
        try:
            yield people
        finally:
            process.kill()
            people.listener.join()


# ----------------------------------------------------------------------- in the people's process
def write_line(**said: Any) -> None:
    """Print one line of output."""
    print(orjson.dumps(said).decode(), flush=True)


async def set_when_over(over: asyncio.Event) -> None:
    """Set the event when the test is over; end with the parent process.

    The input is not read in a thread: one that waits would keep a process alive after a fault.
    """
    lines = asyncio.StreamReader()
    protocol = asyncio.StreamReaderProtocol(lines)
    await asyncio.get_running_loop().connect_read_pipe(lambda: protocol, sys.stdin)
    if not await lines.readline():
        os._exit(1)
    over.set()
