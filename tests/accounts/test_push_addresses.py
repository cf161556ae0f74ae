"""Every endpoint that the form accepts can be requested, or the push is given up."""

import socket

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from accounts.contact import push
from accounts.contact.push_pages import SubscribeForm
from accounts.models import User
from tests.accounts.push_service import PushService, make_subscriber

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


@of_a_test
@given(host=HOSTS, port=st.sampled_from(["", ":443", ":99999", ":0"]), path=PATHS)
@example(host=f"{LABEL}a", port="", path="1")
@example(host="", port="", path="1")
@example(host="a..b", port="", path="1")
@example(host=".".join([LABEL] * 4), port="", path="1")
@example(host="xn--a", port="", path="%zz")
def test_an_address_is_refused_asked_or_given_up(
    service: PushService, host: str, port: str, path: str
) -> None:
    user = User.objects.filter(name="Mira").first() or make_subscriber(service, "Mira", "turn")
    row = user.push_subscriptions.get()
    endpoint = f"https://{host}.push.example{port}/{path}"
    with pytest.MonkeyPatch.context() as changed:
        # every valid name resolves to this machine
        changed.setattr(socket, "getaddrinfo", lambda *_: LOCAL)
        changed.setattr("django.conf.settings.PUSH_SERVICES", SERVICES)
        SubscribeForm({"endpoint": endpoint, "p256dh": row.p256dh, "auth": row.auth}).is_valid()
        user.push_subscriptions.update(endpoint=endpoint[:1000])
        push.deliver_push(push.Delivery(row.pk, user.pk, {"title": "Hello"}, "high", "t", 4e9), 0)
