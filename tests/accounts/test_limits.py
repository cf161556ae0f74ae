"""Exceeded rate limits are answered with a 429 page that says when to try again."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.conf import LazySettings
from django.core.cache import cache
from django.db.models.functions import Now
from django.test import Client, RequestFactory

from accounts.identity.guests import BACKEND
from accounts.models import User
from density.platform import limits
from density.platform.addresses import client_of
from density.platform.rate_limits import LIMITS, allauth_rates
from games.models import Game, Seat
from tests.table.harness import make_users, open_table

pytestmark = pytest.mark.django_db

PASSWORD = "eleven-kinds-of-cards"
TOO_MANY = 429
NO_LIMITS = dict.fromkeys(LIMITS, (0, 600))
TABLE = {
    "edition": "current",
    "lives": "10",
    "seats": "4",
    "clock": "standard",
    "access": "public",
    "absence": "ai",
    "ais": "0",
    "level": "easy",
}
SetLimits = Callable[..., None]


@pytest.fixture
def only(settings: LazySettings) -> SetLimits:
    """Set these limits and no others."""

    def choose(**limits: tuple[int, int]) -> None:
        settings.LIMITS = {**settings.LIMITS, **NO_LIMITS, **limits}
        settings.ACCOUNT_RATE_LIMITS = allauth_rates(settings.LIMITS)

    return choose


@pytest.fixture
def mira() -> Client:
    """The browser of a user with an address and a password."""
    player = User.objects.create_user("Mira", "mira@example.org", PASSWORD)
    EmailAddress.objects.create(user=player, email=player.email, primary=True, verified=True)
    client = Client()
    client.force_login(player, backend=BACKEND)
    return client


def says_when(answer: Any, seconds: int, words: str = "Too many requests") -> None:
    assert answer.status_code == TOO_MANY
    assert answer.headers["Retry-After"] == str(seconds)
    assert answer.headers["Content-Type"].startswith("text/html")
    assert words in answer.text


# ------------------------------------------------------------------------ forms of accounts
@pytest.mark.parametrize(
    ("limit", "page", "fields"),
    [
        ("login_forms", "login", {"login": "somebody{}", "password": "wrong"}),
        ("signup_forms", "signup", {"username": "!"}),
        ("signup_forms", "keep", {"username": "!"}),
        ("reset_forms", "password/reset", {"email": "a{}@example.org"}),
        ("reset_forms_of_email", "password/reset", {"email": "a@example.org"}),
        ("new_password_forms", "password/reset/key/1-abc", {}),
        ("email_forms", "email", {"email": "a{}@example.org", "action_add": ""}),
        ("password_forms", "password/change", {"oldpassword": "wrong"}),
        ("reauthentications", "reauthenticate", {"password": PASSWORD}),
    ],
)
def test_a_form_that_is_sent_too_often_is_answered_with_a_page(
    only: SetLimits, mira: Client, limit: str, page: str, fields: dict[str, str]
) -> None:
    only(**{limit: (2, 60)})
    if page == "keep":
        User.objects.update(is_guest=True, email="")

    def send(number: int) -> Any:
        """Send the form; {} in it is replaced by the number of the try."""
        form = {name: value.format(number) for name, value in fields.items()}
        return mira.post(f"/accounts/{page}/", form)

    assert TOO_MANY not in [send(number).status_code for number in range(2)]
    says_when(send(2), 60)
    cache.clear()
    assert send(3).status_code != TOO_MANY


# --------------------------------------------------------------------------- wrong passwords
def log_in(login: str, password: str = "wrong", address: str = "192.0.2.1") -> Any:
    fields = {"login": login, "password": password}
    return Client(REMOTE_ADDR=address).post("/accounts/login/", fields)


def test_tries_are_counted_by_account_however_it_is_called(mira: Client) -> None:
    logins = ["Mira", "mIRA", "mira@example.org", "MIRA@Example.Org", " Mira "] * 2
    answers = [log_in(login) for login in logins]
    assert [answer.status_code for answer in answers] == [200] * 9 + [TOO_MANY]
    says_when(answers[-1], 900, "Too many wrong passwords")
    for login in ("Mira", "mira@example.org"):
        says_when(log_in(login, PASSWORD), 900, "Too many wrong passwords")
    assert log_in("Mira", PASSWORD, "192.0.2.9").status_code == 302


def test_a_name_without_an_account_is_locked_alike_and_a_home_network_has_one_count() -> None:
    answers = [log_in(login, address="2001:db8:1:2::1") for login in ["Nobody", "nobody"] * 4]
    answers += [log_in("Nobody", address=f"2001:db8:1:2::{number}") for number in (2, 3)]
    assert [answer.status_code for answer in answers] == [200] * 9 + [TOO_MANY]
    assert log_in("Somebody", address="2001:db8:1:2::1").status_code == 200
    assert log_in("Nobody", address="2001:db8:1:3::1").status_code == 200


def test_a_login_lets_tries_count_from_zero(mira: Client) -> None:
    for _ in range(2):
        assert {log_in("Mira").status_code for _ in range(9)} == {200}
        assert log_in("Mira", PASSWORD).status_code == 302


def test_passwords_that_are_asked_for_again_are_counted_with_those_of_the_login(
    only: SetLimits, mira: Client
) -> None:
    only()
    answers = [mira.post("/accounts/reauthenticate/", {"password": "wrong"}) for _ in range(10)]
    assert [answer.status_code for answer in answers] == [200] * 9 + [TOO_MANY]
    assert log_in("Mira", PASSWORD, "127.0.0.1").status_code == TOO_MANY


# ---------------------------------------------------------------------------- without Redis
@pytest.fixture
def without_redis(settings: LazySettings) -> None:
    away = {**settings.CACHES["shared"], "LOCATION": "unix:///nowhere/at/all"}
    settings.CACHES = {**settings.CACHES, "shared": away}


def test_no_password_is_tried_when_redis_is_away(mira: Client, without_redis: None) -> None:
    fields = {"login": "Mira", "password": PASSWORD}
    answer = Client(raise_request_exception=False).post("/accounts/login/", fields)
    assert answer.status_code == 503
    assert int(answer["Retry-After"]) > 0


def test_nothing_else_is_counted_when_redis_is_away(only: SetLimits, without_redis: None) -> None:
    only(guests=(1, 600))
    for _ in range(2):
        assert Client().post("/accounts/guest/").status_code == 302


# ------------------------------------------------------------------------ guests and accounts
@pytest.mark.parametrize(
    ("limit", "seconds", "words"),
    [("guests", 600, "Try again in 10"), ("guests_a_day", 86_400, "in 24&nbsp;hours.")],
)
def test_one_address_gets_so_many_new_guests(
    only: SetLimits, limit: str, seconds: int, words: str
) -> None:
    only(**{limit: (2, seconds)})
    for _ in range(2):
        assert Client().post("/accounts/guest/").status_code == 302
    says_when(Client().post("/accounts/guest/"), seconds, words)
    assert User.objects.count() == 2
    assert Client(REMOTE_ADDR="192.0.2.7").post("/accounts/guest/").status_code == 302


def sign_up(number: int, address: str = "192.0.2.1", client: Client | None = None) -> int:
    """Sign up, as a guest if its client is given; return the status."""
    fields = {"email": f"new{number}@example.org", "password1": PASSWORD}
    answer = (client or Client()).post(
        "/accounts/signup/" if client is None else "/accounts/keep/",
        {"username": f"Newcomer {'abcdefghijklmnopqrstuvwxyz'[number]}", **fields},
        REMOTE_ADDR=address,
    )
    return int(answer.status_code)


def test_one_address_makes_a_few_accounts_of_guests_and_others_together() -> None:
    for _ in range(10):  # invalid forms do not count
        Client().post("/accounts/signup/", {"username": "!"}, REMOTE_ADDR="192.0.2.1")
    guest = Client()
    guest.post("/accounts/guest/", REMOTE_ADDR="192.0.2.1")
    assert [sign_up(number) for number in range(4)] == [302] * 4
    assert sign_up(4, client=guest) == 302
    assert sign_up(5) == TOO_MANY
    assert sign_up(6, "192.0.2.2") == 302


# ------------------------------------------------------------------------------------ tables
def test_one_user_opens_so_many_tables(only: SetLimits) -> None:
    only(tables=(2, 600))
    client = Client()
    client.force_login(make_users(1)[0])
    for _ in range(2):
        table = client.post("/play/ai/", {"level": "easy"}).headers["Location"]
        Game.objects.filter(pk=table.split("/")[2]).delete()
    says_when(client.post("/play/ai/", {"level": "easy"}), 600)
    says_when(client.post("/tables/new/", TABLE), 600)
    assert not Game.objects.exists()


def test_the_password_of_a_table_cannot_be_guessed_for_ever(only: SetLimits) -> None:
    only(passwords=(2, 600))
    mira, ola = make_users(2)
    game = open_table(mira, access="password", password="open sesame")
    client = Client()
    client.force_login(ola)
    for word in ("one", "two"):
        assert client.post(f"/game/{game.pk}/join/", {"password": word}).status_code == 403
    says_when(client.post(f"/game/{game.pk}/join/", {"password": "open sesame"}), 600)
    assert game.seats.count() == 1


def test_an_address_opens_so_many_tables_however_many_guests_it_has(only: SetLimits) -> None:
    only(tables_of_address=(2, 600))
    crowd = [Client(REMOTE_ADDR=f"192.0.2.{last}") for last in (7, 7, 7, 8)]
    answers = [guest.post("/play/ai/", {"level": "easy"}) for guest in crowd]
    assert [answer.status_code for answer in answers] == [303, 303, TOO_MANY, 303]
    says_when(answers[2], 600)
    assert Game.objects.count() == 3


@pytest.mark.parametrize(
    ("path", "fields", "what"),
    [
        ("/play/ai/", {"level": "easy"}, "games_of_address"),
        ("/tables/new/", TABLE, "waiting_of_address"),
    ],
)
def test_so_many_tables_of_an_address_go_on_at_the_same_time(
    only: SetLimits, path: str, fields: dict[str, str], what: str
) -> None:
    only(**{what: (2, 600)})
    visitors = [Client(REMOTE_ADDR="192.0.2.7") for _ in range(3)]
    answers = [visitor.post(path, fields) for visitor in visitors]
    assert [answer.status_code for answer in answers] == [303, 303, 429], answers[0].content[:3000]
    assert Client(REMOTE_ADDR="192.0.2.8").post(path, fields).status_code == 303
    # a user may always replace their own table
    left = {"leave": answers[0].headers["Location"].split("/")[2]}
    assert visitors[0].post(path, {**fields, **left}).status_code in (303, 409)
    # users who closed the page long ago do not count
    Seat.objects.update(away_since=Now() - timedelta(hours=1))
    assert visitors[2].post(path, fields).status_code == 303


# --------------------------------------------------------------------------------- addresses
@pytest.mark.parametrize(
    ("meta", "seen"),
    [
        ({"REMOTE_ADDR": "192.0.2.7"}, "192.0.2.7"),
        ({"REMOTE_ADDR": "192.0.2.7", "HTTP_X_FORWARDED_FOR": "198.51.100.1"}, "192.0.2.7"),
        ({"REMOTE_ADDR": "::ffff:192.0.2.7"}, "192.0.2.7"),
        ({"REMOTE_ADDR": "2001:db8:1:2:3:4:5:6"}, "2001:db8:1:2::/64"),
        ({"REMOTE_ADDR": ""}, "unknown"),
        ({"REMOTE_ADDR": None}, "unknown"),
    ],
)
def test_a_home_is_one_address(meta: dict[str, str], seen: str) -> None:
    request = RequestFactory().get("/")
    request.META.update(meta)
    assert limits.client_network(request) == seen


@pytest.mark.parametrize(
    ("forwarded", "proxies", "client"),
    [
        (["198.51.100.1"], 0, "10.0.0.1"),
        (["1.1.1.1, 198.51.100.1"], 1, "198.51.100.1"),
        (["1.1.1.1, 198.51.100.1"], 2, "1.1.1.1"),
        (["1.1.1.1", "198.51.100.1, 10.0.0.2"], 2, "198.51.100.1"),
        (["198.51.100.1:4711"], 1, "198.51.100.1"),
        (["[2001:db8::1]:4711"], 1, "2001:db8::1"),
        (["::ffff:198.51.100.1"], 1, "198.51.100.1"),
        # an invalid entry counts as the peer; entries further left are never trusted
        (["198.51.100.1"], 2, "10.0.0.1"),
        (["198.51.100.1, nonsense"], 1, "10.0.0.1"),
        (["198.51.100.1, "], 1, "10.0.0.1"),
        (["198.51.100.1,"], 1, "10.0.0.1"),
        ([], 1, "10.0.0.1"),
        ([""], 1, "10.0.0.1"),
    ],
)
def test_a_client_is_who_the_trusted_proxies_saw(
    forwarded: list[str], proxies: int, client: str
) -> None:
    assert client_of("10.0.0.1", forwarded, proxies) == client
