"""The files of docs/deploy are valid for the real programs and match the code."""

import json
import re
import subprocess
from pathlib import Path

import pytest

from density.server import bounds, supervisor
from tests.deploy.proxies import DEPLOY, find_program
from tests.deploy.units import UNITS, Units
from tests.project_files import ROOT, project_files

KIB = 1024
AREAS = ("density", "accounts", "games", "matchmaking")


def run_program(*command: str) -> "subprocess.CompletedProcess[str]":
    """Run a program and return its result."""
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.mark.heavy
@pytest.mark.parametrize("name", ["density-web@8001", "density-worker@1", "density-coach"])
def test_systemd_takes_the_units(name: str, tmp_path: Path) -> None:
    for unit in UNITS.glob("density*.*"):
        text = unit.read_text().replace("/srv/density/current/.venv/bin/python", "/bin/true")
        (tmp_path / unit.name).write_text(text)
    done = run_program(find_program("systemd-analyze"), "verify", str(tmp_path / f"{name}.service"))
    assert (done.returncode, done.stderr) == (0, "")


def test_the_numbers_of_both_proxies_are_those_of_the_site() -> None:
    nginx = (DEPLOY / "nginx.conf").read_text()
    caddy = (DEPLOY / "Caddyfile").read_text()
    assert f"client_max_body_size {bounds.LARGEST_BODY // KIB}k;" in nginx
    assert f"large_client_header_buffers 2 {bounds.LARGEST_HEAD // 2 // KIB}k;" in nginx
    assert f"client_header_timeout {bounds.HEAD_SECONDS:.0f}s;" in nginx
    assert f"send_timeout {bounds.UNSENT_SECONDS:.0f}s;" in nginx
    assert f"client_body_timeout {bounds.FIRST_BODY_SECONDS:.0f}s;" in nginx
    assert f"max_header_size {bounds.LARGEST_HEAD // KIB}KiB" in caddy
    assert f"read_header {bounds.HEAD_SECONDS:.0f}s" in caddy
    assert f"read_body {bounds.BODY_SECONDS:.0f}s" in caddy


def test_a_worker_of_systemd_is_a_worker_of_serve(tmp_path: Path) -> None:
    (tmp_path / "units.json").write_text("{}")
    (line,) = Units(tmp_path).values("density-worker@1", "ExecStart")
    _, *options = supervisor.worker_process(tmp_path).command
    assert line.split()[1:] == [*options, "--hostname", "worker-1@%h"]
    (line,) = Units(tmp_path).values("density-coach", "ExecStart")
    _, *options = supervisor.coach_process(tmp_path).command
    assert line.split()[1:] == [*options, "--hostname", "coach@%h"]


def test_all_units_have_the_same_hardening() -> None:
    marks = [
        (UNITS / name).read_text().partition("# ---- ")[2]
        for name in ("density-web@.service", "density-worker@.service", "density-coach.service")
    ]
    assert marks[0] == marks[1] == marks[2]
    assert "NoNewPrivileges=yes" in marks[0]


def test_the_table_of_variables_has_each_that_the_site_reads() -> None:
    asked = re.compile(
        r'environment\.[a-z_]+\(\s*"([A-Z_]+)"'
        r'|\bread_text\("([A-Z_]+)"'
    )
    read = {
        name
        for file in project_files(*(f"{area}/*.py" for area in AREAS))
        for names in asked.findall(file.read_text())
        for name in names
        if name
    }
    text = (ROOT / "docs" / "DEPLOY.md").read_text()
    table = text.partition("<!-- variables: begin -->")[2].partition("<!-- variables: end -->")[0]
    listed = re.findall(r"^\| `([A-Z_]+)`", table, re.MULTILINE)
    assert sorted(listed) == sorted(read)


def test_the_image_copies_what_is_there_and_its_user_is_not_root() -> None:
    lines = [line.split() for line in (DEPLOY / "Containerfile").read_text().splitlines() if line]
    copied = [words[1] for words in lines if words[0] == "COPY" and not words[1].startswith("-")]
    assert copied
    assert all((ROOT / path).exists() for path in copied)
    assert [words[1] for words in lines if words[0] == "USER"][-1] not in {"root", "0"}


def test_a_worker_of_the_compose_file_is_a_worker_of_serve(tmp_path: Path) -> None:
    text = (DEPLOY / "compose.yaml").read_text()
    lines = re.findall(r'^    command: (\["python", "-m", "celery".*\])$', text, re.MULTILINE)
    assert [json.loads(line)[1:] for line in lines] == [
        make(tmp_path).command[1:] for make in (supervisor.worker_process, supervisor.coach_process)
    ]
