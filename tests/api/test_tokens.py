"""Access tokens: made and revoked in the settings, and accepted within their scopes."""

import re
from typing import Any

import pytest
from django.test import Client

from accounts.identity.tokens import make_token
from accounts.models import AccessToken, User
from tests.pages.markup import browser_of
from tests.table.harness import asked_seat, make_users, playing_game

pytestmark = pytest.mark.django_db(transaction=True)
TEXT = re.compile(r'<code id="new-token" translate="no">(ddo_[\w-]{43})</code>')


def program_of(text: str) -> Client:
    return Client(headers={"Authorization": f"Bearer {text}"}, enforce_csrf_checks=True)


def join_queue(program: Client) -> Any:
    return program.post("/api/v1/queue/", {"queue": "density-deck"}, "application/json")


def test_a_token_is_shown_once_and_works_until_it_is_revoked() -> None:
    (user,) = make_users(1)
    browser = browser_of(user)
    page = browser.post("/accounts/tokens/", {"name": "My bot", "scopes": ["queue"]})
    found = TEXT.search(page.content.decode())
    assert found is not None
    text = found[1]
    assert text not in browser.get("/accounts/tokens/").content.decode()
    program = program_of(text)
    account = program.get("/api/v1/account/").json()
    assert (account["name"], account["scopes"]) == (user.name, ["read", "queue"])
    assert join_queue(program).status_code == 200
    token = AccessToken.objects.get()
    assert token.used_at is not None
    assert "Last used" in browser.get("/accounts/tokens/").content.decode()
    assert text not in token.digest
    browser.post(f"/accounts/tokens/{token.pk}/revoke/")
    refused = program.get("/api/v1/account/")
    assert (refused.status_code, refused.json()["code"]) == (401, "signed-out")
    assert refused["WWW-Authenticate"] == "Bearer"


def test_a_token_does_only_what_its_scopes_allow() -> None:
    (user,) = make_users(1)
    program = program_of(make_token(user, "Reader", []))
    answer = join_queue(program)
    assert (answer.status_code, answer.json()["code"]) == (403, "no-scope")
    assert program.get("/api/v1/friends/").json()["code"] == "no-scope"
    assert program.get("/api/v1/leaderboards/").status_code == 200


def test_a_program_plays_with_its_token_and_without_the_token_of_forms() -> None:
    game = playing_game(make_users(2))
    seat = asked_seat(game.pk)
    assert seat.user is not None
    program = program_of(make_token(seat.user, "Bot", ["play"]))
    move = {"question": seat.question, "action": {"do": "draw", "from": "pile"}}
    answer = program.post(f"/api/v1/games/{game.pk}/moves/", move, "application/json")
    assert answer.json() == {"version": game.version + 1}


def test_a_locked_user_and_the_pages_accept_no_token() -> None:
    (user,) = make_users(1)
    program = program_of(make_token(user, "Bot", ["play"]))
    assert program.get("/accounts/settings/").status_code == 302
    closed = playing_game([user, *make_users(1, "Closed")], watchable=False)
    past = f"/api/games/{closed.pk}/past/"
    assert (program.get(past).status_code, browser_of(user).get(past).status_code) == (403, 200)
    User.objects.update(is_active=False)
    assert program.get("/api/v1/account/").status_code == 401


def test_no_one_revokes_the_token_of_another_user() -> None:
    user, other = make_users(2)
    make_token(user, "Bot", [])
    browser_of(other).post(f"/accounts/tokens/{AccessToken.objects.get().pk}/revoke/")
    assert AccessToken.objects.exists()


def test_a_user_has_at_most_twenty_tokens() -> None:
    (user,) = make_users(1)
    for number in range(20):
        make_token(user, f"Bot {number}", [])
    page = browser_of(user).post("/accounts/tokens/", {"name": "One more"})
    assert "Revoke one first" in page.content.decode()
    assert AccessToken.objects.count() == 20
