"""The instruments of a process: what it counts and measures, for Prometheus.

All are of this process alone: a call is an increment in memory. A process that is forked from
another one begins anew. docs/OBSERVABILITY.md says what each one means.
"""

import os
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    GCCollector,
    Histogram,
    PlatformCollector,
    ProcessCollector,
)
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector

# seconds, upper bounds
OF_MOVES = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5)
OF_DEADLINES = (0.05, 0.1, 0.15, 0.25, 0.5, 1, 2.5, 5, 10, 30)
OF_WAITS = (1, 2, 5, 10, 20, 30, 60, 90, 120, 180, 300, 600)
OF_TASKS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 50)
OF_THINKING = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5)
OF_PAGES = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)
# the length of a queue is what the matcher saw within so many seconds
FRESH_SECONDS = 10.0
ORIGINS = {"player": "player", "ai": "ai", "clock": "lapsed"}


class QueueLengths(Collector):
    """The lengths of the queues, where this process has lately matched them."""

    def __init__(self) -> None:
        self.seen: dict[str, tuple[float, int]] = {}

    def collect(self) -> Iterator[GaugeMetricFamily]:
        """Yield what is not too old: the next tick may run in another process."""
        found = GaugeMetricFamily(
            "density_queue_players", "Players who wait in a queue.", labels=["queue"]
        )
        for queue, (at, players) in list(self.seen.items()):
            if time.monotonic() - at < FRESH_SECONDS:
                found.add_metric([queue], players)
        yield found


class Instruments:
    """All instruments of a process, in a registry of their own."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        ProcessCollector(registry=self.registry)
        PlatformCollector(registry=self.registry)
        GCCollector(registry=self.registry)
        self.queues = QueueLengths()
        self.registry.register(self.queues)

        self.moves = self.counter("moves", "Moves written.", "game", "origin")
        self.refusals = self.counter("refusals", "Refused messages and requests.", "code", "via")
        self.limited = self.counter("limited", "What was done too often.", "limit")
        self.snapshots = self.counter("snapshots", "Whole tables sent.", "viewer")
        self.tasks = self.counter("task_runs", "Tasks begun.", "task")
        self.failures = self.counter("task_failures", "Tasks that ended by a fault.", "task")
        self.mails = self.counter("mails", "E-mails.", "result")
        self.log_lines = self.counter("log_lines", "Warnings and errors.", "level", "logger")
        self.pages = self.counter("pages", "HTTP requests answered.", "status")
        self.sockets = Gauge("density_sockets", "Open sockets.", ["page"], registry=self.registry)

        self.move_time = self.histogram(
            "move_seconds", "From a move's frame to its commit.", OF_MOVES, "via"
        )
        self.lateness = self.histogram(
            "deadline_lateness_seconds", "From a due time to its effect.", OF_DEADLINES, "deadline"
        )
        self.waits = self.histogram(
            "queue_wait_seconds", "From entering a queue to a seat.", OF_WAITS, "queue"
        )
        self.task_time = self.histogram("task_seconds", "How long tasks run.", OF_TASKS, "task")
        self.thinking = self.histogram(
            "ai_seconds", "How long an AI player computes a move.", OF_THINKING, "game", "level"
        )
        self.page_time = self.histogram(
            "page_seconds", "From a request to the end of its answer.", OF_PAGES, "method"
        )

    def counter(self, name: str, text: str, *labels: str) -> Counter:
        """Return a counter; Prometheus adds _total to its name."""
        return Counter(f"density_{name}", text, labels, registry=self.registry)

    def histogram(
        self, name: str, text: str, buckets: tuple[float, ...], *labels: str
    ) -> Histogram:
        """Return a histogram of seconds."""
        return Histogram(f"density_{name}", text, labels, buckets=buckets, registry=self.registry)


class Process:
    """The instruments of this process; a fork gets new ones, with no lock that another holds."""

    instruments = Instruments()

    @classmethod
    def begin_anew(cls) -> None:
        """Count from zero."""
        cls.instruments = Instruments()


os.register_at_fork(after_in_child=Process.begin_anew)


def registry() -> CollectorRegistry:
    """Return what holds all instruments of this process."""
    return Process.instruments.registry


# ------------------------------------------------------------------------------ the table
def count_move(game: str, by: str) -> None:
    """Count a move that is written: of a player, an AI player, or lapsed."""
    Process.instruments.moves.labels(game, ORIGINS[by]).inc()


def count_refusal(code: str, via: str) -> None:
    """Count a refusal, by socket or api."""
    Process.instruments.refusals.labels(code, via).inc()


def count_limited(limit: str) -> None:
    """Count what a user or an address did too often, by the name of its rate limit."""
    Process.instruments.limited.labels(limit).inc()


def time_move(seconds: float, via: str) -> None:
    """Note how long a move took that was accepted, by socket or api."""
    Process.instruments.move_time.labels(via).observe(seconds)


def count_snapshot(*, seated: bool) -> None:
    """Count a snapshot that is sent."""
    Process.instruments.snapshots.labels("player" if seated else "spectator").inc()


def open_socket(page: str) -> AbstractContextManager[None]:
    """Count a socket as open within this context."""
    found: AbstractContextManager[None] = Process.instruments.sockets.labels(
        page
    ).track_inprogress()
    return found


def note_deadline(deadline: str, seconds: float) -> None:
    """Note how late the effect of a deadline is: a turn, a wake-up of an AI, a stage of a deal."""
    Process.instruments.lateness.labels(deadline).observe(max(0.0, seconds))


def time_ai(game: str, level: str) -> AbstractContextManager[object]:
    """Measure how long an AI player computes within this context."""
    found: AbstractContextManager[object] = Process.instruments.thinking.labels(game, level).time()
    return found


# ------------------------------------------------------------------------------ the queues
def note_queue(queue: str, players: int) -> None:
    """Note how many players wait in a queue."""
    Process.instruments.queues.seen[queue] = (time.monotonic(), players)


def note_wait(queue: str, seconds: float) -> None:
    """Note how long a player has waited who is seated."""
    Process.instruments.waits.labels(queue).observe(max(0.0, seconds))


# ---------------------------------------------------------------------------- the processes
def time_task(task: str, seconds: float) -> None:
    """Note that a task has run, and how long."""
    Process.instruments.tasks.labels(task).inc()
    Process.instruments.task_time.labels(task).observe(seconds)


def count_task_failure(task: str) -> None:
    """Count a task that ended by a fault."""
    Process.instruments.failures.labels(task).inc()


def count_mail(result: str) -> None:
    """Count an e-mail: sent, failed or limited."""
    Process.instruments.mails.labels(result).inc()


def count_log_line(level: str, logger: str) -> None:
    """Count a warning or an error of a logger."""
    Process.instruments.log_lines.labels(level, logger).inc()


def time_page(method: str, status: int, seconds: float) -> None:
    """Note the answer to an HTTP request; `method` is one of HTTP."""
    Process.instruments.pages.labels(status).inc()
    Process.instruments.page_time.labels(method).observe(seconds)
