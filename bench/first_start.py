"""Measures the first and the second start on a data folder: CPU seconds until GET / is answered.

Run as `python -m bench.first_start`; `--rounds 5`, `--write` puts the table into bench/README.md.
The one-time steps of an installation are measured separately.
"""

import argparse
import contextlib
import http.client
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from platform import python_version
from resource import RUSAGE_CHILDREN, getrusage
from statistics import median

import psutil

from bench.report import Goal, goal_table, write_section

ROOT = Path(__file__).resolve().parent.parent
# the process whose start ends each stage of the supervisor
STAGES = {"valkey-server": "start and checks", "celery": "database", "asgi": "static files"}
ROWS = (*STAGES.values(), "waiting", "Valkey", "worker", "web server")
SECONDS_TO_ANSWER = 120.0
QUIET = 0.02  # CPU seconds in a second of a site at rest

Start = dict[str, float]


def clean_environment(**changes: str) -> dict[str, str]:
    """Return our environment without variables of another site, and with bytecode enabled."""
    foreign = ("DATA_DIR", "DATABASE_URL", "REDIS_URL", "SECRET_KEY", "PYTHONDONTWRITEBYTECODE")
    return {key: value for key, value in os.environ.items() if key not in foreign} | changes


def cpu_seconds(process: psutil.Process) -> float:
    """Return the CPU seconds of a process and its ended children."""
    with contextlib.suppress(psutil.NoSuchProcess):
        times = process.cpu_times()
        return times.user + times.system + times.children_user + times.children_system
    return 0.0


def command_of(process: psutil.Process) -> str:
    """Return the command line of a process; "" if it has ended."""
    with contextlib.suppress(psutil.Error):
        return " ".join(process.cmdline())
    return ""


def time_start(folder: Path) -> Start:
    """Start and stop the site on a data folder; return CPU seconds by stage and process."""
    port = free_port()
    python = str(ROOT / ".venv/bin/python")
    command = [python, "manage.py", "serve", "--port", str(port), "--data", str(folder)]
    start = time.monotonic()
    site = subprocess.Popen(
        [*map(str, command), "--data", str(folder)],
        cwd=ROOT,
        env=clean_environment(),
        stdout=subprocess.DEVNULL,
    )
    try:
        supervisor = psutil.Process(site.pid)
        ends = watch_stages(supervisor)
        first_page(port)
        measured = {"wall": time.monotonic() - start} | split_by_stage(supervisor, ends)
        return measured | {"at rest": total_at_rest(supervisor)}
    finally:
        site.send_signal(signal.SIGINT)
        site.wait(30)


def free_port() -> int:
    """Return a free port."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        return int(free.getsockname()[1])


def watch_stages(supervisor: psutil.Process) -> dict[str, float]:
    """Wait for all stages; return the supervisor's CPU seconds at the end of each."""
    ends: dict[str, float] = {}
    while len(ends) < len(STAGES):
        used = cpu_seconds(supervisor)
        for child in supervisor.children():
            for sign, stage in STAGES.items():
                if sign in command_of(child):
                    ends.setdefault(stage, used)
        time.sleep(0.005)
    return ends


def first_page(port: int) -> None:
    """Request the first page and wait for the response."""
    line = http.client.HTTPConnection("127.0.0.1", port, timeout=SECONDS_TO_ANSWER)
    line.request("GET", "/")
    answer = line.getresponse()
    answer.read()
    line.close()
    if answer.status != 200:
        raise SystemExit(f"The first page is answered with {answer.status}.")


def split_by_stage(supervisor: psutil.Process, ends: dict[str, float]) -> Start:
    """Return CPU seconds by the supervisor's stages and by process, and their sum."""
    seconds = dict.fromkeys(ROWS, 0.0)
    children = {child: [child, *child.children(recursive=True)] for child in supervisor.children()}
    before = 0.0
    for stage in STAGES.values():
        seconds[stage], before = ends[stage] - before, ends[stage]
    seconds["waiting"] = cpu_seconds(supervisor) - before
    names = dict(zip(STAGES, ("Valkey", "worker", "web server"), strict=True))
    for child, family in children.items():
        for sign, name in names.items():
            if sign in command_of(child):
                seconds[name] += sum(map(cpu_seconds, family))
    return seconds | {"first page": sum(seconds.values())}


def total_at_rest(supervisor: psutil.Process) -> float:
    """Wait until the site is idle; return the CPU seconds of all processes."""
    used = -1.0
    while True:
        family = [supervisor, *supervisor.children(recursive=True)]
        now = sum(map(cpu_seconds, family))
        if now - used < QUIET:
            return now
        used = now
        time.sleep(1)


@contextlib.contextmanager
def data_folder() -> Iterator[Path]:
    """Yield the path of a data folder that does not exist yet."""
    with tempfile.TemporaryDirectory(prefix="density-bench-") as folder:
        yield Path(folder) / "data"


def time_installation() -> float:
    """Return the CPU seconds of compiling and collecting, which `make play` does once."""
    shutil.rmtree(ROOT / ".static", ignore_errors=True)
    before = getrusage(RUSAGE_CHILDREN)
    python = str(ROOT / ".venv/bin/python")
    packages = ("density", "games", "matchmaking", "accounts")
    subprocess.run([python, "-m", "compileall", "-q", "-f", *packages], cwd=ROOT, check=True)
    subprocess.run(
        [python, "manage.py", "collect"],
        cwd=ROOT,
        env=clean_environment(SECRET_KEY="none-yet"),
        check=True,
    )
    after = getrusage(RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def measure_starts(rounds: int) -> tuple[dict[str, list[Start]], float]:
    """Measure the kinds of starts in turns; return them and the time of an installation."""
    starts: dict[str, list[Start]] = {
        kind: [] for kind in ("first", "first, not collected", "second")
    }
    for _ in range(rounds):
        installed = time_installation()
        with data_folder() as folder:
            starts["first"].append(time_start(folder))
            starts["second"].append(time_start(folder))
        shutil.rmtree(ROOT / ".static")
        with data_folder() as folder:
            starts["first, not collected"].append(time_start(folder))
    return starts, installed


def write_report(starts: dict[str, list[Start]], installed: float) -> tuple[str, bool]:
    """Return the section of the README, and whether all goals are met."""
    medians = {
        kind: {row: median(start[row] for start in of_kind) for row in of_kind[0]}
        for kind, of_kind in starts.items()
    }
    lines = [
        f"Python {python_version()}, medians of {len(starts['first'])} starts of each kind.",
        "CPU seconds, user and system, of all processes until `GET /` is answered.",
        f"At its end, the installation compiles and collects in {installed:.2f} s.",
        "“Not collected” is a first start without that.",
        "",
        f"| | {' | '.join(starts)} |",
        "|---|---:|---:|---:|",
    ]
    row_titles = {"first page": "**until the first page**", "at rest": "until nothing happens"}
    for row in (*ROWS, "first page", "at rest", "wall"):
        values = " | ".join(f"{medians[kind][row]:.2f}" for kind in starts)
        lines.append(f"| {row_titles.get(row, row)} | {values} |")
    goal = Goal("CPU seconds of a first start", medians["first"]["first page"], 3)
    return "\n".join([*lines, "", *goal_table([goal])]), goal.met


def main() -> None:
    """Measure and print; exit with 1 if a goal is not met."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=3, metavar="N", help="starts of each kind")
    parser.add_argument("--write", action="store_true", help="put the table into the README")
    arguments = parser.parse_args()
    section, met = write_report(*measure_starts(arguments.rounds))
    print(section)
    if arguments.write:
        write_section("first_start", "The first start", section)
    sys.exit(0 if met else 1)


if __name__ == "__main__":
    main()
