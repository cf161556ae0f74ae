"""The result of a rated game shows the rating changes to its players."""

import random

import pytest

from accounts.models import Rank, RatingEvent, User
from accounts.ratings import ranks
from accounts.ratings.rating import START_NOISE, KnownGame, Skill
from games.live.commands import stand_ins
from games.models import Game
from tests.once import made_once
from tests.pages.markup import read_game
from tests.table.harness import Driver, establish_ranks, make_users, playing_game

pytestmark = pytest.mark.django_db(transaction=True)
WORDS = {
    1: ("Above", "expected in"),
    0: ("Below", "expected in"),
    0.5: ("Level with", "expected ahead in"),
}


def rated_game(users: list[User], leaver: User | None = None) -> Game:
    game = playing_game(users, lives=2)
    Game.objects.filter(pk=game.pk).update(rated=True)
    if leaver is not None:
        stand_ins.abandon_seat(game.pk, leaver.pk)
    return Driver(game.pk, random.Random(3)).finish()


def finish_rated_game() -> tuple[Game, list[User]]:
    """Finish a game of four players whose ratings are not provisional."""

    def play() -> tuple[Game, list[User]]:
        users = establish_ranks(make_users(4))
        return rated_game(users), users

    return made_once("rated", play)


def result_text(game: Game, viewer: User | None) -> str:
    return read_game(game, viewer).text


def with_sign(points: int) -> str:
    return f"{points:+d}".replace("-", "\u2212") if points else "0"


def test_games_against_ai_players_are_said_to_set_where_a_newcomer_began_once() -> None:
    users = make_users(4)
    lost = KnownGame(4, [Skill(20, 1)] * 3, [1, 2, 3], START_NOISE)
    ranks.start_rank(users[0].pk, "density-deck", [lost])
    began = Rank.objects.get().rating
    first, second = rated_game(users), rated_game(users)
    words = f"Your games against AI players set your starting rating: {began}."
    assert words in result_text(first, users[0])
    assert f"{began} now" in result_text(first, users[0])
    assert "your starting rating" not in result_text(first, users[1]) + result_text(
        second, users[0]
    )


def test_who_played_sees_the_rating_before_and_after_and_why() -> None:
    users = make_users(4)
    Rank.objects.create(
        user=users[0], slug="density-deck", mu=33, sigma=2, rating=1600, standing=31
    )
    game = rated_game(users)
    for event in RatingEvent.objects.select_related("user"):
        html = result_text(game, event.user)
        assert "Ranked, " in html
        now = f"now about {event.rating_after}"
        if event.change:
            assert f"{event.rating_before} {now} {with_sign(event.change)}" in html
            assert f"Why {with_sign(event.change)}" in html
        else:
            assert f"Your rating {now} 9 more" in html
        for line in event.lines:
            chance = line["expected"] if line["actual"] else 1 - line["expected"]
            start, way = WORDS[line["actual"]]
            assert f"{start} {line['name']}, {way} {round(100 * chance)}% of games" in html
            assert with_sign(line["points"]) in html


def test_a_rating_that_stays_is_one_number_with_the_games_left_until_a_tier() -> None:
    users = make_users(2)
    first, second = rated_game(users), rated_game(users)
    RatingEvent.objects.update(rating_before=1500, rating_after=1500)
    for game, left in ((first, 9), (second, 8)):
        html = result_text(game, users[0])
        assert f"Your rating now about 1500 {left} more ranked games until you get a tier" in html
        assert "Why your rating stays the same" in html
    RatingEvent.objects.filter(game=second.pk).update(rung_after=5)
    assert "until you get a tier" not in result_text(second, users[0])


def test_a_stranger_sees_the_changes_and_not_what_somebody_hides() -> None:
    game, _users = finish_rated_game()
    best = RatingEvent.objects.order_by("-rating_after")[0]
    assert with_sign(best.change) in result_text(game, None)
    User.objects.filter(pk=best.user_id).update(hides_rating=True)
    assert with_sign(best.change) not in result_text(game, None)
    assert "Why" not in result_text(game, None)
    assert with_sign(best.change) in result_text(game, best.user)


def test_how_strong_somebody_is_who_hides_it_is_not_told_to_opponents_either() -> None:
    game, users = finish_rated_game()
    User.objects.filter(pk=users[1].pk).update(hides_rating=True)
    html = result_text(game, users[0])
    (event,) = RatingEvent.objects.filter(user=users[0])
    for line in event.lines:
        start, _ = WORDS[line["actual"]]
        points = with_sign(line["points"])
        hidden = f"{start} {line['name']}, who hides their rating {points}"
        assert (hidden in html) == (line["name"] == users[1].name)
    assert html.count("expected") == 2


def test_a_game_that_did_not_count_says_so() -> None:
    users = make_users(4)
    game = rated_game(users, leaver=users[1])
    html = result_text(game, users[0])
    assert "Ranked, not counted" in html
    assert "ratings of those who stayed don’t change" in html
    left = result_text(game, users[1])
    assert "leaving never gains you points" in left
