"""People at the tables of a site of several web processes, in a process of their own."""

import contextlib
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO

import orjson

from games.engine.contract import Json
from tests.patience import wait_until
from tests.process_group import ProcessGroup, running_group
from tests.serve_process import ROOT


@contextlib.contextmanager
def played_site(
    folder: Path, tables: int, lives: int, tree: Path = ROOT
) -> Iterator[tuple[ProcessGroup, "People"]]:
    """Two web processes and two workers by the code of a tree, and people at their tables."""
    pace = {"AI_PACE": "0.1"}
    with (
        running_group(
            folder, "postgres", pace, webs=2, workers=2, own_ports=True, tree=tree
        ) as site,
        playing(site.environ, site.ports, tables, lives, logs=site.logs, tree=tree) as people,
    ):
        yield site, people


@dataclass
class People:
    """People at tables of a site, in a process of their own."""

    process: "subprocess.Popen[str]"
    logs: Callable[[], str]
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

        wait_until(there, "the games do not go on", self.logs)

    def end(self) -> Json:
        """Let the games be played to their end; what was found."""
        assert self.process.stdin is not None
        self.process.stdin.write("over\n")
        self.process.stdin.flush()
        wait_until(
            lambda: self.result is not None or self.process.poll() is not None, "no end", self.logs
        )
        assert self.result is not None, "the people's own process ended"
        return self.result


@contextlib.contextmanager
def playing(
    environ: Mapping[str, str],
    ports: Sequence[int],
    tables: int,
    lives: int,
    *,
    logs: Callable[[], str],
    tree: Path = ROOT,
) -> Iterator[People]:
    """People at so many tables of a site; all of them sit when this begins."""
    command = [sys.executable, "-m", "tests.scaling.scenario", str(tables), str(lives)]
    with subprocess.Popen(
        [*command, *map(str, ports)],
        cwd=tree,
        env=dict(environ),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        people = People(process, logs)
        listener = threading.Thread(target=people.listen, daemon=True)
        listener.start()
        try:
            people.wait_for_moves(tables, tables)
            yield people
        finally:
            process.kill()
            listener.join()
