"""Push notifications: who gets which and when, and how push services respond."""

import logging
from collections.abc import Callable
from datetime import UTC, datetime, time, timedelta
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.test import Client
from django.utils import timezone

from accounts.contact import push
from accounts.contact.notifications import CHOICES, DELIVER_PUSH, NOTIFICATIONS, SEND, notify_users
from accounts.models import PushChoices, PushSubscription, User
from tests.accounts.conftest import PATH, VALUES
from tests.accounts.push_service import PushService, list_recipients, make_subscriber
from tests.workers import work_off

pytestmark = pytest.mark.django_db
Send = Callable[..., list[str]]
TEXTS = {
    "ready": ("Game found", "2 players are waiting for you."),
    "short": ("Density Deck", "A ranked game at your level needs one more player."),
    "hour": ("Ranked hour: Density Deck", "It starts at 21:00. Join the queue then."),
    "turn": ("Your turn in Density Deck", "Against Tom"),
    "invite": ("Tom invites you to play", "Density Deck"),
}


@pytest.mark.parametrize("kind", CHOICES)
def test_a_kind_arrives_encrypted_and_only_for_who_chose_it(
    service: PushService, send: Send, kind: str
) -> None:
    others = [each for each in CHOICES if each != kind]
    users = [make_subscriber(service, "Mira", kind), make_subscriber(service, "Tom", *others)]
    users.append(User.objects.create_user("Ola"))
    assert push.find_reachable([user.pk for user in users], kind) == {users[0].pk}
    send(kind, *users)
    (got,) = service.received
    assert got.endpoint.endswith("/Mira")
    assert (got.message["title"], got.message["body"]) == TEXTS[kind]
    assert got.message["path"] == PATH
    assert NOTIFICATIONS[kind].seconds - 5 < int(got.headers["ttl"]) <= NOTIFICATIONS[kind].seconds
    assert got.headers["urgency"] == NOTIFICATIONS[kind].urgency
    assert PushSubscription.objects.get(user=users[0]).delivered_at is not None


def test_nothing_is_queued_where_a_transaction_fails(service: PushService) -> None:
    notify_users("turn", [make_subscriber(service, "Mira", "turn").pk], PATH, **VALUES["turn"])
    assert work_off() == []


def test_a_later_message_about_the_same_table_replaces_the_one_before(
    service: PushService, send: Send
) -> None:
    mira = make_subscriber(service, "Mira", "turn")
    for path in (PATH, PATH, "/game/BBBBBBBBBBBB/"):
        send("turn", mira, path=path)
    first, second, other = (each.headers["topic"] for each in service.received)
    assert first == second != other


@pytest.mark.parametrize(
    ("begin", "end", "zone", "now", "quiet"),
    [
        (time(22), time(7), "UTC", "23:30", True),
        (time(22), time(7), "UTC", "06:59", True),
        (time(22), time(7), "UTC", "07:00", False),
        (time(22), time(7), "UTC", "21:59", False),
        (time(13), time(15), "UTC", "13:00", True),
        (time(13), time(15), "UTC", "12:00", False),
        (time(22), time(7), "America/New_York", "23:30", False),
        (time(22), time(7), "America/New_York", "03:30", True),
        (time(22), time(7), "Asia/Kolkata", "16:29", False),
        (time(22), time(7), "Asia/Kolkata", "16:30", True),
        (time(9), time(9), "UTC", "09:00", False),
        (None, None, "UTC", "03:00", False),
        (time(22), time(7), "No/Such", "23:30", True),
    ],
)
def test_quiet_hours_are_those_of_the_browsers_clock(
    begin: time | None, end: time | None, zone: str, now: str, quiet: bool
) -> None:
    choices = PushChoices(quiet_from=begin, quiet_to=end, time_zone=zone)
    at = datetime.combine(datetime(2026, 1, 15), time.fromisoformat(now), UTC)
    assert push.is_quiet(choices, at) is quiet


def test_nothing_arrives_in_quiet_hours(service: PushService, send: Send) -> None:
    here = timezone.now().astimezone(ZoneInfo("Pacific/Auckland"))
    hours = {"quiet_from": (here - timedelta(hours=1)).time()}
    hours["quiet_to"] = (here + timedelta(hours=1)).time()
    mira = make_subscriber(service, "Mira", "turn", time_zone="Pacific/Auckland", **hours)
    send("turn", mira)
    assert push.find_reachable([mira.pk], "turn") == set()
    PushChoices.objects.update(time_zone="America/New_York")
    send("turn", mira)
    assert list_recipients(service) == ["Mira"]


def test_a_table_that_is_one_short_calls_a_user_once_in_half_an_hour(
    service: PushService, send: Send
) -> None:
    users = [make_subscriber(service, name, "short") for name in ("Mira", "Tom")]
    send("short", users[0])
    assert push.find_reachable([user.pk for user in users], "short") == {users[1].pk}
    send("short", *users)
    assert list_recipients(service) == ["Mira", "Tom"]


def test_a_locked_user_gets_nothing(service: PushService, send: Send) -> None:
    mira = make_subscriber(service, "Mira", "turn")
    User.objects.filter(pk=mira.pk).update(is_active=False)
    send("turn", mira)
    assert service.asked == []


@pytest.mark.parametrize("status", [404, 410])
def test_a_browser_that_is_gone_is_forgotten(service: PushService, send: Send, status: int) -> None:
    mira = make_subscriber(service, "Mira", "turn")
    push.add_subscription(mira, **service.subscribe("new").form)
    service.browsers["/push/Mira"].answers = [(status, {})]
    send("turn", mira)
    assert list_recipients(service) == ["new"]
    assert [each.endpoint for each in mira.push_subscriptions.all()] == [
        service.browsers["/push/new"].endpoint
    ]


@pytest.mark.parametrize("refusal", [(429, {"Retry-After": "7"}), (500, {}), (503, {})])
def test_a_busy_service_is_asked_again(
    service: PushService, send: Send, refusal: tuple[int, dict[str, str]]
) -> None:
    mira = make_subscriber(service, "Mira", "turn")
    service.browsers["/push/Mira"].answers = [refusal, refusal, (201, {})]
    tasks = send("turn", mira)
    assert list_recipients(service) == ["Mira"]
    assert tasks == [SEND, *[DELIVER_PUSH] * 3]


@pytest.mark.parametrize(
    ("kind", "refusal", "tries"),
    [
        ("turn", (500, {}), 6),
        ("turn", (999, {}), 6),
        ("turn", (503, {"Retry-After": "9" * 5000}), 6),
        ("turn", (503, {"Retry-After": "²"}), 6),
        ("turn", (429, {"Retry-After": "Wed, 21 Oct 2015 07:28:00 GMT"}), 6),
        ("turn", (429, {"Retry-After": "86500"}), 1),
        ("turn", (403, {}), 1),
        ("turn", (413, {}), 1),
        ("turn", (302, {"Location": "https://127.0.0.1/push/other"}), 1),
        ("ready", (429, {"Retry-After": "30"}), 1),
    ],
)
def test_what_is_not_taken_in_time_is_given_up_and_logged_without_the_endpoint(
    service: PushService,
    send: Send,
    caplog: pytest.LogCaptureFixture,
    kind: str,
    refusal: tuple[int, dict[str, str]],
    tries: int,
) -> None:
    mira = make_subscriber(service, "Mira", kind)
    service.browsers["/push/Mira"].answers = [refusal]
    with caplog.at_level(logging.WARNING):
        send(kind, mira)
    assert service.asked == ["/push/Mira"] * tries
    assert f"answered {refusal[0]}" in caplog.text
    assert "/push/" not in caplog.text
    assert mira.push_subscriptions.exists()


def test_a_service_that_cannot_be_reached_keeps_no_worker_waiting(
    tmp_path: Path, send: Send, settings: Any, caplog: pytest.LogCaptureFixture
) -> None:
    closed = PushService(tmp_path)
    closed.close()
    settings.PUSH_SERVICES = [closed.name]
    mira = make_subscriber(closed, "Mira", "turn")
    with caplog.at_level(logging.INFO):
        send("turn", mira)
    assert caplog.text.count("cannot be reached") == 1
    assert "after 6 tries" in caplog.text


def test_everybody_reads_their_own_language(service: PushService, send: Send) -> None:
    mira, tom = make_subscriber(service, "Mira", "ready"), make_subscriber(service, "Tom", "ready")
    User.objects.filter(pk=mira.pk).update(language="de")
    PushSubscription.objects.filter(user=tom).update(language="de")
    ola = make_subscriber(service, "Ola", "ready")
    send("ready", mira, tom, ola)
    bodies = {each.endpoint.rpartition("/")[2]: each.message["body"] for each in service.received}
    assert bodies == {
        "Mira": "2 Spieler warten auf dich.",
        "Tom": "2 Spieler warten auf dich.",
        "Ola": "2 players are waiting for you.",
    }


def test_a_link_in_the_message_stops_its_kind_for_who_presses_it(
    service: PushService, send: Send, client: Client
) -> None:
    mira = make_subscriber(service, "Mira", "turn", "ready")
    send("turn", mira)
    address = service.received[0].message["stop"]
    asked = client.get(address)
    assert "Turn off these notifications" in asked.text
    assert push.find_reachable([mira.pk], "turn") == {mira.pk}
    assert "These notifications are off" in client.post(address).text
    send("turn", mira)
    assert list_recipients(service) == ["Mira"]
    assert push.find_reachable([mira.pk], "ready") == {mira.pk}
    assert client.post(f"{address[:-3]}xx/").status_code == 404


def test_a_browser_that_another_user_has_now_gets_no_message_of_the_first(
    service: PushService,
) -> None:
    mira, tom = make_subscriber(service, "Mira", "turn"), User.objects.create_user("Tom")
    push.queue_pushes("turn", [mira.pk], PATH, VALUES["turn"])
    PushSubscription.objects.update(user=tom)
    assert work_off() == [DELIVER_PUSH]
    assert service.asked == []
