"""Reminders by Web Push for absent seat owners, when it is their turn at a table without a clock.

The workers' clock sends the task every few seconds; no move waits for it.
"""

from collections import defaultdict

from django.db.models import Exists, OuterRef
from django.db.models.functions import Now
from django.urls import reverse

from accounts.contact import push
from accounts.contact.notifications import notify_users
from density.platform.redis import redis_connection
from games.models import Game, Seat
from games.positions.clocks import AWAY_BEFORE_REMINDER, paced_timedelta
from games.registry import GAMES

KIND = "turn"
# for this long, a reminder is not repeated for the same question
KEPT_SECONDS = 7 * 24 * 3600


def send_reminders() -> int:
    """Remind absent owners that it is their turn, once for each question; return how many.

    Only at tables without a clock where other users play, and only owners who want reminders now:
    in quiet hours a reminder waits. Raises RedisError.
    """
    seats = _waiting_seats()
    reachable = push.find_reachable([seat.user_id for seat in seats if seat.user_id], KIND)
    reminded = [seat for seat in seats if seat.user_id in reachable and _is_first(seat)]
    names = _names_at({seat.game_id for seat in reminded})
    for seat in reminded:
        assert seat.user_id is not None
        notify_users(
            KIND,
            [seat.user_id],
            reverse("games:game", args=[seat.game_id]),
            game=GAMES[seat.game.slug].title,
            title=seat.game.title,
            names=names[seat.game_id],
        )
    return len(reminded)


def _waiting_seats() -> list[Seat]:
    others = Seat.objects.filter(game=OuterRef("game"), user__isnull=False, abandoned_at=None)
    seats = Seat.objects.filter(
        Exists(others.exclude(user=OuterRef("user"))),
        asked=True,
        live=True,
        user__isnull=False,
        stand_in="",
        away_since__lte=Now() - paced_timedelta(AWAY_BEFORE_REMINDER),
        game__status=Game.Status.PLAYING,
        game__rated=False,
        game__clock__isnull=True,
    )
    return list(seats.select_related("game").order_by("pk"))


def _is_first(seat: Seat) -> bool:
    key = f"density:reminded:{seat.game_id}:{seat.index}:{seat.question}"
    return bool(redis_connection().set(key, 1, nx=True, ex=KEPT_SECONDS))


def _names_at(games: set[str]) -> dict[str, list[str]]:
    """Return the names of the users at these tables, by game."""
    names: dict[str, list[str]] = defaultdict(list)
    seats = Seat.objects.filter(game__in=games, user__isnull=False, abandoned_at=None)
    for game, name in seats.order_by("index").values_list("game_id", "name"):
        names[game].append(name)
    return names
