"""How late deadlines are kept with 10 000 of them outstanding, beside a sweep that does nothing.

Run `python -m bench.clock`; `--write` puts the table into bench/README.md, `--short` takes a
fifth of the deadlines. It exits 1 when a goal is not met. The deadlines are real rows in a real
PostgreSQL, the index is the real one, and two real workers claim and do them.
"""

import argparse
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from platform import python_version
from typing import Any

import orjson

from bench.report import Goal, goal_table, write_section
from tests.process_group import ProcessGroup, running_group
from tests.serve_process import ROOT

SWEEP_MS = 100
AWAY = 2.0

Found = dict[str, dict[str, Any]]


def measure_scenarios(group: ProcessGroup, arguments: list[str]) -> Found:
    """The figures of every scenario by its name; kills and restarts a worker when asked to."""
    command = [sys.executable, "-m", "bench.clock_rows", *arguments]
    found: Found = {}
    with subprocess.Popen(command, cwd=ROOT, env=group.environ, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        for written in process.stdout:
            line = orjson.loads(written)
            if "kill" in line:
                worker = group.workers[0]
                worker.kill_session()
                worker.process.wait()
                time.sleep(AWAY)
                worker.start()
            elif "name" in line:
                found[line.pop("name")] = line
                print(".", end="", flush=True, file=sys.stderr)
            elif line.get("early"):
                raise SystemExit(f"{line['early']} deadlines were done before their time.")
    print(file=sys.stderr)
    if process.returncode:
        raise SystemExit("The deadlines could not be measured.")
    return found


def check_goals(found: Found) -> list[Goal]:
    """The promises about deadlines."""
    outstanding, bare = found["outstanding"], found["bare sweep"]
    return [
        Goal("p50 ms late", outstanding["p50"], 100),
        Goal("p99 ms late", outstanding["p99"], 250),
        Goal("times the p99 of the bare sweep", outstanding["p99"] / bare["p99"], 2.5),
        Goal("lost, also when a worker is killed", sum(line["lost"] for line in found.values()), 0),
        Goal("done twice", sum(line["twice"] for line in found.values()), 0),
    ]


def write_report(found: Found, seconds: tuple[float, float]) -> str:
    """Everything that was measured as Markdown."""
    lines = [
        (
            f"Python {python_version()}, PostgreSQL, two workers on two processes each, deadlines"
            f" spread over {seconds[0]:.0f} to {seconds[1]:.0f} s, a sweep every {SWEEP_MS} ms."
        ),
        "",
        "| deadlines | how many | p50 ms | p99 ms | most ms | lost | twice |",
        "|---|---:|---:|---:|---:|---:|---:|",
    ]
    lines += [
        f"| {name} | {line['count']:,} | {line['p50']:.1f} | {line['p99']:.1f}"
        f" | {line['most']:,.0f} | {line['lost']} | {line['twice']} |"
        for name, line in found.items()
    ]
    return "\n".join([*lines, "", *goal_table(check_goals(found))])


def main() -> int:
    """Measure, print, and say by the exit code whether every goal is met."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help="put the table into bench/README.md")
    parser.add_argument("--short", action="store_true", help="2 000 deadlines in 4 s")
    arguments = parser.parse_args()
    count, seconds = (2_000, (4.0, 8.0)) if arguments.short else (10_000, (10.0, 30.0))
    changes = {"DJANGO_SETTINGS_MODULE": "bench.clock_settings"}
    sizes = ["--count", str(count), "--first", str(seconds[0]), "--last", str(seconds[1])]
    with (
        tempfile.TemporaryDirectory(prefix="density-clock-") as name,
        running_group(Path(name), "postgres", changes, webs=0, workers=2) as group,
    ):
        found = measure_scenarios(group, sizes)
    written = write_report(found, seconds)
    print(written)
    if arguments.write:
        write_section("clock", "Deadlines", written)
    return 0 if all(goal.met for goal in check_goals(found)) else 1


if __name__ == "__main__":
    sys.exit(main())
