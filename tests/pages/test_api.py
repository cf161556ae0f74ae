"""The log of deals is public, and a program moves over HTTP with a token against forgery."""

import json

import pytest
from django.test import Client

from games.engine import deal
from games.models import DealCommitment
from tests.table.harness import asked_seat, make_users, playing_game

pytestmark = pytest.mark.django_db(transaction=True)


def test_the_log_of_commitments_is_public_page_by_page_and_tells_no_id() -> None:
    games = [playing_game(make_users(2, prefix=name)) for name in ("One", "Two")]
    client = Client()
    links = client.get("/api/deals/").json()["deals"]
    assert [link["commitment"] for link in links] == [
        DealCommitment.objects.get(game_id=game.pk).commitment for game in games
    ]
    assert [link["game"] for link in links] == [deal.hash_game_id(game.pk) for game in games]
    hashed = deal.hash_log_entry(links[0]["hash"], links[1]["commitment"], links[1]["game"])
    assert links[1]["hash"] == hashed
    own = client.get("/api/deals/", {"game": games[1].pk}).json()["deals"]
    assert own == links[1:]
    assert client.get("/api/deals/?game=nosuchgame00").json() == {"deals": []}
    later = client.get("/api/deals/", {"after": links[0]["sequence"]}).json()["deals"]
    assert later == links[1:]
    assert games[0].pk not in str(links)
    assert client.get("/api/deals/?after=x").status_code == 400
    assert client.get("/api/deals/?after=-1").status_code == 400
    assert client.get("/api/deals/?game=no+game").status_code == 400


def test_a_program_moves_with_the_token_of_its_cookie_whatever_else_it_sends() -> None:
    users = make_users(2)
    game = playing_game(users)
    seat = asked_seat(game.pk)
    client = Client(enforce_csrf_checks=True)
    client.force_login(users[seat.index])
    client.get("/learn/")
    token = {"X-CSRFToken": client.cookies["csrftoken"].value}
    url = f"/api/v1/games/{game.pk}/moves/"
    body = json.dumps({"question": seat.question, "action": {"do": "draw", "from": "pile"}})
    for absurd in ("[" * 4_000, '{"a":' * 800, b"\xff\xfe"):
        answer = client.post(url, absurd, content_type="application/json", headers=token)
        assert answer.status_code == 400
        other = url.replace("moves/", "match/")
        answer = client.post(other, absurd, content_type="application/json", headers=token)
        assert answer.status_code == 405
    assert client.post(url, body, content_type="application/json").status_code == 403
    assert client.post(url, body, content_type="text/plain", headers=token).status_code == 200
    assert client.post(url, body, content_type="application/json", headers=token).status_code == 409
