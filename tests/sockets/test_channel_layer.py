"""What waits for a socket that does not listen is bounded, and the socket is told so."""

import asyncio

import pytest
from channels.layers import get_channel_layer

from density.bounds import MOST_WAITING
from tests.sockets.clients import PATIENCE, in_process
from tests.sockets.test_presence import make_people, start_playing

pytestmark = pytest.mark.django_db(transaction=True)


async def test_more_events_than_may_wait_are_dropped_for_the_news_of_it() -> None:
    layer = get_channel_layer()
    stalled, last = await layer.new_channel(), await layer.new_channel()
    await layer.group_add("crowd", stalled)
    await layer.group_add("end", last)
    for number in range(MOST_WAITING + 50):
        await layer.group_send("crowd", {"type": "game.talk", "number": number})
    await layer.group_send("end", {"type": "game.talk"})
    async with asyncio.timeout(PATIENCE):
        await layer.receive(last)  # what was sent before it has arrived
        assert await layer.receive(stalled) == {"type": "socket.overrun"}
    await layer.flush()


async def test_a_socket_for_which_too_much_waited_is_told_to_come_again() -> None:
    users = await make_people(2)
    game = await start_playing(users)
    async with in_process(game.pk, None) as wire:
        await wire.receive()
        await get_channel_layer().group_send(f"game.{game.pk}", {"type": "socket.overrun"})
        assert await wire.closed() == 4503
