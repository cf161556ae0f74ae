"""A site of several web processes and workers on one database and one Valkey."""

import contextlib
import http.client
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO

import orjson

from density.embedded import supervisor, valkey
from density.embedded.process import ManagedProcess
from games.engine.contract import Json
from tests.faults.process_group import child_processes, own_database, prepare
from tests.patience import PATIENCE
from tests.serve_process import ROOT, environ

# runs a command in the folder that follows
IN_FOLDER = ("env", "-C")


@dataclass
class Site:
    """The processes of a site; each web process has a port of its own."""

    folder: Path
    environ: Mapping[str, str]
    tree: Path = ROOT  # whose code its processes run that are started from now on
    webs: dict[int, ManagedProcess] = field(default_factory=dict)
    workers: list[ManagedProcess] = field(default_factory=list)

    def start(self, webs: int, workers: int) -> None:
        """Start so many of each, and return when all are well."""
        for number in range(webs):
            port = free_port()
            command = [sys.executable, "manage.py", "web", "--port", str(port)]
            self.webs[port] = self.process(f"web-{number}", command)
        for number in range(workers):
            made = supervisor.worker(self.folder)
            command = [*made.command, "--hostname", f"worker-{number}@scaling"]
            self.workers.append(self.process(f"worker-{number}", command))
        for child in (*self.webs.values(), *self.workers):
            child.start()
        self.wait_until_well()

    def process(self, name: str, command: list[str]) -> ManagedProcess:
        """A process of this site that is not started yet."""
        log = self.folder / "logs" / f"{name}.log"
        return ManagedProcess(name, [*IN_FOLDER, str(self.tree), *command], log, self.environ)

    def restart(self, child: ManagedProcess) -> None:
        """Stop a process as an operator does, start it again, and return when it is well."""
        child.stop()
        child.command = [*IN_FOLDER, str(self.tree), *child.command[len(IN_FOLDER) + 1 :]]
        child.start()
        self.wait_until_well()

    def wait_until_well(self) -> None:
        """Return when every web process answers and every worker works."""
        wait_until(lambda: all(map(answers, self.webs)), "a web process does not answer", self)
        wait_until(
            lambda: all(len(child_processes(worker)) >= 2 for worker in self.workers),
            "a worker does not work",
            self,
        )

    def stop(self) -> None:
        """Stop everything."""
        for child in (*self.webs.values(), *self.workers):
            child.stop()

    def logs(self) -> str:
        """The last lines of what its processes have written."""
        texts = (log.read_text(errors="replace") for log in (self.folder / "logs").glob("w*.log"))
        return "\n".join(text[-3000:] for text in texts)


@dataclass
class People:
    """People at tables of a site, in a process of their own."""

    process: "subprocess.Popen[str]"
    site: Site
    latest: Json = field(default_factory=dict)
    result: Json | None = None

    def listen(self) -> None:
        """Take down what they say, until they end."""
        for line in self.out:
            said = orjson.loads(line)
            self.result = said.get("result", self.result)
            self.latest = said

    @property
    def out(self) -> IO[str]:
        """What they say."""
        assert self.process.stdout is not None
        return self.process.stdout

    def wait_for_moves(self, more: int, tables: int) -> None:
        """Return when there were so many moves more, and everybody has a table again."""
        goal = self.latest.get("moves", 0) + more

        def there() -> bool:
            assert self.process.poll() is None, "the people's own process ended"
            said = self.latest
            full = said.get("tables") == tables and said["missing"] == 0
            return full and said["moves"] >= goal

        wait_until(there, "the games do not go on", self.site)

    def end(self) -> Json:
        """Let the games be played to their end; what was found."""
        assert self.process.stdin is not None
        self.process.stdin.write("over\n")
        self.process.stdin.flush()
        wait_until(
            lambda: self.result is not None or self.process.poll() is not None, "no end", self.site
        )
        assert self.result is not None, "the people's own process ended"
        return self.result


@contextlib.contextmanager
def playing(site: Site, tables: int, lives: int) -> Iterator[People]:
    """People at so many tables of a site; all of them sit when this begins."""
    command = [sys.executable, "-m", "tests.scaling.scenario", str(tables), str(lives)]
    with subprocess.Popen(
        [*command, *map(str, site.webs)],
        cwd=site.tree,
        env=dict(site.environ),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        people = People(process, site)
        listener = threading.Thread(target=people.listen, daemon=True)
        listener.start()
        try:
            people.wait_for_moves(tables, tables)
            yield people
        finally:
            process.kill()
            listener.join()


@contextlib.contextmanager
def running_site(folder: Path, tree: Path = ROOT) -> Iterator[Site]:
    """Two web processes and two workers on PostgreSQL and Valkey, by the code of a tree."""
    supervisor.open_folder(folder)
    with contextlib.ExitStack() as stack:
        url, _ = stack.enter_context(own_database(folder, "postgres"))
        given = environ(
            DATA_DIR=str(folder),
            DATABASE_URL=url,
            DJANGO_SETTINGS_MODULE="density.settings",
            SECRET_KEY="scaling" * 8,
            PYTHONUNBUFFERED="1",
            AI_PACE="0.1",
        )
        stack.callback(valkey.start(folder).stop)
        prepare(given, tree)
        site = Site(folder, given, tree)
        stack.callback(site.stop)
        site.start(webs=2, workers=2)
        yield site


def free_port() -> int:
    """A port that nobody has."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        return int(free.getsockname()[1])


def answers(port: int) -> bool:
    """Whether a web process answers."""
    line = http.client.HTTPConnection("127.0.0.1", port, timeout=5.0)
    try:
        line.request("GET", "/robots.txt")
        return line.getresponse().status == 200
    except (OSError, http.client.HTTPException):
        return False
    finally:
        line.close()


def wait_until(is_so: Callable[[], bool], what: str, site: Site | None = None) -> None:
    """Return when it is so. Raises AssertionError when it never is."""
    deadline = time.monotonic() + PATIENCE
    while not is_so():
        if time.monotonic() > deadline:
            raise AssertionError(f"{what}\n{site.logs() if site else ''}")
        time.sleep(0.05)
