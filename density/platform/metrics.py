"""The Prometheus metrics of a process.

They belong to this process alone and live in memory; a forked process starts at zero.
docs/OBSERVABILITY.md says what each one means.
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

# buckets of histograms: upper bounds in seconds
OF_MOVES = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5)
OF_DEADLINES = (0.05, 0.1, 0.15, 0.25, 0.5, 1, 2.5, 5, 10, 30)
OF_WAITS = (1, 2, 5, 10, 20, 30, 60, 90, 120, 180, 300, 600)
OF_TASKS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 50)
OF_THINKING = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5)
OF_PAGES = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)
# seconds for which the matcher's last count of a queue is reported
FRESH_SECONDS = 10.0

# by name: help text and label names; for histograms also the buckets
COUNTERS = {
    "moves": ("Moves written.", "game", "origin"),
    "refusals": ("Refused messages and requests.", "code", "via"),
    "limited": ("Actions over their rate limit.", "limit"),
    "snapshots": ("Whole tables sent.", "viewer"),
    "task_runs": ("Tasks begun.", "task"),
    "task_failures": ("Tasks that failed.", "task"),
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
    """The lengths of the queues that this process has lately matched."""

    def __init__(self) -> None:
        self.seen: dict[str, tuple[float, int]] = {}

    def collect(self) -> Iterator[GaugeMetricFamily]:
        """Yield the recent lengths: the matcher may have moved to another process."""
        family = GaugeMetricFamily(
            "density_queue_players", "Players who wait in a queue.", labels=["queue"]
        )
        for queue, (at, players) in list(self.seen.items()):
            if time.monotonic() - at < FRESH_SECONDS:
                family.add_metric([queue], players)
        yield family


class Instruments:
    """All metrics of a process, in a separate registry."""

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
    """The metrics of this process; a fork gets new ones, whose locks are free."""

    instruments = Instruments()

    @classmethod
    def begin_anew(cls) -> None:
        """Start again from zero."""
        cls.instruments = Instruments()


os.register_at_fork(after_in_child=Process.begin_anew)


def process_registry() -> CollectorRegistry:
    """Return the registry of this process."""
    return Process.instruments.registry


def count_event(name: str, *labels: str) -> None:
    """Add one to a counter of COUNTERS, with the values of its labels."""
    Process.instruments.counters[name].labels(*labels).inc()


def observe_seconds(name: str, seconds: float, *labels: str) -> None:
    """Observe a duration in a histogram of HISTOGRAMS; negative ones count as zero."""
    Process.instruments.histograms[name].labels(*labels).observe(max(0.0, seconds))


def measure_duration(name: str, *labels: str) -> AbstractContextManager[object]:
    """Observe the duration of this context in a histogram of HISTOGRAMS."""
    timer: AbstractContextManager[object] = (
        Process.instruments.histograms[name].labels(*labels).time()
    )
    return timer


def open_socket(page: str) -> AbstractContextManager[None]:
    """Count a socket as open within this context."""
    tracker: AbstractContextManager[None] = Process.instruments.sockets.labels(
        page
    ).track_inprogress()
    return tracker


def note_queue(queue: str, players: int) -> None:
    """Set the number of players in a queue."""
    Process.instruments.queues.seen[queue] = (time.monotonic(), players)
