"""The curve of a user's rating: a bounded number of points, however many games there are."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple

from django.db import connection
from django.utils.translation import gettext_lazy as _

from accounts.models import Mode, RatingEvent

SPANS = {"20": _("20 games"), "quarter": _("3 months"), "all": _("All time")}
FEW = 20
QUARTER = timedelta(days=91)
NEWEST, PROBES = 40, 40
EPOCH = datetime(2000, 1, 1, tzinfo=UTC)
NEWEST_OF_A_PART = f"""
    SELECT id, at, rating_before, rating_after FROM {RatingEvent._meta.db_table}
    WHERE user_id = %s AND slug = %s AND mode = %s AND at >= %s AND at <= %s
    ORDER BY at DESC, id DESC LIMIT %s
"""
# from when to when, and how many at most
Part = tuple[datetime, datetime, int]


class Point(NamedTuple):
    """The rating after a game, and what the game brought."""

    at: datetime
    rating: int
    change: int


def curve(user_id: int, slug: str, span: str, since: datetime, now: datetime) -> list[Point]:
    """The rating of a user over one of SPANS, oldest first, in one query; `since` begins "all".

    The newest games are all there; of the older ones in a long span, the last before each of so
    many moments at equal distances. So it takes as long for ten thousand games as for fifty.
    """
    if span == "20":
        return _points(user_id, slug, [(EPOCH, now, FEW + 1)])
    begin = now - QUARTER if span == "quarter" else since
    step = (now - begin) / PROBES
    probes = [(begin, begin + step * number, 1) for number in range(1, PROBES)]
    return _points(user_id, slug, [(begin, now, NEWEST), *probes])


def _points(user_id: int, slug: str, parts: Sequence[Part]) -> list[Point]:
    """Return the newest games of each part, all in one query, each game once.

    In SQL: Django needs ten times longer to write forty subqueries than a database to answer.
    """
    sql = " UNION ".join(
        f"SELECT * FROM ({NEWEST_OF_A_PART}) AS part{number}" for number in range(len(parts))
    )
    written = connection.ops.adapt_datetimefield_value
    given: list[Any] = []
    for begin, end, most in parts:
        given += [user_id, slug, Mode.RANKED.value, written(begin), written(end), most]
    events = RatingEvent.objects.raw(sql, given)
    return sorted(Point(event.at, event.rating_after, event.change) for event in events)
