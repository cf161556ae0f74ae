"""Playing as a guest, and keeping the games by signing up."""

import pytest
from allauth.account.models import EmailAddress
from django.conf import settings
from django.contrib.auth import get_user
from django.test import Client

from accounts import guests
from accounts.models import User
from accounts.names import guest_name

pytestmark = pytest.mark.django_db

MIRA = {
    "username": "Mira",
    "email": "mira@example.org",
    "password1": "eleven-kinds-of-cards",
}


def enter(client: Client) -> User:
    """Become a guest."""
    client.post("/accounts/guest/")
    guest = get_user(client)
    assert isinstance(guest, User)
    return guest


def test_one_click_makes_a_guest_who_is_logged_in(client: Client) -> None:
    guest = enter(client)
    assert guest.is_guest
    assert guest.name.startswith("Guest ")
    assert not guest.has_usable_password()
    assert guest.email == ""


def test_a_guest_is_remembered_for_a_year(client: Client) -> None:
    enter(client)
    assert client.cookies[settings.SESSION_COOKIE_NAME]["max-age"] == 365 * 24 * 3600


def test_guests_never_share_a_name() -> None:
    for number in range(1000, 1004):
        User.objects.create_user(guest_name(number), is_guest=True)
    drawn = iter([0, 1, 2, 3, 0])
    assert guests.create_guest(lambda bound: next(drawn)).name == "Guest 10000"


@pytest.mark.parametrize("page", ["/rules/", "/game/abc/?watch=1"])
def test_a_guest_goes_where_they_wanted_to_go(client: Client, page: str) -> None:
    assert client.post("/accounts/guest/", {"next": page}).headers["Location"] == page
    assert client.post("/accounts/guest/", query_params={"next": page}).headers["Location"] == page


@pytest.mark.parametrize(
    "page",
    [
        "https://evil.example",
        "//evil.example/x",
        "javascript:alert(1)",
        "/\\evil",
        "\x00/",
        "/a\nb",
        "rules",
        "?view=1",
        "account_logout",
    ],
)
def test_nobody_is_sent_to_another_site(client: Client, page: str) -> None:
    assert client.post("/accounts/guest/", {"next": page}).headers["Location"] == "/"


def test_a_guest_who_signs_up_stays_the_same_user(client: Client) -> None:
    guest = enter(client)
    answer = client.post("/accounts/keep/", MIRA)
    assert answer.status_code == 302
    mira = User.objects.get()
    assert (mira.pk, mira.name, mira.is_guest) == (guest.pk, "Mira", False)
    assert get_user(client) == mira
    assert EmailAddress.objects.get(user=mira).email == "mira@example.org"
    client.post("/accounts/logout/")
    client.post("/accounts/login/", {"login": "Mira", "password": MIRA["password1"]})
    assert get_user(client) == mira


def test_a_refused_keep_leaves_the_guest_a_guest(client: Client) -> None:
    User.objects.create_user("Mira")
    guest = enter(client)
    page = client.post("/accounts/keep/", MIRA)
    assert list(page.context["form"].errors) == ["username"]
    guest.refresh_from_db()
    assert guest.is_guest
    assert get_user(client) == guest


def test_a_guest_may_take_another_name_and_stays_a_guest(client: Client) -> None:
    guest = enter(client)
    assert "/accounts/keep/" in client.get("/accounts/settings/").text
    assert "/accounts/password/change/" not in client.get("/accounts/settings/").text
    client.post("/accounts/settings/", {"name": "Wanderer"})
    guest.refresh_from_db()
    assert (guest.name, guest.is_guest) == ("Wanderer", True)


def test_a_guest_may_log_in_to_an_older_account(client: Client) -> None:
    mira = User.objects.create_user("Mira", "mira@example.org", MIRA["password1"])
    enter(client)
    assert client.get("/accounts/login/").status_code == 200
    client.post("/accounts/login/", {"login": "Mira", "password": MIRA["password1"]})
    assert get_user(client) == mira


@pytest.mark.parametrize("page", ["email", "password/set", "password/change"])
def test_pages_for_registered_people_ask_a_guest_to_sign_up(client: Client, page: str) -> None:
    enter(client)
    for answer in (
        client.get(f"/accounts/{page}/"),
        client.post(f"/accounts/{page}/", {"email": "a@example.org", "action_add": ""}),
    ):
        assert answer.headers["Location"] == "/accounts/keep/"
