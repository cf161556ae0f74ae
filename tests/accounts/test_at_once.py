"""What two browsers want at the same moment: one gets it, the other one hears why not."""

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from allauth.account.models import EmailAddress, EmailConfirmationHMAC
from django.contrib.auth import get_user
from django.test import Client

from accounts.models import Follow, Mute, PushChoices, PushSubscription, User
from tests.table.harness import at_once, make_users

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]

PASSWORD = "eleven-kinds-of-cards"
KEYS = {
    "endpoint": "https://fcm.googleapis.com/fcm/send/1",
    "p256dh": "BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u"
    "-Ts1XbjhazAkj7I99e8QcYP7DkM",
    "auth": "tBHItJI5svbpez7KI4CCXg",
}


@pytest.fixture(autouse=True)
def _no_limits(settings: Any, valkey: str) -> None:
    settings.ACCOUNT_RATE_LIMITS = False


def browsers(count: int, user: User | None = None) -> list[Client]:
    """So many browsers, each with a session of its own."""
    found = [Client() for _ in range(count)]
    for client in found:
        if user is not None:
            client.force_login(user)
    return found


def all_at_once(clients: list[Client], path: str, form: Callable[[int], dict[str, str]]) -> Any:
    """Every browser sends its form; the answers."""
    jobs = [partial(client.post, path, form(place)) for place, client in enumerate(clients)]
    return at_once(*jobs)


def with_name(place: int, name: str = "Mira") -> dict[str, str]:
    return {"username": name, "email": f"{place}@example.org", "password1": PASSWORD}


def test_of_many_who_sign_up_by_one_name_one_gets_it_and_the_others_hear_so() -> None:
    clients = browsers(4)
    answers = all_at_once(clients, "/accounts/signup/", with_name)
    assert sorted(each.status_code for each in answers) == [200, 200, 200, 302]
    assert User.objects.filter(name="Mira").count() == 1
    for client, answer in zip(clients, answers, strict=True):
        assert get_user(client).is_authenticated is (answer.status_code == 302)
        if answer.status_code == 200:
            assert list(answer.context["form"].errors) == ["username"]


def test_of_many_guests_who_keep_one_name_one_gets_it() -> None:
    guests = [User.objects.create_user(f"Guest 482{n}", is_guest=True) for n in range(3)]
    clients = [client for guest in guests for client in browsers(1, guest)]
    answers = all_at_once(clients, "/accounts/keep/", with_name)
    assert sorted(each.status_code for each in answers) == [200, 200, 302]
    assert User.objects.filter(is_guest=True).count() == 2
    for client, guest in zip(clients, guests, strict=True):
        assert get_user(client) == guest


def test_a_guest_who_signs_up_in_two_tabs_is_one_player() -> None:
    guest = User.objects.create_user("Guest 4821", is_guest=True)
    clients = browsers(2, guest)
    answers = all_at_once(clients, "/accounts/keep/", lambda _place: with_name(0))
    assert [each.status_code for each in answers] == [302, 302]
    guest.refresh_from_db()
    assert (guest.name, guest.is_guest) == ("Mira", False)
    assert EmailAddress.objects.filter(user=guest).count() == 1
    assert guest in [get_user(client) for client in clients]


def test_of_many_who_rename_themselves_to_one_name_one_gets_it() -> None:
    users = make_users(3)
    clients = [client for user in users for client in browsers(1, user)]
    answers = all_at_once(clients, "/accounts/settings/", lambda _place: {"name": "Mira"})
    assert sorted(each.status_code for each in answers) == [200, 200, 302]


def test_of_many_who_confirm_one_address_one_gets_it() -> None:
    users = make_users(3)
    clients = browsers(3)
    keys = []
    for user in users:
        address = EmailAddress.objects.create(user=user, email="one@example.org", primary=True)
        keys.append(EmailConfirmationHMAC.create(address).key)
    jobs = [
        partial(client.post, f"/accounts/confirm-email/{key}/")
        for client, key in zip(clients, keys, strict=True)
    ]
    answers: Any = at_once(*jobs)
    assert all(each.status_code < 400 for each in answers)
    assert EmailAddress.objects.filter(verified=True).count() == 1


def test_one_user_in_many_tabs_does_everything_once() -> None:
    mira, tom = make_users(2)
    for form, path in (
        ({"turn": "on", "time_zone": "UTC"}, "/accounts/push/choose/"),
        (KEYS, "/accounts/push/subscribe/"),
        ({"on": "1"}, f"/players/{tom.name}/mute/"),
        ({"on": "1"}, f"/players/{tom.name}/follow/"),
        ({"on": "1"}, f"/players/{tom.name}/block/"),
    ):
        answers = at_once(*(partial(each.post, path, form) for each in browsers(4, mira)))
        assert [getattr(each, "status_code", 0) for each in answers] == [302] * 4, path
    for model in (PushChoices, PushSubscription, Mute):
        assert model._default_manager.count() == 1
    assert not Follow.objects.exists()


def test_a_user_who_gives_a_new_address_in_many_tabs_has_it_once() -> None:
    (mira,) = make_users(1)
    form = {"action_add": "", "email": "new@example.org"}
    answers = all_at_once(browsers(4, mira), "/accounts/email/", lambda _place: form)
    # beside the one that is on its way the form says that the address is there already
    assert {each.status_code for each in answers} <= {200, 302}
    assert EmailAddress.objects.filter(user=mira).count() == 1
