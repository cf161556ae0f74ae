"""Players and spectators of a finished game receive the rematch."""

import random

import pytest
from asgiref.sync import sync_to_async

from accounts.models import User
from games.lobby import rematch, seating
from games.models import Game
from tests.sockets.clients import in_process, send_and_receive
from tests.table.harness import Driver, make_users, playing_game

pytestmark = pytest.mark.django_db(transaction=True)

make_people = sync_to_async(make_users)
play_again = sync_to_async(rematch.play_again)
leave = sync_to_async(seating.leave_seat)


@sync_to_async
def finish_game(users: list[User]) -> Game:
    """Return a public game that has just ended."""
    game = playing_game(users, lives=1, access="public")
    return Driver(game.pk, random.Random(5)).finish()


async def test_spectators_are_told_where_the_rematch_is_and_when_it_is_closed() -> None:
    mira, ola, kim = await make_people(3)
    game = await finish_game([mira, ola])
    async with in_process(game.pk, kim) as watcher, in_process(game.pk, None) as stranger:
        for wire in (watcher, stranger):
            assert (await wire.receive())["game"]["again"] is None
        table = await play_again(game.pk, mira)
        assert isinstance(table, Game)
        offered = {
            "url": f"/game/{game.pk}/again/",
            "table": f"/game/{table.pk}/",
            "open": True,
            "names": [mira.name],
        }
        for wire in (watcher, stranger):
            frame = await wire.receive()
            assert 0 < frame.pop("ms") <= 20_000
            assert frame == {"type": "again", **offered}
            snapshot = await send_and_receive(wire, type="resync")
            assert offered.items() <= snapshot["game"]["again"].items()
        await leave(table.pk, mira.pk)
        for wire in (watcher, stranger):
            frame = await wire.receive()
            assert (frame["table"], frame["names"], frame["open"]) == (None, [], True)
            assert (await send_and_receive(wire, type="resync"))["game"]["again"] is None
