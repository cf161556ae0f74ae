"""Outages: notice that the site was down, and give every open turn time again.

An outage means that processes are gone or frozen, or that Redis or the database does not answer.
A busy process is no outage: a client that keeps it busy must not gain time. A clock that is set,
forwards or back, is treated like an outage (decision 80).
"""

import logging
import threading
import time
from collections.abc import Callable
from datetime import timedelta
from math import inf

from django.db import DatabaseError
from django.db.models import Q, QuerySet
from django.db.models.functions import Now
from redis import RedisError

from density.platform import availability
from density.platform.redis import bound_ends, redis_connection
from games.live import deadlines, executor, questions
from games.live.commands import presence
from games.live.executor import Change, execute_command
from games.models import Game, Seat
from games.positions.clock_watch import ClockWatch
from games.positions.clocks import AFTER_RESTART, OPEN_SEAT, STAND_IN_SECONDS, paced_timedelta
from games.positions.position import Position
from games.signals import site_resumed

WORKERS, WEB, RESUMED = "density:beat", "density:web-beat", "density:resumed"
WORKERS_GAP, WEB_GAP = 5.0, 8.0
# the clock must have run without a jump for this long before old rows are deleted
STEADY_SECONDS = 1800.0
# errors of a busy PostgreSQL: rolled back, out of resources, locked, cancelled
BUSY_STATES = ("40", "53", "55", "57014")
BUSY_WORDS = ("too many", "is locked", "pool")

# the functions that give a game time, by its status
GRANTS = {
    Game.Status.OPEN: questions.hold_seats,
    Game.Status.SEALING: questions.hold_stage,
    Game.Status.PLAYING: questions.grant_time,
}

# claims in Redis, by the prefix of their keys, and how many seconds they last
CLAIMS = {
    deadlines.PLAYED_OUT: deadlines.PLAY_OUT_SECONDS,
    availability.KEY: availability.REFUSED_SECONDS,
}

watch = ClockWatch()
log = logging.getLogger(__name__)


def make_up_for_refused_writes() -> bool:
    """Give open turns time once the site can write again; return whether it can.

    The time in which no move could be saved must not count against players.
    """
    if not availability.refused_write():
        return True
    try:
        resume_turns()
        availability.forget_refused_write()
    except Exception as fault:
        if (
            availability.report_outage(fault, "deadlines wait; they are tried again in seconds")
            is None
        ):
            raise
        return False
    return True


class Beat:
    """The common heartbeat of all processes of a kind, in Redis and in memory."""

    def __init__(self, key: str, gap: float) -> None:
        self.key = key
        self.gap = gap
        self.last: float | None = None
        self.watch = ClockWatch()
        self.lock = threading.Lock()

    def missed(self) -> bool:
        """Send a heartbeat; return whether no process had sent one for longer than the gap.

        After an outage, only the first caller gets True; after a machine's clock was set, every
        process on it does. Heartbeats from the future do not count. Raises RedisError.
        """
        with self.lock:
            jumped = self.watch.has_jumped()
            now = time.time()
            last_beat = redis_connection().set(self.key, now, get=True)
            beats = [self.last, float(str(last_beat)) if last_beat else None]
            self.last = now
            return jumped or not any(at is not None and abs(now - at) <= self.gap for at in beats)

    def rest(self) -> None:
        """Continue after a time in which this process had no reason to send heartbeats."""
        if self.last is not None:
            self.last = time.time()


class Heartbeat:
    """Calls `beat` periodically in a thread of its own.

    It stops only if its process stops: neither a stalled event loop nor a slow database delays it.
    So `beat` must not depend on either.
    """

    def __init__(self, name: str, beat: Callable[[], object], seconds: float) -> None:
        self.name = name
        self.beat = beat
        self.seconds = seconds
        self.stopping: threading.Event | None = None

    def start(self) -> None:
        """Start the thread unless it runs; the first beat comes after one interval."""
        if self.stopping is None:
            self.stopping = threading.Event()
            arguments = (self.stopping,)
            threading.Thread(target=self._run, args=arguments, name=self.name, daemon=True).start()

    def stop(self) -> None:
        """End the thread after the current beat."""
        if self.stopping is not None:
            self.stopping.set()
            self.stopping = None

    def _run(self, stopping: threading.Event) -> None:
        while not stopping.wait(self.seconds):
            try:
                self.beat()
            except (RedisError, OSError) as fault:
                log.warning(
                    "redis unavailable (%r): %s missed a beat; it tries again", fault, self.name
                )
            except Exception:
                log.exception(
                    "%s failed and missed a beat; it tries again in %s s", self.name, self.seconds
                )


def is_away(fault: Exception) -> bool:
    """Return whether a fault means that the database is gone, and not only busy."""
    if not isinstance(fault, DatabaseError):
        return False
    state = getattr(fault.__cause__, "sqlstate", None) or ""
    text = str(fault).lower()
    return not state.startswith(BUSY_STATES) and not any(word in text for word in BUSY_WORDS)


def seconds_since() -> float:
    """Return the seconds since the last outage ended; infinite without one. Raises RedisError.

    A clock that was set since the last call in this process counts as an outage that ends now.
    """
    now, jumped = time.time(), watch.has_jumped()
    resumed = redis_connection().get(RESUMED)
    if jumped or (resumed and float(str(resumed)) > now):
        redis_connection().set(RESUMED, now)
        return 0.0
    return now - float(str(resumed)) if resumed else inf


def is_steady() -> bool:
    """Return whether the clock can be trusted to delete old rows. Raises RedisError.

    A clock that was set wrong, or is wrong when a machine starts, is corrected within minutes.
    """
    return seconds_since() >= STEADY_SECONDS


def resume_turns() -> int:
    """Give every open turn of a user that is due soon 20 s from now; return the number of games.

    Start times in the future, after the clock was set back, are set to now first. May be called any
    number of times.
    """
    redis_connection().set(RESUMED, time.time())
    presence.forgive_absence()
    bound_ends(CLAIMS)
    resumed = 0
    for game_id in (
        _affected_seats().order_by("game_id").values_list("game_id", flat=True).distinct()
    ):
        resumed += isinstance(execute_command(game_id, _resume_game), Change)
    site_resumed.send(None)
    return resumed


def _affected_seats() -> QuerySet[Seat]:
    """Return the seats with times that have passed, come soon, or are wrongly in the future."""
    soon = Q(asked=True, due_at__lt=Now() + paced_timedelta(AFTER_RESTART))
    stand_in = Q(stand_in_at__lt=Now() - paced_timedelta(STAND_IN_SECONDS - AFTER_RESTART))
    open_seat = Q(
        game__status=Game.Status.OPEN,
        away_since__lt=Now() - paced_timedelta(OPEN_SEAT - AFTER_RESTART),
    )
    future = Q(turn_at__gt=Now(), asked=True) | Q(away_since__gt=Now()) | Q(stand_in_at__gt=Now())
    future |= Q(game__pause_until__gt=Now()) | Q(due_at__gt=Now() + timedelta(seconds=1))
    status = (Game.Status.OPEN, Game.Status.SEALING, Game.Status.PLAYING)
    seats = Seat.objects.filter(game__status__in=status, abandoned_at=None)
    return seats.filter(soon | stand_in | open_seat | future)


def _resume_game(position: Position) -> Change | None:
    """Return the change that gives the seats of a game their time."""
    if position.game.status == Game.Status.FINISHED:
        return None
    changed = questions.bound_times(position)
    changed = GRANTS[Game.Status(position.game.status)](position) or changed
    return executor.presence_change(position, [*position.seats.values()]) if changed else None
