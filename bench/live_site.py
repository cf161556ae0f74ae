"""Runs the sites that `bench.live` measures, and the players on them, in separate processes."""

import contextlib
import json
import subprocess
import sys
import tempfile
import time
import venv
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any

import psutil

from density.server import valkey
from density.server.process import ManagedProcess
from density.server.supervisor import open_port
from tests.serve_process import ROOT, clean_environ

PARTS, PLAYERS = ("web", "worker", "valkey", "postgres"), "players"
# tables that open at once: the deal waits four seconds for all their sockets
AT_ONCE = 3
Processes = Mapping[str, list[psutil.Process]]


@dataclass
class LiveSite:
    """A running site and the measurements on it."""

    name: str
    port: int
    # processes by part
    processes: Processes
    # results by the names of phases
    results: dict[str, list[dict[str, Any]]] = field(default_factory=dict)
    # of several web processes, see bench.live_load
    ports: str = ""

    @property
    def folder(self) -> Path:
        """The data folder: Valkey runs in a folder inside it."""
        return Path(self.processes["valkey"][0].cwd()).parent

    @contextlib.contextmanager
    def players(self, kind: str) -> Iterator["Players"]:
        """Start players of this kind of tables, in a separate process."""
        command = [sys.executable, "-m", "bench.live_load", self.ports or str(self.port), kind]
        process = subprocess.Popen(
            command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        try:
            yield Players(self, process)
        finally:
            process.terminate()
            process.communicate(timeout=60)

    def seconds(self) -> dict[str, float]:
        """Return the processor seconds of every part so far, including ended children."""
        return {part: sum(map(cpu_seconds, self.processes.get(part, []))) for part in PARTS}

    def web_memory(self) -> int:
        """Return the private memory of the web processes, in bytes."""
        return sum(int(process.memory_full_info().uss) for process in self.processes["web"])


@dataclass
class Players:
    """The players of one kind of tables on a site."""

    site: LiveSite
    process: "subprocess.Popen[str]"

    def phase(self, name: str, *words: object) -> dict[str, Any]:
        """Run a phase; return the players' measurements, and `cpu`, see seconds().

        The result is stored under the phase's name, unless that is empty.
        """
        self.ask("settle")
        before = self.seconds()
        answer = self.ask(*words)
        after = self.seconds()
        result = {**answer, "cpu": {part: after[part] - before[part] for part in after}}
        if name:
            self.site.results.setdefault(name, []).append(result)
        return result

    def seconds(self) -> dict[str, float]:
        """Return the processor seconds of the site's parts and of the players so far."""
        return {**self.site.seconds(), PLAYERS: cpu_seconds(psutil.Process(self.process.pid))}

    def ask(self, *words: object) -> dict[str, Any]:
        """Send a command to the players and return their answer."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(" ".join(map(str, words)) + "\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        if not line:
            raise RuntimeError(f"the players of {self.site.name} gave up at {words[0]}")
        answer: dict[str, Any] = json.loads(line)
        return answer

    def fill(self, tables: int) -> None:
        """Open as many tables as are missing."""
        while (missing := tables - self.ask("renew")["tables"]) > 0:
            batch = min(AT_ONCE, missing)
            self.phase("pages", "seat", batch)["tables"] = batch
            self.phase("opening", "enter")["tables"] = batch


def cpu_seconds(process: psutil.Process) -> float:
    """Return the processor seconds of a process and its children, including ended ones."""
    own_times = process.cpu_times()
    total = own_times.user + own_times.system + own_times.children_user + own_times.children_system
    for child in process.children(recursive=True):
        with contextlib.suppress(psutil.NoSuchProcess):
            times = child.cpu_times()
            total += times.user + times.system + times.children_user + times.children_system
    return float(total)


@contextlib.contextmanager
def checkout_commit(commit: str) -> Iterator[Path]:
    """Check out a commit in a temporary work tree, with the packages that it locks."""
    with tempfile.TemporaryDirectory(prefix="density-live-") as name:
        tree = Path(name) / "tree"
        git = ["git", "-C", str(ROOT), "worktree"]
        subprocess.run([*git, "add", "--detach", "-q", str(tree), commit], check=True)
        try:
            venv.create(tree / ".venv", with_pip=True)
            lock = tree / ".locks" / "production.txt"
            pip = [site_python(tree), "-m", "pip", "-qq", "install", "--requirement", str(lock)]
            subprocess.run(pip, check=True)
            yield tree
        finally:
            subprocess.run([*git, "remove", "--force", str(tree)], check=True)


def site_python(tree: Path) -> str:
    """Return the Python of a work tree's environment, or else the one that runs this."""
    own = tree / ".venv" / "bin" / "python"
    return str(own) if own.exists() else sys.executable


def site_environment(database: str, **changes: str) -> dict[str, str]:
    """Return the environment of a site on this database, without limits and AI pauses."""
    chosen = {"DATABASE_URL": database} if database else {}
    return clean_environ(**{"AI_PACE": "0", **chosen, **changes})


@contextlib.contextmanager
def run_site(
    name: str,
    tree: Path,
    database: str,
    postmaster: psutil.Process | None,
    *,
    games: int = 0,
    **changes: str,
) -> Iterator[LiveSite]:
    """Run the site of a work tree with its own `manage.py serve`.

    `database` is a URL, or "" for SQLite; `postmaster` is the process of its server. The site
    starts with `games` finished games; `changes` are environment variables.
    """
    with tempfile.TemporaryDirectory(prefix="density-live-data-") as folder:
        if games:
            demo = [site_python(tree), "manage.py", "demo", "--games", str(games), "--data", folder]
            subprocess.run(
                demo, cwd=tree, env=site_environment(database), check=True, capture_output=True
            )
        serve = subprocess.Popen(
            [site_python(tree), "manage.py", "serve", "--port", "0", "--data", folder],
            cwd=tree,
            env=site_environment(database, **changes),
            stdout=subprocess.PIPE,
            stdin=subprocess.DEVNULL,
            text=True,
        )
        try:
            port = port_of(serve.stdout)
            yield LiveSite(name, port, processes_of(psutil.Process(serve.pid), postmaster))
        finally:
            serve.terminate()
            serve.communicate(timeout=60)


def port_of(output: IO[str] | None) -> int:
    """Return the port from the line that serve prints when it is ready."""
    assert output is not None
    for line in output:
        if " at http" in line:
            return int(line.split(" at ")[1].split()[0].rstrip("/.").rsplit(":", 1)[1])
    raise RuntimeError("the site did not start")


def processes_of(serve: psutil.Process, postmaster: psutil.Process | None) -> Processes:
    """Return the children of serve and the database process, by part."""
    parts: dict[str, list[psutil.Process]] = {"postgres": [postmaster] if postmaster else []}
    for child in serve.children():
        line = " ".join(child.cmdline())
        kind = "coach" if "--queues coach" in line else "worker"
        part = "valkey" if "valkey" in line else kind if "celery" in line else "web"
        parts.setdefault(part, []).append(child)
    return parts


def coach_of(site: LiveSite) -> psutil.Process:
    """Return the parent process of the coach, once it has its child."""
    serve = site.processes["web"][0].parent()
    assert serve is not None
    while True:
        coaches = processes_of(serve, None).get("coach", [])
        if coaches and coaches[0].children():
            return coaches[0]
        time.sleep(0.2)


@contextlib.contextmanager
def running_stock(
    name: str, database: str, postmaster: psutil.Process | None
) -> Iterator[LiveSite]:
    """Run the site of bench.stock under plain Daphne, with its own Valkey."""
    with contextlib.ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="density-stock-")))
        (folder / "static").mkdir()
        store = valkey.start_server(folder)
        stack.callback(store.stop)
        listener = stack.enter_context(open_port("127.0.0.1", 0))
        environment = site_environment(
            database,
            DATA_DIR=str(folder),
            DJANGO_SETTINGS_MODULE="bench.stock_settings",
            REDIS_URL=f"unix://{valkey.socket_path(folder)}",
        )
        migrate = [sys.executable, "manage.py", "migrate", "--verbosity", "0"]
        subprocess.run(migrate, cwd=ROOT, env=environment, check=True)
        number = listener.fileno()
        command = [sys.executable, "-m", "daphne", "--fd", str(number), "--verbosity", "0"]
        log = folder / "logs" / "web.log"
        web = ManagedProcess(
            "web", [*command, "bench.stock:application"], log, environment, descriptors=[number]
        )
        web.start()
        stack.callback(web.stop)
        assert store.process is not None
        assert web.process is not None
        parts = {
            "web": [psutil.Process(web.process.pid)],
            "valkey": [psutil.Process(store.process.pid)],
            "postgres": [postmaster] if postmaster else [],
        }
        yield LiveSite(name, listener.getsockname()[1], parts)
