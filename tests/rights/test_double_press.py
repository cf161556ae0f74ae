"""Every form sent twice at once is processed once, and both get the same redirect."""

import re
from functools import partial
from http.cookies import SimpleCookie
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.conf import settings
from django.test import Client

from accounts.models import User
from games.models import Game
from tests.pages.markup import Page
from tests.rights.browsers import NO_LIMITS, Browsers, send_request
from tests.rights.routes import row_addresses, scene_of
from tests.rights.tables import ROLES, Row, read_rows
from tests.rights.world import PASSWORD, build_world
from tests.staff.sessions import SECRET, code_now, set_up
from tests.table.harness import at_once
from tests.workers import collect_mails

pytestmark = pytest.mark.django_db(transaction=True)

DONE = {"200", "302", "303"}
TOKEN = "a" * 32


# forms that visitors send; all others are sent by the first allowed user
VISITORS = (
    *("/tables/new/", "/play/ai/", "/game/{open}/join/", "/game/{locked}/join/"),
    *("/game/{finished}/continue/", "/learn/puzzles/{puzzle}/", "/accounts/language/"),
    *("/accounts/guest/", "/accounts/signup/", "/accounts/login/", "/accounts/password/reset/"),
)


def sending_roles(row: Row) -> list[str]:
    """Return the first role for which the table allows this form, in a list."""
    roles = ROLES[:1] if row.path in VISITORS else ROLES[1:]
    return [role for role in roles if row.allowed(role) <= DONE][:1]


SENT = [
    (row, role)
    for row in read_rows("urls.txt")
    if row.method == "POST" and not row.path.startswith(("/admin/", "/api/", "/csp-reports/"))
    for role in sending_roles(row)
]
# one middleware answers all of them, so that PostgreSQL gets every third at a push
FORMS = [
    pytest.param(
        *form, id=f"{form[0].path} {form[1]}", marks=[] if number % 3 else pytest.mark.postgres
    )
    for number, form in enumerate(SENT)
]


@pytest.fixture(autouse=True)
def _no_limits(settings: Any, valkey: str) -> None:
    settings.LIMITS = NO_LIMITS
    settings.ACCOUNT_RATE_LIMITS = False


def press_twice(client: Client, address: str, sent: str = "") -> list[Any]:
    """Send a form twice at once; the browser gets the cookies of the last response."""
    client.cookies[settings.CSRF_COOKIE_NAME] = TOKEN
    body = " ".join(filter(None, (sent, f"csrfmiddlewaretoken={TOKEN}")))
    known = client.cookies.output(header="", attrs=[], sep=";")
    tabs = [Client(enforce_csrf_checks=True) for _ in range(2)]
    for tab in tabs:
        tab.cookies = SimpleCookie(known)
    answers = at_once(*(partial(send_request, tab, "POST", address, body) for tab in tabs))
    client.cookies = tabs[1].cookies
    return answers


def answer_target(answer: Any) -> tuple[int, str]:
    """Return the status and redirect of a response."""
    return answer.status_code, answer.headers.get("Location", "")


def done_once(client: Client, address: str, sent: str = "") -> Any:
    """Check that both responses are equal and lead to a page; return the second."""
    first, second = press_twice(client, address, sent)
    assert str(first.status_code) in DONE, first.status_code
    assert answer_target(first) == answer_target(second)
    if second.status_code != 200:
        page = client.get(second.headers["Location"], follow=True)
        assert page.status_code in (200, 403, 404), page.status_code
    return second


@pytest.mark.parametrize(("row", "role"), FORMS)
def test_both_presses_of_every_form_lead_to_the_same(row: Row, role: str) -> None:
    scene = scene_of(row.path)
    world = build_world(scene)
    browsers = Browsers(world, (scene, role))
    (address,) = row_addresses(row.path, world)
    before = User.objects.count(), Game.objects.count()
    client = browsers.browser(role, scene)
    done_once(client, address, browsers.filled(row.sent, scene))
    assert User.objects.count() <= before[0] + 1
    assert Game.objects.count() <= before[1] + 1


def link_in_mail(path: str) -> str:
    found = re.search(rf"https?://[^/]+(/accounts/{path}/\S+)", str(collect_mails()[-1].body))
    assert found is not None
    return found.group(1)


@pytest.mark.postgres
def test_an_account_is_made_confirmed_and_opened_by_two_presses_each(client: Client) -> None:
    old, new = PASSWORD.replace(" ", "+"), "a-newer-kind-of-card"
    settings_page = "/accounts/settings/"
    done_once(client, "/accounts/signup/", f"username=Mira email=mira@example.org password1={old}")
    mira = User.objects.get(name="Mira")
    assert client.get(settings_page).context["user"] == mira
    assert len(collect_mails()) == 1
    done_once(client, link_in_mail("confirm-email"))
    assert EmailAddress.objects.get(user=mira).verified
    client.logout()
    done_once(client, "/accounts/login/", f"login=Mira password={old}")
    assert client.get(settings_page).status_code == 200
    client.logout()
    client.post("/accounts/password/reset/", {"email": "mira@example.org"})
    page = client.get(link_in_mail("password/reset/key"), follow=True)
    done_once(client, page.request["PATH_INFO"], f"password1={new} password2={new}")
    mira.refresh_from_db()
    assert mira.check_password(new)


@pytest.mark.postgres
def test_a_second_factor_is_set_up_taken_away_and_asked_for_by_two_presses(client: Client) -> None:
    mira = User.objects.create_user("Mira", "mira@example.org", PASSWORD)
    EmailAddress.objects.create(user=mira, email=mira.email, primary=True, verified=True)
    client.force_login(mira, backend=settings.AUTHENTICATION_BACKENDS[-1])
    totp, off = "/accounts/2fa/totp/activate/", "/accounts/2fa/totp/deactivate/"
    client.post("/accounts/reauthenticate/", {"password": PASSWORD, "next": totp})
    secret = re.search(r">([A-Z2-7]{32})</code>", client.get(totp).text)
    assert secret is not None
    done_once(client, totp, f"code={code_now(secret[1])}")
    assert Authenticator.objects.filter(user=mira).count() == 2
    done_once(client, "/accounts/2fa/recovery-codes/generate/")
    done_once(client, off)
    assert not Authenticator.objects.filter(user=mira).exists()
    set_up(mira)
    client.logout()
    client.post("/accounts/login/", {"login": "Mira", "password": PASSWORD})
    done_once(client, "/accounts/2fa/authenticate/", f"code={code_now(SECRET)}")
    assert client.get("/accounts/settings/").status_code == 200


def test_a_form_from_before_a_login_in_another_tab_can_be_sent_again() -> None:
    tab = Client(enforce_csrf_checks=True, headers={"origin": "http://testserver"})
    old = {"csrfmiddlewaretoken": Page(tab.get("/").text).token, "level": "easy"}
    tab.post("/accounts/guest/", {"csrfmiddlewaretoken": old["csrfmiddlewaretoken"]})
    refused = tab.post("/play/ai/", old, headers={"referer": "http://testserver/?game=x"})
    page = Page(refused.text)
    assert refused.status_code == 403
    assert "Send again" in page.text
    assert "/?game=x" in page.links()
    assert tab.post("/play/ai/", {**old, "csrfmiddlewaretoken": page.token}).status_code == 303


@pytest.mark.parametrize("origin", ["https://evil.example", "null", ""])
def test_a_form_of_another_site_is_not_offered_again(origin: str) -> None:
    client = Client(enforce_csrf_checks=True, headers={"origin": origin} if origin else {})
    client.cookies[settings.CSRF_COOKIE_NAME] = TOKEN
    refused = client.post("/play/ai/", {"level": "easy"}, headers={"referer": origin + "/"})
    assert refused.status_code == 403
    assert "Send again" not in refused.text
    assert "evil.example" not in refused.text


def test_a_password_is_not_written_into_the_page_that_offers_a_form_again() -> None:
    tab = Client(enforce_csrf_checks=True, headers={"origin": "http://testserver"})
    tab.cookies[settings.CSRF_COOKIE_NAME] = TOKEN
    login = {"login": "Mira", "password": "eleven-kinds", "csrfmiddlewaretoken": "b" * 32}
    refused = tab.post("/accounts/login/", login)
    assert refused.status_code == 403
    assert "eleven-kinds" not in refused.text
    assert "Reload page" in refused.text
