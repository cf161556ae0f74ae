"""A program written from docs/API.md logs a user in at a served site, by code and PKCE."""

import base64
import hashlib
import secrets
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
import requests
from allauth.idp.oidc.models import Client as App

from accounts.identity.oauth import make_app
from accounts.models import User
from tests.api.oauth_flow import REQUEST
from tests.http_clients import TOKEN, HttpClient
from tests.patience import PATIENCE
from tests.servers import Servers, cookie_header, run_servers
from tests.table.harness import make_users

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(scope="module")
def page_servers(
    valkey: str, django_db_setup: None, static_files: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Servers]:
    """Servers that also have the files of pages."""
    folder = tmp_path_factory.mktemp("servers")
    (folder / "static").symlink_to(static_files)
    with run_servers(valkey, folder) as running:
        yield running


def allow_program(servers: Servers, user: User, address: str, scopes: list[str]) -> str:
    """Allow a program its scopes in the user's browser; return the address it leads back to."""
    browser = HttpClient(servers.origin)
    name, _, value = cookie_header(user).partition("=")
    browser.cookies[name] = value
    page = browser.get(address.removeprefix(servers.origin))
    assert "form-action 'self' http://127.0.0.1:5173;" in page.headers["Content-Security-Policy"]
    hidden, token = REQUEST.search(page.text), TOKEN.search(page.text)
    assert hidden is not None
    assert token is not None
    sent = {
        "csrfmiddlewaretoken": token[1],
        "request": hidden[1],
        "scopes": scopes,
        "action": "grant",
    }
    kind = {"Content-Type": "application/x-www-form-urlencoded"}
    answer = browser.ask("POST", "/oauth/authorize/", urlencode(sent, doseq=True), **kind)
    return answer.headers["Location"]


def test_a_program_logs_a_user_in_and_opens_a_table(page_servers: Servers) -> None:
    user, owner = make_users(2)
    back = "http://127.0.0.1:5173/back"
    app, _secret = make_app(owner, "Stats", ["http://127.0.0.1/back"], App.Type.PUBLIC)
    # the program
    known = f"{page_servers.origin}/.well-known/openid-configuration"
    site = requests.get(known, timeout=PATIENCE).json()
    verifier, state = secrets.token_urlsafe(48), secrets.token_urlsafe(16)
    digest = hashlib.sha256(verifier.encode()).digest()
    query = {
        "response_type": "code",
        "client_id": app.pk,
        "redirect_uri": back,
        "scope": "openid read tables",
        "state": state,
        "code_challenge": base64.urlsafe_b64encode(digest).decode().rstrip("="),
        "code_challenge_method": "S256",
    }
    address = f"{site['authorization_endpoint']}?{urlencode(query)}"
    target = urlsplit(allow_program(page_servers, user, address, query["scope"].split()))
    told = {name: values[0] for name, values in parse_qs(target.query).items()}
    assert (f"{target.scheme}://{target.netloc}{target.path}", told["state"]) == (back, state)
    # the program again
    form = {
        "grant_type": "authorization_code",
        "code": told["code"],
        "redirect_uri": back,
        "code_verifier": verifier,
        "client_id": app.pk,
    }
    tokens = requests.post(site["token_endpoint"], form, timeout=PATIENCE).json()
    bearer = {"Authorization": f"Bearer {tokens['access_token']}"}
    me = requests.get(site["userinfo_endpoint"], headers=bearer, timeout=PATIENCE).json()
    assert me["name"] == user.name
    api = f"{page_servers.origin}/api/v1"
    opened = requests.post(f"{api}/tables/", json={}, headers=bearer, timeout=PATIENCE)
    assert opened.status_code == 201
    with requests.get(
        f"{api}/games/{opened.json()['id']}/stream/", headers=bearer, stream=True, timeout=PATIENCE
    ) as stream:
        assert b"snapshot" in next(stream.iter_lines())
    refused = requests.delete(f"{api}/queue/", headers=bearer, timeout=PATIENCE)
    assert refused.json()["code"] == "no-scope"
    ended = {"token": tokens["access_token"], "client_id": app.pk}
    assert requests.post(site["revocation_endpoint"], ended, timeout=PATIENCE).status_code == 200
    refused = requests.get(f"{api}/account/", headers=bearer, timeout=PATIENCE)
    assert (refused.status_code, refused.json()["code"]) == (401, "signed-out")
