"""Every refusal under /api/ is JSON with a code, never a page."""

import json
from typing import Any

import pytest
from django.conf import settings
from django.db import connection
from django.test import Client

from density.platform.problems import PROBLEM_JSON
from tests.table.harness import make_users

JSON = "application/json"

pytestmark = pytest.mark.django_db(transaction=True)


def read_refusal(answer: Any) -> tuple[int, str]:
    """Return the status and code."""
    assert answer.headers["Content-Type"] in (JSON, PROBLEM_JSON)
    return answer.status_code, json.loads(answer.content)["code"]


def test_a_move_without_its_readers_token_is_refused_with_a_code_and_a_form_with_a_page() -> None:
    client, act = Client(enforce_csrf_checks=True), "/api/v1/games/x/moves/"
    client.force_login(make_users(1)[0])
    client.cookies[settings.CSRF_COOKIE_NAME] = token = "b" * 32
    right = {"X-CSRFToken": token}
    for headers in ({}, {"X-CSRFToken": "a" * 64}, {**right, "Origin": "https://evil.example"}):
        assert read_refusal(client.post(act, "{}", JSON, headers=headers)) == (403, "csrf")
    assert read_refusal(client.post(act, "{}", JSON, headers=right)) == (400, "malformed")
    answer = client.post("/accounts/settings/", {"name": "Mira"})
    assert answer.status_code == 403
    assert "This form has expired" in answer.text


def test_what_there_is_not_is_refused_with_a_code(client: Client) -> None:
    assert read_refusal(client.get("/api/v1/queue/")) == (401, "signed-out")
    assert read_refusal(client.get("/api/nothing/")) == (404, "no-such-address")
    assert read_refusal(client.get("/api/games/nothing/past/")) == (404, "no-such-game")
    answer = client.delete("/api/deals/")
    assert read_refusal(answer) == (405, "method-not-allowed")
    assert "GET" in answer.headers["Allow"]
    assert client.get("/nothing/").headers["Content-Type"].startswith("text/html")


def test_a_fault_is_told_as_one() -> None:
    client = Client(raise_request_exception=False)
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE games_dealcommitment RENAME TO games_lost")
        try:
            assert read_refusal(client.get("/api/deals/")) == (500, "fault")
        finally:
            cursor.execute("ALTER TABLE games_lost RENAME TO games_dealcommitment")
