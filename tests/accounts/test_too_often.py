"""Whatever is limited answers 429 with a page that says so, and when to try again."""

from collections.abc import Callable
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.conf import LazySettings
from django.core.cache import cache
from django.test import Client

from accounts.guests import BACKEND
from accounts.models import User

pytestmark = pytest.mark.django_db

PASSWORD = "eleven-kinds-of-cards"
TOO_MANY = 429
Send = Callable[[Client, int], Any]


@pytest.fixture
def mira() -> Client:
    """The browser of somebody with an address and a password."""
    player = User.objects.create_user("Mira", "mira@example.org", PASSWORD)
    EmailAddress.objects.create(user=player, email=player.email, primary=True, verified=True)
    client = Client()
    client.force_login(player, backend=BACKEND)
    return client


def posts(path: str, **fields: str) -> Send:
    """Sends a form; a {} in it is the number of the try."""
    return lambda client, number: client.post(
        path, {name: value.format(number) for name, value in fields.items()}
    )


WRONG = {"oldpassword": "wrong", "password1": PASSWORD, "password2": PASSWORD}


@pytest.mark.parametrize(
    ("send", "most"),
    [
        (posts("/accounts/login/", login="somebody{}", password="wrong"), 30),
        (posts("/accounts/signup/", username="!"), 20),
        (posts("/accounts/password/reset/", email="a{}@example.org"), 20),
        (posts("/accounts/password/reset/", email="a@example.org"), 5),
        (posts("/accounts/password/reset/key/1-abc/"), 20),
        (posts("/accounts/email/", email="a{}@example.org", action_add=""), 10),
        (posts("/accounts/password/change/", **WRONG), 5),
        (posts("/accounts/reauthenticate/", password=PASSWORD), 10),
    ],
)
def test_a_form_that_is_sent_too_often_is_answered_with_a_page(
    mira: Client, send: Send, most: int
) -> None:
    answers = [send(mira, number) for number in range(most + 1)]
    assert TOO_MANY not in [answer.status_code for answer in answers[:-1]]
    says_when(answers[-1], 60)
    cache.clear()
    assert send(mira, most).status_code != TOO_MANY


def says_when(answer: Any, seconds: int) -> None:
    assert answer.status_code == TOO_MANY
    assert answer.headers["Retry-After"] == str(seconds)
    assert answer.headers["Content-Type"].startswith("text/html")
    assert "That was a lot in a short time" in answer.text


def test_keeping_a_guest_too_often_is_answered_with_a_page() -> None:
    guest = Client()
    guest.post("/accounts/guest/")
    answers = [guest.post("/accounts/keep/", {"username": "!"}) for _ in range(21)]
    says_when(answers[-1], 60)


@pytest.mark.parametrize("path", ["/accounts/guest/", "/play/ai/", "/tables/new/"])
def test_guests_and_tables_too_often_are_answered_with_a_page(
    settings: LazySettings, path: str
) -> None:
    settings.LIMITS = {**settings.LIMITS, "guests": (0, 600), "tables": (0, 600)}
    settings.LIMITS["guests" if "guest" in path else "tables"] = (1, 600)
    fields = {
        "game": "density-deck",
        "access": "link",
        "clock": "standard",
        "seats": "2",
        "ais": "0",
        "level": "easy",
        "edition": "current",
        "absence": "ai",
        "lives": "10",
    }
    client = Client()
    client.post(path, fields)
    if "guest" in path:
        client = Client()
    says_when(client.post(path, fields), 600)


def test_a_locked_account_is_answered_with_a_page_that_says_until_when() -> None:
    for _ in range(10):
        answer = Client().post("/accounts/login/", {"login": "Mira", "password": "wrong"})
    assert answer.status_code == TOO_MANY
    assert answer.headers["Retry-After"] == "900"
    assert "Too many wrong passwords" in answer.text


def test_tries_are_counted_by_account_however_it_is_called(mira: Client) -> None:
    logins = ["Mira", "mIRA", "mira@example.org", "MIRA@Example.Org", " Mira "] * 2
    answers = [
        Client().post("/accounts/login/", {"login": login, "password": "wrong"}) for login in logins
    ]
    assert [answer.status_code for answer in answers] == [200] * 9 + [TOO_MANY]
    for login in ("Mira", "mira@example.org"):
        right = Client().post("/accounts/login/", {"login": login, "password": PASSWORD})
        assert right.status_code == TOO_MANY
    elsewhere = Client(REMOTE_ADDR="192.0.2.9")
    fields = {"login": "mira@example.org", "password": PASSWORD}
    assert elsewhere.post("/accounts/login/", fields).status_code == 302


def test_a_home_network_has_one_count() -> None:
    for number in range(10):
        client = Client(REMOTE_ADDR=f"2001:db8:1:2::{number:x}")
        answer = client.post("/accounts/login/", {"login": "Mira", "password": "wrong"})
    assert answer.status_code == TOO_MANY
    neighbor = Client(REMOTE_ADDR="2001:db8:1:3::1")
    answer = neighbor.post("/accounts/login/", {"login": "Mira", "password": "wrong"})
    assert answer.status_code == 200


def sign_up(number: int, address: str = "192.0.2.1", client: Client | None = None) -> int:
    """The status of the answer to a sign-up, of a guest where its client is given."""
    fields = {"email": f"new{number}@example.org", "password1": PASSWORD}
    path = "/accounts/signup/" if client is None else "/accounts/keep/"
    answer = (client or Client()).post(
        path,
        {"username": f"Newcomer {'abcdefghijklmnopqrstuvwxyz'[number]}", **fields},
        REMOTE_ADDR=address,
    )
    return int(answer.status_code)


def test_one_address_makes_a_few_accounts_in_ten_minutes_and_others_make_theirs() -> None:
    assert [sign_up(number) for number in range(6)] == [302] * 5 + [TOO_MANY]
    assert User.objects.count() == 5
    assert sign_up(7, "192.0.2.2") == 302


def test_guests_who_keep_their_games_count_among_the_accounts_of_an_address() -> None:
    guest = Client()
    guest.post("/accounts/guest/", REMOTE_ADDR="192.0.2.1")
    assert [sign_up(number) for number in range(4)] == [302] * 4
    assert sign_up(4, client=guest) == 302
    assert sign_up(5) == TOO_MANY


def test_a_form_with_a_mistake_does_not_count_as_an_account() -> None:
    for _ in range(10):
        Client().post("/accounts/signup/", {"username": "!"}, REMOTE_ADDR="192.0.2.1")
    assert sign_up(1) == 302


def test_one_address_makes_so_many_accounts_and_guests_a_day_at_most(
    settings: LazySettings,
) -> None:
    settings.LIMITS = {
        **settings.LIMITS,
        "signups": (0, 600),
        "signups_a_day": (2, 86_400),
        "guests_a_day": (1, 86_400),
    }
    assert [sign_up(number) for number in range(3)] == [302, 302, TOO_MANY]
    guests = [Client().post("/accounts/guest/", REMOTE_ADDR="192.0.2.1") for _ in range(2)]
    assert [answer.status_code for answer in guests] == [302, TOO_MANY]
    assert "Try again in 24 hours at the latest." in guests[1].content.decode()
    assert guests[1]["Retry-After"] == "86400"
