"""When nobody could play: notice that the house was away, and give everybody time again."""

import time
from math import inf

from django.db import transaction
from django.db.models.functions import Now

from games.models import Game, Seat
from games.table import history, presence, schedule
from games.table.clocks import AFTER_RESTART, span
from games.table.position import lock
from games.table.schedule import redis

WORKERS, WEB, RESUMED = "density:beat", "density:web-beat", "density:resumed"
WORKERS_GAP, WEB_GAP = 5.0, 8.0


class Beat:
    """A sign of life that all processes of a kind give together, in Redis and in memory."""

    def __init__(self, key: str, gap: float) -> None:
        self.key = key
        self.gap = gap
        self.last: float | None = None

    def missed(self) -> bool:
        """Give a sign; whether nobody of the kind had given one for longer than the gap.

        Of several that ask after an outage one is told so. Raises RedisError.
        """
        now = time.time()
        before = redis().set(self.key, now, get=True)
        known = [at for at in (self.last, float(str(before)) if before else None) if at is not None]
        self.last = now
        return not known or now - max(known) > self.gap

    def rest(self) -> None:
        """Go on after a time in which this process had nothing to give signs for."""
        if self.last is not None:
            self.last = time.time()


def seconds_since() -> float:
    """How long ago the house came back; infinite when it has not been away. Raises RedisError."""
    resumed = redis().get(RESUMED)
    return time.time() - float(str(resumed)) if resumed else inf


def resume() -> int:
    """Give every open turn of people that is due soon 20 s from now; how many games it were.

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
            if position.game.status == Game.Status.PLAYING and schedule.grant_time(position):
                history.tell_change(position)
                resumed += 1
    return resumed
