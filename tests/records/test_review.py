"""The review of a finished match: made once, the same each time, and cut for each view."""

import random
from datetime import timedelta
from functools import partial

import pytest
from django.utils import timezone

from games.engine.contract import Refused
from games.models import Game, Review
from games.records import review
from games.table.position import read
from tests.records.test_replay import client_of
from tests.table.harness import Driver, at_once, make_users, playing_game
from tests.table.knowledge import Knowledge, codes_in

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def game() -> Game:
    """A finished game of three people."""
    return Driver(playing_game(make_users(3), lives=2).pk, random.Random(5)).finish()


def made(game: Game, match: int = 1) -> None:
    assert review.claim(game.pk, match, "Mira")
    review.make(game.pk, match)


def test_a_review_is_asked_for_once_made_once_and_then_read(game: Game) -> None:
    client, url = client_of(None), f"/api/games/{game.pk}/review/?view=all&match=1"
    for _ in range(2):
        answer = client.get(url)
        assert (answer.status_code, answer.json()) == (202, {"state": "waiting"})
    row = Review.objects.get()
    assert not review.claim(game.pk, 1, "Mira")
    review.make(game.pk, 1)
    answer = client.get(url)
    assert answer.status_code == 200
    found = answer.json()
    row.refresh_from_db()
    assert row.data is not None
    assert found["leads"] == row.data["leads"]["all"]
    assert client.get(url, headers={"if-none-match": answer.headers["ETag"]}).status_code == 304
    Review.objects.update(data=None)
    review.make(game.pk, 1)
    row.refresh_from_db()
    assert row.data["leads"]["all"] == found["leads"]
    assert row.data["decisions"] == found["decisions"]


def test_a_review_of_an_earlier_version_is_made_anew(game: Game) -> None:
    made(game)
    Review.objects.update(version=review.VERSION - 1)
    assert review.review(game.pk, "all", 1) is None
    assert review.claim(game.pk, 1, "Mira")
    review.make(game.pk, 1)
    assert review.review(game.pk, "all", 1) is not None


def test_a_lost_worker_is_asked_again_and_only_one_review_is_made_at_once(game: Game) -> None:
    assert review.claim(game.pk, 1, "Mira")
    assert not review.claim(game.pk, 2, "Mira")
    Review.objects.update(asked_at=timezone.now() - review.LOST - timedelta(seconds=1))
    assert review.claim(game.pk, 1, "Mira")


def test_however_many_ask_in_the_same_moment_one_review_is_made_at_once(game: Game) -> None:
    for _ in range(4):
        asked = at_once(
            *(partial(review.claim, game.pk, match, str(match)) for match in range(1, 9))
        )
        assert sum(map(bool, asked)) == Review.objects.count() <= review.AT_ONCE
        Review.objects.all().delete()


def test_who_asks_for_all_reviews_lets_others_go_first(game: Game) -> None:
    other = Driver(playing_game(make_users(2, "Other"), lives=1).pk, random.Random(5)).finish()
    assert review.claim(game.pk, 1, "greedy")
    assert not review.claim(other.pk, 1, "patient")
    assert not review.claim(game.pk, 2, "greedy")
    review.make(game.pk, 1)
    # however fast one asks: the next review is that of who waits
    assert not review.claim(game.pk, 2, "greedy")
    assert review.claim(other.pk, 1, "patient")
    assert not review.claim(game.pk, 2, "greedy")
    review.make(other.pk, 1)
    assert review.claim(game.pk, 2, "greedy")


def test_every_move_is_weighed_and_every_step_has_its_leads(game: Game) -> None:
    last = game.matches.count()
    for match in (1, last):
        made(game, match)
        found = review.review(game.pk, "all", match)
        assert found is not None
        assert not isinstance(found, Refused)
        moves = list(game.moves.filter(match=match))
        assert [each["step"] for each in found["decisions"]] == list(range(1, len(moves) + 1))
        for each, move in zip(found["decisions"], moves, strict=True):
            options = {str(option["action"]): option["cost"] for option in each["options"]}
            assert options[str(move.action)] == each["cost"]
            assert min(options.values()) == 0
            # a cost is the difference of the two chances that are shown beside each other
            best = each["options"][0]["chance"]
            for option in each["options"]:
                assert option["cost"] == round(best - option["chance"], 2)
        assert len(found["leads"]) == len(moves) + 1
        winners = game.matches.get(number=match).winners
        assert [seat for seat, share in enumerate(found["leads"][-1]) if share] == winners


def test_a_seat_reads_only_of_choices_that_were_its_own(game: Game) -> None:
    made(game)
    knowledge = Knowledge(game.pk, [0, 1, 2])
    chose = set(game.moves.filter(match=1).values_list("seat", flat=True))
    assert len(chose) > 1
    for seat in range(3):
        found = client_of(None).get(f"/api/games/{game.pk}/review/?view={seat}&match=1").json()
        assert {each["seat"] for each in found["decisions"]} == chose & {seat}
        for each in found["decisions"]:
            assert set(codes_in(each)) <= knowledge.of_frame(each["step"], seat)


def test_no_review_of_a_running_game_and_none_for_strangers_of_a_closed_one(game: Game) -> None:
    running = playing_game(make_users(2, "Other"))
    answer = client_of(None).get(f"/api/games/{running.pk}/review/?match=1")
    assert (answer.status_code, answer.json()) == (409, {"code": "not-finished"})
    assert not Review.objects.exists()
    Review.objects.create(game=running, match=1, version=review.VERSION)
    review.make(running.pk, 1)
    assert Review.objects.get().data is None
    Game.objects.filter(pk=game.pk).update(watchable=False)
    assert client_of(None).get(f"/api/games/{game.pk}/review/").status_code == 403
    assert read(game.pk).seats[0].user is not None
    assert client_of(read(game.pk).seats[0].user).get(
        f"/api/games/{game.pk}/review/"
    ).status_code in (200, 202)
    for query, status in (("match=99", 404), ("view=3", 404), ("view=x", 400), ("match=0", 404)):
        player = client_of(read(game.pk).seats[0].user)
        assert player.get(f"/api/games/{game.pk}/review/?{query}").status_code == status
