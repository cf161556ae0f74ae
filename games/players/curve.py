"""The curve of a user's rating, with a bounded number of points."""

from datetime import datetime, timedelta
from typing import NamedTuple

from django.utils.translation import gettext_lazy as _

from accounts.models import RatingEvent, User
from accounts.ratings.ranks import mode_of

SPANS = {"20": _("20 games"), "quarter": _("3 months"), "all": _("All time")}
FEW = 20
QUARTER = timedelta(days=91)
# the curve has all of the newest games, and the last game in each of PARTS older time spans
NEWEST, PARTS = 40, 40


class Point(NamedTuple):
    """The rating after a game, and its change."""

    at: datetime
    rating: int
    change: int


def read_curve(user: User, slug: str, span: str, now: datetime) -> list[Point]:
    """Return the rating of a user over one of SPANS, oldest first, in one query."""
    events = RatingEvent.objects.filter(user=user, slug=slug, mode=mode_of(user), at__lte=now)
    if span == "quarter":
        events = events.filter(at__gt=now - QUARTER)
    rows = events.order_by("-at", "-pk").values_list("at", "rating_before", "rating_after")
    newest_rows = rows[: FEW + 1] if span == "20" else rows
    points = [Point(at, after, after - before) for at, before, after in newest_rows][::-1]
    older, newest = points[:-NEWEST], points[-NEWEST:]
    if not older:
        return newest
    first, step = older[0].at, (now - older[0].at) / PARTS
    last_in_part = {(point.at - first) // step: point for point in older}
    return [*last_in_part.values(), *newest]
