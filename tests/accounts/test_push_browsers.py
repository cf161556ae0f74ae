"""Browsers subscribe to notifications, follow the login, and are removed."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from accounts import tasks as accounts_tasks
from accounts.contact import push
from accounts.models import PushChoices, PushSubscription, User
from tests.accounts.push_service import PushService, list_recipients, make_subscriber
from tests.pages.markup import browser_of

pytestmark = pytest.mark.django_db
Send = Callable[..., list[str]]


def test_a_browser_subscribes_is_listed_and_removed(service: PushService, send: Send) -> None:
    mira = User.objects.create_user("Mira")
    client = browser_of(mira)
    form = {**service.subscribe("Mira").form, "kind": "ready"}
    agent = {"user-agent": "Mozilla/5.0 (X11; Linux x86_64) Firefox/145.0"}
    assert client.post("/accounts/push/subscribe/", form, headers=agent).status_code == 302
    page = client.get("/accounts/settings/").text
    assert "Firefox, Linux, <b>this browser</b>" in page
    send("ready", mira)
    assert list_recipients(service) == ["Mira"]
    row = mira.push_subscriptions.get()
    browser_of(User.objects.create_user("Tom")).post(f"/accounts/push/unsubscribe/{row.pk}/")
    assert mira.push_subscriptions.exists()
    client.post(f"/accounts/push/unsubscribe/{row.pk}/")
    assert "No browser receives notifications yet." in client.get("/accounts/settings/").text


def test_a_user_chooses_what_and_when(service: PushService, send: Send) -> None:
    mira = make_subscriber(service, "Mira", "ready")
    client = browser_of(mira)
    given = {"turn": "on", "quiet_from": "", "quiet_to": "", "time_zone": "Europe/Berlin"}
    client.post("/accounts/push/choose/", given)
    send("ready", mira)
    send("turn", mira)
    assert [each.message["title"] for each in service.received] == ["Your turn in Density Deck"]
    for wrong in ({"quiet_from": "22:00"}, {"time_zone": "Moon/Base"}, {"quiet_to": "25:99"}):
        page = client.post("/accounts/push/choose/", {**given, **wrong}, follow=True)
        assert 'data-kind="error"' in page.text
    assert push.find_reachable([mira.pk], "turn") == {mira.pk}


@pytest.mark.parametrize(
    "endpoint",
    [
        "http://fcm.googleapis.com/fcm/send/1",
        "https://evil.example/fcm/send/1",
        "https://fcm.googleapis.com.evil.example/1",
        "https://fcm.googleapis.com@evil.example/1",
        "https://evil.example\\@fcm.googleapis.com/1",
        "https://evil.example#@fcm.googleapis.com/1",
        "https://fcm.googleapis.com:8443/1",
        "https://notify.windows.com/1",
        "https://evilpush.apple.com/1",
        "https://127.0.0.1/1",
        "https://[::1]/1",
        "https://localhost:6379/1",
        "https://fcm.googleapis.com/1\r\nX: y",
        "https://fcm.googleapis.com/1 ",
        "https://FCM.googleapis.com/1",
        "file:///etc/passwd",
        f"https://fcm.googleapis.com/{'a' * 1000}",
        "",
    ],
)
def test_an_address_that_is_no_push_services_is_refused(
    service: PushService, settings: Any, endpoint: str
) -> None:
    settings.PUSH_SERVICES = ["fcm.googleapis.com", "*.notify.windows.com", "web.push.apple.com"]
    client = browser_of(User.objects.create_user("Mira"))
    form = {**service.subscribe().form, "endpoint": endpoint}
    answer = client.post("/accounts/push/subscribe/", form)
    assert (answer.status_code, answer.headers["Content-Type"]) == (400, "text/plain")
    assert answer.text
    assert not PushSubscription.objects.exists()
    for host in ("fcm.googleapis.com", "wns2-par02p.notify.windows.com"):
        form |= {"endpoint": f"https://{host}/w/?token=BQ%2b%3d"}
        assert client.post("/accounts/push/subscribe/", form).status_code == 302


@pytest.mark.parametrize(
    "wrong",
    [
        {"p256dh": "B" * 87},
        {"p256dh": "B" * 5000},
        {"p256dh": "é" * 10},
        {"auth": "c2hvcnQ"},
        {"auth": ""},
        {"kind": "everything"},
    ],
)
def test_a_key_that_is_none_is_refused(service: PushService, wrong: dict[str, str]) -> None:
    client = browser_of(User.objects.create_user("Mira"))
    form = {**service.subscribe().form, **wrong}
    assert client.post("/accounts/push/subscribe/", form).status_code == 400
    assert not PushSubscription.objects.exists()


def test_an_address_that_is_allowed_no_more_is_not_asked(
    service: PushService, send: Send, settings: Any
) -> None:
    mira = make_subscriber(service, "Mira", "turn")
    settings.PUSH_SERVICES = ["fcm.googleapis.com"]
    send("turn", mira)
    assert service.asked == []


def test_a_browser_is_the_one_of_the_user_who_is_logged_in_there(
    service: PushService, send: Send
) -> None:
    password = "four colors in a row"
    mira = User.objects.create_user("Mira", password=password)
    tom = User.objects.create_user("Tom", "tom@example.org", password)
    PushChoices.objects.bulk_create([PushChoices(user=user, turn=True) for user in (mira, tom)])
    client = browser_of(mira)
    client.post("/accounts/push/subscribe/", service.subscribe("shared").form)
    client.post("/accounts/logout/")
    send("turn", mira, tom)
    assert service.asked == []
    client.post("/accounts/login/", {"login": "Tom", "password": password})
    send("turn", mira, tom)
    assert PushSubscription.objects.get().user == tom
    assert list_recipients(service) == ["shared"]
    # a browser without its cookie subscribes again
    other = browser_of(mira)
    other.post("/accounts/push/subscribe/", service.browsers["/push/shared"].form)
    assert PushSubscription.objects.get().user == mira


def test_the_end_of_all_sessions_is_the_end_of_notifications(
    service: PushService, send: Send
) -> None:
    mira = make_subscriber(service, "Mira", "turn")
    mira.end_sessions()
    send("turn", mira)
    assert service.asked == []


def test_an_account_has_ten_browsers_at_most(service: PushService) -> None:
    mira = User.objects.create_user("Mira")
    for _ in range(push.MOST_BROWSERS + 2):
        push.add_subscription(mira, **service.subscribe().form)
    left = [each.endpoint.rpartition("/")[2] for each in mira.push_subscriptions.order_by("pk")]
    assert left == [str(number) for number in range(2, push.MOST_BROWSERS + 2)]


def test_who_subscribes_too_often_waits(service: PushService, settings: Any) -> None:
    settings.LIMITS = {**settings.LIMITS, "push": (2, 600)}
    client = browser_of(User.objects.create_user("Mira"))
    form = service.subscribe().form
    found = [client.post("/accounts/push/subscribe/", form).status_code for _ in range(3)]
    assert found == [302, 302, 429]


def test_browsers_without_a_user_go_after_a_time(service: PushService) -> None:
    mira = make_subscriber(service, "Mira")
    mira.push_subscriptions.update(user=None)
    push.add_subscription(mira, **service.subscribe().form)
    PushSubscription.objects.update(made_at=timezone.now() - timedelta(days=91))
    accounts_tasks.bring_up_to_date()
    assert PushSubscription.objects.get().user == mira
