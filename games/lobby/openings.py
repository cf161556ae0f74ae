"""Limits of the tables that a user and an address may open, and have at the same time."""

from django.conf import settings
from django.db.models import Q
from django.db.models.functions import Now

from accounts.models import User
from density.platform import limits
from games.models import Game, Seat
from games.positions.clocks import paced_timedelta

# a user who has been away for this long does not count towards the tables of an address
AWAY_SECONDS = 600.0


def count_opening(user: User, address: str) -> None:
    """Count a table that a user opens from an address, and set the user's `origin`.

    Guest accounts take only a moment to create, so the address has limits, too: on the tables that
    it opens, and on those where its users wait or play. Raises limits.TooMany.
    """
    limits.count_use("tables", user.pk)
    limits.count_use("tables_of_address", address)
    user.origin = limits.hash_subject(address)
    is_present = Q(away_since=None) | Q(away_since__gt=Now() - paced_timedelta(AWAY_SECONDS))
    seats = Seat.objects.filter(is_present, live=True, user__isnull=False, game__origin=user.origin)
    games = seats.exclude(user=user).order_by().values("game").distinct()
    waiting = games.filter(game__status=Game.Status.OPEN).count()
    for limit, count in (
        ("waiting_of_address", waiting),
        ("games_of_address", games.count() - waiting),
    ):
        most, _seconds = settings.LIMITS[limit]
        if most and count >= most:
            raise limits.TooMany(limit)
