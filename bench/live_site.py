"""Sites that `bench.live` plays on: a commit of this repository, each with its own processes."""

import contextlib
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any

import psutil

ROOT = Path(__file__).resolve().parent.parent
NOT_INHERITED = ("DATA_DIR", "DATABASE_URL", "REDIS_URL", "SECRET_KEY", "DJANGO_SETTINGS_MODULE")
PARTS = ("web", "worker", "valkey", "postgres")


@dataclass
class LiveSite:
    """A running site, and the players at its tables."""

    name: str
    port: int
    # the processes of each part
    parts: Mapping[str, list[psutil.Process]]
    players: subprocess.Popen[str]
    # by the names of phases
    results: dict[str, list[dict[str, Any]]] = field(default_factory=dict)

    def phase(self, name: str, *words: object) -> dict[str, Any]:
        """Let the players do a phase; what they measured, and `cpu`: seconds of each part.

        It is kept among the results under its name, unless that is empty.
        """
        assert self.players.stdin is not None
        assert self.players.stdout is not None
        before = self.seconds()
        self.players.stdin.write(" ".join(map(str, words)) + "\n")
        self.players.stdin.flush()
        line = self.players.stdout.readline()
        if not line:
            raise RuntimeError(f"the players of {self.name} gave up at {words[0]}")
        after = self.seconds()
        result = {**json.loads(line), "cpu": {part: after[part] - before[part] for part in PARTS}}
        if name:
            self.results.setdefault(name, []).append(result)
        return result

    def seconds(self) -> dict[str, float]:
        """Processor seconds of every part so far, ended children included."""
        return {part: sum(map(spent, self.parts.get(part, []))) for part in PARTS}


def spent(process: psutil.Process) -> float:
    """Processor seconds of a process with its children, the ended ones included."""
    own = process.cpu_times()
    total = own.user + own.system + own.children_user + own.children_system
    for child in process.children(recursive=True):
        with contextlib.suppress(psutil.NoSuchProcess):
            times = child.cpu_times()
            total += times.user + times.system + times.children_user + times.children_system
    return float(total)


@contextlib.contextmanager
def checkout(commit: str) -> Iterator[Path]:
    """A work tree of a commit."""
    with tempfile.TemporaryDirectory(prefix="density-live-") as name:
        tree = Path(name) / "tree"
        git = ["git", "-C", str(ROOT), "worktree"]
        subprocess.run([*git, "add", "--detach", "-q", str(tree), commit], check=True)
        try:
            yield tree
        finally:
            subprocess.run([*git, "remove", "--force", str(tree)], check=True)


@contextlib.contextmanager
def running(
    name: str, tree: Path, database: str, postmaster: psutil.Process | None, kind: str
) -> Iterator[LiveSite]:
    """The site of a work tree by its own `manage.py serve`, without limits and AI pauses.

    `database` is a URL, or empty for SQLite; `postmaster` the server behind it.
    """
    environ = {each: value for each, value in os.environ.items() if each not in NOT_INHERITED}
    environ |= {"LIMITS": "0", "AI_PACE": "0"} | ({"DATABASE_URL": database} if database else {})
    with tempfile.TemporaryDirectory(prefix="density-live-data-") as folder:
        command = [sys.executable, "manage.py", "serve", "--port", "0", "--data", folder]
        serve = subprocess.Popen(
            command,
            cwd=tree,
            env=environ,
            stdout=subprocess.PIPE,
            stdin=subprocess.DEVNULL,
            text=True,
        )
        try:
            port = port_of(serve.stdout)
            parts = parts_of(psutil.Process(serve.pid))
            parts["postgres"] = [postmaster] if postmaster else []
            with players(port, kind) as load:
                yield LiveSite(name, port, parts, load)
        finally:
            serve.terminate()
            serve.communicate(timeout=60)


def port_of(output: IO[str] | None) -> int:
    """The port in the line that serve writes when it is ready."""
    assert output is not None
    for line in output:
        if " at http" in line:
            return int(line.split(" at ")[1].split()[0].rstrip("/.").rsplit(":", 1)[1])
    raise RuntimeError("the site did not start")


def parts_of(serve: psutil.Process) -> dict[str, list[psutil.Process]]:
    """The children of serve by what they do."""
    parts: dict[str, list[psutil.Process]] = {}
    for child in serve.children():
        line = " ".join(child.cmdline())
        part = "valkey" if "valkey" in line else "worker" if "celery" in line else "web"
        parts.setdefault(part, []).append(child)
    return parts


@contextlib.contextmanager
def players(port: int, kind: str) -> Iterator[subprocess.Popen[str]]:
    """The players of so many tables, in a process of their own."""
    command = [sys.executable, "-m", "bench.live_load", str(port), kind]
    load = subprocess.Popen(
        command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    try:
        yield load
    finally:
        load.terminate()
        load.communicate(timeout=60)
