"""Whatever refuses something under /api/ answers with a code, and never with a page."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from django.conf import settings
from django.db import connection
from django.test import Client

from games.models import Game
from tests.table.harness import make_users, playing_game

JSON = "application/json"

pytestmark = pytest.mark.django_db(transaction=True)


def refusal(answer: Any) -> tuple[int, str]:
    """The status and the code."""
    assert answer.headers["Content-Type"] == JSON
    return answer.status_code, json.loads(answer.content)["code"]


@pytest.fixture
def game() -> Game:
    """A game of two people."""
    return playing_game(make_users(2))


def strict(game: Game) -> Client:
    """The browser of the first one, whose tokens are looked at."""
    client = Client(enforce_csrf_checks=True)
    user = game.seats.get(index=0).user
    assert user is not None
    client.force_login(user)
    return client


def test_a_move_without_a_token_is_refused_with_a_code(game: Game) -> None:
    client, act = strict(game), f"/api/games/{game.pk}/act/"
    assert refusal(client.post(act, "{}", JSON)) == (403, "csrf")
    assert refusal(client.post(act, "{}", JSON, headers={"X-CSRFToken": "a" * 64})) == (
        403,
        "csrf",
    )
    client.cookies[settings.CSRF_COOKIE_NAME] = token = "b" * 32
    right = {"X-CSRFToken": token}
    foreign = {**right, "Origin": "https://evil.example"}
    assert refusal(client.post(act, "{}", JSON, headers=foreign)) == (403, "csrf")
    assert refusal(client.post(act, "{}", JSON, headers=right)) == (400, "malformed")


def test_other_forms_without_a_token_are_answered_with_a_page(game: Game) -> None:
    answer = strict(game).post("/accounts/settings/", {"name": "Mira"})
    assert answer.status_code == 403
    assert "That form was out of date" in answer.text


def test_who_is_signed_out_is_told_so(game: Game) -> None:
    assert refusal(Client().post(f"/api/games/{game.pk}/act/")) == (403, "signed-out")
    assert refusal(Client().get("/api/queue/")) == (403, "signed-out")


@pytest.mark.parametrize(
    ("method", "path", "allowed"),
    [
        ("get", "/api/games/x/act/", "POST"),
        ("post", "/api/deals/", "GET"),
        ("delete", "/api/leaderboards/", "GET"),
        ("post", "/api/learn/practice/", "GET"),
    ],
)
def test_a_method_that_there_is_not_is_refused_with_those_that_there_are(
    method: str, path: str, allowed: str
) -> None:
    client = Client()
    client.force_login(make_users(1)[0])
    answer = getattr(client, method)(path)
    assert refusal(answer) == (405, "method-not-allowed")
    assert allowed in answer.headers["Allow"]


def test_an_address_that_there_is_not_is_refused() -> None:
    assert refusal(Client().get("/api/nothing/")) == (404, "no-such-address")
    assert refusal(Client().get("/api/games/nothing/")) == (404, "no-such-game")
    assert Client().get("/nothing/").headers["Content-Type"].startswith("text/html")


@pytest.fixture
def lost_log() -> Iterator[None]:
    """A database without the table of the deals."""
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE games_dealcommitment RENAME TO games_lost")
        yield
        cursor.execute("ALTER TABLE games_lost RENAME TO games_dealcommitment")


def test_a_fault_is_told_as_one(lost_log: None) -> None:
    client = Client(raise_request_exception=False)
    assert refusal(client.get("/api/deals/")) == (500, "fault")
