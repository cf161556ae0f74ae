"""A rated game changes ranks once, explains the change, and is fair to those who stay."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from itertools import pairwise

import pytest

from accounts.models import Ladder, PerformanceNoise, Rank, RatingEvent, User
from accounts.ratings import ranks
from accounts.ratings.ranks import Finisher
from accounts.ratings.rating import PROVISIONAL_GAMES, public_rating
from accounts.ratings.rating_parameters import house_skill, ladder_of, scale_of
from tests.table.harness import at_once, establish_ranks, make_users

pytestmark = pytest.mark.django_db
SLUG = "density-deck"
NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)


def make_finishers(users: Sequence[User | None], level: str = "") -> list[Finisher]:
    """Return seats of users who finish in this order; None is an AI player of the level."""
    return [
        Finisher(index, user.pk, user.name, index + 1)
        if user
        else Finisher(index, None, f"Seat {index}", index + 1, level)
        for index, user in enumerate(users)
    ]


def settle_game(game: str, seats: list[Finisher], at: datetime = NOON) -> list[RatingEvent]:
    return ranks.settle_ranks(game, SLUG, seats, at)


def read_rank(user: User) -> Rank:
    return Rank.objects.get(user=user, slug=SLUG)


def test_the_first_place_gains_the_last_loses_and_every_line_adds_up() -> None:
    users = establish_ranks(make_users(4))
    events = settle_game("game", make_finishers(users))
    assert [event.rating_before for event in events] == [1500] * 4
    changes = [event.change for event in events]
    assert changes == sorted(changes, reverse=True)
    assert changes[0] > 0 > changes[-1]
    for event in RatingEvent.objects.all():
        assert sum(line["points"] for line in event.lines) == event.change
        assert [line["seat"] for line in event.lines] == [
            seat for seat in range(4) if seat != event.seat
        ]
        assert {line["name"] for line in event.lines} == {
            user.name for user in users if user.pk != event.user_id
        }
    for user, event in zip(users, events, strict=True):
        made = read_rank(user)
        assert (made.games, made.wins) == (11, int(event.place == 1))
        assert (made.rating, made.rated_at) == (event.rating_after, NOON)
        assert made.standing == made.mu - made.sigma
        assert made.best == made.rating


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_two_transactions_that_finish_one_game_count_it_once() -> None:
    users = make_users(4)
    seats = make_finishers(users)
    done = at_once(*[lambda: settle_game("game", seats)] * 2)
    assert sorted(len(events) for events in done if isinstance(events, list)) == [0, 4]
    assert [read_rank(user).games for user in users] == [1] * 4


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_two_games_that_end_together_with_the_same_people_both_count() -> None:
    users = make_users(4)
    forth, back = make_finishers(users), make_finishers(users[::-1])
    for turn in range(5):
        games = (f"forth {turn}", forth), (f"back {turn}", back)
        done = at_once(
            *[lambda game=game, seats=seats: settle_game(game, seats) for game, seats in games]
        )
        assert [len(events) for events in done if isinstance(events, list)] == [4, 4]
    assert [read_rank(user).games for user in users] == [10] * 4
    for user in users:
        events = list(RatingEvent.objects.filter(user=user).order_by("pk"))
        for earlier, later in pairwise(events):
            assert earlier.mu_after == later.mu_before


def test_ai_players_have_no_rank_and_a_strength_that_stays() -> None:
    users = make_users(3)
    beaten = settle_game("one", make_finishers([*users, None], "easy"))
    assert len(beaten) == 3
    assert Rank.objects.count() == 3
    assert public_rating(house_skill(SLUG, "easy", scale_of(SLUG)), scale_of(SLUG)) == 1200
    assert house_skill(SLUG, "medium", 8.0).mu > house_skill(SLUG, "easy", 8.0).mu
    easy, medium = (
        settle_game(level, make_finishers([*make_users(3, level), None], level))[0].lines[-1][
            "expected"
        ]
        for level in ("easy", "medium")
    )
    assert easy > medium == 0.5


def test_days_without_a_game_make_less_certain_and_cost_nothing() -> None:
    users = make_users(4)
    settle_game("one", make_finishers(users))
    before = read_rank(users[0])
    later = NOON + timedelta(days=400)
    assert ranks.skill_now(before, later).sigma > before.sigma
    assert ranks.skill_now(before, later).mu == before.mu
    (event, *_) = settle_game("two", make_finishers(users), later)
    assert event.rating_before == before.rating
    assert event.sigma_before > before.sigma


def test_the_tenth_game_brings_a_rung_and_the_best_rating_stays() -> None:
    users = [*make_users(1), *establish_ranks(make_users(3, "Other"))]
    for game in range(PROVISIONAL_GAMES - 1):
        settle_game(f"game {game}", make_finishers(users))
    assert read_rank(users[0]).rung is None
    assert ranks.show_card(read_rank(users[0]), ladder_of(SLUG))["provisional"]
    (event, *_) = settle_game("tenth", make_finishers(users))
    assert event.rung_before is None
    assert event.rung_after == read_rank(users[0]).rung == 17
    top = read_rank(users[0])
    assert top.best == top.rating
    card = ranks.show_card(top, ladder_of(SLUG))
    assert not card["provisional"]
    assert card["title"] is not None
    assert card["title"].name == "Prospector I"
    settle_game("lost", make_finishers(users[::-1]))
    assert read_rank(users[0]).best == top.best
    assert read_rank(users[0]).rating < top.rating


# ------------------------------------------------------------------------ new opponents


def test_the_same_four_are_new_to_each_other_until_their_ratings_are_sure() -> None:
    users = make_users(4)
    seen = [
        settle_game(f"game {game}", make_finishers(users))[0].lines[0]["new"] for game in range(11)
    ]
    assert seen == [True] * PROVISIONAL_GAMES + [False]


def test_a_newcomer_learns_from_known_opponents_and_they_hardly_from_the_newcomer() -> None:
    (newcomer,) = make_users(1)
    regulars = establish_ranks(make_users(3, "Regular"))
    first, *others = settle_game("game", make_finishers([newcomer, *regulars]))
    assert first.change > 30
    assert not any(line["new"] for line in first.lines)
    for event in others:
        assert [line["new"] for line in event.lines] == [True, False, False]
        assert abs(event.lines[0]["points"]) <= 1
        assert sum(line["points"] for line in event.lines) == event.change
    # a player is no longer new after five games against seven known players
    for game in range(4):
        settle_game(
            f"more {game}",
            make_finishers([newcomer, *establish_ranks(make_users(3, f"More {game}"))]),
        )
    event = settle_game("sixth", make_finishers([newcomer, *regulars]))[1]
    assert not any(line["new"] for line in event.lines)


def test_a_rank_remembers_the_last_ten_places() -> None:
    users = make_users(4)
    establish_ranks(users[3:])
    Rank.objects.update(trend=[1, *[2] * 9])
    settle_game("game", make_finishers(users))
    assert read_rank(users[3]).trend == [*[2] * 9, 4]


def test_a_game_is_rated_by_the_newest_luck_and_the_newest_ladder() -> None:
    PerformanceNoise.objects.create(slug=SLUG, version=1, noise=8.0)
    PerformanceNoise.objects.create(slug=SLUG, version=2, noise=9.5)
    PerformanceNoise.objects.create(slug="other", version=3, noise=30.0)
    Ladder.objects.create(slug=SLUG, version=1, lines=list(range(1, 21)))
    Ladder.objects.create(slug=SLUG, version=2, lines=list(range(3001, 3021)))
    users = make_users(4)
    establish_ranks(users[:1])
    events = settle_game("game", make_finishers(users))
    assert {event.noise for event in events} == {9.5}
    assert events[0].rung_after == 0
