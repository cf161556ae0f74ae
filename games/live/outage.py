"""Outages: notice that the site was down, and give every open turn time again.

Away are processes that are gone or frozen, and a Redis or a database that does not answer. A
process that is only busy is not: a client that keeps it busy gains no time and no forgiveness.
A clock that is set, forwards or back, is treated like an outage (decision 80).
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
from games.positions.clocks import AFTER_RESTART, OPEN_CHAIR, STAND_IN_SECONDS, paced_timedelta
from games.positions.position import Position
from games.signals import site_resumed

WORKERS, WEB, RESUMED = "density:beat", "density:web-beat", "density:resumed"
WORKERS_GAP, WEB_GAP = 5.0, 8.0
# the clock must have gone on for so long before anything is deleted for its age
STEADY_SECONDS = 1800.0
# what PostgreSQL says that has too much to do: rolled back, out of resources, locked, cancelled
BUSY_STATES = ("40", "53", "55", "57014")
BUSY_WORDS = ("too many", "is locked", "pool")

# what gives a game time, by its status
GRANTS = {
    Game.Status.OPEN: questions.hold_chairs,
    Game.Status.SEALING: questions.hold_stage,
    Game.Status.PLAYING: questions.grant_time,
}

# claims in Redis by how their keys begin, and the seconds that they last
CLAIMS = {
    deadlines.PLAYED_OUT: deadlines.PLAY_OUT_SECONDS,
    availability.KEY: availability.REFUSED_SECONDS,
}

watch = ClockWatch()
log = logging.getLogger(__name__)


def make_up_for_refused_writes() -> bool:
    """Give open turns time once the site can write again; return whether it can.

    While no move could be saved no time of a player was over.
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
    """A sign of life that all processes of a kind give together, in Redis and in memory."""

    def __init__(self, key: str, gap: float) -> None:
        self.key = key
        self.gap = gap
        self.last: float | None = None
        self.watch = ClockWatch()
        self.lock = threading.Lock()

    def missed(self) -> bool:
        """Give a sign; return whether no such process had given one for longer than the gap.

        Of several that ask after an outage one gets True; of several on a machine whose clock was
        set every one. Signs from the future do not count. Raises RedisError.
        """
        with self.lock:
            jumped = self.watch.has_jumped()
            now = time.time()
            before = redis_connection().set(self.key, now, get=True)
            found = (self.last, float(str(before)) if before else None)
            known = [at for at in found if at is not None]
            self.last = now
        return jumped or not any(abs(now - at) <= self.gap for at in known)

    def rest(self) -> None:
        """Go on after a time in which this process had nothing to give signs for."""
        if self.last is not None:
            self.last = time.time()


class Heartbeat:
    """Does a little over and over again, in a thread of its own.

    Neither a stalled event loop nor work that waits for the database holds it up: it stands still
    only when its process does. So `beat` must do neither.
    """

    def __init__(self, name: str, beat: Callable[[], object], seconds: float) -> None:
        self.name = name
        self.beat = beat
        self.seconds = seconds
        self.stopping: threading.Event | None = None

    def start(self) -> None:
        """Begin, unless it has begun; the first beat comes after a while."""
        if self.stopping is None:
            self.stopping = threading.Event()
            arguments = (self.stopping,)
            threading.Thread(target=self._run, args=arguments, name=self.name, daemon=True).start()

    def stop(self) -> None:
        """End after the beat under way."""
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
    """Return whether a fault says that the database is gone, and not that it has too much to do."""
    if not isinstance(fault, DatabaseError):
        return False
    state = getattr(fault.__cause__, "sqlstate", None) or ""
    words = str(fault).lower()
    return not state.startswith(BUSY_STATES) and not any(each in words for each in BUSY_WORDS)


def seconds_since() -> float:
    """Return how long ago the site came back; infinite when it was not down. Raises RedisError.

    It has just come back when the clock was set since this was last asked here.
    """
    now, jumped = time.time(), watch.has_jumped()
    resumed = redis_connection().get(RESUMED)
    if jumped or (resumed and float(str(resumed)) > now):
        redis_connection().set(RESUMED, now)
        return 0.0
    return now - float(str(resumed)) if resumed else inf


def is_steady() -> bool:
    """Return whether the clock may be trusted with what is deleted for its age. Raises RedisError.

    A clock that was set wrong, or is wrong at the start of a machine, is corrected within minutes.
    """
    return seconds_since() >= STEADY_SECONDS


def resume_turns() -> int:
    """Give every open turn of users that is due soon 20 s from now; return how many games.

    Times in the future, because the clock was set back, are brought to now first. May be called
    any number of times.
    """
    redis_connection().set(RESUMED, time.time())
    presence.forgive_absence()
    bound_ends(CLAIMS)
    resumed = 0
    for game_id in _affected().order_by("game_id").values_list("game_id", flat=True).distinct():
        resumed += isinstance(execute_command(game_id, _resume), Change)
    site_resumed.send(None)
    return resumed


def _affected() -> QuerySet[Seat]:
    """Return the seats whose times are over, are soon, or lie where the clock was before."""
    soon = Q(asked=True, due_at__lt=Now() + paced_timedelta(AFTER_RESTART))
    stand_in = Q(stand_in_at__lt=Now() - paced_timedelta(STAND_IN_SECONDS - AFTER_RESTART))
    chair = Q(
        game__status=Game.Status.OPEN,
        away_since__lt=Now() - paced_timedelta(OPEN_CHAIR - AFTER_RESTART),
    )
    future = Q(turn_at__gt=Now(), asked=True) | Q(away_since__gt=Now()) | Q(stand_in_at__gt=Now())
    future |= Q(game__pause_until__gt=Now()) | Q(due_at__gt=Now() + timedelta(seconds=1))
    status = (Game.Status.OPEN, Game.Status.SEALING, Game.Status.PLAYING)
    seats = Seat.objects.filter(game__status__in=status, abandoned_at=None)
    return seats.filter(soon | stand_in | chair | future)


def _resume(position: Position) -> Change | None:
    """Give a game its times back."""
    if position.game.status == Game.Status.FINISHED:
        return None
    changed = questions.bring_back(position)
    changed = GRANTS[Game.Status(position.game.status)](position) or changed
    return executor.presence_change(position, [*position.seats.values()]) if changed else None
