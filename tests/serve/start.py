"""Starts the site with `make play` until /readyz answers, then stops it like Ctrl-C.

`python -m tests.serve.start` uses the data folder of this tree, so that later tests find whatever a
start leaves behind.
"""

import contextlib
import os
import re
import signal
import subprocess

import psutil

from tests.http_clients import HttpClient
from tests.patience import PATIENCE, wait_until
from tests.serve_process import ROOT, clean_environ

ADDRESS = re.compile(r" is at (http://\S+)")
RUNS_ALREADY = "is already running on"


def main() -> None:
    """Start the site and stop it, unless one is already running here.

    Raises SystemExit with its output when it does not start, respond or end properly.
    """
    # the data folder of `make play`
    chosen = clean_environ()
    if "DATA_DIR" in os.environ:
        chosen["DATA_DIR"] = os.environ["DATA_DIR"]
    make = subprocess.Popen(
        ["make", "--no-print-directory", "play", "PORT=0"],
        cwd=ROOT,
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
        raise SystemExit("The site did not start, answer and stop by `make play`.")


def _readiness(url: str) -> int:
    """Return the status of /readyz once it is 200, or the last one after a timeout."""
    visitor = HttpClient(url)
    with contextlib.suppress(AssertionError):
        wait_until(lambda: visitor.get("/readyz").status == 200)
    return visitor.get("/readyz").status


if __name__ == "__main__":
    main()
