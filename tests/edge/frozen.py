"""Half-open sockets: a process that opens sockets and is then stopped, and ends without a FIN.

The kernel goes on to take what is sent to it, and nobody answers: so a peer looks whose machine
has gone to sleep or whose network has gone. `python -m tests.edge.frozen PORT COUNT PATH COOKIE`
opens the sockets, says so on a line with their ports, and waits to be stopped.
"""

import asyncio
import contextlib
import signal
import subprocess
import sys
from collections.abc import Iterator

from tests.hostile.client import Client
from tests.serve_process import ROOT


@contextlib.contextmanager
def half_open_sockets(port: int, count: int, path: str, cookie: str) -> Iterator[set[int]]:
    """The ports of sockets of a stopped process of a user; they end with the block."""
    command = [sys.executable, "-m", "tests.edge.frozen", str(port), str(count), path, cookie]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            ports = {int(word) for word in process.stdout.readline().split()}
            process.send_signal(signal.SIGSTOP)
            yield ports
        finally:
            process.kill()


async def hold(port: int, count: int, path: str, cookie: str) -> None:
    """Open the sockets, and read until stopped."""
    client = Client(port)
    client.cookies |= dict([cookie.split("=", 1)])
    async with contextlib.AsyncExitStack() as stack:
        lines = [await stack.enter_async_context(client.socket(path)) for _ in range(count)]
        for line in lines:
            await line.recv()
        print(*(line.local_address[1] for line in lines), flush=True)
        await asyncio.gather(*(line.wait_closed() for line in lines))


if __name__ == "__main__":
    port, count, *rest = sys.argv[1:]
    asyncio.run(hold(int(port), int(count), *rest))
