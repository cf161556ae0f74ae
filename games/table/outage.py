"""Outages: notice that the site was down, and give every open turn time again.

Away are processes that are gone or frozen, and a Redis or a database that does not answer. A
process that is only busy is not: a client that keeps it busy gains no time and no forgiveness.
"""

import logging
import threading
import time
from collections.abc import Callable
from math import inf

from django.db import DatabaseError, transaction
from django.db.models.functions import Now
from redis import RedisError

from games.models import Game, Seat
from games.table import presence, questions, snapshots
from games.table.clocks import AFTER_RESTART, span
from games.table.position import lock
from games.table.redis import redis

WORKERS, WEB, RESUMED = "density:beat", "density:web-beat", "density:resumed"
WORKERS_GAP, WEB_GAP = 5.0, 8.0
# what PostgreSQL says that has too much to do: rolled back, out of resources, locked, cancelled
BUSY_STATES = ("40", "53", "55", "57014")
BUSY_WORDS = ("too many", "is locked", "pool")

log = logging.getLogger(__name__)


class Beat:
    """A sign of life that all processes of a kind give together, in Redis and in memory."""

    def __init__(self, key: str, gap: float) -> None:
        self.key = key
        self.gap = gap
        self.last: float | None = None
        self.lock = threading.Lock()

    def missed(self) -> bool:
        """Give a sign; return whether no such process had given one for longer than the gap.

        Of several that ask after an outage one gets True. Raises RedisError.
        """
        with self.lock:
            now = time.time()
            before = redis().set(self.key, now, get=True)
            found = (self.last, float(str(before)) if before else None)
            known = [at for at in found if at is not None]
            self.last = now
        return not known or now - max(known) > self.gap

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
    """Return how long ago the site came back; infinite when it was not down. Raises RedisError."""
    resumed = redis().get(RESUMED)
    return time.time() - float(str(resumed)) if resumed else inf


def resume() -> int:
    """Give every open turn of users that is due soon 20 s from now; return how many games.

    May be called any number of times.
    """
    redis().set(RESUMED, time.time())
    presence.forgive()
    games = Seat.objects.filter(
        asked=True,
        stand_in="",
        due_at__lt=Now() + span(AFTER_RESTART),
        game__status=Game.Status.PLAYING,
    ).exclude(kind=Seat.Kind.AI)
    resumed = 0
    for game_id in games.order_by("game_id").values_list("game_id", flat=True).distinct():
        with transaction.atomic():
            position = lock(game_id)
            if position.game.status == Game.Status.PLAYING and questions.grant_time(position):
                snapshots.publish_change(position)
                resumed += 1
    return resumed
