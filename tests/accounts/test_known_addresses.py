"""No response or page reveals whether an e-mail address has an account."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.conf import LazySettings
from django.contrib.auth import get_user
from django.contrib.auth.hashers import MD5PasswordHasher
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from tests.workers import collect_mails

PASSWORD = "eleven-kinds-of-cards"
OWNED, WAITING, UNKNOWN = "owned@example.org", "waits@example.org", "fresh@example.org"
ALL = [OWNED, WAITING, UNKNOWN]
VARYING = {"Content-Length", "Expires"}
HASHED: list[str] = []

pytestmark = pytest.mark.django_db


class CountedHasher(MD5PasswordHasher):
    """A hasher that counts its calls."""

    algorithm = "counted"

    def encode(self, password: str, salt: str) -> str:
        HASHED.append(password)
        return super().encode(password, salt)


@pytest.fixture(autouse=True)
def owner() -> User:
    """A user with a confirmed address, and one with an unconfirmed address."""
    other = User.objects.create_user("Waiter", WAITING, PASSWORD)
    EmailAddress.objects.create(user=other, email=WAITING, primary=True)
    player = User.objects.create_user("Owner", OWNED, PASSWORD)
    EmailAddress.objects.create(user=player, email=OWNED, primary=True, verified=True)
    return player


def seen_by_client(client: Client, answer: Any, name: str, email: str) -> tuple[Any, ...]:
    """Return all that a client sees: the response, the account pages and the stored data."""
    pages = ("/accounts/settings/", "/accounts/email/", "/accounts/data.json")
    texts = [answer.text, *(client.get(page).text for page in pages)]
    headers = {key: value for key, value in answer.headers.items() if key not in VARYING}
    return answer.status_code, headers, [normalize_page(text, name, email) for text in texts]


def normalize_page(text: str, name: str, email: str) -> str:
    """Return a page without the parts that differ between players."""
    text = text.replace(name, "NAME").replace(email, "ADDRESS")
    text = re.sub(r'(value|data-csrf)="[A-Za-z0-9]{64}"', "TOKEN", text)
    text = re.sub(r'(?s)<span class="avatar".*?</span>', "AVATAR", text)
    # without a choice, the color follows the name
    text = text.replace(" checked", "")
    return re.sub(r'_at": "[^"]+"|/players/[^"]+|login": "[^"]+"|Guest \d+', "SOME", text)


# each returns the browser and the last response
Does = Callable[[str, str], tuple[Client, Any]]


def signs_up(name: str, email: str, client: Client | None = None) -> tuple[Client, Any]:
    path = "/accounts/signup/" if client is None else "/accounts/keep/"
    client = client or Client()
    fields = {"username": name, "email": email, "password1": PASSWORD}
    return client, client.post(path, fields)


def keep_games(name: str, email: str) -> tuple[Client, Any]:
    client = Client()
    client.post("/accounts/guest/")
    return signs_up(name, email, client)


def change_email(name: str, email: str) -> tuple[Client, Any]:
    client = signed_in(name)
    return client, client.post("/accounts/email/", {"email": email, "action_add": ""})


def sends_again(name: str, email: str) -> tuple[Client, Any]:
    client, _ = change_email(name, email)
    return client, client.post("/accounts/email/", {"email": email, "action_send": ""})


def logs_in_with_the_own_password(name: str, email: str) -> tuple[Client, Any]:
    signs_up(name, email)
    client = Client()
    answer = client.post("/accounts/login/", {"login": email, "password": PASSWORD + name})
    assert get_user(client).is_anonymous
    return client, answer


def request_reset(name: str, email: str) -> tuple[Client, Any]:
    client = Client()
    return client, client.post("/accounts/password/reset/", {"email": email})


def signed_in(name: str) -> Client:
    """Log in as a new player with some address."""
    player = User.objects.create_user(name, "other@example.org", PASSWORD)
    client = Client()
    client.force_login(player)
    return client


@pytest.mark.parametrize(
    "does",
    [signs_up, keep_games, change_email, sends_again, logs_in_with_the_own_password, request_reset],
)
def test_an_address_is_answered_alike_whoever_has_it(
    does: Does,
) -> None:
    owned, waiting, unknown = [
        seen_by_client(*does(name, email), name, email)
        for name, email in zip(["Anna", "Bert", "Cleo"], ALL, strict=True)
    ]
    assert owned == unknown
    assert waiting == unknown


@pytest.mark.parametrize("does", [signs_up, keep_games, change_email])
def test_the_owner_of_an_address_reads_that_somebody_gave_it(
    does: Does,
) -> None:
    does("Anna", OWNED)
    (sent,) = collect_mails()
    assert sent.to == [OWNED]
    assert "already an account with this address" in sent.body
    assert "confirm-email" not in sent.body
    does("Cleo", UNKNOWN)
    assert "confirm-email" in collect_mails()[-1].body


def test_whoever_gives_a_foreign_address_first_does_not_keep_its_owner_out() -> None:
    signs_up("Squatter", UNKNOWN)
    signs_up("Cleo", UNKNOWN)
    cleo = User.objects.get(name="Cleo")
    for mail in reversed(collect_mails()):
        found = re.search(r"/accounts/confirm-email/\S+", str(mail.body))
        assert found is not None
        Client().post(found[0])
        assert EmailAddress.objects.get(email=UNKNOWN, verified=True).user == cleo


@pytest.mark.parametrize(
    "login", ["Owner", "Nobody", OWNED, WAITING, UNKNOWN, "Guest 1234", "Gone"]
)
def test_every_log_in_hashes_one_password(settings: LazySettings, login: str) -> None:
    settings.PASSWORD_HASHERS = [f"{__name__}.CountedHasher"]
    for name in ("Owner", "Waiter"):
        player = User.objects.get(name=name)
        player.set_password(PASSWORD)
        player.save()
    User.objects.create_user("Guest 1234", is_guest=True)
    User.objects.create_user("Gone", password=PASSWORD, is_active=False)
    HASHED.clear()
    Client().post("/accounts/login/", {"login": login, "password": "wrong"})
    assert len(HASHED) == 1


def test_whether_an_address_is_known_is_asked_after_the_answer() -> None:
    asked = []
    for email in ALL:
        with CaptureQueriesContext(connection) as queries:
            Client().post("/accounts/password/reset/", {"email": email})
        asked.append([normalize_page(query["sql"], "nobody", email) for query in queries])
    assert asked[0] == asked[1] == asked[2]
    assert not any("ADDRESS" in sql for queries in asked for sql in queries)
    assert [sent.to for sent in collect_mails()] == [[email] for email in ALL]
    subjects = [sent.subject.removeprefix("Density Deck: ") for sent in collect_mails()]
    assert subjects == ["Choose a new password"] * 2 + ["No account with this address"]


def test_one_address_gets_so_many_mails_in_an_hour(settings: LazySettings) -> None:
    settings.LIMITS = {**settings.LIMITS, "mails": (2, 3600)}
    answers = []
    for number in range(5):
        client = Client(REMOTE_ADDR=f"192.0.2.{number}")
        answer = client.post("/accounts/password/reset/", {"email": OWNED.upper()}, follow=True)
        answers.append((answer.redirect_chain, normalize_page(answer.text, "nobody", OWNED)))
    assert len(collect_mails()) == 2
    assert all(answer == answers[0] for answer in answers)
    signs_up("Anna", OWNED)
    assert len(collect_mails()) == 2
    request_reset("", UNKNOWN)
    assert len(collect_mails()) == 3


def reset_password(email: str, password: str) -> None:
    """Follow the link of a reset mail, and set a new password."""
    Client().post("/accounts/password/reset/", {"email": email})
    client = Client()
    found = re.search(r"/accounts/password/reset/key/\S+", str(collect_mails()[-1].body))
    assert found is not None
    page = client.get(found[0], follow=True)
    fields = {"password1": password, "password2": password}
    assert client.post(page.request["PATH_INFO"], fields).status_code == 302


def test_a_new_password_by_mail_confirms_the_address_and_opens_the_lock() -> None:
    for _ in range(10):
        Client().post("/accounts/login/", {"login": "Waiter", "password": "wrong"})
    reset_password(WAITING, "a-newer-kind-of-card")
    client = Client()
    client.post("/accounts/login/", {"login": WAITING, "password": "a-newer-kind-of-card"})
    assert get_user(client) == User.objects.get(name="Waiter")


def test_an_address_that_was_mistyped_opens_no_account(owner: User) -> None:
    client = Client()
    client.force_login(owner)
    client.post("/accounts/email/", {"email": UNKNOWN, "action_add": ""})
    collect_mails().clear()
    request_reset("", UNKNOWN)
    (sent,) = collect_mails()
    assert sent.subject.endswith("No account with this address")
