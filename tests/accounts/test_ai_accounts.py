"""Names of AI players are reserved, but users who already have one keep it."""

import pytest
from django.test import Client

from accounts.models import AiAccount, User
from accounts.names import AI_NAMES as ANY_NAMES
from accounts.names import is_reserved
from accounts.ratings import ai_accounts
from accounts.ratings.rated_games import RATED_GAMES
from accounts.ratings.tiers import TIERS
from games.lobby.seating import ai_names
from games.registry import GAMES

pytestmark = pytest.mark.django_db
SLUG = "density-deck"


def test_every_level_has_names_of_its_own_that_no_user_can_choose() -> None:
    for slug, game in RATED_GAMES.items():
        names = [name for named in game.ai_names.values() for name in named]
        assert len(names) == len(set(names))
        assert not set(names) & set(TIERS)
        assert set(names) <= set(ANY_NAMES)
        assert all(is_reserved(name) and is_reserved(name.upper()) for name in names)
        most = max(GAMES[slug].rules.seat_counts)
        assert all(len(named) >= most - 1 for named in game.ai_names.values())


def test_accounts_are_made_once_for_a_game_and_a_level() -> None:
    first = ai_accounts.account_names(SLUG, "hard")
    assert (
        first == ai_accounts.account_names(SLUG, "hard") == list(RATED_GAMES[SLUG].ai_names["hard"])
    )
    assert AiAccount.objects.count() == 4
    assert {account.rating for account in AiAccount.objects.all()} == {
        GAMES[SLUG].ai_ratings["hard"]
    }
    ai_accounts.account_names("rps-extreme", "hard")
    assert len(ai_accounts.accounts_of("qUARTZ")) == 2


def test_a_game_or_level_without_accounts_has_names_that_are_no_accounts() -> None:
    named = {
        name for game in RATED_GAMES.values() for names in game.ai_names.values() for name in names
    }
    free = set(ANY_NAMES) - named
    for slug, level in (("goofspiel", "easy"), (SLUG, "random"), (SLUG, "1200")):
        assert set(ai_names(slug, level, 3)) <= free
    assert not AiAccount.objects.exists()


def test_a_user_of_before_keeps_such_a_name_and_no_account_has_it() -> None:
    name = RATED_GAMES[SLUG].ai_names["master"][0]
    User.objects.create(name=name.lower())
    assert name not in ai_accounts.account_names(SLUG, "master")
    assert set(ai_names(SLUG, "master", 3)) == set(RATED_GAMES[SLUG].ai_names["master"][1:])
    page = Client().get(f"/players/{name}/").content.decode()
    assert "Playing since" in page
