"""Two Valkeys and three sentinels that watch them, on ports of this machine."""

import contextlib
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import redis

from density.embedded import valkey
from density.embedded.process import ManagedProcess
from tests.scaling.site import free_port, wait_until

NAME = "density"
SENTINELS = 3
# milliseconds after which a Valkey that does not answer is given up
WATCHES = {"name": NAME, "quorum": 2, "down_after": 1000}
CONFIGURATION = """
port {port}
dir {folder}
sentinel monitor {name} 127.0.0.1 {leader} {quorum}
sentinel down-after-milliseconds {name} {down_after}
sentinel failover-timeout {name} 5000
"""


@dataclass
class Watched:
    """The servers, by their ports."""

    servers: dict[int, ManagedProcess]
    sentinels: dict[int, ManagedProcess]

    @property
    def url(self) -> str:
        """How a site names them."""
        hosts = ",".join(f"127.0.0.1:{port}" for port in self.sentinels)
        return f"sentinel://{hosts}/{NAME}"

    def leader(self) -> int:
        """The port of the server that leads, as the sentinels have it."""
        for port in self.sentinels:
            with contextlib.suppress(redis.RedisError), line_to(port) as line:
                found = line.execute_command("SENTINEL", "GET-MASTER-ADDR-BY-NAME", NAME)
                return int(found[1])
        return 0

    def fail_over(self) -> float:
        """Kill the server that leads; how many seconds later another one did."""
        led = self.leader()
        began = time.monotonic()
        self.servers[led].kill_session()
        wait_until(lambda: self.leader() not in (led, 0), "no other server leads")
        return time.monotonic() - began


def line_to(port: int) -> redis.Redis:
    """A connection to a server or a sentinel."""
    return redis.Redis(port=port, decode_responses=True, socket_timeout=1)


def says(port: int, section: str, what: str, value: object) -> bool:
    """Whether a server or a sentinel says so of itself."""
    with contextlib.suppress(redis.RedisError), line_to(port) as line:
        return bool(line.info(section).get(what) == value)
    return False


@contextlib.contextmanager
def watched(folder: Path) -> Iterator[Watched]:
    """Start them all; they know each other when this begins."""
    folder.mkdir(parents=True, exist_ok=True)
    program = str(valkey.program())
    one, two = free_port(), free_port()
    servers = {}
    for port, others in ((one, ()), (two, ("--replicaof", "127.0.0.1", str(one)))):
        place = folder / str(port)
        place.mkdir()
        command = [program, "--port", str(port), "--dir", str(place), "--save", "", *others]
        servers[port] = ManagedProcess(f"valkey-{port}", command, folder / f"{port}.log")
    sentinels = {}
    for _ in range(SENTINELS):
        port = free_port()
        file = folder / f"sentinel-{port}.conf"
        own = {"port": port, "folder": folder, "leader": one}
        file.write_text(CONFIGURATION.format(**own, **WATCHES))
        command = [program, str(file), "--sentinel"]
        sentinels[port] = ManagedProcess(f"sentinel-{port}", command, folder / f"{port}.log")
    everything = Watched(servers, sentinels)
    with contextlib.ExitStack() as stack:
        for child in (*servers.values(), *sentinels.values()):
            stack.callback(child.stop)
            child.start()
        wait_until(
            lambda: says(two, "replication", "master_link_status", "up"), "no replica is there"
        )
        known = {"name": NAME, "status": "ok", "address": f"127.0.0.1:{one}"}
        expected = {**known, "slaves": 1, "sentinels": SENTINELS}
        wait_until(
            lambda: all(says(port, "sentinel", "master0", expected) for port in sentinels),
            "the sentinels do not know each other",
        )
        yield everything
