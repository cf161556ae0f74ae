"""The graph of a rating over time."""

from datetime import timedelta
from itertools import pairwise

from accounts.models import RatingEvent, User
from games.players.curve import NEWEST, PARTS, read_curve
from tests.profile.finished_games import APART, LAST, SLUG, finish_games

NOW = LAST + timedelta(hours=1)


def list_ratings(user: User) -> list[int]:
    return list(RatingEvent.objects.order_by("at").values_list("rating_after", flat=True))


def test_many_games_are_drawn_by_few_points_that_are_all_true(
    mira: User, others: list[User]
) -> None:
    count = 900
    finish_games(mira, count, others, ranked=True)
    points = read_curve(mira, SLUG, "all", NOW)
    assert len(points) <= NEWEST + PARTS
    assert {point.rating for point in points} <= set(list_ratings(mira))
    gaps = [after.at - before.at for before, after in pairwise(points)]
    assert max(gaps) <= 2 * (NOW - LAST + APART * count) / PARTS
    assert points == sorted(points)
    assert [point.rating for point in read_curve(mira, SLUG, "20", NOW)] == list_ratings(mira)[-21:]
    quarter = read_curve(mira, SLUG, "quarter", NOW)
    assert LAST - timedelta(days=91) <= quarter[0].at < LAST - timedelta(days=85)


def test_nobody_elses_and_no_other_games_points_are_drawn(mira: User, others: list[User]) -> None:
    finish_games(others[0], 5, [mira], ranked=True)
    assert read_curve(mira, SLUG, "all", NOW) == []
    assert read_curve(others[0], "another-game", "all", NOW) == []
