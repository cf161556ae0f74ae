"""What somebody takes along, and what is left when somebody leaves for good."""

import json

import pytest
from django.test import Client

from accounts.models import User
from games.models import Game, Seat
from tests.pages.conftest import Site
from tests.table.harness import open_table

PASSWORD = "a long enough password"


@pytest.fixture
def own(site: Site) -> Client:
    """The browser of Mira, who has played."""
    client = Client()
    client.force_login(site.mira)
    return client


def test_the_export_names_who_one_is_and_every_game(own: Client, site: Site) -> None:
    answer = own.get("/accounts/data.json")
    assert "attachment" in answer.headers["Content-Disposition"]
    data = json.loads(answer.content)
    assert data["profile"]["name"] == site.mira.name
    assert data["profile"]["email"] == "mira@example.org"
    assert {game["id"] for game in data["games"]} == {site.finished.pk, site.challenged.pk}


def test_an_account_goes_only_with_its_password(own: Client, site: Site) -> None:
    for sent in ({}, {"password": "wrong"}):
        assert own.post("/accounts/delete/", sent).status_code == 200
    assert User.objects.filter(pk=site.mira.pk).exists()


def test_a_deleted_account_leaves_its_games_and_nothing_else(own: Client, site: Site) -> None:
    answer = own.post("/accounts/delete/", {"password": PASSWORD}, follow=True)
    assert "Your account is deleted." in answer.content.decode()
    assert not User.objects.filter(pk=site.mira.pk).exists()
    assert own.get("/accounts/settings/").status_code == 302
    assert Client().get(site.finished_url).status_code == 200
    # the table where Mira sat plays on without her
    seat = Seat.objects.get(game=site.running, index=0)
    assert seat.user_id is None
    assert seat.abandoned_at is not None


def test_a_guest_without_a_password_leaves_by_a_button(transactional_db: None) -> None:
    guest = User.objects.create_user("Guest 12", is_guest=True)
    table = open_table(guest)
    client = Client()
    client.force_login(guest)
    client.post("/accounts/delete/")
    assert not User.objects.filter(pk=guest.pk).exists()
    assert not Game.objects.filter(pk=table.pk).exists()
