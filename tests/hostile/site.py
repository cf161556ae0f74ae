"""The site that is attacked: real processes behind one trusted proxy, and what is seen of them."""

import contextlib
import sqlite3
import statistics
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import psutil
import psycopg

from tests.faults.process_group import DATABASE, ProcessGroup, running_group
from tests.patience import PATIENCE
from tests.serve_process import ROOT

# turns, pauses and the thinking of AI players are short, so that games get somewhere
CHANGES = {"LIMITS": "1", "TRUSTED_PROXIES": "1", "CLOCK_PACE": "0.05", "AI_PACE": "0.25"}


@dataclass
class Probe:
    """What an honest visitor measures while the site is attacked."""

    process: subprocess.Popen[str]
    noted: list[tuple[float, str, float]] = field(default_factory=list)

    def listen(self) -> None:
        """Take down what the visitor says, until it ends."""
        assert self.process.stdout is not None
        for line in self.process.stdout:
            at, what, took = line.split()
            self.noted.append((float(at), what, float(took)))

    def between(self, since: float, until: float, what: str) -> list[float]:
        """The milliseconds of all answers in a span of the monotonic clock."""
        return [
            took for at, kind, took in list(self.noted) if since <= at <= until and kind == what
        ]

    def median(self, since: float, until: float, what: str) -> float:
        """The median of them; infinite when nothing was answered."""
        found = self.between(since, until, what)
        return statistics.median(found) if found else float("inf")

    def strange(self) -> set[str]:
        """Answers that an honest visitor should never get."""
        return {what for _, what, _ in list(self.noted)} - {"page", "ping"}


@dataclass
class Site:
    """A running site and its honest visitor."""

    group: ProcessGroup
    probe: Probe
    # the page of a ranked game that was played to its end
    finished: str = ""

    @property
    def port(self) -> int:
        """Where it answers."""
        return self.group.port

    @property
    def web(self) -> psutil.Process:
        """The web process."""
        process = self.group.webs[0].process
        assert process is not None
        return psutil.Process(process.pid)

    def log(self) -> str:
        """Everything that the web and the worker have written."""
        logs = sorted((self.group.folder / "logs").glob("w*.log"))
        return "".join(log.read_text(errors="replace") for log in logs)

    def tracebacks(self) -> list[str]:
        """The tracebacks among it, each from its first line on."""
        return [f"Traceback{each[:2500]}" for each in self.log().split("Traceback")[1:]]

    def execute(self, statement: str) -> None:
        """Change the database behind the site's back: only to let time pass."""
        if self.group.cluster is None:
            with contextlib.closing(
                sqlite3.connect(self.group.folder / "density.sqlite3", timeout=20)
            ) as line:
                line.execute(statement)
                line.commit()
            return
        with psycopg.connect(
            host=str(self.group.cluster), user="postgres", dbname=DATABASE, autocommit=True
        ) as line:
            line.execute(statement.encode())


@contextlib.contextmanager
def standing(folder: Path, database: str) -> Iterator[Site]:
    """A site with an honest visitor at it; gone afterwards."""
    with running_group(folder, database, CHANGES, webs=1, workers=1) as group:
        command = [sys.executable, "-m", "tests.hostile.probe", str(group.port)]
        with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
            probe = Probe(process)
            listener = threading.Thread(target=probe.listen, daemon=True)
            listener.start()
            try:
                deadline = time.monotonic() + PATIENCE
                while len(probe.noted) < 10 and time.monotonic() < deadline:
                    time.sleep(0.05)
                yield Site(group, probe)
            finally:
                process.kill()
                listener.join()
