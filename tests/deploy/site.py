"""A site of several processes, started by their units, for proxies in front."""

import contextlib
import json
import subprocess
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from density.embedded import supervisor, valkey
from tests.deploy.units import Units
from tests.patience import wait_until
from tests.process_group import answers, free_port, own_database, prepare
from tests.serve_process import ROOT, environ

PROGRAM = [sys.executable, str(Path(__file__).with_name("units.py"))]
PYTHON = "/srv/density/current/.venv/bin/python"


@dataclass
class Site:
    """Web processes at ports of their own, and what works for them."""

    folder: Path
    ports: tuple[int, int]
    workers: tuple[str, ...] = ("density-worker@1", "density-coach")

    @property
    def names(self) -> list[str]:
        """The units, in the order of their start."""
        return [*self.workers, *(f"density-web@{port}" for port in self.ports)]

    def systemctl(self, *words: str) -> None:
        """Do something to a unit."""
        subprocess.run([*PROGRAM, str(self.folder), *words], check=True)

    def start(self) -> None:
        """Start every unit and return when all are well."""
        for name in self.names:
            self.systemctl("start", name)
        wait_until(lambda: all(map(answers, self.ports)), "a web process does not answer")
        wait_until(
            lambda: all(has_children(self.pid(name)) for name in self.workers[:1]),
            "the worker does not work",
        )

    def stop(self) -> None:
        """Stop every unit."""
        for name in reversed(self.names):
            self.systemctl("stop", name)

    def pid(self, name: str) -> int:
        """Return the main process of a unit."""
        return Units(self.folder).pid(name)

    def logged(self) -> list[str]:
        """Return what the web processes have logged so far; with ACCESS_LOG, every request."""
        logs = sorted(self.folder.glob("density-web@*.log"))
        return [line for log in logs for line in log.read_text().splitlines()]

    def logs(self) -> str:
        """Return the last lines of what its processes have written."""
        return "\n".join(log.read_text()[-3000:] for log in self.folder.glob("*.log"))

    def rolling_restart(self, *, settle: float) -> "subprocess.Popen[str]":
        """Begin a rolling restart; the web process waits so long between two of its own."""
        return subprocess.Popen(
            ["docs/deploy/rolling-restart.sh"],
            cwd=ROOT,
            env=environ(
                SYSTEMCTL=" ".join([*PROGRAM, str(self.folder)]),
                SETTLE=str(settle),
            ),
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )


def has_children(pid: int) -> bool:
    """Return whether a worker has its two processes."""
    return len(Path(f"/proc/{pid}/task/{pid}/children").read_text().split()) >= 2


def write_units(folder: Path, places: Mapping[str, str]) -> None:
    """Write down where the paths of the units are on this machine."""
    (folder / "units.json").write_text(json.dumps(places))


@contextlib.contextmanager
def running_site(folder: Path) -> Iterator[Site]:
    """Two web processes for TLS and one proxy in front, started; gone afterwards."""
    data = folder / "data"
    supervisor.open_folder(data)
    with contextlib.ExitStack() as stack:
        url, _ = stack.enter_context(own_database(data, "sqlite"))
        stack.callback(valkey.start(data).stop)
        choices = {
            "ALLOWED_HOSTS": "localhost,127.0.0.1",
            "HTTPS": "1",
            "TRUSTED_PROXIES": "1",
            "DATABASE_URL": url,
            "LIMITS": "1",
            "LOG_FORMAT": "json",
            "ACCESS_LOG": "1",
            "AI_PACE": "0.05",
        }
        lines = (f"{name}={value}\n" for name, value in choices.items())
        (folder / "density.env").write_text("".join(lines))
        (folder / "secret-key").write_text("deploy" * 9)
        # the order matters: the program lies below the folder of the code
        places = {
            PYTHON: sys.executable,
            "/srv/density/current": str(ROOT),
            "/etc/density": str(folder),
            "/var/lib/density": str(data),
            "%d": str(folder),
        }
        write_units(folder, places)
        prepare(environ(DATA_DIR=str(data), DJANGO_SETTINGS_MODULE="density.settings", **choices))
        site = Site(folder, (free_port(), free_port()), workers=())
        stack.callback(site.stop)
        site.start()
        yield site
