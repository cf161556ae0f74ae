"""Leaderboards: highest ratings, around the viewer, friends, and gains of this week."""

from datetime import datetime, timedelta
from typing import Annotated, TypedDict, cast

from django.db.models import F, Q, QuerySet, Sum
from django.utils.translation import gettext_lazy as _

from accounts.models import Follow, Mode, Rank, RatingEvent
from accounts.ratings import ranks
from accounts.ratings.rated_games import RATED_GAMES
from accounts.ratings.rating import BOARD_DAYS, BOARD_GAMES
from density.platform.declared import OneOf

VIEWS = {
    "global": _("Global"),
    "around": _("Around you"),
    "friends": _("Friends"),
    "week": _("This week"),
    "bots": _("Bots"),
}
MOST, AROUND = 100, 10
WEEK = timedelta(days=7)


class Row(ranks.Chip):
    """The row of a user; `gained` is the week's points, null in other views."""

    place: int
    name: str
    you: bool
    games: int
    trend: list[int]
    gained: int | None


class PageRow(Row):
    """The row of a user on the page, with the avatar and the cautious estimate that orders rows."""

    avatar: str
    standing: float


class Reason(TypedDict):
    """A game, and the reason why the viewer is `absent` from its leaderboard; "bots": people are.

    `missing` is the number of rated games until the viewer has a row.
    """

    game: str
    absent: Annotated[str, OneOf("signed-out", "hidden", "games", "idle", "bots")] | None
    missing: int


class Board(Reason):
    """A leaderboard on the page; `rows` may include the viewer's `own` row."""

    rows: list[PageRow]
    own: PageRow | None


class Leaderboard(Reason):
    """A leaderboard in the REST API; `rows` may include the viewer's `own` row."""

    rows: list[Row]
    own: Row | None
    view: str


def show_leaderboard(board: Board, slug: str, view: str) -> Leaderboard:
    """Return a leaderboard as the REST API shows it."""
    own = board["own"]
    return {
        "game": slug,
        "view": view,
        "rows": [_without_page_fields(row) for row in board["rows"]],
        "own": None if own is None else _without_page_fields(own),
        "absent": board["absent"],
        "missing": board["missing"],
    }


def read_leaderboard(slug: str, view: str, viewer_id: int | None, now: datetime) -> Board:
    """Return a leaderboard for templates/accounts/leaderboards.html, with at most six queries.

    Raises KeyError for an unknown game or view.
    """
    ways = {"global": _highest, "around": _around, "friends": _highest, "week": _week}
    by_place = (ways | {"bots": _highest})[view]
    mode = Mode.BOTS if view == "bots" else Mode.RANKED
    ranks_listed = Rank.objects.filter(slug=slug, mode=mode, user__is_active=True)
    ranks_listed = ranks_listed.select_related("user")
    if view == "friends":
        ranks_listed = ranks_listed.filter(_friends(viewer_id))
    else:
        ranks_listed = ranks_listed.filter(
            games__gte=BOARD_GAMES,
            rated_at__gte=now - timedelta(days=BOARD_DAYS),
            user__hides_rating=False,
        )
    mine = Rank.objects.filter(user_id=viewer_id or 0, slug=slug, mode=mode)
    viewer_rank = mine.select_related("user").first()
    absent = "bots" if view == "bots" else _absent(viewer_rank, viewer_id, now)
    among = viewer_rank if absent is None or view == "friends" else None
    rows, row = by_place(ranks_listed, among if among and among.rated_at else None, slug, now)
    return {
        "game": RATED_GAMES[slug].title,
        "rows": rows,
        "own": row,
        "absent": absent,
        "missing": max(0, BOARD_GAMES - (viewer_rank.games if viewer_rank else 0)),
    }


def _absent(viewer_rank: Rank | None, viewer_id: int | None, now: datetime) -> str | None:
    if viewer_id is None:
        return "signed-out"
    if viewer_rank is None or viewer_rank.rated_at is None or viewer_rank.games < BOARD_GAMES:
        return "games"
    if viewer_rank.user.hides_rating:
        return "hidden"
    return "idle" if viewer_rank.rated_at < now - timedelta(days=BOARD_DAYS) else None


def _friends(viewer_id: int | None) -> Q:
    """Return the filter for the viewer and followed users who have a rated game.

    Users who hide their rating appear only to themselves.
    """
    viewer = Q(user=viewer_id or 0)
    followed = Follow.objects.filter(owner=viewer_id or 0).values("followed")
    visible = Q(user__in=followed, user__hides_rating=False)
    return Q(viewer | visible, games__gte=1, rated_at__isnull=False)


def _highest(
    ranks_listed: QuerySet[Rank], viewer_rank: Rank | None, slug: str, now: datetime
) -> tuple[list[PageRow], PageRow | None]:
    """Return the top rows, ordered by mu - sigma, and the viewer's row."""
    ranks_from_top = ranks_listed.order_by("-standing", "user_id")[:MOST]
    rows = [_row(place, rank, viewer_rank) for place, rank in enumerate(ranks_from_top, 1)]
    viewer_row = next((row for row in rows if row["you"]), None)
    if viewer_row is None and viewer_rank is not None:
        viewer_row = _row(
            ranks_listed.filter(_above(viewer_rank)).count() + 1, viewer_rank, viewer_rank
        )
    return rows, viewer_row


def _around(
    ranks_listed: QuerySet[Rank], viewer_rank: Rank | None, slug: str, now: datetime
) -> tuple[list[PageRow], PageRow | None]:
    """Return the rows around the viewer, and the viewer's row."""
    if viewer_rank is None:
        return [], None
    above = ranks_listed.filter(_above(viewer_rank))
    place = above.count() + 1
    better = list(above.order_by("standing", "-user_id")[:AROUND])[::-1]
    below = ranks_listed.exclude(_above(viewer_rank)).exclude(pk=viewer_rank.pk)
    worse = below.order_by("-standing", "user_id")[:AROUND]
    first = place - len(better)
    rows = [
        _row(at, rank, viewer_rank) for at, rank in enumerate([*better, viewer_rank, *worse], first)
    ]
    return rows, rows[len(better)]


def _week(
    ranks_listed: QuerySet[Rank], viewer_rank: Rank | None, slug: str, now: datetime
) -> tuple[list[PageRow], PageRow | None]:
    """Return the top rows, ordered by points gained in seven days, and the viewer's row."""
    events = RatingEvent.objects.filter(slug=slug, mode=Mode.RANKED, at__gte=now - WEEK)
    events = events.filter(user__in=ranks_listed.values("user"))
    change = Sum(F("rating_after") - F("rating_before"))
    sums = events.order_by().values_list("user").annotate(gained=change)
    best = dict(sums.order_by("-gained", "user")[:MOST])
    ranks_by_user = {rank.user_id: rank for rank in ranks_listed.filter(user__in=best)}
    rows = [
        _row(place, ranks_by_user[user_id], viewer_rank, gained)
        for place, (user_id, gained) in enumerate(best.items(), 1)
        if user_id in ranks_by_user
    ]
    viewer_row = next((row for row in rows if row["you"]), None)
    if viewer_row is None and viewer_rank is not None:
        mine_alone = sums.filter(user=viewer_rank.user_id).order_by("user")
        gained = mine_alone.values_list("gained", flat=True).first()
        if gained is not None:
            viewer_row = _row(
                sums.filter(gained__gt=gained).count() + 1, viewer_rank, viewer_rank, gained
            )
    return rows, viewer_row


def _above(viewer_rank: Rank) -> Q:
    ahead = Q(standing=viewer_rank.standing, user_id__lt=viewer_rank.user_id)
    return Q(standing__gt=viewer_rank.standing) | ahead


def _row(place: int, rank: Rank, viewer_rank: Rank | None, gained: int | None = None) -> PageRow:
    return {
        "place": place,
        "name": rank.user.name,
        "avatar": rank.user.avatar,
        "you": viewer_rank is not None and rank.pk == viewer_rank.pk,
        **ranks.show_chip(rank.rating, rank.games, rank.rung),
        "games": rank.games,
        "trend": rank.trend,
        "gained": gained,
        "standing": rank.standing,
    }


def _without_page_fields(row: PageRow) -> Row:
    return cast(
        "Row", {key: value for key, value in row.items() if key not in ("avatar", "standing")}
    )
