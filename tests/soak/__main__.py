"""Run a soak test of a separate site with simulated users: `python -m tests.soak --minutes 60`.

It prints a table, and exits 1 when memory, queues, connections or keys grow. With a variant that is
broken on purpose it exits 0 only when that was noticed.
"""

import argparse
import os
import signal
import sys
import tempfile
import time
from pathlib import Path

from games.engine.contract import Json
from tests.broken import broken_environ
from tests.patience import PATIENCE
from tests.people import run_people
from tests.process_group import ProcessGroup, running_group
from tests.soak import samples, verdicts
from tests.soak.samples import Sample

# short turns, pauses and thinking times, so that many games finish; every user has an own address
# behind the one proxy
CHANGES = {"AI_PACE": "0.1", "CLOCK_PACE": "0.1", "LIMITS": "1", "TRUSTED_PROXIES": "1"}
MOST_SAMPLES = 360
OTHERS = 6  # additional users who play ranked games


def parse_arguments() -> argparse.Namespace:
    """Parse the command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.soak", description=__doc__)
    parser.add_argument("--minutes", type=float, default=60.0)
    parser.add_argument("--people", type=int, default=18, help="besides 6 who play ranked")
    parser.add_argument("--least", type=float, default=3.0, help="games that end in a minute")
    parser.add_argument("--database", choices=("sqlite", "postgres"), default="sqlite")
    parser.add_argument("--variant", choices=("", "leaking"), default="")
    return parser.parse_args()


def run_soak(site: ProcessGroup, arguments: argparse.Namespace) -> tuple[list[Sample], Json]:
    """Run the simulated users; return samples and their reports.

    The first sample is from before they arrive, the last from after they have left. They stay for
    the given minutes, or on a slow machine until there are enough samples.
    """
    since, least = time.monotonic(), max(1, round(arguments.least * arguments.minutes))
    until = since + arguments.minutes * 60
    every = max(2.0, arguments.minutes * 60 / MOST_SAMPLES)
    taken = [samples.take_sample(site, since)]
    command = ("tests.soak.visitors", str(site.port), str(arguments.people))
    with run_people(*command, environ=os.environ, logs=site.logs) as people:
        while (now := time.monotonic()) < until + PATIENCE:
            time.sleep(every)
            assert people.process.poll() is None, "the people's own process ended"
            taken.append(samples.take_sample(site, since))
            if now > until and taken[-1].numbers["finished"] >= least:
                break
        said = people.end()
    taken.append(when_all_are_gone(site, since))
    return taken, said


def when_all_are_gone(site: ProcessGroup, since: float) -> Sample:
    """Return the sample once the site is empty, or after a timeout."""
    deadline = time.monotonic() + PATIENCE
    while True:
        last = samples.take_sample(site, since)
        is_empty = not any(last.numbers[name] for name in ("sockets", "tasks", "present"))
        if is_empty or time.monotonic() > deadline:
            return last
        time.sleep(1.0)


def main() -> int:
    """Run the soak test; return 0 if it passed, or if a broken variant was caught."""
    arguments = parse_arguments()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # clean up in any case
    changes = CHANGES | broken_environ(arguments.variant)
    with (
        tempfile.TemporaryDirectory(prefix="density-soak-") as name,
        running_group(Path(name), arguments.database, changes, webs=1, workers=1) as site,
    ):
        taken, said = run_soak(site, arguments)
        tracebacks = site.tracebacks()
    found = list(verdicts.judge_samples(taken, arguments.people + OTHERS))
    found += verdicts.of_faults(said["strange"], len(tracebacks))
    print(f"{arguments.minutes:g} minutes, {arguments.database}\n")
    print(verdicts.format_verdicts(found))
    print("\nthe last sample:", taken[-1].numbers)
    print("people:", said)
    print(*tracebacks[:5], sep="\n")
    failed = [each.what for each in found if not each.holds]
    for what in failed:
        print("FAILED", what)
    if arguments.variant:
        print(f"{arguments.variant}: {'caught by ' + ', '.join(failed) or 'NOT NOTICED'}")
    return int(bool(failed) != bool(arguments.variant))


if __name__ == "__main__":
    sys.exit(main())
