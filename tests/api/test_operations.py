"""What programs do with the API: read, open a table, play, and follow players."""

import re
from typing import Any

import pytest
from django.conf import settings
from django.test import Client

from accounts.models import Follow, User
from density.api import openapi
from games.live import snapshots
from games.models import Game, Seat
from matchmaking.models import Slot
from tests.accounts.test_leaderboards import make_ranked_user
from tests.once import made_once
from tests.pages.markup import browser_of
from tests.pages.test_declared_answers import finish_game
from tests.project_files import ROOT
from tests.table.harness import asked_seat, make_users, playing_game

pytestmark = pytest.mark.django_db(transaction=True)


def post_json(client: Client, address: str, body: dict[str, Any]) -> Any:
    return client.post(f"/api/v1/{address}", body, content_type="application/json")


def test_a_viewer_gets_the_snapshot_of_the_socket_and_no_more() -> None:
    users = make_users(2)
    game = playing_game(users[:1], ais=1, free=None)
    for client, viewer in ((browser_of(users[0]), users[0].pk), (Client(), None)):
        answer = client.get(f"/api/v1/games/{game.pk}/")
        assert answer.json() == snapshots.make_snapshot(game.pk, viewer)
        assert "no-store" in answer["Cache-Control"]


def test_a_program_opens_a_table_whose_record_is_closed_until_the_end() -> None:
    (user,) = make_users(1)
    client = browser_of(user)
    opened = post_json(
        client, "tables/", {"clock": "none", "seats": 2, "ais": 1, "rules": {"lives": 1}}
    )
    assert opened.status_code == 201, opened.content
    table = opened.json()["id"]
    assert client.get("/api/v1/account/").json()["table"]["id"] == table
    assert client.get(f"/api/v1/games/{table}/record/").json()["code"] == "not-finished"


def test_a_move_is_made_once_and_refused_with_the_code_of_the_socket() -> None:
    game = playing_game(make_users(2))
    seat = asked_seat(game.pk)
    assert seat.user is not None
    client = browser_of(seat.user)
    move = {"question": seat.question, "action": {"do": "draw", "from": "pile"}}
    assert post_json(client, f"games/{game.pk}/moves/", move).json() == {
        "version": game.version + 1
    }
    again = post_json(client, f"games/{game.pk}/moves/", move)
    assert (again.status_code, again["Content-Type"]) == (409, "application/problem+json")
    assert again.json() == {
        "type": "about:blank",
        "title": "Conflict",
        "status": 409,
        "code": "stale-question",
    }
    assert post_json(Client(), f"games/{game.pk}/moves/", move).status_code == 401


def test_a_finished_game_is_sent_again_only_if_it_has_changed() -> None:
    game = made_once("a finished game for the schema", finish_game)
    for address in ("record", "replay"):
        url = f"/api/v1/games/{game.pk}/{address}/"
        first = Client().get(url)
        assert first.status_code == 200
        again = Client().get(url, headers={"If-None-Match": first["ETag"]})
        assert (again.status_code, again.content) == (304, b"")


def test_every_response_tells_how_many_requests_are_left(settings: Any) -> None:
    settings.LIMITS = {**settings.LIMITS, "api": (2, 600)}
    client = Client()
    left = [client.get("/api/v1/deals/")["RateLimit-Remaining"] for _ in range(2)]
    refused = client.get("/api/v1/deals/")
    assert left == ["1", "0"]
    assert (refused.status_code, refused.json()["code"]) == (429, "too-often")
    assert (refused["RateLimit-Limit"], refused["RateLimit-Remaining"]) == ("2", "0")
    assert int(refused["Retry-After"]) > 0


def test_games_of_a_player_come_in_pages_unless_they_are_hidden() -> None:
    game = made_once("a finished game for the schema", finish_game)
    name = Seat.objects.filter(game=game, user__isnull=False).values_list("name", flat=True)[0]
    url = f"/api/v1/players/{name}/games/"
    (row,) = Client().get(url).json()["games"]
    assert row["id"] == game.pk
    assert Client().get(url, {"mode": "ranked"}).json() == {"games": [], "next": None}
    assert Client().get(url, {"mode": "fast"}).status_code == 400
    User.objects.filter(name=name).update(hides_history=True)
    assert Client().get(url).json()["code"] == "hidden"


def test_a_player_who_hides_the_rating_shows_none() -> None:
    make_ranked_user("Ola", 30)
    player, curve = "/api/v1/players/Ola/", "/api/v1/players/Ola/ratings/"
    (standing,) = Client().get(player).json()["ratings"]
    assert (standing["game"], standing["games"]) == ("density-deck", 40)
    assert Client().get(curve).status_code == 200
    User.objects.update(hides_rating=True)
    assert Client().get(player).json()["ratings"] == []
    assert Client().get(curve).json()["code"] == "hidden"


def test_a_user_joins_and_leaves_the_queue() -> None:
    (user,) = make_users(1)
    client = browser_of(user)
    assert post_json(client, "queue/", {"queue": "density-deck"}).json()["state"] == "waiting"
    assert Slot.objects.filter(player=user).exists()
    assert client.delete("/api/v1/queue/").status_code == 204
    assert client.get("/api/v1/queue/").json()["state"] == "idle"
    assert post_json(client, "queue/", {"queue": "chess"}).json()["code"] == "no-such-queue"


def test_a_user_follows_a_player_who_is_then_listed() -> None:
    user, other = make_users(2)
    client = browser_of(user)
    assert client.put(f"/api/v1/friends/{other.name}/").status_code == 204
    assert Follow.objects.filter(owner=user, followed=other).exists()
    assert [row["name"] for row in client.get("/api/v1/friends/").json()["followed"]] == [
        other.name
    ]
    assert client.delete(f"/api/v1/friends/{other.name}/").status_code == 204
    assert client.put("/api/v1/friends/Nobody/").json()["code"] == "no-such-player"


def test_a_change_by_session_needs_the_token_of_the_page() -> None:
    (user,) = make_users(1)
    client = Client(enforce_csrf_checks=True)
    client.force_login(user, backend=settings.AUTHENTICATION_BACKENDS[-1])
    answer = post_json(client, "queue/", {"queue": "density-deck"})
    assert (answer.status_code, answer.json()["code"]) == (403, "csrf")


def test_every_code_of_a_refusal_is_explained() -> None:
    pages = [(ROOT / "docs" / name).read_text("utf-8") for name in ("API.md", "PROTOCOL.md")]
    explained = set(re.findall(r"`([a-z-]+)`", " ".join(pages)))
    for methods in openapi.build_schema()["paths"].values():
        for operation in methods.values():
            assert explained.issuperset(operation["x-codes"]), operation["operationId"]


def test_the_documentation_names_every_operation() -> None:
    page = Client().get("/api/")
    assert page.status_code == 200
    for path in Client().get("/api/v1/openapi.json").json()["paths"]:
        assert path in page.content.decode()


def test_the_documentation_has_the_words_of_json() -> None:
    page = Client().get("/api/").content.decode()
    assert "`" not in page
    assert not re.search(r"\bNone\b", page)
    assert "The offer of a rematch; <code>table</code> is null" in page


def test_passwords_of_tables_are_not_guessed_without_end(settings: Any) -> None:
    settings.LIMITS = {**settings.LIMITS, "passwords": (1, 600)}
    host, other = make_users(2)
    options = {"access": "password", "password": "sesame"}
    table = post_json(browser_of(host), "tables/", options).json()["id"]
    answers = [
        post_json(browser_of(other), f"tables/{table}/players/", {"password": password}).json()
        for password in ("wrong", "sesame")
    ]
    assert [answer["code"] for answer in answers] == ["wrong-password", "too-often"]


def test_a_second_player_joins_a_public_table_and_leaves_it() -> None:
    host, other = make_users(2)
    table = post_json(browser_of(host), "tables/", {"seats": 3, "access": "public"}).json()["id"]
    client = browser_of(other)
    assert [row["id"] for row in client.get("/api/v1/tables/").json()["tables"]] == [table]
    assert post_json(client, f"tables/{table}/players/", {}).json()["id"] == table
    assert Seat.objects.filter(game=table, user=other).exists()
    assert client.delete(f"/api/v1/tables/{table}/players/").status_code == 204
    assert not Seat.objects.filter(game=table, user=other).exists()
    assert (
        post_json(browser_of(host), f"tables/{table}/ai-players/", {"level": "easy"}).status_code
        == 204
    )
    assert Game.objects.get(pk=table).status != Game.Status.OPEN
