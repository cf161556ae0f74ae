"""The way of frames through real sockets, web server and worker."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import orjson
import pytest
from asgiref.sync import sync_to_async
from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Origin

from accounts.models import User
from games.engine.contract import Json
from games.live.inbox import LARGEST_BYTES
from tests.patience import PATIENCE
from tests.servers import Servers, cookie_header
from tests.sockets.clients import is_quiet
from tests.table.harness import Driver, make_users, playing_game

pytestmark = pytest.mark.django_db(transaction=True)


def draw_and_discard(game_id: str, moves: int) -> None:
    """Make a number of moves without a fight or surrender, so that the log grows."""
    driver = Driver(game_id, calm=True)
    for _ in range(moves):
        driver.step()


class Outside:
    """A socket over the network."""

    def __init__(self, connection: ClientConnection) -> None:
        self.connection = connection

    async def send(self, text: str) -> None:
        """Send a text frame as it is."""
        await self.connection.send(text)

    async def receive(self) -> Json:
        """The next frame that is about more than who is here."""
        while is_quiet(frame := await self.receive_any()):
            pass
        return frame

    async def receive_any(self) -> Json:
        """The next frame."""
        async with asyncio.timeout(PATIENCE):
            frame: Json = orjson.loads(await self.connection.recv())
        return frame


@asynccontextmanager
async def open_real_socket(
    servers: Servers, game_id: str, user: User | None
) -> AsyncIterator[Outside]:
    """Open a socket of a user or visitor over the network."""
    headers = {"Cookie": await sync_to_async(cookie_header)(user)} if user else {}
    async with connect(
        servers.table(game_id),
        additional_headers=headers,
        origin=Origin(servers.origin),
        open_timeout=PATIENCE,
    ) as connection:
        yield Outside(connection)


async def test_a_snapshot_larger_than_what_a_browser_may_send_arrives(servers: Servers) -> None:
    users = await sync_to_async(make_users)(4)
    game = await sync_to_async(playing_game)(users)
    await sync_to_async(draw_and_discard)(game.pk, 60)
    async with open_real_socket(servers, game.pk, users[0]) as wire:
        frame = await wire.receive()
        assert frame["type"] == "snapshot"
        assert len(orjson.dumps(frame)) > LARGEST_BYTES
        await wire.send("x" * (LARGEST_BYTES + 1))
        assert (await wire.receive())["code"] == "too-large"
