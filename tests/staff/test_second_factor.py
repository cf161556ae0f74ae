"""The second factor: setup, login, limits, encryption and removal."""

import re

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.core.cache import cache
from django.test import Client
from pytest_django import Settings

from accounts import tasks
from accounts.models import User
from tests.pages.markup import Page
from tests.staff.sessions import BACKEND, SECRET, code_now, set_up
from tests.workers import collect_mails

pytestmark = pytest.mark.django_db
PASSWORD = "eleven suits of cards"
CONFIRM, TOTP = "/accounts/reauthenticate/", "/accounts/2fa/totp/activate/"


@pytest.fixture
def mira() -> User:
    user = User.objects.create_user("Mira", "mira@example.org", PASSWORD)
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    return user


def logged_in(user: User) -> Client:
    client = Client()
    client.force_login(user, backend=BACKEND)
    return client


def type_password(client: Client, **fields: str) -> int:
    """Log in by name and password; return the status."""
    answer = client.post("/accounts/login/", {"login": "Mira", "password": PASSWORD, **fields})
    return answer.status_code


@pytest.mark.django_db(transaction=True)
def test_an_app_is_set_up_with_recovery_codes_and_a_mail(mira: User) -> None:
    client = logged_in(mira)
    EmailAddress.objects.update(verified=False)
    assert "Confirm your e-mail address first" in client.get(TOTP, follow=True).text
    EmailAddress.objects.update(verified=True)
    assert client.get(TOTP).headers["Location"].startswith(CONFIRM)
    client.post(CONFIRM, {"password": PASSWORD, "next": TOTP})
    page = client.get(TOTP).content.decode()
    assert Page(page).broken == []
    assert "<svg" in page
    assert "style=" not in page
    secret = re.search(r"<code[^>]*>([A-Z2-7]{32})</code>", page)
    assert secret is not None
    assert "Density%20Deck" in page
    wrong = client.post(TOTP, {"code": "000000" if code_now(secret[1]) != "000000" else "111111"})
    assert "This code is wrong" in wrong.content.decode()
    done = client.post(TOTP, {"code": code_now(secret[1])}, follow=True)
    codes = re.findall(r"<li><code>(\d{8})</code></li>", done.content.decode())
    assert len(set(codes)) == 10
    assert client.get("/accounts/2fa/recovery-codes/download/").text.split() == codes
    (sent,) = collect_mails()
    assert sent.subject == "Density Deck: Second factor set up"
    assert "Hello Mira" in sent.body
    assert "127.0.0.1" not in sent.body
    assert "Authenticator app set up on" in client.get("/accounts/2fa/").content.decode()
    kept = client.get("/accounts/data.json").json()["second_factors"]
    assert [sorted(each) for each in kept] == [["since", "type", "used"]] * 2
    for status in (302, 200):  # each code is valid once
        another = Client()
        type_password(another)
        answer = another.post("/accounts/2fa/authenticate/", {"code": codes[0]})
        assert answer.status_code == status
    client.post("/accounts/2fa/recovery-codes/generate/")
    assert collect_mails()[-1].subject == "Density Deck: New recovery codes"


def test_whoever_logs_in_types_a_code_that_is_good_once(mira: User) -> None:
    set_up(mira)
    client = Client()
    assert type_password(client, next="/tables/") == 302
    assert client.get("/accounts/settings/").status_code == 302
    code = code_now(SECRET)
    assert "Enter the code" in client.get("/accounts/2fa/authenticate/").content.decode()
    done = client.post("/accounts/2fa/authenticate/", {"code": code})
    assert done.headers["Location"] == "/tables/"
    assert client.get("/accounts/settings/").status_code == 200
    # another process has no memory of used codes
    cache.clear()
    another = Client()
    type_password(another)
    again = another.post("/accounts/2fa/authenticate/", {"code": f" {code[:3]} {code[3:]} "})
    assert "This code is wrong" in again.content.decode()


def test_a_guest_who_logs_in_to_an_account_types_a_code_too(mira: User) -> None:
    set_up(mira)
    client = Client()
    client.post("/accounts/guest/", {"next": "/"})
    type_password(client)
    assert User.objects.get(pk=client.session["_auth_user_id"]).is_guest
    client.post("/accounts/2fa/authenticate/", {"code": code_now(SECRET)})
    assert client.session["_auth_user_id"] == str(mira.pk)


def test_codes_are_not_guessed(mira: User) -> None:
    set_up(mira)
    tried = []
    for number in range(12):
        client = Client(REMOTE_ADDR=f"198.51.100.{number}")
        type_password(client)
        answer = client.post("/accounts/2fa/authenticate/", {"code": f"{number:06}"})
        tried.append(answer.status_code)
    assert tried == [200] * 10 + [429] * 2


def test_the_database_alone_gives_no_codes(mira: User, settings: Settings) -> None:
    set_up(mira)
    stored = Authenticator.objects.get().data["secret"]
    assert SECRET not in stored
    # after a change of the key, the old one is needed until the daily task has re-encrypted
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "x" * 50, [settings.SECRET_KEY]
    assert Authenticator.objects.get().wrap().validate_code(code_now(SECRET))
    tasks.bring_up_to_date()
    settings.SECRET_KEY_FALLBACKS = []
    assert Authenticator.objects.get().data["secret"] != stored
    assert Authenticator.objects.get().wrap().validate_code(code_now(SECRET, 1))


@pytest.mark.django_db(transaction=True)
def test_it_is_removed_with_a_code_and_a_mail_in_the_language_of_the_account(mira: User) -> None:
    User.objects.update(language="de")
    set_up(mira)
    client = logged_in(mira)
    url = "/accounts/2fa/totp/deactivate/"
    assert "reauthenticate" in client.get(url).headers["Location"]
    client.post("/accounts/2fa/reauthenticate/", {"code": code_now(SECRET), "next": url})
    assert client.post(url).headers["Location"] == "/accounts/2fa/"
    assert not Authenticator.objects.exists()
    assert collect_mails()[-1].subject == "Density Deck: Zweiter Faktor entfernt"
    assert "Hallo Mira" in collect_mails()[-1].body
