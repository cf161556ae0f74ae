"""The curve of a user's rating: a bounded number of points, however many games there are."""

from datetime import datetime, timedelta
from typing import NamedTuple

from django.utils.translation import gettext_lazy as _

from accounts.models import Mode, RatingEvent

SPANS = {"20": _("20 games"), "quarter": _("3 months"), "all": _("All time")}
FEW = 20
QUARTER = timedelta(days=91)
# the newest games are all there, and of the older ones the last in each of so many parts
NEWEST, PARTS = 40, 40


class Point(NamedTuple):
    """The rating after a game, and what the game brought."""

    at: datetime
    rating: int
    change: int


def read_curve(user_id: int, slug: str, span: str, now: datetime) -> list[Point]:
    """Return the rating of a user over one of SPANS, oldest first, in one query."""
    events = RatingEvent.objects.filter(user=user_id, slug=slug, mode=Mode.RANKED, at__lte=now)
    if span == "quarter":
        events = events.filter(at__gt=now - QUARTER)
    rows = events.order_by("-at", "-pk").values_list("at", "rating_before", "rating_after")
    few = rows[: FEW + 1] if span == "20" else rows
    points = [Point(at, after, after - before) for at, before, after in few][::-1]
    older, newest = points[:-NEWEST], points[-NEWEST:]
    if not older:
        return newest
    first, step = older[0].at, (now - older[0].at) / PARTS
    kept = {(point.at - first) // step: point for point in older}
    return [*kept.values(), *newest]
