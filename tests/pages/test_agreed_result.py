"""The result page of a game that all who were left ended by agreement."""

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.models import Game
from games.table import ending, stand_ins
from tests.pages.markup import Page
from tests.table.harness import Driver, make_users, playing_game

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def agreed() -> tuple[Game, list[User]]:
    """A game of four that two have left and two have ended, in its second round."""
    users = make_users(4)
    game = playing_game(users)
    for _ in range(9):
        Driver(game.pk, calm=True).step()
    for user in users[2:]:
        stand_ins.abandon(game.pk, user.pk)
    for user in users[:2]:
        ending.agree(game.pk, user.pk, True)
    return game, users


def read(client: Client, game: Game) -> str:
    return " ".join(
        Page(client.get(reverse("games:game", args=(game.pk,))).content.decode()).text.split()
    )


def test_the_page_says_so_and_names_no_winner(
    client: Client, agreed: tuple[Game, list[User]]
) -> None:
    game, users = agreed
    page = read(client, game)
    assert "ended by agreement" in page
    assert "All who were left ended the game in round 2." in page
    names = [user.name for user in users]
    assert f"{', '.join(names[:-1])} and {names[-1]} share first place" in page
    assert "Winner" not in page
    assert "Last one standing" not in page
    client.force_login(users[0])
    assert "You share first place" in read(client, game)
