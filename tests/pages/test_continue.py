"""The form that continues a moment of a replay."""

import pytest
from django.test import Client

from games.engine.contract import Json
from games.models import Game, Seat
from tests.once import made_once
from tests.table.harness import Driver, make_users, playing_game

pytestmark = pytest.mark.django_db
SENT = {"match": "1", "step": "2", "seat": "1", "level": "easy"}


def play_game() -> Game:
    return Driver(playing_game(make_users(2), slug="rps-extreme", target=5).pk).finish()


def finished_game() -> Game:
    return made_once("throws", play_game)


def test_a_visitor_continues_a_moment_as_a_guest() -> None:
    game, client = finished_game(), Client()
    page = client.get(f"/game/{game.pk}/replay/?view=1&match=1&step=2").content.decode()
    assert f'action="/game/{game.pk}/continue/"' in page
    answer = client.post(f"/game/{game.pk}/continue/", SENT)
    assert answer.status_code == 303
    made = Game.objects.exclude(pk=game.pk).get()
    assert answer["Location"] == f"/game/{made.pk}/"
    assert client.get(answer["Location"]).status_code == 200
    seats = dict(Seat.objects.filter(game=made).values_list("index", "kind"))
    assert seats == {0: "ai", 1: "guest"}


@pytest.mark.parametrize(
    "change",
    [
        {"match": "x"},
        {"match": ""},
        {"match": "999999999999999999999"},
        {"match": "-1"},
        {"step": "1.5"},
        {"step": "99999"},
        {"step": "²"},
        {"seat": "7"},
        {"level": "divine"},
        {"level": ""},
    ],
)
def test_what_makes_no_sense_is_answered_with_400(change: Json) -> None:
    game = finished_game()
    assert Client().post(f"/game/{game.pk}/continue/", SENT | change).status_code == 400
    assert Game.objects.count() == 1
