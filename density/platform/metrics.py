"""The instruments of a process: what it counts and measures, for Prometheus.

All are of this process alone: a call is an increment in memory. A process that is forked from
another one starts empty. docs/OBSERVABILITY.md says what each one means.
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

# what is counted and what is measured, by name: the help text and the names of the labels
COUNTERS = {
    "moves": ("Moves written.", "game", "origin"),
    "refusals": ("Refused messages and requests.", "code", "via"),
    "limited": ("What was done too often.", "limit"),
    "snapshots": ("Whole tables sent.", "viewer"),
    "task_runs": ("Tasks begun.", "task"),
    "task_failures": ("Tasks that ended by a fault.", "task"),
    "mails": ("E-mails.", "result"),
    "log_lines": ("Warnings and errors.", "level", "logger"),
    "pages": ("HTTP requests answered.", "status"),
}
HISTOGRAMS = {
    "move_seconds": (OF_MOVES, "From a move's frame to its commit.", ("via",)),
    "deadline_lateness_seconds": (OF_DEADLINES, "From a due time to its effect.", ("deadline",)),
    "queue_wait_seconds": (OF_WAITS, "From entering a queue to a seat.", ("queue",)),
    "task_seconds": (OF_TASKS, "How long tasks run.", ("task",)),
    "ai_seconds": (OF_THINKING, "How long an AI player computes a move.", ("game", "level")),
    "page_seconds": (OF_PAGES, "From a request to the end of its answer.", ("method",)),
}


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
        for collector in (ProcessCollector, PlatformCollector, GCCollector):
            collector(registry=self.registry)
        self.queues = QueueLengths()
        self.registry.register(self.queues)
        self.sockets = Gauge("density_sockets", "Open sockets.", ["page"], registry=self.registry)
        self.counters = {
            name: Counter(f"density_{name}", text, labels, registry=self.registry)
            for name, (text, *labels) in COUNTERS.items()
        }
        self.histograms = {
            name: Histogram(
                f"density_{name}", text, labels, buckets=buckets, registry=self.registry
            )
            for name, (buckets, text, labels) in HISTOGRAMS.items()
        }


class Process:
    """The instruments of this process; a fork gets new ones, with no lock that another holds."""

    instruments = Instruments()

    @classmethod
    def begin_anew(cls) -> None:
        """Count from zero."""
        cls.instruments = Instruments()


os.register_at_fork(after_in_child=Process.begin_anew)


def process_registry() -> CollectorRegistry:
    """Return what holds all instruments of this process."""
    return Process.instruments.registry


def count_event(name: str, *labels: str) -> None:
    """Add one to one of COUNTERS, with the values of its labels."""
    Process.instruments.counters[name].labels(*labels).inc()


def observe_seconds(name: str, seconds: float, *labels: str) -> None:
    """Note a time in one of HISTOGRAMS, with the values of its labels; below zero is zero."""
    Process.instruments.histograms[name].labels(*labels).observe(max(0.0, seconds))


def measure_duration(name: str, *labels: str) -> AbstractContextManager[object]:
    """Observe in one of HISTOGRAMS how long this context takes."""
    timer: AbstractContextManager[object] = (
        Process.instruments.histograms[name].labels(*labels).time()
    )
    return timer


def open_socket(page: str) -> AbstractContextManager[None]:
    """Count a socket as open within this context."""
    found: AbstractContextManager[None] = Process.instruments.sockets.labels(
        page
    ).track_inprogress()
    return found


def note_queue(queue: str, players: int) -> None:
    """Note how many players wait in a queue."""
    Process.instruments.queues.seen[queue] = (time.monotonic(), players)
