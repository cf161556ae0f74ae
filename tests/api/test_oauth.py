"""OAuth2: users allow apps on a page, apps get tokens, and the API accepts these."""

import base64
from datetime import timedelta
from typing import Any
from unittest.mock import patch
from urllib.parse import quote

import jwt
import pytest
from allauth.idp.oidc.models import Client as App
from allauth.idp.oidc.models import Token
from django.core.cache import caches
from django.test import Client
from django.utils import timezone

from accounts.models import SigningKey, User
from accounts.tasks import bring_up_to_date
from tests.api.oauth_flow import BACK, VERIFIER, Flow, ask_api, read_redirect, start_flow
from tests.table.harness import make_users

pytestmark = pytest.mark.django_db(transaction=True)
KINDS = (App.Type.PUBLIC, App.Type.CONFIDENTIAL)
ENDPOINTS = {
    "authorization": "authorize",
    "token": "token",
    "userinfo": "userinfo",
    "revocation": "revoke",
}


@pytest.fixture
def public_flow() -> Flow:
    """A public app, and a user who is not its owner."""
    return start_flow(make_users(2))


def error_of(answer: Any) -> tuple[int, str]:
    return answer.status_code, answer.json()["error"]


@pytest.mark.postgres
@pytest.mark.parametrize("kind", KINDS)
def test_an_app_gets_what_a_user_allows_until_it_is_renewed(kind: str) -> None:
    user, owner = make_users(2)
    flow = start_flow([user, owner], kind)
    page = flow.ask()
    text = page.content.decode()
    assert "Let <span>Stats</span> use your account?" in text
    assert f"/players/{quote(owner.name)}/" in text
    assert "Join and leave the ranked queue" in text
    assert "Play at your tables" not in text
    told = read_redirect(flow.answer(page))
    assert told["state"] == "a state"
    answer = flow.exchange(told["code"])
    tokens = answer.json()
    assert (answer.status_code, tokens["expires_in"]) == (200, 3600)
    assert answer["Cache-Control"] == "no-store"
    account = ask_api(tokens["access_token"]).json()
    assert (account["name"], set(account["scopes"])) == (user.name, {"read", "queue"})
    assert ask_api(tokens["access_token"], "/api/v1/friends/").json()["code"] == "no-scope"
    renewed = flow.renew(tokens["refresh_token"]).json()
    assert ask_api(renewed["access_token"]).json()["name"] == user.name
    assert not Token.objects.filter(hash__in=list(renewed.values())).exists()


def test_a_program_on_a_device_chooses_its_port(public_flow: Flow) -> None:
    public_flow.redirect = "http://127.0.0.1:5173/back"
    page = public_flow.ask()
    assert "form-action 'self' http://127.0.0.1:5173" in page["Content-Security-Policy"]
    assert public_flow.answer(page)["Location"].startswith(f"{public_flow.redirect}?code=")


def test_a_user_who_cancels_gives_nothing(public_flow: Flow) -> None:
    told = read_redirect(public_flow.answer(public_flow.ask(), "cancel"))
    assert told == {"error": "access_denied", "state": "a state"}
    assert not Token.objects.exists()


def test_a_visitor_logs_in_first_and_comes_back_to_the_question(public_flow: Flow) -> None:
    public_flow.browser.logout()
    login = public_flow.ask()
    assert login.status_code == 302
    assert login.headers["Location"].startswith("/accounts/login/?next=/oauth/authorize/")


@pytest.mark.parametrize(
    "changes",
    [
        {"redirect_uri": "https://evil.example.org/back"},
        {"redirect_uri": "https://stats.example.org/other"},
        {"redirect_uri": "http://stats.example.org/back"},
        {"redirect_uri": "https://stats.example.org:444/back"},
        {"redirect_uri": r"https://evil.example.org\@stats.example.org/back"},
        {"redirect_uri": f"{BACK}?more=1"},
        {"redirect_uri": "http://127.0.0.1:5000/other"},
        {"redirect_uri": "http://127.0.0.1:5000@evil.example.org/back"},
        {"redirect_uri": None},
        {"client_id": "nothing"},
        {"client_id": None},
        {"client_id": "\0"},
        {"code_challenge_method": "plain"},
        {"code_challenge_method": None},
        {"code_challenge": None},
        {"prompt": "none"},
        {"scope": "openid", "prompt": "none"},
        {"scope": "openid", "claims": "[]"},
        {"resource": "https://example.org/"},
    ],
)
def test_a_wrong_address_is_refused_on_a_page(
    public_flow: Flow, changes: dict[str, str | None]
) -> None:
    public_flow.sign_in()  # what the user allowed before changes nothing
    page = public_flow.ask(**changes)
    assert page.status_code == 400
    assert "No access for this app" in page.content.decode()


@pytest.mark.parametrize(
    ("changes", "error"),
    [
        ({"scope": "read everything"}, "invalid_scope"),
        ({"scope": "read email"}, "invalid_scope"),
        ({"response_type": "token"}, "unauthorized_client"),
        ({"response_type": None}, "invalid_request"),
    ],
)
def test_the_app_is_told_of_other_faults(
    public_flow: Flow, changes: dict[str, str | None], error: str
) -> None:
    assert read_redirect(public_flow.ask(**changes))["error"] == error


def test_no_one_grants_more_than_was_asked_for(public_flow: Flow) -> None:
    page = public_flow.answer(public_flow.ask(), scopes=["read", "queue", "play"])
    assert page.status_code == 200  # the same question again
    stranger = public_flow.browser.post(
        "/oauth/authorize/", {"request": "forged", "action": "grant"}
    )
    assert stranger.status_code == 403
    assert not Token.objects.exists()


def test_a_consent_needs_the_token_of_the_form(public_flow: Flow) -> None:
    browser = Client(enforce_csrf_checks=True)
    browser.cookies = public_flow.browser.cookies
    careful = Flow(public_flow.app, browser)
    assert careful.answer(careful.ask()).status_code == 403


def test_a_code_works_once_and_a_second_use_ends_what_it_gave(public_flow: Flow) -> None:
    code = public_flow.allow()
    tokens = public_flow.exchange(code).json()
    assert ask_api(tokens["access_token"]).status_code == 200
    assert error_of(public_flow.exchange(code)) == (400, "invalid_grant")
    assert ask_api(tokens["access_token"]).status_code == 401
    assert error_of(public_flow.renew(tokens["refresh_token"])) == (400, "invalid_grant")


@pytest.mark.parametrize(
    ("changes", "error"),
    [
        ({"code_verifier": "another-verifier-of-at-least-43-characters-0123"}, "invalid_grant"),
        ({"code_verifier": None}, "invalid_request"),
        ({"redirect_uri": "http://127.0.0.1/back"}, "invalid_request"),
        ({"client_id": "nothing"}, "invalid_client"),
        ({"code": "nothing"}, "invalid_grant"),
        ({"code": "with a space"}, "invalid_request"),
        ({"code": None}, "invalid_request"),
        ({"grant_type": "password"}, "invalid_request"),
        ({"grant_type": "client_credentials"}, "invalid_client unauthorized_client"),
        ({"resource": "https://example.org/"}, "invalid_request"),
        ({"code_verifier": "\0"}, "invalid_request"),
    ],
)
@pytest.mark.parametrize("kind", KINDS)
def test_a_wrong_exchange_is_refused(kind: str, changes: dict[str, str | None], error: str) -> None:
    flow = start_flow(make_users(2), kind)
    code = flow.allow()
    answer = flow.exchange(code, **changes)
    assert answer.status_code in (400, 401)
    assert answer.json()["error"] in error.split()
    assert not Token.objects.exists()
    if "code" not in changes:
        assert flow.exchange(code).status_code == 200


def test_an_app_on_a_server_proves_its_secret_and_its_verifier() -> None:
    flow = start_flow(make_users(2), App.Type.CONFIDENTIAL)
    code = flow.allow()
    assert error_of(flow.exchange(code, client_secret="wrong")) == (401, "invalid_client")
    assert error_of(flow.exchange(code, client_secret=None)) == (401, "invalid_client")
    pair = base64.b64encode(f"{flow.app.pk}:{flow.secret}".encode()).decode()
    program = Client(headers={"Authorization": f"Basic {pair}"})
    form = {
        "grant_type": "authorization_code",
        "code": code,
        "redirect_uri": BACK,
        "code_verifier": "another-verifier-of-at-least-43-characters-0123",
    }
    assert error_of(program.post("/oauth/token/", form)) == (400, "invalid_grant")
    assert program.post("/oauth/token/", {**form, "code_verifier": VERIFIER}).status_code == 200


def test_another_app_cannot_use_a_code_or_a_refresh_token(public_flow: Flow) -> None:
    other = start_flow(make_users(2, "Other"))
    code = public_flow.allow()
    assert error_of(other.exchange(code)) == (400, "invalid_grant")
    tokens = public_flow.exchange(code).json()
    assert error_of(other.renew(tokens["refresh_token"])) == (400, "invalid_grant")


def test_a_code_and_tokens_expire(public_flow: Flow) -> None:
    code = public_flow.allow()
    caches["shared"].delete(
        f"allauth.idp.oidc.authorization_code[{public_flow.app.pk}:{code}]"
    )  # as after a minute
    assert error_of(public_flow.exchange(code)) == (400, "invalid_grant")
    tokens = public_flow.sign_in()
    later = timezone.now() + timedelta(hours=1, seconds=1)
    with patch("django.utils.timezone.now", lambda: later):
        assert ask_api(tokens["access_token"]).status_code == 401
        assert public_flow.renew(tokens["refresh_token"]).status_code == 200
    later += timedelta(days=90)
    with patch("django.utils.timezone.now", lambda: later):
        bring_up_to_date()
    assert not Token.objects.exists()


def test_a_refresh_token_works_once(public_flow: Flow) -> None:
    tokens = public_flow.sign_in()
    renewed = public_flow.renew(tokens["refresh_token"]).json()
    assert error_of(public_flow.renew(tokens["refresh_token"])) == (400, "invalid_grant")
    assert ask_api(renewed["access_token"]).status_code == 401


def test_renewals_end_a_year_after_the_user_allowed_the_app(public_flow: Flow) -> None:
    tokens = public_flow.sign_in()
    allowed = Token.objects.earliest("created_at").created_at
    for days in (80, 160, 240, 320):
        with patch("django.utils.timezone.now", return_value=allowed + timedelta(days=days)):
            tokens = public_flow.renew(tokens["refresh_token"]).json()
    assert tokens["refresh_expires_in"] == 45 * 86400
    with patch("django.utils.timezone.now", return_value=allowed + timedelta(days=330)):
        page = public_flow.browser.get("/accounts/apps/").content.decode()
    assert f'since <time datetime="{allowed:%Y-%m-%dT%H:%M:%SZ}"' in page
    with patch("django.utils.timezone.now", return_value=allowed + timedelta(days=366)):
        late = public_flow.renew(tokens["refresh_token"])
    assert error_of(late) == (400, "invalid_grant")


@pytest.mark.parametrize("kind", ["access_token", "refresh_token"])
def test_an_app_ends_its_tokens(public_flow: Flow, kind: str) -> None:
    tokens = public_flow.sign_in()
    assert public_flow.post("revoke", token=tokens[kind]).status_code == 200
    assert public_flow.post("revoke", token=tokens[kind]).status_code == 200
    if kind == "access_token":
        assert ask_api(tokens[kind]).status_code == 401
    else:
        assert error_of(public_flow.renew(tokens[kind])) == (400, "invalid_grant")


def test_a_locked_user_and_the_app_of_a_locked_owner_get_nothing(public_flow: Flow) -> None:
    tokens, code = public_flow.sign_in(), public_flow.allow()
    owner = public_flow.app.owner
    User.objects.filter(pk=owner.pk).update(is_active=False)
    assert ask_api(tokens["access_token"]).status_code == 401
    assert public_flow.ask().status_code == 400
    User.objects.filter(pk=owner.pk).update(is_active=True)
    assert ask_api(tokens["access_token"]).status_code == 200
    User.objects.exclude(pk=owner.pk).update(is_active=False)
    assert ask_api(tokens["access_token"]).status_code == 401
    assert error_of(public_flow.renew(tokens["refresh_token"])) == (400, "invalid_grant")
    assert error_of(public_flow.exchange(code)) == (400, "invalid_grant")


def test_guests_and_bots_are_told_to_use_an_account_of_their_own(public_flow: Flow) -> None:
    owner = public_flow.app.owner
    guest = User.objects.create_user("Guest 4821", is_guest=True)
    bot = User.objects.create_user("Owl Bot", bot_owner=owner)
    for user, text in ((guest, "Guests can’t use apps"), (bot, "This account is a bot")):
        public_flow.browser.force_login(user, backend="accounts.lockout.PasswordBackend")
        page = public_flow.ask()
        assert page.status_code == 403
        assert text in page.content.decode()


def test_an_app_learns_who_logs_in_and_that_this_site_said_so(public_flow: Flow) -> None:
    tokens = public_flow.sign_in(scope="openid", nonce="once")
    site = Client().get("/.well-known/openid-configuration").json()
    assert site == Client().get("/.well-known/oauth-authorization-server").json()
    # where the other tests and a user's browser find them
    for name, path in ENDPOINTS.items():
        assert site[f"{name}_endpoint"] == f"http://testserver/oauth/{path}/"
    (key,) = Client().get("/oauth/keys/").json()["keys"]
    claims = jwt.decode(
        tokens["id_token"],
        jwt.PyJWK(key).key,
        algorithms=["RS256"],
        audience=public_flow.app.pk,
        issuer=site["issuer"],
    )
    user = User.objects.get(pk=claims["sub"])
    assert (claims["name"], claims["nonce"]) == (user.name, "once")
    assert "email" not in claims
    bearer = {"Authorization": f"Bearer {tokens['access_token']}"}
    known = Client(headers=bearer).get("/oauth/userinfo/").json()
    assert known == {"sub": claims["sub"], "name": user.name, "preferred_username": user.name}
    assert ask_api(tokens["access_token"]).json()["code"] == "no-scope"
    assert ask_api(tokens["id_token"]).status_code == 401
    assert "PRIVATE" not in SigningKey.objects.get().encrypted


def test_a_signing_key_that_cannot_be_read_is_replaced(public_flow: Flow, settings: Any) -> None:
    (old,) = Client().get("/oauth/keys/").json()["keys"]
    (same,) = Client().get("/oauth/keys/").json()["keys"]
    settings.SECRET_KEY = "another secret key of this site"
    (new,) = Client().get("/oauth/keys/").json()["keys"]
    assert old == same != new


def test_programs_that_ask_too_often_wait(public_flow: Flow, settings: Any) -> None:
    settings.LIMITS = {**settings.LIMITS, "oauth": (1, 600)}
    public_flow.exchange("nothing")
    answer = public_flow.exchange("nothing")
    assert error_of(answer) == (429, "temporarily_unavailable")
    assert int(answer["Retry-After"]) > 0
