"""How somebody's rating went: a bounded number of points, however many games there are."""

from datetime import datetime, timedelta
from typing import Any, NamedTuple

from django.db.models import QuerySet, Subquery

from accounts.models import Mode, RatingEvent

SPANS = {"20": "20 games", "quarter": "3 months", "all": "All time"}
FEW = 20
QUARTER = timedelta(days=91)
NEWEST, PROBES = 40, 40


class Point(NamedTuple):
    """The rating after a game, and what the game brought."""

    at: datetime
    rating: int
    change: int


def curve(user_id: int, slug: str, span: str, since: datetime, now: datetime) -> list[Point]:
    """The rating of a user over one of SPANS, oldest first, in one query; `since` begins "all".

    The newest games are all there; of the older ones in a long span, the last before each of so
    many moments at equal distances.
    """
    events = RatingEvent.objects.filter(user=user_id, slug=slug, mode=Mode.RANKED)
    newest = events.order_by("-at", "-pk")
    if span == "20":
        chosen: QuerySet[RatingEvent] = newest[: FEW + 1]
        return _points(chosen)
    begin = now - QUARTER if span == "quarter" else since
    inside = newest.filter(at__gte=begin)
    step = (now - begin) / PROBES
    moments = [begin + step * number for number in range(1, PROBES + 1)]
    probes: list[Any] = [Subquery(inside.filter(at__lte=at).values("pk")[:1]) for at in moments]
    last = inside.values("pk")[:NEWEST]
    drawn = RatingEvent.objects.filter(pk__in=last)
    return _points(drawn.union(RatingEvent.objects.filter(pk__in=probes)))


def _points(events: QuerySet[RatingEvent]) -> list[Point]:
    rows = events.values_list("at", "pk", "rating_after", "rating_before")
    return [Point(at, after, after - before) for at, _, after, before in sorted(rows)]
