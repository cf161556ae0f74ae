"""Whatever address and keys a browser gives: what the form takes can be asked, or is given up."""

import socket
from typing import Any

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from accounts import push
from accounts import tasks as accounts_tasks
from accounts.models import PushSubscription
from accounts.push_pages import SubscribeForm
from tests.accounts.push_service import PushService, subscribed

pytestmark = pytest.mark.django_db

LABEL = "a" * 63
HOSTS = st.one_of(
    st.from_regex(r"[a-z0-9.-]{0,80}", fullmatch=True),
    st.lists(st.from_regex(r"(xn--)?[a-z0-9-]{0,70}", fullmatch=True), max_size=6).map(".".join),
)
PATHS = st.from_regex(push.PATH, alphabet=st.characters(codec="ascii"), fullmatch=True)
SERVICES = ["*.push.example", "*.push.example:0"]
LOCAL = [(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("127.0.0.1", 9))]
of_a_test = settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=60)


def delivery_to(row: PushSubscription) -> dict[str, Any]:
    """A message to this browser, as it is queued."""
    job = {"subscription": row.pk, "user": row.user_id, "message": {"title": "Hello"}}
    return {**job, "urgency": "high", "topic": "t", "until": 4e9}


@pytest.fixture
def row(service: PushService) -> PushSubscription:
    """A browser of a user."""
    subscribed(service, "Mira", "turn")
    return PushSubscription.objects.get()


def form_of(row: PushSubscription, **changes: str) -> SubscribeForm:
    given = {"endpoint": row.endpoint, "p256dh": row.p256dh, "auth": row.auth}
    return SubscribeForm({**given, **changes})


@of_a_test
@given(host=HOSTS, port=st.sampled_from(["", ":443", ":99999", ":0"]), path=PATHS)
@example(host=f"{LABEL}a", port="", path="1")
@example(host="", port="", path="1")
@example(host="a..b", port="", path="1")
@example(host=".".join([LABEL] * 4), port="", path="1")
@example(host="xn--a", port="", path="%zz")
def test_an_address_that_is_taken_can_be_asked(
    row: PushSubscription, host: str, port: str, path: str
) -> None:
    endpoint = f"https://{host}.push.example{port}/{path}"
    with pytest.MonkeyPatch.context() as changed:
        # every name that can be looked up is this machine
        changed.setattr(socket, "getaddrinfo", lambda *_: LOCAL)
        changed.setattr("django.conf.settings.PUSH_SERVICES", SERVICES)
        if form_of(row, endpoint=endpoint).is_valid():
            row.endpoint = endpoint
        PushSubscription.objects.filter(pk=row.pk).update(endpoint=endpoint[:1000])
        push.deliver(push.Delivery(**delivery_to(row)), 0)


@pytest.mark.parametrize("keys", [{"p256dh": "B" * 87}, {"p256dh": "%"}, {"auth": "é"}])
def test_a_browser_with_keys_that_are_none_is_removed(
    row: PushSubscription, keys: dict[str, str]
) -> None:
    PushSubscription.objects.filter(pk=row.pk).update(**keys)
    accounts_tasks.deliver_push(delivery_to(row))
    assert not PushSubscription.objects.exists()
