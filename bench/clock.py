"""Measures how late deadlines are handled with 10,000 outstanding, against a sweep without work.

Run `python -m bench.clock`; `--write` puts the table into bench/README.md, `--short` takes a
fifth of the deadlines. It exits 1 when a goal is not met. The deadlines are real rows in a real
PostgreSQL, the index is the real one, and two real workers claim and handle them.
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
    """Return the figures of every scenario; kill and restart a worker when a scenario asks."""
    command = [sys.executable, "-m", "bench.clock_rows", *arguments]
    figures: Found = {}
    with subprocess.Popen(command, cwd=ROOT, env=group.environ, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        for text in process.stdout:
            line = orjson.loads(text)
            if "kill" in line:
                worker = group.workers[0]
                worker.kill_session()
                assert worker.process is not None
                worker.process.wait()
                time.sleep(AWAY)
                worker.start()
            elif "name" in line:
                figures[line.pop("name")] = line
                print(".", end="", flush=True, file=sys.stderr)
            elif line.get("early"):
                raise SystemExit(f"{line['early']} deadlines were done before their time.")
    print(file=sys.stderr)
    if process.returncode:
        raise SystemExit("The deadlines could not be measured.")
    return figures


def check_goals(figures: Found) -> list[Goal]:
    """Return the goals for deadlines."""
    outstanding, bare = figures["outstanding"], figures["bare sweep"]
    return [
        Goal("p50 ms late", outstanding["p50"], 100),
        Goal("p99 ms late", outstanding["p99"], 250),
        Goal("times the p99 of the bare sweep", outstanding["p99"] / bare["p99"], 2.5),
        Goal(
            "lost, also when a worker is killed", sum(line["lost"] for line in figures.values()), 0
        ),
        Goal("done twice", sum(line["twice"] for line in figures.values()), 0),
    ]


def write_report(figures: Found, seconds: tuple[float, float]) -> str:
    """Return all figures as Markdown."""
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
        for name, line in figures.items()
    ]
    return "\n".join([*lines, "", *goal_table(check_goals(figures))])


def main() -> int:
    """Measure and print; return 1 if a goal is not met."""
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
        figures = measure_scenarios(group, sizes)
    report = write_report(figures, seconds)
    print(report)
    if arguments.write:
        write_section("clock", "Deadlines", report)
    return 0 if all(goal.met for goal in check_goals(figures)) else 1


if __name__ == "__main__":
    sys.exit(main())
