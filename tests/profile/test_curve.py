"""The points of a rating over time."""

from datetime import timedelta
from itertools import pairwise

from accounts.models import RatingEvent, User
from games.records.curve import NEWEST, PROBES, curve
from tests.profile.finished_games import APART, LAST, SLUG, finish_games

NOW = LAST + timedelta(hours=1)
LONG_AGO = LAST - timedelta(days=3000)


def ratings(user: User) -> list[int]:
    return list(RatingEvent.objects.order_by("at").values_list("rating_after", flat=True))


def test_many_games_are_drawn_by_few_points_that_are_all_true(
    mira: User, others: list[User]
) -> None:
    count = 900
    finish_games(mira, count, others, ranked=True)
    since = LAST - APART * count
    points = curve(mira.pk, SLUG, "all", since, NOW)
    assert len(points) <= NEWEST + PROBES
    assert {point.rating for point in points} <= set(ratings(mira))
    gaps = [after.at - before.at for before, after in pairwise(points)]
    assert max(gaps) <= (NOW - since) / PROBES + APART
    assert points == sorted(points)


def test_nobody_elses_and_no_other_games_points_are_drawn(mira: User, others: list[User]) -> None:
    finish_games(others[0], 5, [mira], ranked=True)
    assert curve(mira.pk, SLUG, "all", LONG_AGO, NOW) == []
    assert curve(others[0].pk, "another-game", "all", LONG_AGO, NOW) == []
