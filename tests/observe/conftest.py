"""A site whose metrics and logs the tests of this folder read."""

import socket
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import orjson
import pytest
from prometheus_client.parser import text_string_to_metric_families

from tests.http_clients import Answer, HttpClient
from tests.servers import Servers, run_servers


@dataclass(frozen=True)
class Site:
    """A web server and a worker with two processes, behind one declared proxy."""

    servers: Servers
    metrics_port: int
    folder: Path

    def ask(self, path: str, method: str = "GET", body: str = "", **headers: str) -> Answer:
        """Send a request from this machine."""
        given = {name.replace("_", "-"): value for name, value in headers.items()}
        return HttpClient(self.servers.origin).ask(method, path, body or None, **given)

    def exposed(self) -> list[str]:
        """Return the metrics of each process: web server, worker, its two children."""
        ports = [self.metrics_port + place for place in range(4)]
        return [HttpClient(f"http://127.0.0.1:{port}").get("/metrics").text for port in ports]

    def log(self, name: str) -> list[dict[str, Any]]:
        """Return the log lines of the web server or worker."""
        text = (self.folder / "logs" / f"{name}.log").read_text()
        return [orjson.loads(line) for line in text.splitlines()]


def sum_samples(texts: list[str]) -> dict[str, float]:
    """Return the sums over all processes and labels, by sample name."""
    found: dict[str, float] = {}
    for text in texts:
        for family in text_string_to_metric_families(text):
            for sample in family.samples:
                found[sample.name] = found.get(sample.name, 0.0) + sample.value
    return found


def sample_names(texts: list[str]) -> set[str]:
    """Return the names of all samples."""
    names: set[str] = set()
    for text in texts:
        for family in text_string_to_metric_families(text):
            ends = {"counter": ("_total",), "histogram": ("_bucket", "_count", "_sum")}
            names |= {family.name + end for end in ends.get(family.type, ("",))}
    return names


def free_ports(count: int) -> int:
    """Return the first of a number of consecutive free ports."""
    while True:
        with socket.create_server(("127.0.0.1", 0)) as first:
            port = int(first.getsockname()[1])
        try:
            for place in range(count):
                socket.create_server(("127.0.0.1", port + place)).close()
        except (OSError, OverflowError):
            continue
        return port


@pytest.fixture(scope="module")
def site(
    valkey: str,
    django_db_setup: None,
    static_files: Path,
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[Site]:
    """The site, started once per module, with AI players who move at once."""
    folder, first = tmp_path_factory.mktemp("observed"), free_ports(4)
    (folder / "static").symlink_to(static_files)
    choices = {"LOG_FORMAT": "json", "ACCESS_LOG": "1", "TRUSTED_PROXIES": "1", "LIMITS": "1"}
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("METRICS_PORT", str(first))
        with run_servers(valkey, folder, **choices) as servers:
            yield Site(servers, first, folder)
