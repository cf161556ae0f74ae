"""Starts the site by `make play` until /readyz answers, then stops it as Ctrl-C does.

`python -m tests.serve.start` does it in this tree, on its data folder, so that whatever a start
leaves behind is there for the rest of a test run. `python -m tests.serve.start --newest` does it in
an empty folder with a copy of the tree, on the newest other Python of this machine.
"""

import argparse
import contextlib
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator
from pathlib import Path

import psutil

from tests.http_clients import HttpClient
from tests.patience import PATIENCE, wait_until
from tests.project_files import ROOT, project_files
from tests.serve_process import environ

ADDRESS = re.compile(r" is at (http://\S+)")
RUNS_ALREADY = "is already running on"
# a release that can make environments, and not a build without the global lock
PROBE = """import sys, venv, ensurepip
sys.exit(sys.version_info[3] != "final" or "t" in sys.abiflags)"""
FOLDERS = (".pyenv/versions", ".local/share/uv/python")


def main() -> None:
    """Start and stop the site where the arguments say; exit 1 with its words when it does not."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--newest", action="store_true", help="on the newest other Python")
    if not parser.parse_args().newest:
        start_and_stop(ROOT)
        return
    python = newest_python()
    print(f"The newest other Python is {python}", flush=True)
    with tempfile.TemporaryDirectory(prefix="density-start-") as folder:
        tree = Path(folder) / "tree"
        for path in project_files():
            place = tree / path.relative_to(ROOT)
            place.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(path, place)
        start_and_stop(tree, f"PYTHON={python}")


def start_and_stop(tree: Path, *variables: str) -> None:
    """Start the site of a tree and stop it; a site that runs there already is left alone.

    Raises SystemExit with what it wrote when it does not start, answer or end well.
    """
    # the data folder is the one that `make play` would take
    chosen = environ()
    if "DATA_DIR" in os.environ:
        chosen["DATA_DIR"] = os.environ["DATA_DIR"]
    make = subprocess.Popen(
        ["make", "--no-print-directory", "play", "PORT=0", *variables],
        cwd=tree,
        env={name: value for name, value in chosen.items() if not name.startswith("MAKE")},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    assert make.stdout is not None
    written = []
    for line in make.stdout:
        written.append(line)
        if found := ADDRESS.search(line):
            written.append(f"/readyz: {_readiness(found[1])}\n")
            (site,) = psutil.Process(make.pid).children()
            site.send_signal(signal.SIGINT)
    status = make.wait(PATIENCE)
    if status and any(RUNS_ALREADY in line for line in written):
        print("The site runs in this folder: it is left alone, and was not started again.")
        return
    print("".join(written), flush=True)
    if status or "/readyz: 200\n" not in written:
        raise SystemExit(f"The site did not start, answer and stop by `make play` in {tree}.")


def _readiness(url: str) -> int:
    """Return the status of /readyz once it is 200, or the last one: the worker takes its time."""
    visitor = HttpClient(url)
    with contextlib.suppress(AssertionError):
        wait_until(lambda: visitor.get("/readyz").status == 200)
    return visitor.get("/readyz").status


def newest_python() -> str:
    """Return the newest Python that the project names other than this one, or this one."""
    names = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["classifiers"]
    known = {int(found[1]) for name in names if (found := re.search(r":: 3\.(\d+)$", name))}
    for minor in sorted(known - {sys.version_info[1]}, reverse=True):
        for python in _pythons(minor):
            probe = subprocess.run([python, "-c", PROBE], capture_output=True, check=False)
            if probe.returncode == 0:
                return python
    return sys.executable


def _pythons(minor: int) -> Iterator[str]:
    if found := shutil.which(f"python3.{minor}"):
        yield found
    for folder in FOLDERS:
        yield from map(str, (Path.home() / folder).glob(f"*/bin/python3.{minor}"))


if __name__ == "__main__":
    main()
