"""Webhooks: who is told what, signed by Standard Webhooks, and only at public addresses."""

import base64
import hmac
import logging
import re
import signal
from collections.abc import Iterator
from threading import Event
from typing import Any

import pytest
from celery.exceptions import SoftTimeLimitExceeded
from django.core import mail
from django.core.cache import caches

from accounts.contact import webhooks
from accounts.contact.notifications import DELIVER_WEBHOOK, SEND
from accounts.models import Follow, User, Webhook
from games.lobby import challenges
from games.models import Challenge
from games.positions.new_game import Options
from tests.accounts.webhook_receiver import ADDRESS, HOST, PUBLIC, Receiver
from tests.matchmaking.test_bots import make_bot
from tests.pages.markup import browser_of
from tests.table.harness import Driver, make_users, playing_game
from tests.workers import work_off

pytestmark = pytest.mark.django_db(transaction=True)
PAGE = "/accounts/webhook/"
SECRET = re.compile(r'<code id="new-secret" translate="no">(whsec_[\w+/=]{44})</code>')
ALL = list(webhooks.EVENTS)


@pytest.fixture(scope="module")
def running_receiver(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Receiver]:
    receiver = Receiver(tmp_path_factory.mktemp("webhook"))
    yield receiver
    receiver.close()


@pytest.fixture
def public_receiver(running_receiver: Receiver, monkeypatch: pytest.MonkeyPatch) -> Receiver:
    """A receiver that has received nothing, at a public address."""
    running_receiver.received.clear()
    running_receiver.connected.clear()
    running_receiver.names = {HOST: [[PUBLIC]]}
    running_receiver.answers = [(204, {})]
    running_receiver.join_internet(monkeypatch)
    return running_receiver


def save_hook(user: User, **fields: Any) -> Any:
    """Save a webhook on the page; return the answer."""
    form = {"do": "save", "address": ADDRESS, "events": ALL, **fields}
    return browser_of(user).post(PAGE, form, follow=True)


def find_secret(answer: Any) -> str:
    found = SECRET.search(answer.content.decode())
    assert found is not None, answer.content
    return found[1]


def is_signed(secret: str, public_receiver: Receiver) -> bool:
    """Return whether the last message has a signature by this secret."""
    last = public_receiver.received[-1]
    number, at = last.headers["webhook-id"], last.headers["webhook-timestamp"]
    key = base64.b64decode(secret.removeprefix("whsec_"))
    digest = hmac.digest(key, f"{number}.{at}.".encode() + last.body, "sha256")
    expected = "v1," + base64.b64encode(digest).decode()
    return expected in last.headers["webhook-signature"].split()


def send_test(user: User) -> str:
    """Press "Send a test", let the workers run, and return the page."""
    browser = browser_of(user)
    browser.post(PAGE, {"do": "test"})
    work_off()
    return str(browser.get(PAGE).content.decode())


def hook_of(public_receiver: Receiver) -> User:
    """Return a user with a webhook."""
    (user,) = make_users(1, "Hooked")
    save_hook(user)
    return user


# -------------------------------------------------------------------------------- signatures
def test_the_signature_is_that_of_the_published_example() -> None:
    assert (
        webhooks.sign_message(
            "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
            "msg_p5jXN8AQM9LWM0D4loKWxJek",
            1614265330,
            '{"test": 2432232314}',
        )
        == "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="
    )


def test_the_secret_is_shown_once_and_can_be_replaced(public_receiver: Receiver) -> None:
    (user,) = make_users(1)
    secret = find_secret(save_hook(user))
    assert secret not in browser_of(user).get(PAGE).content.decode()
    assert secret not in str(Webhook.objects.values())
    assert "Delivered." in send_test(user)
    assert is_signed(secret, public_receiver)
    assert public_receiver.received[-1].path == "/games?key=1"
    assert public_receiver.received[-1].headers["host"] == HOST
    assert public_receiver.received[-1].message["data"] == {"player": user.name}
    newer = find_secret(browser_of(user).post(PAGE, {"do": "secret"}))
    send_test(user)
    assert is_signed(newer, public_receiver)
    assert not is_signed(secret, public_receiver)


def test_messages_keep_their_signature_while_the_key_of_the_site_is_replaced(
    public_receiver: Receiver, settings: Any
) -> None:
    (user,) = make_users(1)
    secret = find_secret(save_hook(user))
    settings.SECRET_KEY_FALLBACKS = [settings.SECRET_KEY]
    settings.SECRET_KEY = "another key " * 5
    send_test(user)
    assert is_signed(secret, public_receiver)


# ------------------------------------------------------------------------------------ events
def test_a_player_and_the_owner_of_a_bot_are_told_of_a_game_without_its_cards(
    public_receiver: Receiver,
) -> None:
    player, owner, other = make_users(3)
    bot = make_bot(owner)
    save_hook(player)
    save_hook(owner, events=[webhooks.FINISHED])
    User.objects.filter(pk=other.pk).update(presence_for="no-one")
    game = playing_game([player, bot, User.objects.get(pk=other.pk)])
    work_off()
    (started,) = public_receiver.received
    assert started.message["type"] == "game.started"
    assert started.message["data"] == {
        "player": player.name,
        "id": game.pk,
        "url": f"/game/{game.pk}/",
        "slug": "density-deck",
        "edition": game.edition,
        "rated": False,
        "seats": [
            {"name": player.name, "kind": "player", "place": None},
            {"name": bot.name, "kind": "player", "place": None},
            {"name": "", "kind": "player", "place": None},
        ],
    }
    Driver(game.pk).finish()
    work_off()
    news = [each.message for each in public_receiver.received[1:]]
    assert {each["type"] for each in news} == {"game.finished"}
    assert {each["data"]["player"] for each in news} == {player.name, bot.name}
    for each in news:
        assert sorted(seat["place"] for seat in each["data"]["seats"]) == [1, 2, 3]
        assert [seat["name"] for seat in each["data"]["seats"]][2] == other.name


@pytest.mark.parametrize("is_friend", [True, False])
def test_a_user_is_told_of_an_invitation(public_receiver: Receiver, is_friend: bool) -> None:
    sender, user = make_users(2)
    save_hook(user, events=[webhooks.INVITED])
    if is_friend:
        Follow.objects.create(owner=user, followed=sender)
    challenge = challenges.challenge_user(sender, user, Options(seats=2))
    assert isinstance(challenge, Challenge)
    assert challenge.game is not None
    work_off()
    (told,) = public_receiver.received
    data = told.message["data"]
    assert (told.message["type"], data["sender"]) == ("invitation", sender.name)
    assert (data["player"], data["id"]) == (user.name, challenge.game.pk)


def test_a_game_without_webhooks_queues_nothing(public_receiver: Receiver) -> None:
    Driver(playing_game(make_users(2)).pk).finish()
    assert SEND not in work_off()


# ----------------------------------------------------------------------------- public addresses
PRIVATE = (
    *("127.0.0.1", "10.0.0.1", "172.16.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1"),
    *("0.0.0.0", "224.0.0.1", "255.255.255.255", "192.0.2.1", "::", "::1", "fd00::1", "fe80::1"),
    *("ff02::1", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "::127.0.0.1", "64:ff9b::7f00:1"),
    *("2002:7f00:1::", "2001:0:7f00:1::", "fe80::1%lo"),
)


@pytest.mark.parametrize("address", PRIVATE)
def test_a_host_of_a_private_address_is_refused_and_never_reached(
    public_receiver: Receiver, address: str
) -> None:
    public_receiver.names[HOST] = [[address]]
    (user,) = make_users(1)
    assert "private network" in save_hook(user).content.decode()
    assert not Webhook.objects.exists()
    # a second, public address does not help
    public_receiver.names[HOST] = [[PUBLIC, address]]
    assert "private network" in save_hook(user).content.decode()
    # the name leads elsewhere after the form was accepted
    public_receiver.names[HOST] = [[PUBLIC], [address]]
    save_hook(user)
    assert "private network" in send_test(user)
    assert public_receiver.connected == []


@pytest.mark.parametrize("address", [PUBLIC, "2606:4700::6810:84e5", "::ffff:93.184.215.14"])
def test_the_connection_goes_to_the_address_that_was_checked(
    public_receiver: Receiver, address: str
) -> None:
    user = hook_of(public_receiver)
    # a name server that answers the check, and then something else
    public_receiver.names[HOST] = [[address], ["127.0.0.1"]]
    assert "Delivered." in send_test(user)
    assert public_receiver.connected == [address]


@pytest.mark.parametrize(
    "address",
    [
        *("http://hook.example/", "https://hook.example", "https://hook.example:8443/"),
        *("https://localhost/", "https://[::1]/", "https://me@hook.example/", "//hook.example/"),
        *("https://hook.example\\@127.0.0.1/", "https://hook.example/#1", "ftp://hook.example/"),
        *("https://hook.example/\r\nX: y", "https://hook..example/", "https://127.0.0.1/x"),
        *("https://2130706433/", "https://0x7f.0.0.1/", "https://no-such-host.invalid/"),
    ],
)
def test_an_address_that_is_not_plainly_https_and_public_is_refused(
    public_receiver: Receiver, address: str
) -> None:
    public_receiver.names["no-such-host.invalid"] = [[]]
    (user,) = make_users(1)
    answer = save_hook(user, address=address)
    assert "errorlist" in answer.content.decode()
    assert not Webhook.objects.exists()


# -------------------------------------------------------------------------------- the delivery
def test_a_redirect_is_not_followed(public_receiver: Receiver) -> None:
    user = hook_of(public_receiver)
    public_receiver.answers = [(307, {"Location": "https://hook.example/other"})]
    assert "status 307" in send_test(user)
    assert [each.path for each in public_receiver.received] == ["/games?key=1"]


def test_another_certificate_is_refused(public_receiver: Receiver) -> None:
    public_receiver.names["other.example"] = [[PUBLIC]]
    (user,) = make_users(1)
    save_hook(user, address="https://other.example/")
    assert "couldn’t be reached" in send_test(user)
    assert public_receiver.received == []


def tell_user(user: User) -> list[str]:
    """Queue the news of a game, and let the workers run."""
    webhooks.queue_messages(webhooks.STARTED, [user.pk], {"id": "AAAAAAAAAAAA"})
    return work_off()


def test_a_message_is_sent_again_under_the_same_id(public_receiver: Receiver) -> None:
    user = hook_of(public_receiver)
    public_receiver.answers = [(500, {}), (503, {}), (204, {})]
    assert tell_user(user) == [DELIVER_WEBHOOK] * 3
    assert len({each.headers["webhook-id"] for each in public_receiver.received}) == 1
    assert len({each.body for each in public_receiver.received}) == 1
    assert Webhook.objects.get().failures == 0


def test_after_five_lost_messages_in_a_row_the_webhook_is_off_and_the_user_is_told(
    public_receiver: Receiver, caplog: pytest.LogCaptureFixture, settings: Any
) -> None:
    settings.ALLOWED_HOSTS = ["density.example.org", *settings.ALLOWED_HOSTS]
    settings.SESSION_COOKIE_SECURE = True
    (user,) = make_users(1)
    User.objects.filter(pk=user.pk).update(email="mira@example.org")
    save_hook(user)
    public_receiver.answers = [(500, {})]
    for _ in range(4):
        tell_user(user)
    public_receiver.answers = [(204, {})]
    tell_user(user)
    assert Webhook.objects.get().failures == 0
    public_receiver.answers = [(500, {})]
    with caplog.at_level(logging.INFO):
        for _ in range(6):
            tell_user(user)
    assert "key=1" not in caplog.text
    assert not Webhook.objects.get().is_on
    assert len(public_receiver.received) == 4 * 5 + 1 + 5 * 5
    (letter,) = mail.outbox
    assert "Webhook switched off" in letter.subject
    assert f"https://density.example.org{PAGE}\n" in letter.body
    assert "this webhook is off" in browser_of(user).get(PAGE).content.decode()
    save_hook(user)
    assert Webhook.objects.get().is_on


def test_a_program_that_is_gone_is_told_nothing_more(public_receiver: Receiver) -> None:
    user = hook_of(public_receiver)
    public_receiver.answers = [(410, {})]
    assert tell_user(user) == [DELIVER_WEBHOOK, SEND]
    assert tell_user(user) == []


def test_a_program_that_does_not_answer_keeps_no_worker(public_receiver: Receiver) -> None:
    user = hook_of(public_receiver)

    def end_task(*_: object) -> None:
        raise SoftTimeLimitExceeded

    public_receiver.wakes = Event()
    former = signal.signal(signal.SIGALRM, end_task)
    signal.setitimer(signal.ITIMER_REAL, 0.5)
    try:
        assert "too long" in send_test(user)
    finally:
        signal.signal(signal.SIGALRM, former)
        public_receiver.wakes.set()
        public_receiver.wakes = None


def test_one_worker_at_a_time_waits_for_webhooks(public_receiver: Receiver) -> None:
    user = hook_of(public_receiver)
    delivery = webhooks.Delivery(user.pk, "msg_1", webhooks.STARTED, "{}", 4e9)
    caches["shared"].set(webhooks.BUSY, 1, 60)
    again = webhooks.deliver_webhook(delivery, 2)
    assert again is not None
    assert again[1] == 2
    assert public_receiver.received == []
    caches["shared"].delete(webhooks.BUSY)
    assert webhooks.deliver_webhook(delivery, 2) is None
    assert len(public_receiver.received) == 1


def test_a_user_gets_so_many_messages_and_changes(public_receiver: Receiver, settings: Any) -> None:
    settings.LIMITS = {**settings.LIMITS, "webhook_messages": (1, 600), "webhooks": (2, 600)}
    user = hook_of(public_receiver)
    assert tell_user(user) != []
    assert tell_user(user) == []
    assert "one message too many" in browser_of(user).get(PAGE).content.decode()
    assert save_hook(user).status_code == 200
    assert save_hook(user).status_code == 429


def test_the_page_says_that_a_test_is_on_its_way_until_it_has_arrived(
    public_receiver: Receiver,
) -> None:
    browser = browser_of(hook_of(public_receiver))
    page = browser.post(PAGE, {"do": "test"}, follow=True).content.decode()
    assert "On its way…" in page
    assert "Reload this page to see how it went." in page
    work_off()
    page = browser.get(PAGE).content.decode()
    assert "Delivered." in page
    assert "On its way…" not in page


def test_a_locked_user_and_one_who_deleted_the_webhook_are_told_nothing(
    public_receiver: Receiver,
) -> None:
    user = hook_of(public_receiver)
    User.objects.filter(pk=user.pk).update(is_active=False)
    assert tell_user(user) == []
    User.objects.filter(pk=user.pk).update(is_active=True)
    browser_of(user).post(PAGE, {"do": "delete"})
    assert tell_user(user) == []
    assert public_receiver.received == []
