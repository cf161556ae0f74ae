"""Whom somebody has muted, on the settings page."""

import pytest
from django.test import Client

from accounts.guests import BACKEND
from accounts.models import Mute, User

pytestmark = pytest.mark.django_db


@pytest.fixture
def mira(client: Client) -> User:
    """A guest who is signed in and has muted Tom."""
    player = User.objects.create_user("Mira", is_guest=True)
    Mute.objects.create(owner=player, muted=User.objects.create_user("Tom"))
    client.force_login(player, backend=BACKEND)
    return player


def test_the_settings_list_who_is_muted_and_nobody_else(client: Client, mira: User) -> None:
    other = User.objects.create_user("Ola")
    Mute.objects.create(owner=other, muted=User.objects.create_user("Kim"))
    Mute.objects.create(owner=other, muted=mira)
    page = client.get("/accounts/settings/").text
    assert "Unmute Tom" in page
    assert "Ola" not in page
    assert "Kim" not in page


def test_unmute_takes_the_mute_away_and_says_so(client: Client, mira: User) -> None:
    mute = Mute.objects.get()
    page = client.post(f"/accounts/unmute/{mute.pk}/", follow=True)
    assert page.redirect_chain == [("/accounts/settings/", 302)]
    assert "You read Tom again." in page.text
    assert "Unmute" not in page.text
    assert not Mute.objects.exists()
    assert client.post(f"/accounts/unmute/{mute.pk}/").status_code == 302


def test_nobody_unmutes_for_somebody_else(client: Client, mira: User) -> None:
    other = Mute.objects.create(owner=User.objects.create_user("Ola"), muted=mira)
    client.post(f"/accounts/unmute/{other.pk}/")
    client.logout()
    answer = client.post(f"/accounts/unmute/{Mute.objects.get(owner=mira).pk}/")
    assert answer.headers["Location"].startswith("/accounts/login/")
    assert Mute.objects.count() == 2
