"""Soak a site of its own in simulated people: `python -m tests.soak --minutes 60`.

It prints what it saw as a table and exits 1 when memory, queues, connections or keys grow, or when
a client that does not read is not dropped. With a variant that is broken on purpose it exits 0 only
when that was noticed.
"""

import argparse
import json
import signal
import subprocess
import sys
import tempfile
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.process_group import ProcessGroup, running_group
from tests.serve_process import ROOT
from tests.soak import frozen, samples, verdicts
from tests.soak.samples import Sample
from tests.soak.verdicts import Verdict

# turns, pauses and the thinking of AI players are short, so that many games come to their end
# everybody comes from an address of their own, behind the one proxy
CHANGES = {"AI_PACE": "0.1", "CLOCK_PACE": "0.1", "LIMITS": "1", "TRUSTED_PROXIES": "1"}
VARIANTS = {"": "density.settings", "leaking": "tests.soak.broken.leaking"}
HALF_OPEN, HALF_OPEN_EVERY = 5, 45.0
SECONDS_TO_LEAVE = 30.0
MOST_SAMPLES = 360


def parsed() -> argparse.Namespace:
    """What the command line asks for."""
    parser = argparse.ArgumentParser(prog="python -m tests.soak", description=__doc__)
    parser.add_argument("--minutes", type=float, default=60.0)
    parser.add_argument("--people", type=int, default=18, help="besides 8 of ranked and slow ones")
    parser.add_argument("--seed", type=int, default=1, help="of everything that is drawn by lot")
    parser.add_argument("--least", type=float, default=3.0, help="games that end in a minute")
    parser.add_argument("--database", choices=("sqlite", "postgres"), default="sqlite")
    parser.add_argument("--variant", choices=tuple(VARIANTS), default="")
    parser.add_argument("--keep", type=Path, help="a file for the samples, as lines of JSON")
    return parser.parse_args()


@dataclass
class People:
    """The people, in a process of their own, and what they said last."""

    process: "subprocess.Popen[str]"
    said: dict[str, Any] = field(default_factory=dict)

    def listen(self) -> None:
        """Take down what they say, until they have gone."""
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.said = json.loads(line)

    def leave(self) -> None:
        """Have them all leave."""
        assert self.process.stdin is not None
        self.process.stdin.close()


def soak(site: ProcessGroup, arguments: argparse.Namespace) -> tuple[list[Sample], list[float]]:
    """Let them live for so long; samples, the first before they come and the last when all have
    gone, and the seconds until half-open sockets were dropped.
    """
    since = time.monotonic()
    until = since + arguments.minutes * 60
    every = max(2.0, arguments.minutes * 60 / MOST_SAMPLES)
    taken, dropped = [samples.take(site, since, {})], list[float]()
    command = [sys.executable, "-m", "tests.soak.visitors", "--port", str(site.port)]
    command += ["--people", str(arguments.people), "--seed", str(arguments.seed)]
    pipes: dict[str, Any] = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
    with subprocess.Popen(command, cwd=ROOT, **pipes) as process:
        people = People(process)
        listener = threading.Thread(target=people.listen, daemon=True)
        freezer = threading.Thread(target=freeze, args=(site, until, dropped), daemon=True)
        for thread in (listener, freezer):
            thread.start()
        try:
            while time.monotonic() < until and process.poll() is None:
                time.sleep(every)
                taken.append(samples.take(site, since, people.said))
                keep(taken[-1], arguments.keep)
            freezer.join()
            people.leave()
            listener.join(SECONDS_TO_LEAVE)
        finally:
            process.kill()
    if process.returncode:
        raise SystemExit(f"The people's own process ended with {process.returncode}.")
    taken.append(when_all_are_gone(site, since, people.said))
    return taken, dropped


def keep(sample: Sample, path: Path | None) -> None:
    """Write a sample down, where that is asked for."""
    if path is not None:
        with path.open("a") as file:
            file.write(f"{json.dumps(vars(sample))}\n")


def freeze(site: ProcessGroup, until: float, dropped: list[float]) -> None:
    """Open sockets again and again whose process is stopped, and see when they are dropped."""
    while time.monotonic() < until:
        held = frozen.freeze(site.port, HALF_OPEN, "/ws/tables/")
        patience = 2 * verdicts.SECONDS_TO_DROP
        dropped.append(frozen.seconds_until_dropped(held, site.web, patience))
        time.sleep(max(0.0, min(HALF_OPEN_EVERY, until - time.monotonic())))


def when_all_are_gone(site: ProcessGroup, since: float, said: dict[str, Any]) -> Sample:
    """Return the sample of the empty site, or of what it still is after a while."""
    deadline = time.monotonic() + SECONDS_TO_LEAVE
    while True:
        last = samples.take(site, since, said)
        empty = not last.sockets and not last.queue and not last.members["density:here"]
        if empty or time.monotonic() > deadline:
            return last
        time.sleep(1.0)


def verdicts_of(
    site: ProcessGroup, taken: list[Sample], dropped: list[float], arguments: argparse.Namespace
) -> list[Verdict]:
    """Return what holds and what does not."""
    before, last = taken[0], taken[-1]
    during = taken[1:]
    said = last.people
    return [
        verdicts.games(last, round(arguments.least * arguments.minutes)),
        *(verdicts.memory(during[:-1], part) for part in verdicts.NOISE),
        verdicts.queue(during),
        verdicts.index(during),
        verdicts.keys(during),
        *verdicts.connections(during, before, arguments.people + 8 + HALF_OPEN),
        verdicts.threads(during, before),
        verdicts.presence(during),
        verdicts.bytes_a_game(before, last),
        verdicts.dropped("sockets whose clients do not read", said["gone"]),
        verdicts.dropped("half-open sockets", dropped),
        verdicts.answers(said["strange"], len(site.tracebacks())),
    ]


def main() -> int:
    """Soak; 0 when everything held, or when a broken variant was caught."""
    arguments = parsed()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # nothing may be left behind
    changes = {**CHANGES, "DJANGO_SETTINGS_MODULE": VARIANTS[arguments.variant]}
    with (
        tempfile.TemporaryDirectory(prefix="density-soak-") as name,
        running_group(Path(name), arguments.database, changes, webs=1, workers=1) as site,
    ):
        taken, dropped = soak(site, arguments)
        found = verdicts_of(site, taken, dropped, arguments)
        counted = samples.rows(site)
        tracebacks = site.tracebacks()
    print(f"{arguments.minutes:g} minutes, {arguments.database}\n")
    print(verdicts.table(found))
    print("\nrows:", counted)
    print("people:", taken[-1].people["done"])
    print("refusals:", taken[-1].people["refused"])
    print(*tracebacks[:5], sep="\n")
    failed = [each.what for each in found if not each.holds]
    for what in failed:
        print("FAILED", what)
    if arguments.variant:
        print(
            f"{arguments.variant}: {'caught by ' + ', '.join(failed) if failed else 'NOT NOTICED'}"
        )
    return int(bool(failed) != bool(arguments.variant))


if __name__ == "__main__":
    sys.exit(main())
