"""The site of several processes, run by one command instead: `manage.py serve`."""

import signal
from pathlib import Path

from tests.deploy.site import Site
from tests.deploy.units import variables
from tests.http_clients import HttpClient
from tests.serve_process import ServeProcess, launch


def test_serve_runs_on_the_database_and_the_valkey_of_the_server(
    site: Site, tmp_path: Path
) -> None:
    choices = variables((site.folder / "density.env").read_text().splitlines())
    store = f"unix://{site.folder}/data/valkey.sock"
    server = launch(tmp_path, **choices, REDIS_URL=store, SECRET_KEY="deploy" * 9)
    assert server.process.stdout is not None
    server.line = server.process.stdout.readline()
    names = programs(server)
    assert HttpClient(server.url).get("/robots.txt").status == 200
    server.end(signal.SIGTERM)
    assert server.process.returncode == 0
    assert not (tmp_path / "density.sqlite3").exists()
    assert not [name for name in names if "valkey" in name]


def programs(server: ServeProcess) -> list[str]:
    """Return the names of the programs that it runs."""
    return [process.name() for process in server.descendants()]
