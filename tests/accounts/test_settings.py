"""Changing the name, the address and the password."""

import re

import pytest
from allauth.account.models import EmailAddress
from django.test import Client

from accounts.guests import BACKEND
from accounts.models import User
from tests.workers import outbox

pytestmark = pytest.mark.django_db

PASSWORD = "eleven-kinds-of-cards"


@pytest.fixture
def mira(client: Client) -> User:
    """A player with a confirmed address, logged in."""
    player = User.objects.create_user("Mira", "mira@example.org", PASSWORD)
    EmailAddress.objects.create(user=player, email=player.email, primary=True, verified=True)
    client.force_login(player, backend=BACKEND)
    return player


def test_a_new_address_counts_once_it_is_confirmed(client: Client, mira: User) -> None:
    client.post("/accounts/email/", {"email": "new@example.org", "action_add": ""})
    mira.refresh_from_db()
    assert mira.email == "mira@example.org"
    assert "new@example.org" in client.get("/accounts/email/").text
    message = next(message for message in outbox() if message.to == ["new@example.org"])
    found = re.search(r"(/accounts/confirm-email/\S+)", str(message.body))
    assert found is not None
    client.post(found.group(1))
    mira.refresh_from_db()
    assert mira.email == "new@example.org"


def test_a_player_changes_the_password(client: Client, mira: User) -> None:
    new = "a-newer-kind-of-card"
    fields = {"oldpassword": PASSWORD, "password1": new, "password2": new}
    assert client.post("/accounts/password/change/", fields).status_code == 302
    mira.refresh_from_db()
    assert mira.check_password(new)


def test_the_old_password_is_needed_for_a_new_one(client: Client, mira: User) -> None:
    new = "a-newer-kind-of-card"
    fields = {"oldpassword": "wrong", "password1": new, "password2": new}
    page = client.post("/accounts/password/change/", fields)
    assert list(page.context["form"].errors) == ["oldpassword"]
