"""Signing up, confirming an address, logging in and out, and another address or password."""

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
from tests.workers import collect_mails

pytestmark = pytest.mark.django_db

PASSWORD = "eleven-kinds-of-cards"
MIRA = {"username": "Mira", "email": "mira@example.org", "password1": PASSWORD}


def find_link(path: str) -> str:
    """Return the link with this path in the last mail."""
    found = re.search(rf"https?://[^/]+(/accounts/{path}/\S+)", str(collect_mails()[-1].body))
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
    assert collect_mails()[0].to == ["mira@example.org"]


class StartingMailServer(EmailBackend):
    """A mail server that is unavailable at first."""

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
    monkeypatch.setattr("accounts.contact.mails.REST_SECONDS", 0)
    sign_up(client)
    assert [each.to for each in collect_mails()] == [["mira@example.org"]]
    assert not StartingMailServer.away


def test_the_link_in_the_mail_confirms_the_address(client: Client) -> None:
    sign_up(client)
    assert "isn’t confirmed" in client.get("/accounts/settings/").text
    path = find_link("confirm-email")
    assert client.get(path).status_code == 200
    client.post(path)
    assert EmailAddress.objects.get(email="mira@example.org").verified
    assert "isn’t confirmed" not in client.get("/accounts/settings/").text


@pytest.mark.parametrize("login", ["Mira", "mira", "MIRA@example.org"])
def test_one_logs_in_by_name_or_confirmed_address(client: Client, login: str) -> None:
    mira = sign_up(client)
    client.post(find_link("confirm-email"))
    client.post("/accounts/logout/")
    assert get_user(client).is_anonymous
    client.post("/accounts/login/", {"login": login, "password": PASSWORD})
    assert get_user(client) == mira


@pytest.mark.parametrize(
    ("field", "value", "words"),
    [
        ("username", "mIRA", "Dieser Name ist vergeben."),
        ("username", "M1ra", "Dieser Name sieht dem eines anderen Spielers zu ähnlich."),
        ("username", "M", "Nimm 2 bis 16 Zeichen."),
        ("email", "nonsense", "Gib eine gültige E-Mail-Adresse ein."),
        ("email", "", "Fülle dieses Feld aus."),
        ("password1", "short", "Nimm mindestens 8 Zeichen."),
        ("password1", "12345678901", "Nimm nicht nur Ziffern."),
        ("password1", "password123", "Dieses Passwort ist zu verbreitet."),
        ("password1", "Tom-and-Tom", "Dieses Passwort ähnelt deinem Namen"),
        ("password1", "tom@example.org", "oder deiner E-Mail-Adresse zu sehr."),
    ],
)
def test_what_cannot_be_is_said_beside_its_field(
    client: Client, field: str, value: str, words: str
) -> None:
    User.objects.create_user("Mira")
    other = {"username": "Tom-and-", "email": "tom@example.org", "password1": PASSWORD}
    fields = {**other, field: value}
    page = client.post("/accounts/signup/", fields, headers={"accept-language": "de"})
    errors = page.context["form"].errors
    assert list(errors) == [field]
    assert words in " ".join(errors[field])
    assert "errorlist" in page.text


def test_a_new_address_counts_once_it_is_confirmed(client: Client) -> None:
    mira = sign_up(client)
    client.post(find_link("confirm-email"))
    client.post("/accounts/email/", {"email": "new@example.org", "action_add": ""})
    mira.refresh_from_db()
    assert mira.email == "mira@example.org"
    assert "new@example.org" in client.get("/accounts/email/").text
    assert collect_mails()[-1].to == ["new@example.org"]
    client.post(find_link("confirm-email"))
    mira.refresh_from_db()
    assert mira.email == "new@example.org"


def test_a_mistyped_new_password_is_asked_for_again(client: Client) -> None:
    sign_up(client)
    fields = {"oldpassword": PASSWORD, "password1": "a-newer-kind", "password2": "a-newer-kin"}
    page = client.post("/accounts/password/change/", fields)
    assert page.context["form"].errors == {"password2": ["The passwords don’t match. Try again."]}


def test_a_new_password_needs_the_old_one(client: Client) -> None:
    mira, new = sign_up(client), "a-newer-kind-of-card"
    for old, status in (("wrong", 200), (PASSWORD, 302)):
        fields = {"oldpassword": old, "password1": new, "password2": new}
        assert client.post("/accounts/password/change/", fields).status_code == status
        mira.refresh_from_db()
        assert mira.check_password(new) == (status == 302)


def test_a_first_password_is_asked_for_in_the_words_of_the_site(client: Client) -> None:
    mira = sign_up(client)
    mira.set_unusable_password()
    mira.save()
    client.force_login(mira)
    path = "/accounts/password/set/"
    hint = "At least 8 characters, more than just digits, and no common password."
    assert hint in client.get(path).content.decode()
    long = "k" * 100_000
    answer = client.post(path, {"password1": long, "password2": long})
    assert answer.context["form"].errors["password1"]
    assert client.post(path, {"password1": PASSWORD, "password2": PASSWORD}).status_code == 302
    mira.refresh_from_db()
    assert mira.check_password(PASSWORD)
