"""The settings pages of apps: those with access are revoked, and users offer their own."""

import json
import re

import pytest
from allauth.idp.oidc.models import Client as App
from allauth.idp.oidc.models import Token

from accounts.identity.app_pages import may_return_to
from accounts.identity.oauth import make_app
from accounts.models import User
from tests.api.oauth_flow import BACK, ask_api, start_flow
from tests.pages.markup import browser_of
from tests.table.harness import make_users

pytestmark = pytest.mark.django_db(transaction=True)
SECRET = re.compile(r'<code id="new-secret" translate="no">([\w-]{43})</code>')
FORM = {"name": "Stats", "redirects": f"{BACK}\nhttp://127.0.0.1/back", "kind": "confidential"}
NEW = "/accounts/apps/new/"


def test_a_user_sees_what_an_app_may_do_and_revokes_it() -> None:
    user, owner = make_users(2)
    flow = start_flow([user, owner])
    access = flow.sign_in()["access_token"]
    other = start_flow([owner, user]).sign_in()["access_token"]
    page = flow.browser.get("/accounts/apps/").content.decode()
    assert f"by {owner.name}" in page
    assert "Join and leave the ranked queue" in page
    flow.browser.post(f"/accounts/apps/{flow.app.pk}/revoke/")
    assert ask_api(access).status_code == 401
    assert ask_api(other).status_code == 200
    assert "No app has access" in flow.browser.get("/accounts/apps/").content.decode()


def test_a_user_offers_an_app_whose_secret_is_shown_once() -> None:
    (user,) = make_users(1)
    browser = browser_of(user)
    page = browser.post(NEW, FORM).content.decode()
    found = SECRET.search(page)
    assert found is not None
    app = App.objects.get()
    assert app.pk in page
    assert app.check_secret(found[1])
    assert (app.owner, app.get_redirect_uris()) == (user, [BACK, "http://127.0.0.1/back"])
    page = browser.get(f"/accounts/apps/{app.pk}/").content.decode()
    assert app.pk in page
    assert found[1] not in page


def test_an_app_on_devices_has_no_secret() -> None:
    (user,) = make_users(1)
    page = browser_of(user).post(NEW, {**FORM, "kind": "public"}).content.decode()
    assert SECRET.search(page) is None
    assert not App.objects.get().check_secret("")


@pytest.mark.parametrize(
    ("address", "allowed"),
    [
        ("https://stats.example.org", True),
        ("https://stats.example.org:8443/back?from=density", True),
        ("http://127.0.0.1/back", True),
        ("http://127.0.0.1:5000/back", True),
        ("http://localhost:5000/", True),
        ("http://stats.example.org/back", False),
        ("http://localhost.example.org/", False),
        ("https://*.example.org/back", False),
        ("https://stats.example.org/*", False),
        ("https://mira@stats.example.org/", False),
        ("https://stats.example.org:99999/", False),
        ("https://stats.example.org/#back", False),
        ("javascript:alert(1)", False),
        ("com.example.stats:/back", False),
        ("//stats.example.org/", False),
        ("https://stats.example.org/" + 200 * "a", False),
    ],
)
def test_an_app_may_return_to_safe_addresses_only(address: str, allowed: bool) -> None:
    assert may_return_to(address) == allowed
    (user,) = make_users(1)
    browser_of(user).post(NEW, {**FORM, "redirects": address})
    assert App.objects.exists() == allowed


@pytest.mark.parametrize(
    ("changes", "text"),
    [
        ({"redirects": "http://stats.example.org/"}, "http://stats.example.org/ isn’t allowed"),
        ({"redirects": "\n".join([BACK] * 6)}, "at most 5 addresses"),
        ({"redirects": " "}, "required"),
        ({"name": "Stats\u202e"}, "letters, digits and spaces"),
        ({"name": ""}, "required"),
        ({"kind": "other"}, "not one of the available choices"),
    ],
)
def test_a_wrong_form_says_what_is_wrong(changes: dict[str, str], text: str) -> None:
    (user,) = make_users(1)
    assert text in browser_of(user).post(NEW, {**FORM, **changes}).content.decode()
    assert not App.objects.exists()


def test_a_user_offers_at_most_five_apps_and_a_bot_none() -> None:
    (user,) = make_users(1)
    for number in range(5):
        make_app(user, f"App {number}", [BACK], App.Type.PUBLIC)
    assert "Delete one first" in browser_of(user).post(NEW, FORM).content.decode()
    bot = User.objects.create_user("Owl Bot", bot_owner=user)
    assert "This account is a bot" in browser_of(bot).post(NEW, FORM).content.decode()
    assert App.objects.count() == 5


def test_an_owner_changes_and_deletes_an_app_and_no_one_else_does() -> None:
    user, owner = make_users(2)
    flow = start_flow([user, owner])
    access = flow.sign_in()["access_token"]
    address = f"/accounts/apps/{flow.app.pk}/"
    changed = {"name": "Charts", "redirects": "https://charts.example.org/"}
    assert flow.browser.post(address, changed).status_code == 404
    flow.browser.post(f"{address}delete/")
    assert App.objects.get().name == "Stats"
    browser = browser_of(owner)
    assert browser.post(address, changed).status_code == 302
    app = App.objects.get()
    assert (app.name, app.get_redirect_uris()) == ("Charts", ["https://charts.example.org/"])
    assert flow.ask().status_code == 400
    browser.post(f"{address}delete/")
    assert not App.objects.exists()
    assert ask_api(access).status_code == 401


def test_the_data_of_an_account_names_its_apps_and_goes_with_them() -> None:
    user, owner = make_users(2)
    flow = start_flow([user, owner])
    flow.sign_in()
    data = json.loads(flow.browser.get("/accounts/data.json").content)
    assert {row["name"] for row in data["apps_with_access"]} == {"Stats"}
    data = json.loads(browser_of(owner).get("/accounts/data.json").content)
    assert [row["name"] for row in data["apps"]] == ["Stats"]
    User.objects.get(pk=owner.pk).delete()
    assert not App.objects.exists()
    assert not Token.objects.exists()
