"""The fault injector: one fault at a time, drawn at random, and undone later."""

import contextlib
import heapq
import itertools
import os
import random
import shutil
import signal
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import psutil
import psycopg

from density.embedded.process import ManagedProcess
from tests.process_group import ProcessGroup, child_processes

# how long a dead process stays away, and a frozen one frozen
AWAY = (0.0, 1.2)
BRIEFLY = (0.5, 2.0)
PAST_DEADLINES = (6.0, 7.0)  # longer than any turn of the games


@dataclass
class FaultInjector:
    """Draws and does the faults; `done` counts them by kind."""

    group: ProcessGroup
    dice: random.Random
    only: list[str] | None = None
    done: Counter[str] = field(default_factory=Counter)
    # what is to be taken back: when, a number that keeps the order, how
    later: list[tuple[float, int, Callable[[], None]]] = field(default_factory=list)
    number: Iterator[int] = field(default_factory=itertools.count)
    # children of killed workers that were left to themselves
    orphans: list[psutil.Process] = field(default_factory=list)

    @property
    def actions(self) -> dict[str, tuple[int, Callable[[], bool]]]:
        """Every kind of fault: how often it is drawn, and what does it."""
        on_any = {
            "web process killed": (4, lambda: self.kill(self.group.webs)),
            "web process frozen": (1, lambda: self.freeze(self.group.webs, BRIEFLY)),
            "web process frozen past all deadlines": (
                1,
                lambda: self.freeze(self.group.webs, PAST_DEADLINES),
            ),
            "worker killed": (4, lambda: self.kill(self.group.workers)),
            "worker's parent killed": (1, self.kill_parent),
            "worker's child killed": (3, self.kill_pool_process),
            "worker frozen": (1, lambda: self.freeze(self.group.workers, BRIEFLY)),
            "worker frozen past all deadlines": (
                1,
                lambda: self.freeze(self.group.workers, PAST_DEADLINES),
            ),
            "Valkey killed": (3, lambda: self.kill([self.group.valkey])),
            "Valkey killed and emptied": (1, self.empty_valkey),
            "Valkey frozen": (1, lambda: self.freeze([self.group.valkey], BRIEFLY)),
        }
        on_postgres = {
            "PostgreSQL connections ended": (4, self.end_connections),
            "PostgreSQL process killed": (2, self.kill_backend),
            "PostgreSQL process frozen past all deadlines": (1, self.freeze_backend),
        }
        return on_any if self.group.cluster is None else on_any | on_postgres

    def inject(self) -> str | None:
        """Do one fault; None when what was drawn is down already."""
        actions = self.actions
        names = self.only or list(actions)
        (name,) = self.dice.choices(names, [actions[name][0] for name in names])
        try:
            hit = actions[name][1]()
        except (psycopg.Error, psutil.NoSuchProcess, ProcessLookupError):
            return None
        if hit:
            self.done[name] += 1
        return name if hit else None

    def restore(self, *, all_of_it: bool = False) -> None:
        """Take back what is due, or everything."""
        while self.later and (all_of_it or self.later[0][0] <= time.monotonic()):
            heapq.heappop(self.later)[2]()

    # ----------------------------------------------------------------------- the faults
    def kill(self, children: list[ManagedProcess]) -> bool:
        """Kill -9 a process and all that it started; it comes back after a while."""
        child = self._up(children)
        if child is None:
            return False
        self._put_down(child)
        return True

    def empty_valkey(self) -> bool:
        """The same, and everything that Valkey knew is lost with it."""
        child = self._up([self.group.valkey])
        if child is None:
            return False
        self._put_down(child)
        kept = self.group.folder / "valkey"
        shutil.rmtree(kept)
        kept.mkdir()
        return True

    def kill_parent(self) -> bool:
        """Kill -9 the worker's own process only: its children find themselves alone."""
        child = self._up(self.group.workers)
        if child is None or child.process is None:
            return False
        self.group.down.add(child.name)
        self.orphans += child_processes(child)
        child.process.kill()
        child.process.wait()
        self._back_after(AWAY, child)
        return True

    def kill_pool_process(self) -> bool:
        """Kill -9 a process that was at work for the worker."""
        child = self._up(self.group.workers)
        pool = [] if child is None else child_processes(child)
        if not pool:
            return False
        self.dice.choice(pool).kill()
        return True

    def freeze(self, children: list[ManagedProcess], span: tuple[float, float]) -> bool:
        """Stop a process with all that it started, and let it go on after its time."""
        child = self._up(children)
        if child is None or child.process is None:
            return False
        group = child.process.pid
        self.group.down.add(child.name)
        os.killpg(group, signal.SIGSTOP)

        def thaw() -> None:
            os.killpg(group, signal.SIGCONT)
            self.group.down.discard(child.name)

        self._later(span, thaw)
        return True

    def end_connections(self) -> bool:
        """Let PostgreSQL end every connection, in the midst of whatever it does."""
        pids = self.group.backends()
        with self.group.superuser() as line:
            line.execute("select pg_terminate_backend(pid) from unnest(%s::int[]) pid", (pids,))
        return bool(pids)

    def kill_backend(self) -> bool:
        """Kill -9 one process of PostgreSQL: it closes all connections and recovers."""
        pids = self.group.backends()
        if not pids:
            return False
        os.kill(pids[0], signal.SIGKILL)
        return True

    def freeze_backend(self) -> bool:
        """Stop one process of PostgreSQL, with the locks that it may hold."""
        pids = self.group.backends()
        if not pids:
            return False
        pid = pids[0]
        os.kill(pid, signal.SIGSTOP)

        def thaw() -> None:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGCONT)

        self._later(PAST_DEADLINES, thaw)
        return True

    # ---------------------------------------------------------------------------- parts
    def _up(self, children: list[ManagedProcess]) -> ManagedProcess | None:
        up = [child for child in children if child.name not in self.group.down]
        return self.dice.choice(up) if up else None

    def _put_down(self, child: ManagedProcess) -> None:
        self.group.down.add(child.name)
        child.kill_session()
        if child.process is not None:
            child.process.wait()
        self._back_after(AWAY, child)

    def _back_after(self, span: tuple[float, float], child: ManagedProcess) -> None:
        def back() -> None:
            child.start()
            self.group.down.discard(child.name)

        self._later(span, back)

    def _later(self, span: tuple[float, float], action: Callable[[], None]) -> None:
        due = time.monotonic() + self.dice.uniform(*span)
        heapq.heappush(self.later, (due, next(self.number), action))
