"""Three Valkeys that share the keys: what of ours works on them, and what does not.

`python -m tests.scaling.cluster` tries it, and exits 1 when that is not what docs/SCALING.md says.
"""

import contextlib
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import redis
from django.conf import settings
from django.core.cache.backends.redis import RedisCache
from kombu import Connection

from density.embedded import valkey
from density.embedded.process import ManagedProcess
from tests.scaling.sentinels import line_to, says
from tests.scaling.site import free_port, wait_until

NODES, SLOTS = 3, 16384


@contextlib.contextmanager
def cluster(folder: Path) -> Iterator[list[int]]:
    """The ports of a cluster of three, each with a third of the slots."""
    folder.mkdir(parents=True, exist_ok=True)
    ports = [free_port() for _ in range(NODES)]
    with contextlib.ExitStack() as stack:
        for port in ports:
            place = folder / str(port)
            place.mkdir()
            command = [
                *(str(valkey.program()), "--port", str(port), "--dir", str(place), "--save", ""),
                *("--cluster-enabled", "yes", "--cluster-port", str(free_port())),
            ]
            child = ManagedProcess(f"valkey-{port}", command, folder / f"{port}.log")
            stack.callback(child.stop)
            child.start()
        wait_until(
            lambda: all(says(port, "cluster", "cluster_enabled", 1) for port in ports), "no Valkey"
        )
        join(ports, folder)
        yield ports


def join(ports: list[int], folder: Path) -> None:
    """Let the nodes know each other and share the slots."""
    for number, port in enumerate(ports):
        with line_to(port) as line:
            first = SLOTS * number // NODES
            last = SLOTS * (number + 1) // NODES - 1
            line.execute_command("CLUSTER ADDSLOTSRANGE", first, last)
            if number:
                config = line_to(ports[0]).config_get("cluster-port")
                line.execute_command("CLUSTER MEET", "127.0.0.1", ports[0], config["cluster-port"])

    def is_well(port: int) -> bool:
        with contextlib.suppress(redis.RedisError), line_to(port) as line:
            info = line.execute_command("CLUSTER INFO")
            found = (info["cluster_state"], info["cluster_known_nodes"])
            return bool(found == ("ok", str(NODES)))
        return False

    wait_until(lambda: all(map(is_well, ports)), "the cluster does not come together")


def tries(ports: list[int]) -> dict[str, tuple[bool, Callable[[], object]]]:
    """What we do with Redis: whether docs/SCALING.md says that it works, and how it is done."""
    ours = redis.RedisCluster(host="127.0.0.1", port=ports[0], decode_responses=True)
    plain = redis.Redis(port=ports[0])
    return {
        "sorted set": (True, lambda: ours.zadd("due", {"a": 1.0})),
        "pipeline over keys": (True, lambda: pipelined(ours)),
        "publish and subscribe on different nodes": (True, lambda: heard(ports)),
        "one node for all keys": (False, lambda: [plain.set(str(n), 1) for n in range(20)]),
        "Django's cache": (False, lambda: cached(ports[0])),
        "Celery's broker": (False, lambda: queued(ports[0])),
    }


def pipelined(line: Any) -> object:
    """Write two keys of different nodes at once."""
    with line.pipeline(transaction=False) as pipe:
        return pipe.set("x", 1).set("y", 2).execute()


def heard(ports: list[int]) -> None:
    """Publish on one node what another one has a subscriber of."""
    listener: Any = redis.Redis(port=ports[1])
    listening = listener.pubsub()
    listening.subscribe("table")
    listening.get_message(timeout=5)
    redis.Redis(port=ports[2]).publish("table", "a move")
    if listening.get_message(timeout=5) is None:
        raise TimeoutError
    listening.close()


def cached(port: int) -> None:
    """Keep a few values as Django does."""
    cache = RedisCache(f"redis://127.0.0.1:{port}", {})
    for number in range(20):
        cache.set(f"value-{number}", number)


def queued(port: int) -> None:
    """Send a message as Celery does, and take it."""
    with Connection(f"redis://127.0.0.1:{port}/0") as line:
        queue = line.SimpleQueue("work")
        queue.put({})
        queue.get(timeout=5).ack()


def main() -> int:
    """Try each; 0 when all is as documented."""
    settings.configure()
    wrong = 0
    with (
        tempfile.TemporaryDirectory(prefix="density-cluster-") as name,
        cluster(Path(name)) as ports,
    ):
        for what, (works, do) in tries(ports).items():
            try:
                do()
                found, why = True, ""
            except Exception as fault:  # each client has its own
                found, why = False, f": {type(fault).__name__}"
            wrong += found is not works
            print(f"{what}: {'works' if found else 'does not work'}{why}", flush=True)
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main())
