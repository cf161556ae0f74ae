"""A program that gets access to accounts by OAuth2, and the browser of its user."""

import base64
import hashlib
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

from allauth.idp.oidc.models import Client as App
from django.test import Client

from accounts.identity.oauth import make_app
from accounts.models import User

BACK = "https://stats.example.org/back"
VERIFIER = "a-verifier-of-at-least-43-characters-0123456789"
CHALLENGE = base64.urlsafe_b64encode(hashlib.sha256(VERIFIER.encode()).digest()).decode()
REQUEST = re.compile(r'name="request" value="([^"]+)"')


@dataclass
class Flow:
    """An app, and the browser of a user who may allow it."""

    app: App
    browser: Client
    secret: str = ""
    redirect: str = BACK

    def ask(self, **changes: str | None) -> Any:
        """Open the page that asks the user; None leaves a parameter out."""
        query = {
            "response_type": "code",
            "client_id": self.app.pk,
            "redirect_uri": self.redirect,
            "scope": "read queue",
            "state": "a state",
            "code_challenge": CHALLENGE.rstrip("="),
            "code_challenge_method": "S256",
            **changes,
        }
        return self.browser.get(f"/oauth/authorize/?{encode_form(query)}")

    def answer(self, page: Any, action: str = "grant", **changes: Any) -> Any:
        """Press a button of the page."""
        found = REQUEST.search(page.content.decode())
        assert found is not None, page.content.decode()
        scopes = re.findall(r'name="scopes" value="([^"]+)"', page.content.decode())
        form = {"request": found[1], "scopes": scopes, "action": action, **changes}
        return self.browser.post("/oauth/authorize/", form)

    def allow(self, **changes: str | None) -> str:
        """Let the user allow the app; return the code that it gets."""
        return read_redirect(self.answer(self.ask(**changes)))["code"]

    def exchange(self, code: str, /, **changes: str | None) -> Any:
        """Exchange a code for tokens."""
        fields = {
            "grant_type": "authorization_code",
            "code": code,
            "redirect_uri": self.redirect,
            "code_verifier": VERIFIER,
        }
        return self.post("token", **{**fields, **changes})

    def renew(self, refresh_token: str, **changes: str | None) -> Any:
        """Exchange a refresh token for new tokens."""
        return self.post(
            "token", grant_type="refresh_token", refresh_token=refresh_token, **changes
        )

    def post(self, endpoint: str, **fields: str | None) -> Any:
        """Send a form of the program, with the secret of an app that has one."""
        given = {"client_id": self.app.pk, "client_secret": self.secret or None, **fields}
        kind = "application/x-www-form-urlencoded"
        program = Client(enforce_csrf_checks=True)
        return program.post(f"/oauth/{endpoint}/", encode_form(given), kind)

    def sign_in(self, **changes: str | None) -> dict[str, Any]:
        """Return the tokens of a whole flow."""
        answer = self.exchange(self.allow(**changes))
        assert answer.status_code == 200, answer.content
        tokens: dict[str, Any] = answer.json()
        return tokens


def start_flow(people: Sequence[User], kind: str = App.Type.PUBLIC) -> Flow:
    """Return a flow for a user, of a new app of another one."""
    user, owner = people
    app, secret = make_app(owner, "Stats", [BACK, "http://127.0.0.1/back"], kind)
    browser = Client()
    browser.force_login(user, backend="accounts.lockout.PasswordBackend")
    return Flow(app, browser, secret)


def encode_form(fields: Mapping[str, str | None]) -> str:
    return urlencode({name: value for name, value in fields.items() if value is not None})


def read_redirect(answer: Any) -> dict[str, str]:
    """Return what the app is told by a redirect to it."""
    assert answer.status_code == 302, answer.content
    target = urlsplit(answer.headers["Location"])
    assert f"{target.scheme}://{target.netloc}{target.path}".startswith(BACK)
    return {name: values[0] for name, values in parse_qs(target.query).items()}


def ask_api(access_token: str, path: str = "/api/v1/account/") -> Any:
    """Read an address of the API with a token."""
    return Client(headers={"Authorization": f"Bearer {access_token}"}).get(path)
