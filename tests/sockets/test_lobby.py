"""The lobby's socket sends the list at once, and again when seats change."""

from contextlib import AbstractAsyncContextManager

import pytest
from asgiref.sync import sync_to_async

from accounts.models import User
from games.consumers import heartbeat
from games.engine.contract import Json
from games.live import broadcast, table_list
from games.live.broadcast import LOBBY
from games.live.hub import loop_hub
from games.lobby import seating
from tests.sockets.clients import InProcessClient, in_process, open_socket, send_and_receive
from tests.table.harness import make_users, open_table

pytestmark = pytest.mark.django_db(transaction=True)

make_people = sync_to_async(make_users)
open_one = sync_to_async(open_table)
join = sync_to_async(seating.join_table)
leave = sync_to_async(seating.leave_seat)


def looking_on(user: User | None = None) -> AbstractAsyncContextManager[InProcessClient]:
    """Open the lobby's socket of a user or visitor."""
    return open_socket("/ws/tables/", user)


def seated_names(frame: Json) -> list[list[str]]:
    """Return the names at the tables in a frame."""
    assert frame["type"] == "tables"
    return [[seat["kind"] for seat in table["seats"]] for table in frame["tables"]]


async def test_the_list_comes_at_once_and_again_with_every_change() -> None:
    mira, ola = await make_people(2)
    async with looking_on() as first:
        assert seated_names(await first.receive()) == []
        game = await open_one(mira, access="public", seats=3)
        assert seated_names(await first.receive()) == [["player", "empty", "empty"]]
        async with looking_on() as second:
            assert seated_names(await second.receive()) == [["player", "empty", "empty"]]
            await join(game.pk, ola)
            for wire in (first, second):
                assert seated_names(await wire.receive()) == [["player", "player", "empty"]]
            await leave(game.pk, ola.pk)
            await leave(game.pk, mira.pk)
            frames = [await first.receive(), await first.receive()]
            assert seated_names(frames[-1]) == []
            assert frames[0]["stamp"] <= frames[1]["stamp"]


async def test_a_list_that_was_overtaken_is_not_forwarded() -> None:
    (mira,) = await make_people(1)
    async with looking_on() as wire:
        await wire.receive()
        old = await sync_to_async(table_list.make_frame)()
        await open_one(mira, access="public")
        assert len((await wire.receive())["tables"]) == 1
        late = broadcast.lobby_message({**old, "stamp": old["stamp"] - 1})
        loop_hub().deliver(LOBBY, late)
        assert (await send_and_receive(wire, type="ping", ref="next"))["ref"] == "next"


async def test_the_sockets_of_a_table_end_when_its_last_person_leaves() -> None:
    mira, ola = await make_people(2)
    game = await open_one(mira, access="public")
    async with in_process(game.pk, ola) as wire:
        await wire.receive()
        await leave(game.pk, mira.pk)
        assert await wire.closed() == 4404


async def test_users_with_a_page_open_are_counted_once_and_visitors_are_not() -> None:
    mira, ola = await make_people(2)
    async with (
        looking_on(mira) as one,
        looking_on(mira) as again,
        looking_on(ola) as other,
        looking_on() as visitor,
    ):
        for each in (one, again, other, visitor):
            await each.receive()
        await sync_to_async(heartbeat.report_process)()
        async with looking_on() as wire:
            frame = await wire.receive()
    assert (frame["online"], frame["running"], frame["watch"]) == (2, 0, None)
