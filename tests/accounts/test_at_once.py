"""When two browsers want the same thing at once, one gets it and the other learns why not."""

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


def open_browser(user: User | None = None) -> Client:
    """Return a browser, logged in with a new session if a user is given."""
    client = Client()
    if user is not None:
        client.force_login(user)
    return client


def sign_up_form(place: int) -> dict[str, str]:
    return {"username": "Mira", "email": f"{place}@example.org", "password1": PASSWORD}


@pytest.mark.parametrize("path", ["signup", "keep", "settings"])
def test_of_many_who_choose_one_name_one_gets_it_and_the_others_hear_so(path: str) -> None:
    users: list[User | None] = [None] * 3
    if path != "signup":
        users = [*make_users(3)]
        User.objects.update(is_guest=path == "keep")
    clients = [open_browser(user) for user in users]
    answers: Any = at_once(
        *(
            partial(client.post, f"/accounts/{path}/", {"name": "Mira", **sign_up_form(place)})
            for place, client in enumerate(clients)
        )
    )
    assert sorted(each.status_code for each in answers) == [200, 200, 302]
    assert User.objects.filter(name="Mira").count() == 1
    for client, user, answer in zip(clients, users, answers, strict=True):
        if answer.status_code == 200:
            assert {*answer.context["form"].errors} == {
                "name" if path == "settings" else "username"
            }
            assert get_user(client).pk == (user and user.pk)


def test_a_guest_who_signs_up_in_two_tabs_is_one_player() -> None:
    guest = User.objects.create_user("Guest 4821", is_guest=True)
    clients = [open_browser(guest) for _ in range(2)]
    answers: Any = at_once(
        *(partial(each.post, "/accounts/keep/", sign_up_form(0)) for each in clients)
    )
    assert [each.status_code for each in answers] == [302, 302]
    guest.refresh_from_db()
    assert (guest.name, guest.is_guest) == ("Mira", False)
    assert EmailAddress.objects.filter(user=guest).count() == 1
    assert guest in [get_user(client) for client in clients]


def test_of_many_who_confirm_one_address_one_gets_it() -> None:
    keys = []
    for user in make_users(3):
        address = EmailAddress.objects.create(user=user, email="one@example.org", primary=True)
        keys.append(EmailConfirmationHMAC.create(address).key)
    answers: Any = at_once(
        *(partial(open_browser().post, f"/accounts/confirm-email/{key}/") for key in keys)
    )
    assert all(each.status_code < 400 for each in answers)
    assert EmailAddress.objects.filter(verified=True).count() == 1


def test_one_user_in_many_tabs_does_everything_once() -> None:
    mira, tom = make_users(2)
    for form, path in (
        ({"turn": "on", "time_zone": "UTC"}, "/accounts/push/choose/"),
        (KEYS, "/accounts/push/subscribe/"),
        ({"action_add": "", "email": "new@example.org"}, "/accounts/email/"),
        ({"on": "1"}, f"/players/{tom.name}/mute/"),
        ({"on": "1"}, f"/players/{tom.name}/follow/"),
        ({"on": "1"}, f"/players/{tom.name}/block/"),
    ):
        answers: Any = at_once(*(partial(open_browser(mira).post, path, form) for _ in range(4)))
        # while an address awaits confirmation, the form says that it is already there
        allowed = {200, 302} if "email" in form else {302}
        assert {each.status_code for each in answers} <= allowed, path
    for model in (PushChoices, PushSubscription, EmailAddress, Mute):
        assert model._default_manager.count() == 1
    assert not Follow.objects.exists()
