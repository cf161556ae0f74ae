"""The pages of an account: its password, e-mail addresses, tokens and apps."""

from collections.abc import Iterator
from typing import Any
from unittest.mock import patch

from allauth.account.models import EmailAddress
from allauth.idp.oidc.models import Client as App
from allauth.idp.oidc.models import Token
from django.http import HttpResponseBase
from django.test import Client
from django.utils import timezone

from accounts.identity.oauth import make_app
from accounts.identity.tokens import make_token
from accounts.models import User
from tests.api.oauth_flow import BACK, Flow

PAGE = "/accounts/apps/"
FORM = {"name": "Hand Coach", "redirects": "https://coach.example.org/back", "kind": "confidential"}
IDS = ("5ab8f10c0f04d11814ab128c1017f90d", "0f4c11a0f04d11814ab128c1017f90dd")


def visit_app_pages(user: User) -> Iterator[tuple[str, HttpResponseBase]]:
    """Yield the pages by name; no app is left behind."""
    owner, browser = User.objects.create_user("Statistician"), log_in(user)
    make_token(user, "Evening bot", ["play", "tables"])
    yield "tokens", browser.get("/accounts/tokens/")
    made = {"name": "Morning bot", "scopes": ["play", "queue"]}
    yield "token-made", browser.post("/accounts/tokens/", made)
    yield "apps-none", browser.get(PAGE)
    app, _secret = make_app(owner, "Density Stats", [BACK], App.Type.PUBLIC)
    flow = Flow(app, browser)
    question = flow.ask(scope="openid read play tables queue friends")
    yield "consent", question
    german = Flow(app, log_in(user, headers={"accept-language": "de"}))
    yield "consent-de", german.ask(scope="openid read play tables queue friends")
    yield "consent-refused", flow.ask(redirect_uri="https://example.org/")
    guest = User.objects.create_user("Guest 4711", is_guest=True)
    yield "consent-guest", Flow(app, log_in(guest)).ask()
    flow.answer(question)
    with (
        patch("accounts.identity.oauth.OAuthAdapter.generate_client_id", lambda self: IDS[0]),
        patch("accounts.identity.oauth.OAuthAdapter.generate_client_secret", lambda self: IDS[1]),
    ):
        yield "app-new", browser.get(f"{PAGE}new/")
        yield "app-made", browser.post(f"{PAGE}new/", FORM)
    flow.exchange(flow.allow())
    Token.objects.update(created_at=timezone.now())
    yield "apps", browser.get(PAGE)
    yield "app", browser.get(f"{PAGE}{IDS[0]}/")
    for row in (*App.objects.all(), owner, guest):
        row.delete()


def visit_password_and_email_pages() -> Iterator[tuple[str, HttpResponseBase]]:
    """Yield the pages by name; the one called "email" waits for a new address to be confirmed."""
    edda = User.objects.create_user("Edda", password="correct horse")
    browser = log_in(edda)
    yield "password", browser.get("/accounts/password/change/")
    yield "email-none", browser.get("/accounts/email/")
    EmailAddress.objects.create(user=edda, email="edda@example.org", primary=True, verified=True)
    yield "email-confirmed", browser.get("/accounts/email/")
    EmailAddress.objects.create(user=edda, email="edda.vanderlinden@post.example.org")
    yield "email", browser.get("/accounts/email/")


def log_in(user: User, **choices: Any) -> Client:
    """Return a browser of a user."""
    browser = Client(**choices)
    browser.force_login(user)
    return browser
