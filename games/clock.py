"""The workers' clock: claims due questions from the index and sends tasks, ten times a second.

Every worker except the coach runs one. A claim removes an entry from the index, so only one clock
gets it. If an entry is lost between the claim and the task, the reconciler finds its row.
"""

import logging
import threading
import time
from collections.abc import Callable
from datetime import timedelta
from functools import partial
from math import ceil
from typing import Any

from celery import Celery, bootsteps
from django.conf import settings
from django.db import DatabaseError, close_old_connections, connection
from django.db.models import Q
from django.db.models.functions import Now
from kombu.exceptions import OperationalError
from redis import Redis, RedisError

from density.platform.redis import redis_connection
from games.coach import is_coach
from games.live import deadlines, outage
from games.live.commands import presence
from games.live.due import EXPIRES_SECONDS, Due
from games.models import Game, Seat
from games.positions.clock_watch import ClockWatch
from games.positions.clocks import STAND_IN_SECONDS, paced_timedelta

SWEEP_SECONDS = 0.1
SHORTEST_SWEEP = 0.05
RECONCILE_SECONDS = 5.0
DAILY_SECONDS = 600.0  # between two checks whether a day has begun
RETRY_SECONDS = 1.0
AI_QUEUE = "ai"
BEAT_SECONDS = 1.0
BATCH = 100
# most turns in one message
TOGETHER = 25
# most due entries that a sweep reads, to choose the next AI turns; at most BATCH of those wait for
# workers
MOST_DUE = 5000
# an entry this late was lost; one that is due before the next check belongs in the index
LOST_AFTER = timedelta(seconds=2)
AHEAD = timedelta(seconds=RECONCILE_SECONDS + 1)
# task names, which a test compares with the tasks: the clock never imports them
TASKS = {
    "turn": "games.expire_turns",
    "ai": "games.take_bot_turns",
    "away": "games.note_absence",
    "settle": "games.settle_seat",
    "tidy": "games.tidy_tables",
    "remind": "games.send_reminders",
    "daily": "accounts.daily",
    "guests": "games.remove_idle_guests",
    "puzzles": "games.mine_puzzles",
    "deals": "games.count_deals",
    "exports": "games.export_last_month",
}

log = logging.getLogger(__name__)


def sweep_deadlines(app: Celery, now: float) -> int:
    """Claim entries due at this Unix time and send their tasks; return the number of entries.

    AI turns are claimed only as fast as workers take them. The others stay in the index, where
    addresses take turns (games.live.deadlines.choose_turns).
    """
    index = redis_connection()
    members = index.zrangebyscore(deadlines.INDEX, "-inf", now, start=0, num=MOST_DUE)
    due: list[str] = []
    ai: list[str] = []
    for member in map(str, members):
        (ai if member.endswith(":ai") else due).append(member)
    room = max(0, BATCH - TOGETHER * int(index.llen(AI_QUEUE))) if ai else 0
    claimed = _claim_entries(index, [*due[:BATCH], *deadlines.choose_turns(ai, room)])
    # a message costs more than a move
    lists: dict[str, list[Due]] = {"turn": [], "ai": []}
    for member in claimed:
        game_id, seat, number, kind = member.split(":")
        lists["ai" if kind == "ai" else "turn"].append((game_id, int(seat), int(number)))
    for kind, turns in lists.items():
        count = ceil(len(turns) / TOGETHER)
        for start in range(count):
            app.send_task(TASKS[kind], args=(turns[start::count],), expires=EXPIRES_SECONDS)
    return len(claimed)


def _claim_entries(index: Redis, members: list[str]) -> list[str]:
    """Remove members from the index in one round trip; return those that were still in it."""
    with index.pipeline(transaction=False) as pipe:
        for member in members:
            pipe.zrem(deadlines.INDEX, member)
        removed = pipe.execute()
    return [member for member, was_in_it in zip(members, removed, strict=True) if was_in_it]


def send_absences(app: Celery, now: float) -> int:
    """Send a task for every user whose sockets have been silent; return the number of tasks."""
    silent = presence.claim_silent(now)
    for game_id, user_id in silent:
        app.send_task(TASKS["away"], args=(game_id, user_id), expires=EXPIRES_SECONDS)
    return len(silent)


def settle_abandoned(app: Celery) -> int:
    """Send a task for every seat that may count as abandoned by now; return the number of tasks."""
    spent = Q(stand_in_at__lte=Now() - paced_timedelta(STAND_IN_SECONDS)) | Q(user=None)
    seats = Seat.objects.filter(spent, abandoned_at=None, game__status=Game.Status.PLAYING)
    seat_ids = list(seats.exclude(kind=Seat.Kind.AI).values_list("game_id", "index"))
    for game_id, index in seat_ids:
        app.send_task(TASKS["settle"], args=(game_id, index), expires=EXPIRES_SECONDS)
    return len(seat_ids)


def reconcile_index() -> int:
    """Index questions again that are overdue by 2 s or due soon; return the number of entries."""
    due = Q(due_at__lt=Now() - LOST_AFTER) | Q(due_at__gt=Now(), due_at__lt=Now() + AHEAD)
    entries = deadlines.index_entries(Seat.objects.filter(due, asked=True).only(*deadlines.INDEXED))
    if entries:
        deadlines.add_missing(entries)
    return len(entries)


class WorkerClock(bootsteps.StartStopStep):
    """A thread in the worker's parent process, independent of the pool's children."""

    requires = ("celery.worker.components:Pool",)

    def __init__(self, parent: Any, **options: Any) -> None:
        self.stopping = threading.Event()
        self.thread: threading.Thread | None = None
        super().__init__(parent, **options)

    def include_if(self, parent: Any) -> bool:
        """Return whether this worker has a clock: all have one except the coach."""
        return not is_coach(parent.app)

    def start(self, parent: Any) -> None:
        """Start the thread."""
        self.thread = threading.Thread(
            target=self.run, args=(parent.app,), name=type(self).__name__, daemon=True
        )
        self.thread.start()

    def stop(self, parent: Any) -> None:
        """Let the thread finish its work and end."""
        self.stopping.set()
        if self.thread is not None:
            self.thread.join(timeout=RETRY_SECONDS)

    def terminate(self, parent: Any) -> None:
        """Stop, like stop()."""
        self.stop(parent)

    def run(self, app: Celery) -> None:
        """Work until self.stopping is set."""
        raise NotImplementedError


class DeadlineClock(WorkerClock):
    """Sends tasks for due questions, absences and periodic work."""

    def __init__(self, parent: Any, **options: Any) -> None:
        self.beat = outage.Beat(outage.WORKERS, outage.WORKERS_GAP)
        self.watch = ClockWatch()
        self.next_beat = self.next_reconciling = self.next_daily = 0.0
        # whether there was an outage, for which open turns get time: no move could be made in it
        self.was_away = False
        self.lock = threading.Lock()
        # in a thread of its own: a sweep that waits for a busy database is no outage
        self.heartbeat = outage.Heartbeat("deadline heartbeat", self.send_heartbeat, BEAT_SECONDS)
        super().__init__(parent, **options)

    def start(self, parent: Any) -> None:
        """Start to sweep."""
        super().start(parent)
        self.heartbeat.start()

    def stop(self, parent: Any) -> None:
        """Finish the current sweep and end."""
        self.heartbeat.stop()
        super().stop(parent)

    def run(self, app: Celery) -> None:
        """Sweep until stopped; an outage of Redis or the database only makes it wait."""
        rest = max(SHORTEST_SWEEP, SWEEP_SECONDS * min(1.0, float(settings.AI_PACE)))
        while not self.stopping.is_set():
            wait = rest
            # read before give_time(): a turn that is due only because the clock was set gets time
            now = time.time()
            try:
                self.give_time()
                if sweep_deadlines(app, now) >= BATCH:
                    wait = 0.0
                self.send_periodic_tasks(app)
            except (RedisError, OperationalError, DatabaseError, OSError) as fault:
                log.warning(
                    "service unavailable (%r): deadlines wait for %s s", fault, RETRY_SECONDS
                )
                wait = RETRY_SECONDS
                self.next_beat = 0.0
                self.was_away = self.was_away or outage.is_away(fault)
            except Exception:
                log.exception("deadline clock failed; it sweeps again in %s s", RETRY_SECONDS)
                wait = RETRY_SECONDS
            self.stopping.wait(wait)

    def give_time(self) -> None:
        """Send a heartbeat once a second; after an outage, give open turns more time."""
        jumped = self.watch.has_jumped()
        if time.monotonic() < self.next_beat and not jumped:
            return
        self.send_heartbeat()
        if jumped:
            log.warning("the clock of this machine was set: open turns get time as after an outage")
            self.was_away = True
        with self.lock:
            resumes, self.was_away = self.was_away, False
        if resumes:
            try:
                _run_with_connection(outage.resume_turns)
            except Exception:
                self.was_away = True
                raise
        self.next_beat = time.monotonic() + BEAT_SECONDS

    def send_heartbeat(self) -> None:
        """Send a heartbeat; note whether no clock had sent one lately. Raises RedisError."""
        with self.lock:
            self.was_away = self.beat.missed() or self.was_away

    def send_periodic_tasks(self, app: Celery) -> None:
        """Send the tasks for silent users, and the rarer ones when they are due."""
        send_absences(app, time.time())
        if time.monotonic() >= self.next_reconciling:
            _run_with_connection(reconcile_index)
            _run_with_connection(partial(settle_abandoned, app))
            _run_with_connection(presence.expect_heartbeats)
            app.send_task(TASKS["tidy"], expires=EXPIRES_SECONDS)
            app.send_task(TASKS["remind"], expires=EXPIRES_SECONDS)
            self.next_reconciling = time.monotonic() + RECONCILE_SECONDS
        if time.monotonic() >= self.next_daily:
            # a wrong clock would draw ladders of other days, and delete rows that are not old
            if outage.is_steady():
                app.send_task(TASKS["daily"], expires=EXPIRES_SECONDS)
                app.send_task(TASKS["guests"], expires=EXPIRES_SECONDS)
                app.send_task(TASKS["deals"], expires=EXPIRES_SECONDS)
                app.send_task(TASKS["exports"], expires=EXPIRES_SECONDS)
            app.send_task(TASKS["puzzles"], expires=EXPIRES_SECONDS)
            self.next_daily = time.monotonic() + DAILY_SECONDS


def _run_with_connection(work: Callable[[], object]) -> None:
    """Work, then close the database connection: the worker's children are forks of this process."""
    close_old_connections()
    try:
        work()
    finally:
        connection.close()
