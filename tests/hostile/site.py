"""The site that is attacked: real processes behind one trusted proxy, and what is seen of them."""

import contextlib
import statistics
import subprocess
import sys
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from tests.patience import wait_until
from tests.process_group import ProcessGroup, running_group
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


@contextlib.contextmanager
def standing(folder: Path, database: str) -> Iterator[tuple[ProcessGroup, Probe]]:
    """A site with an honest visitor at it; gone afterwards."""
    with running_group(folder, database, CHANGES, webs=1, workers=1) as group:
        command = [sys.executable, "-m", "tests.hostile.probe", str(group.port)]
        with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
            probe = Probe(process)
            listener = threading.Thread(target=probe.listen, daemon=True)
            listener.start()
            try:
                wait_until(lambda: len(probe.noted) >= 10, "the visitor is not answered")
                yield group, probe
            finally:
                process.kill()
                listener.join()
