"""What `make test` begins with: the site starts and stops by `make play`, whatever runs already."""

import fcntl
import subprocess
import sys
from pathlib import Path

from tests.patience import PATIENCE
from tests.serve.start import newest_python
from tests.serve_process import ROOT, environ, serve


def start(folder: Path) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-m", "tests.serve.start"],
        cwd=ROOT,
        env=environ(DATA_DIR=str(folder)),
        capture_output=True,
        text=True,
        timeout=3 * PATIENCE,
        check=False,
    )


def test_the_site_is_started_asked_and_stopped(tmp_path: Path) -> None:
    done = start(tmp_path / "data")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "/readyz: 200" in done.stdout
    with (tmp_path / "data" / "lock").open() as lock:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)  # nothing runs there


def test_a_site_that_runs_in_the_folder_is_left_alone(tmp_path: Path) -> None:
    site = serve(tmp_path / "data")
    try:
        done = start(tmp_path / "data")
        assert done.returncode == 0, done.stdout + done.stderr
        assert "The site runs in this folder" in done.stdout
        assert site.process.poll() is None
    finally:
        site.end()


def test_a_site_that_does_not_start_ends_the_run_with_its_own_words(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    done = start(tmp_path / "file")
    assert done.returncode == 1
    assert "cannot be" in done.stdout
    assert "did not start" in done.stderr


def test_a_python_is_found_and_named() -> None:
    python, version = newest_python()
    assert Path(python).exists()
    assert version.startswith("3.")
