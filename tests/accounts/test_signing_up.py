"""Signing up, confirming the address, logging in and out."""

import re
from collections.abc import Sequence

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth import get_user
from django.core.mail import EmailMessage
from django.core.mail.backends.locmem import EmailBackend
from django.test import Client
from pytest_django import Settings

from accounts.models import User
from tests.workers import outbox

pytestmark = pytest.mark.django_db

PASSWORD = "eleven-kinds-of-cards"
MIRA = {"username": "Mira", "email": "mira@example.org", "password1": PASSWORD}


def link(path: str) -> str:
    """The link of that kind in the last mail."""
    found = re.search(rf"https?://[^/]+(/accounts/{path}/\S+)", str(outbox()[-1].body))
    assert found is not None
    return found.group(1)


def sign_up(client: Client, **changes: str) -> User:
    """Sign Mira up, and return her."""
    answer = client.post("/accounts/signup/", {**MIRA, **changes})
    assert answer.status_code == 302, answer.context["form"].errors
    return User.objects.get(name=changes.get("username", "Mira"))


def test_signing_up_logs_in_and_sends_a_mail(client: Client) -> None:
    mira = sign_up(client)
    assert get_user(client) == mira
    assert not mira.is_guest
    assert mira.check_password(PASSWORD)
    assert outbox()[0].to == ["mira@example.org"]


class StartingMailServer(EmailBackend):
    """A mail server that is away at first."""

    away = True

    def send_messages(self, messages: Sequence[EmailMessage]) -> int:
        if StartingMailServer.away:
            StartingMailServer.away = False
            raise OSError("no mail server")
        return super().send_messages(messages)


def test_a_mail_waits_for_a_mail_server_that_is_away(
    client: Client, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.EMAIL_BACKEND = f"{__name__}.StartingMailServer"
    monkeypatch.setattr("accounts.mails.REST_SECONDS", 0)
    sign_up(client)
    assert [each.to for each in outbox()] == [["mira@example.org"]]
    assert not StartingMailServer.away


def test_the_link_in_the_mail_confirms_the_address(client: Client) -> None:
    sign_up(client)
    assert "not confirmed" in client.get("/accounts/settings/").text
    path = link("confirm-email")
    assert client.get(path).status_code == 200
    client.post(path)
    assert EmailAddress.objects.get(email="mira@example.org").verified
    assert "not confirmed" not in client.get("/accounts/settings/").text


@pytest.mark.parametrize("login", ["Mira", "mira", "MIRA@example.org"])
def test_one_logs_in_by_name_or_confirmed_address(client: Client, login: str) -> None:
    mira = sign_up(client)
    client.post(link("confirm-email"))
    client.post("/accounts/logout/")
    assert get_user(client).is_anonymous
    client.post("/accounts/login/", {"login": login, "password": PASSWORD})
    assert get_user(client) == mira


def test_a_wrong_password_is_said_on_the_page(client: Client) -> None:
    sign_up(client)
    client.post("/accounts/logout/")
    page = client.post("/accounts/login/", {"login": "Mira", "password": "wrong"})
    assert page.status_code == 200
    assert page.context["form"].errors
    assert get_user(client).is_anonymous


@pytest.mark.parametrize(
    ("field", "value"),
    [("username", "mIRA"), ("username", "M1ra"), ("username", "M"), ("email", "nonsense")],
)
def test_what_cannot_be_is_said_beside_its_field(client: Client, field: str, value: str) -> None:
    sign_up(client)
    client.post("/accounts/logout/")
    other = {"username": "Tom", "email": "tom@example.org", "password1": PASSWORD, field: value}
    page = client.post("/accounts/signup/", other)
    assert list(page.context["form"].errors) == [field]
    assert "errorlist" in page.text


@pytest.mark.parametrize("password", ["short", "12345678901", "password123", "Mira-and-Mira"])
def test_a_weak_password_is_refused(client: Client, password: str) -> None:
    page = client.post(
        "/accounts/signup/", {**MIRA, "username": "Mira-and-", "password1": password}
    )
    assert list(page.context["form"].errors) == ["password1"]
