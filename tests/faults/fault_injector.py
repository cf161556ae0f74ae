"""The fault injector: it causes random faults one at a time, and undoes them later."""

import contextlib
import heapq
import itertools
import os
import random
import shutil
import signal
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from subprocess import Popen
from typing import TypeVar

import psutil
import psycopg

from density.server.process import ManagedProcess
from tests.process_group import ProcessGroup, child_processes

# how long a killed process stays down, and a frozen one frozen
AWAY = (0.0, 1.2)
BRIEFLY = (0.5, 2.0)
PAST_DEADLINES = (6.0, 7.0)  # longer than any turn of the games
T = TypeVar("T")


class NothingToHit(Exception):
    """Raised when the drawn process is already down."""


@dataclass
class FaultInjector:
    """Draws and causes faults; `done` counts them by kind."""

    group: ProcessGroup
    dice: random.Random
    only: list[str] | None = None
    done: Counter[str] = field(default_factory=Counter)
    # repairs to come: time, a number that keeps the order, and the function
    later: list[tuple[float, int, Callable[[], object]]] = field(default_factory=list)
    number: Iterator[int] = field(default_factory=itertools.count)
    # orphaned children of killed workers
    orphans: list[psutil.Process] = field(default_factory=list)

    @property
    def actions(self) -> dict[str, tuple[int, Callable[[], object]]]:
        """Return every kind of fault with its weight and function."""
        site = self.group
        parts = {"web process": site.webs, "worker": site.workers}
        actions: dict[str, tuple[int, Callable[[], object]]] = {
            "worker's parent killed": (1, self.kill_parent),
            "worker's child killed": (3, self.kill_pool_process),
            "Valkey killed": (3, partial(self.kill, [site.valkey])),
            "Valkey killed and emptied": (1, self.empty_valkey),
            "Valkey frozen": (1, partial(self.freeze, [site.valkey], BRIEFLY)),
        }
        for name, children in parts.items():
            actions[f"{name} killed"] = (4, partial(self.kill, children))
            actions[f"{name} frozen"] = (1, partial(self.freeze, children, BRIEFLY))
            long = partial(self.freeze, children, PAST_DEADLINES)
            actions[f"{name} frozen past all deadlines"] = (1, long)
        if site.cluster is not None:
            actions["PostgreSQL connections ended"] = (4, self.end_connections)
            actions["PostgreSQL process killed"] = (2, self.kill_backend)
            actions["PostgreSQL process frozen past all deadlines"] = (1, self.freeze_backend)
        return actions

    def inject(self) -> None:
        """Cause one fault, unless the drawn process is already down."""
        actions = self.actions
        names = self.only or list(actions)
        (name,) = self.dice.choices(names, [actions[name][0] for name in names])
        missed = (NothingToHit, psycopg.Error, psutil.NoSuchProcess, ProcessLookupError)
        with contextlib.suppress(*missed):
            actions[name][1]()
            self.done[name] += 1

    def restore(self, *, all_of_it: bool = False) -> None:
        """Undo the faults that are due, or all of them."""
        while self.later and (all_of_it or self.later[0][0] <= time.monotonic()):
            heapq.heappop(self.later)[2]()

    # ----------------------------------------------------------------------- the faults
    def kill(self, children: list[ManagedProcess]) -> None:
        """Kill -9 a process with its children; it restarts after a while."""
        child, process = self._up(children)
        self.group.down.add(child.name)
        child.kill_session()
        process.wait()
        self._back_later(child)

    def empty_valkey(self) -> None:
        """Kill -9 Valkey, and delete its data."""
        self.kill([self.group.valkey])
        kept = self.group.folder / "valkey"
        shutil.rmtree(kept)
        kept.mkdir()

    def kill_parent(self) -> None:
        """Kill -9 only the worker's parent process, which leaves its children orphaned."""
        child, process = self._up(self.group.workers)
        self.group.down.add(child.name)
        self.orphans += child_processes(child)
        process.kill()
        process.wait()
        self._back_later(child)

    def kill_pool_process(self) -> None:
        """Kill -9 a child process of the worker."""
        child, _ = self._up(self.group.workers)
        self._any(child_processes(child)).kill()

    def freeze(self, children: list[ManagedProcess], span: tuple[float, float]) -> None:
        """Freeze a process with its children, and resume it later."""
        child, process = self._up(children)
        self.group.down.add(child.name)
        os.killpg(process.pid, signal.SIGSTOP)

        def thaw() -> None:
            os.killpg(process.pid, signal.SIGCONT)
            self.group.down.discard(child.name)

        self._later(span, thaw)

    def end_connections(self) -> None:
        """Have PostgreSQL terminate every connection."""
        if not (pids := self.group.backends()):
            raise NothingToHit
        with self.group.superuser() as line:
            line.execute("select pg_terminate_backend(pid) from unnest(%s::int[]) pid", (pids,))

    def kill_backend(self) -> None:
        """Kill -9 one backend of PostgreSQL, which closes all connections and recovers."""
        os.kill(self._backend(), signal.SIGKILL)

    def freeze_backend(self) -> None:
        """Freeze one backend of PostgreSQL with any locks it holds."""
        pid = self._backend()
        os.kill(pid, signal.SIGSTOP)

        def thaw() -> None:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGCONT)

        self._later(PAST_DEADLINES, thaw)

    # ---------------------------------------------------------------------------- parts
    def _up(self, children: list[ManagedProcess]) -> tuple[ManagedProcess, "Popen[bytes]"]:
        """Draw a running process. Raises NothingToHit."""
        up = [(each, each.process) for each in children if each.name not in self.group.down]
        child, process = self._any(up)
        if process is None:
            raise NothingToHit
        return child, process

    def _any(self, found: Sequence[T]) -> T:
        """Draw one. Raises NothingToHit if there is none."""
        if not found:
            raise NothingToHit
        return self.dice.choice(found)

    def _backend(self) -> int:
        """Return a backend in a transaction, or any one. Raises NothingToHit."""
        if not (pids := self.group.backends()):
            raise NothingToHit
        return pids[0]

    def _back_later(self, child: ManagedProcess) -> None:
        def back() -> None:
            child.start()
            self.group.down.discard(child.name)

        self._later(AWAY, back)

    def _later(self, span: tuple[float, float], action: Callable[[], object]) -> None:
        due = time.monotonic() + self.dice.uniform(*span)
        heapq.heappush(self.later, (due, next(self.number), action))
