"""Half-open sockets: a process that opens sockets and is then stopped, and ends without a FIN.

The kernel goes on to take what is sent to it, and nobody answers: so a peer looks whose machine
has gone to sleep or whose network has gone. `python -m tests.soak.frozen PORT COUNT PATH [COOKIE]`
opens the sockets, says so on a line with their ports, and waits to be stopped.
"""

import asyncio
import contextlib
import signal
import subprocess
import sys
import time
from dataclasses import dataclass
from typing import Any

import psutil

from tests.hostile.client import Client
from tests.serve_process import ROOT

LOOK_EVERY = 0.25


@dataclass
class Frozen:
    """Sockets of a process that is stopped; they are watched at the other end."""

    process: "subprocess.Popen[str]"
    ports: set[int]
    since: float

    def held(self, web: psutil.Process) -> int:
        """How many of them the web process still has."""
        return sum(bool(line.raddr) and line.raddr.port in self.ports for line in tcp(web))

    def end(self) -> None:
        """End the stopped process."""
        self.process.kill()
        self.process.wait()
        if self.process.stdout is not None:
            self.process.stdout.close()


def tcp(web: psutil.Process) -> list[Any]:
    """The connections of a web process that are not closed at its end."""
    return [line for line in web.net_connections("tcp") if line.status != psutil.CONN_LISTEN]


def freeze(port: int, count: int, path: str, cookie: str = "") -> Frozen:
    """Open sockets in a process of their own, maybe as somebody signed in, and stop it."""
    command = [sys.executable, "-m", "tests.soak.frozen", str(port), str(count), path, cookie]
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    ports = {int(word) for word in process.stdout.readline().split()}
    if not ports:
        raise ConnectionError("the sockets were not opened")
    process.send_signal(signal.SIGSTOP)
    return Frozen(process, ports, time.monotonic())


def seconds_until_dropped(frozen: Frozen, web: psutil.Process, patience: float) -> float:
    """How long the web process keeps them; infinite when it still does after so many seconds."""
    try:
        while frozen.held(web):
            if time.monotonic() > frozen.since + patience:
                return float("inf")
            time.sleep(LOOK_EVERY)
        return time.monotonic() - frozen.since
    finally:
        frozen.end()


async def hold(port: int, count: int, path: str, cookie: str = "") -> None:
    """Open the sockets, and read until stopped."""
    client = Client(port)
    client.cookies |= dict([cookie.split("=", 1)] if cookie else [])
    async with contextlib.AsyncExitStack() as stack:
        lines = [await stack.enter_async_context(client.socket(path)) for _ in range(count)]
        for line in lines:
            await line.recv()
        print(*(line.local_address[1] for line in lines), flush=True)
        await asyncio.gather(*(line.wait_closed() for line in lines))


if __name__ == "__main__":
    port, count, *rest = sys.argv[1:]
    asyncio.run(hold(int(port), int(count), *rest))
