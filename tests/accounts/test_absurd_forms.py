"""Absurd input is answered on the page: never a fault, never a user."""

import pytest
from django.test import Client

from accounts.guests import BACKEND
from accounts.models import User

pytestmark = pytest.mark.django_db

ABSURD = ["", "\x00", "a\x00b", "x" * 10_000, "😀" * 4, "\u202eariM", "\ud7ff\uffff", "' OR 1=1 --"]
FORMS = {
    "/accounts/signup/": ("username", "email", "password1"),
    "/accounts/login/": ("login", "password"),
    "/accounts/password/reset/": ("email",),
    "/accounts/keep/": ("username", "email", "password1"),
    "/accounts/settings/": ("name",),
    "/accounts/email/": ("email",),
    "/accounts/password/change/": ("oldpassword", "password1", "password2"),
}
FINE = {
    "username": "Tom",
    "name": "Tom",
    "login": "Tom",
    "email": "tom@example.org",
    "password1": "eleven-kinds-of-cards",
}


def visitor(client: Client, address: str) -> None:
    """Log in whoever may see the page."""
    if address == "/accounts/keep/":
        client.post("/accounts/guest/")
    elif address not in {"/accounts/signup/", "/accounts/login/", "/accounts/password/reset/"}:
        client.force_login(User.objects.create_user("Mira", "", "secret"), backend=BACKEND)


@pytest.mark.parametrize("address", FORMS)
@pytest.mark.parametrize("value", ABSURD)
def test_an_absurd_value_is_a_form_error(client: Client, address: str, value: str) -> None:
    visitor(client, address)
    for field in FORMS[address]:
        fields = {name: FINE.get(name, "x") for name in FORMS[address]} | {field: value}
        page = client.post(address, {**fields, "action_add": ""})
        assert page.status_code in {200, 302, 429}
        if field in {"username", "name", "email"}:
            assert page.status_code == 200
            assert page.context["form"].errors[field]


def test_a_form_without_fields_is_a_form_error(client: Client) -> None:
    assert client.post("/accounts/signup/").context["form"].errors
    assert client.post("/accounts/login/").context["form"].errors
