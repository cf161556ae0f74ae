"""Web Push to users near the rating of a ranked table that needs one more player."""

from collections.abc import Sequence

from django.db.models import Q
from django.urls import reverse

from accounts.contact import push
from accounts.contact.notifications import notify_users
from accounts.models import Mode, PushChoices
from accounts.ratings.rating import PRIOR_MU
from density.platform.redis import passing_over_outages
from games.models import Seat
from games.registry import GAMES
from matchmaking import queue_cache
from matchmaking.arrivals import Estimate, bin_of
from matchmaking.pairing import Ticket, allowed_spread
from matchmaking.queues import CAP_SECONDS, Queue

KIND = "short"
# users called for one seat, latest login first, and the least seconds between calls
MOST_CALLED, EVERY_SECONDS = 20, 120.0


def call_the_missing(queue: Queue, waiting: Sequence[Ticket], arrivals: Estimate) -> None:
    """Notify users with a similar rating if waiting players need just one more.

    `waiting` are the players not seated by this tick, by rating. Only users who chose these calls
    and neither wait nor sit at a table are notified; no one when Redis is unavailable.
    """
    band = band_of(queue, waiting, arrivals)
    if band is None:
        return
    users = push.find_reachable(_near(queue, *band), KIND)
    if not users:
        return
    with passing_over_outages("players of queue %s were not called", queue.name):
        if queue_cache.take_turn(f"short:{queue.name}", EVERY_SECONDS):
            path = f"{reverse('matchmaking:queue')}?game={queue.name}"
            notify_users(KIND, users, path, game=str(GAMES[queue.name].title), missing=1)


def band_of(
    queue: Queue, waiting: Sequence[Ticket], arrivals: Estimate
) -> tuple[float, float] | None:
    """Return the range of ratings in which one more player completes a table; or None.

    The table is that of the waiting players who are closest together.
    """
    size = queue.seats - 1
    if len(waiting) < size:
        return None
    ratings = [entry.rating for entry in waiting]
    tables = zip(ratings, ratings[size - 1 :], strict=False)
    low, high = min(tables, key=lambda ends: ends[1] - ends[0])
    density = arrivals.density[bin_of((low + high) / 2)]
    reach = allowed_spread(arrivals, density, queue.seats, CAP_SECONDS)
    return (high - reach, low + reach) if high - low <= reach else None


def _near(queue: Queue, low: float, high: float) -> list[int]:
    """Return users with a rating in this range who chose to be called, latest login first."""
    ranked = Q(user__ranks__slug=queue.name, user__ranks__mode=Mode.RANKED)
    near = ranked & Q(user__ranks__mu__range=(low, high))
    users = PushChoices.objects.filter(**{KIND: True}, user__slot=None)
    if low <= PRIOR_MU <= high:
        newcomers = ~Q(user__in=PushChoices.objects.filter(ranked).values("user"))
        near |= newcomers
    playing = Seat.objects.filter(live=True, user__isnull=False).values("user")
    users_by_login = (
        users.filter(near).exclude(user__in=playing).order_by("-user__last_login", "user")
    )
    return list(dict.fromkeys(users_by_login.values_list("user", flat=True)))[:MOST_CALLED]
