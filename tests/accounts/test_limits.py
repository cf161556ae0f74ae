"""Nobody floods the site: guests of an address, tables of a person, tries of a password."""

from datetime import timedelta

import pytest
from django.conf import LazySettings
from django.db.models.functions import Now
from django.test import Client, RequestFactory

from accounts import limits
from accounts.addresses import client_of
from accounts.models import User
from games.models import Game, Seat
from tests.table.harness import make_users, open_table

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _few(settings: LazySettings) -> None:
    """Two of everything are enough."""
    few = ("guests", "tables", "passwords", "tables_of_address")
    settings.LIMITS = {**settings.LIMITS, **dict.fromkeys(few, (2, 600))}


def test_one_address_gets_so_many_new_guests_and_then_a_page_that_says_so() -> None:
    for _ in range(2):
        assert Client().post("/accounts/guest/").status_code == 302
    answer = Client().post("/accounts/guest/")
    assert answer.status_code == 429
    assert "That was a lot in a short time" in answer.content.decode()
    assert answer.headers["Retry-After"] == "600"
    assert User.objects.count() == 2
    assert Client(REMOTE_ADDR="192.0.2.7").post("/accounts/guest/").status_code == 302


def test_one_person_opens_so_many_tables() -> None:
    (mira,) = make_users(1)
    client = Client()
    client.force_login(mira)
    for _ in range(2):
        table = client.post("/play/ai/", {"level": "easy"}).headers["Location"]
        Game.objects.filter(pk=table.split("/")[2]).delete()
    assert client.post("/play/ai/", {"level": "easy"}).status_code == 429
    assert not Game.objects.exists()


def test_a_password_cannot_be_guessed_for_ever() -> None:
    mira, ola = make_users(2)
    game = open_table(mira, access="password", password="open sesame")
    client = Client()
    client.force_login(ola)
    for word in ("one", "two"):
        assert client.post(f"/game/{game.pk}/join/", {"password": word}).status_code == 403
    answer = client.post(f"/game/{game.pk}/join/", {"password": "open sesame"})
    assert answer.status_code == 429
    assert game.seats.count() == 1


def test_no_limit_is_no_limit(settings: LazySettings) -> None:
    settings.LIMITS = {"guests": (0, 600)}
    for _ in range(5):
        limits.count("guests", "somebody")


def test_nobody_is_counted_when_redis_is_away(settings: LazySettings) -> None:
    away = {**settings.CACHES["shared"], "LOCATION": "unix:///nowhere/at/all"}
    settings.CACHES = {**settings.CACHES, "shared": away}
    for _ in range(5):
        limits.count("guests", "somebody")


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
    assert limits.address(request) == seen


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
        # what cannot be is the peer, never what somebody wrote further left
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


def guest(address: str) -> Client:
    """A visitor of this address without a login: a new guest with the first table."""
    return Client(REMOTE_ADDR=address)


def test_an_address_opens_so_many_tables_however_many_guests_it_has(settings: LazySettings) -> None:
    settings.LIMITS = {**settings.LIMITS, "guests": (0, 600)}
    for _ in range(2):
        assert guest("192.0.2.7").post("/play/ai/", {"level": "easy"}).status_code == 303
    answer = guest("192.0.2.7").post("/play/ai/", {"level": "easy"})
    assert answer.status_code == 429
    assert "That was a lot in a short time" in answer.content.decode()
    assert Game.objects.count() == 2
    assert guest("192.0.2.8").post("/play/ai/", {"level": "easy"}).status_code == 303


@pytest.mark.parametrize(
    ("path", "fields", "what"),
    [
        ("/play/ai/", {"level": "easy"}, "games_of_address"),
        (
            "/tables/new/",
            {
                "edition": "current",
                "lives": "10",
                "seats": "4",
                "clock": "standard",
                "access": "public",
                "absence": "ai",
                "ais": "0",
                "level": "easy",
            },
            "waiting_of_address",
        ),
    ],
)
def test_so_many_tables_of_an_address_go_on_at_the_same_time(
    settings: LazySettings, path: str, fields: dict[str, str], what: str
) -> None:
    unlimited = dict.fromkeys(settings.LIMITS, (0, 600))
    settings.LIMITS = {**unlimited, what: (2, 600)}
    visitors = [guest("192.0.2.7") for _ in range(3)]
    answers = [visitor.post(path, fields) for visitor in visitors]
    assert [answer.status_code for answer in answers] == [303, 303, 429], answers[0].content[:3000]
    assert guest("192.0.2.8").post(path, fields).status_code == 303
    # a user may always exchange the own one for another
    left = {"leave": answers[0].headers["Location"].split("/")[2]}
    assert visitors[0].post(path, {**fields, **left}).status_code in (303, 409)
    # who closed the page long ago is not counted
    Seat.objects.update(away_since=Now() - timedelta(hours=1))
    assert visitors[2].post(path, fields).status_code == 303
