"""Playing as a guest, and keeping the games by signing up."""

import pytest
from allauth.account.models import EmailAddress
from django.conf import settings
from django.contrib.auth import get_user
from django.test import Client

from accounts.identity import guests
from accounts.models import User
from accounts.names import guest_name

pytestmark = pytest.mark.django_db

MIRA = {
    "username": "Mira",
    "email": "mira@example.org",
    "password1": "eleven-kinds-of-cards",
}


def become_guest(client: Client) -> User:
    """Become a guest."""
    client.post("/accounts/guest/")
    guest = get_user(client)
    assert isinstance(guest, User)
    return guest


def test_one_click_makes_a_guest_who_is_remembered_for_a_year(client: Client) -> None:
    guest = become_guest(client)
    assert guest.is_guest
    assert guest.name.startswith("Guest ")
    assert not guest.has_usable_password()
    assert guest.email == ""
    assert client.cookies[settings.SESSION_COOKIE_NAME]["max-age"] == 365 * 24 * 3600


def test_guests_never_share_a_name() -> None:
    for number in range(1000, 1004):
        User.objects.create_user(guest_name(number), is_guest=True)
    drawn = iter([0, 1, 2, 3, 0])
    assert guests.create_guest(lambda bound: next(drawn)).name == "Guest 10000"


def test_a_guest_who_signs_up_stays_the_same_user(client: Client) -> None:
    guest = become_guest(client)
    answer = client.post("/accounts/keep/", MIRA)
    assert answer.status_code == 302
    mira = User.objects.get()
    assert (mira.pk, mira.name, mira.is_guest) == (guest.pk, "Mira", False)
    assert get_user(client) == mira
    assert EmailAddress.objects.get(user=mira).email == "mira@example.org"
    client.post("/accounts/logout/")
    client.post("/accounts/login/", {"login": "Mira", "password": MIRA["password1"]})
    assert get_user(client) == mira


def test_the_settings_of_a_guest_have_a_name_and_the_way_to_an_account(client: Client) -> None:
    guest = become_guest(client)
    page = client.get("/accounts/settings/").text
    assert "/accounts/keep/" in page
    assert "/accounts/password/change/" not in page
    assert "play for 90 days are deleted" in page
    client.post("/accounts/settings/", {"name": "Wanderer"})
    guest.refresh_from_db()
    assert (guest.name, guest.is_guest) == ("Wanderer", True)
    # on signing up, a guest may keep the name
    assert client.post("/accounts/keep/", {**MIRA, "username": "Wanderer"}).status_code == 302
    guest.refresh_from_db()
    assert (guest.name, guest.is_guest) == ("Wanderer", False)


@pytest.mark.parametrize(
    "page", ["email", "password/set", "password/change", "2fa", "2fa/totp/activate"]
)
def test_pages_for_registered_people_ask_a_guest_to_sign_up(client: Client, page: str) -> None:
    become_guest(client)
    for answer in (
        client.get(f"/accounts/{page}/"),
        client.post(f"/accounts/{page}/", {"email": "a@example.org", "action_add": ""}),
    ):
        assert answer.headers["Location"] == "/accounts/keep/"
