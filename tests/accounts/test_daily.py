"""The daily update fits noise and ladder to the games; ranks only fall by the rules."""

import random
from datetime import timedelta

import pytest

from accounts.models import Ladder, PerformanceNoise, Rank, RatingEvent, User
from accounts.ratings import daily, tiers
from accounts.ratings.rating import START_NOISE
from accounts.ratings.rating_parameters import ladder_of, noise_of
from tests.accounts.test_ranks import NOON, SLUG, make_finishers, settle_game
from tests.table.harness import at_once, make_users

pytestmark = [pytest.mark.postgres, pytest.mark.django_db]
DAY = timedelta(days=1)


@pytest.fixture(autouse=True)
def _few_pairs_are_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(daily, "LEAST_PAIRS", 3)


def make_rated_players(
    count: int, rating: int = 1000, apart: int = 4, rung: int = 10
) -> list[Rank]:
    """Make rated players, each some points above the one before."""
    users = User.objects.bulk_create(
        User(name=f"P{number}", name_key=f"p{number}") for number in range(count)
    )
    return Rank.objects.bulk_create(
        Rank(
            user=user,
            slug=SLUG,
            mu=25.0,
            sigma=2.0,
            standing=23.0,
            games=30,
            rating=rating + apart * number,
            best=3000,
            rung=rung,
            rated_at=NOON,
        )
        for number, user in enumerate(users)
    )


def test_luck_is_fitted_once_a_day_and_every_version_stays() -> None:
    users = make_users(4)
    for game in range(12):
        settle_game(f"game {game}", make_finishers(users))
    assert daily.refit_noise(SLUG, NOON) is not None
    assert daily.refit_noise(SLUG, NOON + timedelta(hours=11)) is None
    first = noise_of(SLUG)
    assert 0.9 * START_NOISE < first < START_NOISE, "the better player always won"
    assert daily.refit_noise(SLUG, NOON + DAY) is None, "nobody played since"
    settle_game("game 12", make_finishers(users), NOON + DAY)
    before = list(RatingEvent.objects.order_by("pk").values())
    assert daily.refit_noise(SLUG, NOON + DAY) is not None
    assert noise_of(SLUG) < first
    assert [(fit.version, fit.pairs) for fit in PerformanceNoise.objects.order_by("version")] == [
        (0, 0),
        (1, 72),
        (2, 78),
    ]
    assert list(RatingEvent.objects.order_by("pk").values()) == before


@pytest.mark.parametrize("fitted_before", [(), (20.0, 30.0)])
def test_a_fit_never_changes_the_points_of_a_player(fitted_before: tuple[float, ...]) -> None:
    """Also on a site that has fitted the noise while points still followed it."""
    for version, noise in enumerate(fitted_before, start=1):
        PerformanceNoise.objects.create(
            slug=SLUG, version=version, noise=noise, at=NOON - DAY * (9 - version)
        )
    users = make_users(4)
    for game in range(12):
        settle_game(f"game {game}", make_finishers(users))
    before = noise_of(SLUG)
    for day in range(3):
        shown = [Rank.objects.get(user=user).rating for user in users]
        daily.refit_noise(SLUG, NOON + day * DAY)
        events = settle_game(f"day {day}", make_finishers(users), NOON + (day + 0.5) * DAY)
        assert [event.rating_before for event in events] == shown
    assert noise_of(SLUG) < before


def test_a_few_games_say_nothing_about_noise(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(daily, "LEAST_PAIRS", 7)
    settle_game("game", make_finishers(make_users(4)))
    assert daily.refit_noise(SLUG, NOON) is None
    assert noise_of(SLUG) == START_NOISE


def test_who_left_says_nothing_about_noise() -> None:
    settle_game(
        "game", [seat._replace(left=not seat.seat) for seat in make_finishers(make_users(4))]
    )
    fitted = daily.refit_noise(SLUG, NOON)
    assert fitted is not None
    assert fitted.pairs == 3


def test_only_the_newest_pairs_count(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(daily, "PAIRS", 10)
    users = make_users(4)
    for game in range(4):
        settle_game(f"game {game}", make_finishers(users))
    fitted = daily.refit_noise(SLUG, NOON)
    assert fitted is not None
    assert fitted.pairs == 10


@pytest.mark.django_db(transaction=True)
def test_two_workers_at_once_write_one_version() -> None:
    users = make_users(4)
    for game in range(4):
        settle_game(f"game {game}", make_finishers(users))
    make_rated_players(tiers.FEW)
    at_once(*[lambda: daily.bring_up_to_date(NOON)] * 2)
    assert [fit.version for fit in PerformanceNoise.objects.order_by("version")] == [0, 1]
    assert [ladder.version for ladder in Ladder.objects.all()] == [1]


def test_the_lines_are_fixed_until_enough_players_are_rated() -> None:
    make_rated_players(tiers.FEW - 1)
    assert daily.draw_ladder(SLUG, NOON) is None
    assert ladder_of(SLUG) == tiers.ladder_lines(())


def test_a_ladder_is_drawn_once_a_day_from_everybody_who_is_rated() -> None:
    made = make_rated_players(tiers.FEW)
    assert daily.draw_ladder(SLUG, NOON) is not None
    assert ladder_of(SLUG) == tiers.ladder_lines([rank.rating for rank in made])
    Rank.objects.update(rating=1500)
    assert daily.draw_ladder(SLUG, NOON + timedelta(hours=11)) is None
    assert daily.draw_ladder(SLUG, NOON + DAY) is not None
    assert Ladder.objects.count() == 2
    assert ladder_of(SLUG) == tiers.ladder_lines([1500] * tiers.FEW)


def test_a_new_ladder_moves_people_by_the_same_rules_as_a_game() -> None:
    dice = random.Random(5)
    made = make_rated_players(tiers.FEW + 50, apart=3)
    for rank in made:
        rank.rung = dice.randrange(21)
    Rank.objects.bulk_update(made, ["rung"])
    daily.draw_ladder(SLUG, NOON)
    ladder = ladder_of(SLUG)
    after = dict(Rank.objects.values_list("pk", "rung"))
    assert after == {rank.pk: tiers.find_rung(rank.rating, ladder, rank.rung) for rank in made}
    fallen = [rank for rank in made if (after[rank.pk] or 0) < (rank.rung or 0)]
    assert fallen
    assert all((after[rank.pk] or 0) >= tiers.KEPT for rank in fallen)
    assert any((after[rank.pk] or 0) > (rank.rung or 0) for rank in made)
