"""The table over HTTP has the same snapshot and handlers as the socket."""

import json

import pytest
from django.test import Client

from games.engine import deal
from games.live import snapshots
from games.models import DealCommitment, Game
from tests.pages.markup import browser_of
from tests.table.harness import asked_seat, make_users, playing_game, stored_game

pytestmark = pytest.mark.django_db(transaction=True)
DRAW = {"do": "draw", "from": "pile"}


def asked_client(game: Game) -> tuple[Client, int]:
    """Return the client of the player who is asked, and the open question."""
    seat = asked_seat(game.pk)
    assert seat.user is not None
    return browser_of(seat.user), seat.question


def test_a_snapshot_is_the_one_that_the_socket_gives() -> None:
    users = make_users(2)
    # no clock runs during the comparison
    game = playing_game(users[:1], ais=1, free=None)
    for user in users:
        answer = browser_of(user).get(f"/api/games/{game.pk}/")
        assert answer.status_code == 200
        assert answer.json() == snapshots.make_snapshot(game.pk, user.pk)
    assert Client().get(f"/api/games/{game.pk}/").json() == snapshots.make_snapshot(game.pk, None)


def test_a_move_goes_through_the_door_once() -> None:
    game = playing_game(make_users(2))
    client, question = asked_client(game)
    url, body = f"/api/games/{game.pk}/act/", {"question": question, "action": DRAW}
    answer = client.post(url, body, content_type="application/json")
    assert (answer.status_code, answer.json()) == (200, {"version": game.version + 1})
    after = stored_game(game.pk)
    answer = client.post(url, body, content_type="application/json")
    assert (answer.status_code, answer.json()) == (409, {"code": "stale-question"})
    assert stored_game(game.pk) == after


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
    url = f"/api/games/{game.pk}/act/"
    body = json.dumps({"question": seat.question, "action": {"do": "draw", "from": "pile"}})
    for absurd in ("[" * 100_000, '{"a":' * 50_000, b"\xff\xfe"):
        answer = client.post(url, absurd, content_type="application/json", headers=token)
        assert answer.status_code == 400
        other = url.replace("act/", "past/")
        answer = client.post(other, absurd, content_type="application/json", headers=token)
        assert answer.status_code == 405
    assert client.post(url, body, content_type="application/json").status_code == 403
    assert client.post(url, body, content_type="text/plain", headers=token).status_code == 200
    assert client.post(url, body, content_type="application/json", headers=token).status_code == 409
