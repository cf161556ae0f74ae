"""A private text in the logs of a fault run is found."""

import pytest

from games.models import Game
from tests.faults.__main__ import find_leaks
from tests.faults.private import private_of
from tests.servers import cookie_header
from tests.table.harness import make_users, playing_game


@pytest.mark.django_db
def test_keys_seeds_cards_and_addresses_are_found_and_ordinary_lines_are_not() -> None:
    (mira,) = make_users(1)
    mira.email = "mira@example.org"
    mira.save()
    session = cookie_header(mira).partition("=")[2]
    game = Game.objects.get(pk=playing_game([mira], ais=1).pk)
    patterns = private_of([game.pk])
    private = (
        *("203.0.113.77", "mira@example.org", session, bytes(game.secret or b"").hex()),
        *("the hand is Ye3, Co10", '{"hands": [[1, 2]]}'),
    )
    ordinary = f"redis unavailable: game {game.pk} of user {mira.pk} at 127.0.0.1, v10, Co11"
    assert find_leaks([ordinary, *private], patterns) == [*private]
