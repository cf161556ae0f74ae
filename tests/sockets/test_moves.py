"""A written move reaches the table even if the sending socket is lost."""

import asyncio

import pytest
from asgiref.sync import sync_to_async

from games.live import executor, look_back
from games.live.broadcast import group_of
from games.live.commands import play
from games.live.executor import Change
from games.positions.position import read_position
from tests.patience import PATIENCE
from tests.sockets.clients import in_process
from tests.sockets.subscribers import listen_to
from tests.table.harness import (
    asked_seat,
    legal_actions,
    make_users,
    playing_game,
    stored_game,
    write_action,
)

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


async def start_move(game_id: str) -> "asyncio.Task[object]":
    """Start the next move of a game as a task."""
    seat = await sync_to_async(asked_seat)(game_id)
    position = await sync_to_async(read_position)(game_id)
    action = write_action(position, legal_actions(position, seat)[0])
    sent = (seat.user_id, seat.question, action, seat.tab)
    return asyncio.create_task(executor.execute_cached(game_id, play.answer_question.change, *sent))


async def test_a_move_is_published_when_its_socket_ends_while_it_is_written() -> None:
    users = await sync_to_async(make_users)(2)
    game = await sync_to_async(playing_game)(users)
    held = executor.cache_of(game.pk)
    async with listen_to(group_of(game.pk)) as following, asyncio.timeout(PATIENCE):
        assert isinstance(await (await start_move(game.pk)), Change)
        first = await following()
        assert held.position is not None
        sent = await start_move(game.pk)
        await asyncio.sleep(0)  # from a cached position, so that it now waits for the write
        sent.cancel()
        assert (await following())["version"] == first["version"] + 1
    assert len((await sync_to_async(stored_game)(game.pk))["moves"]) == 2


async def test_of_a_table_that_all_have_left_nothing_is_kept() -> None:
    one, other = users = await sync_to_async(make_users)(2)
    game = await sync_to_async(playing_game)(users)
    async with in_process(game.pk, one) as first:
        async with in_process(game.pk, other) as second:
            assert (await first.receive())["type"] == (await second.receive())["type"] == "snapshot"
            sent = await start_move(game.pk)
            assert isinstance(await sent, Change)
        assert game.pk in executor._cache
        assert game.pk in look_back._cache
    assert game.pk not in executor._cache
    assert game.pk not in look_back._cache
