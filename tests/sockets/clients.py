"""Socket clients for tests, in this process or over the network, and a player."""

import asyncio
import hashlib
import json
import random
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Any, Protocol

from asgiref.sync import sync_to_async
from channels.routing import URLRouter
from channels.testing import WebsocketCommunicator

from accounts.models import User
from density.server.request_limits import Application
from games.engine.contract import Json
from games.routing import websocket_urlpatterns
from tests.patience import PATIENCE
from tests.servers import cookie_header

application = URLRouter(websocket_urlpatterns)


class SocketClient(Protocol):
    """The client's end of a socket."""

    async def send(self, text: str) -> None:
        """Send a text frame as it is."""

    async def receive(self) -> Json:
        """The next frame that is about more than who is here."""

    async def receive_any(self) -> Json:
        """The next frame."""


class InProcessClient:
    """A socket in this process, without a server."""

    def __init__(self, communicator: WebsocketCommunicator) -> None:
        self.communicator = communicator

    async def send(self, text: str) -> None:
        """Send a text frame as it is."""
        await self.communicator.send_to(text_data=text)

    async def receive(self) -> Json:
        """The next frame that is about more than who is here."""
        while is_quiet(frame := await self.receive_any()):
            pass
        return frame

    async def receive_any(self) -> Json:
        """The next frame."""
        frame: Json = json.loads(await self.communicator.receive_from(timeout=PATIENCE))
        return frame

    async def closed(self) -> int:
        """Return the code with which the server closes next.

        Frames about presence and lists of tables are skipped.
        """
        message = await self.communicator.receive_output(timeout=PATIENCE)
        while "text" in message and may_come_anew(json.loads(message["text"])):
            message = await self.communicator.receive_output(timeout=PATIENCE)
        assert message["type"] == "websocket.close"
        return int(message["code"])


def is_quiet(frame: Json) -> bool:
    """Return whether a frame is an acknowledgement or a change of presence."""
    return frame["type"] == "ack" or (frame["type"] == "events" and frame.get("events") == [])


def may_come_anew(frame: Json) -> bool:
    """Return whether a frame may be repeated because the presence has changed."""
    return is_quiet(frame) or frame["type"] == "tables"


async def socket_of(
    user: User | None, path: str, application: Application = application
) -> WebsocketCommunicator:
    """Return an unopened socket of a user or visitor."""
    header = "" if user is None else await sync_to_async(cookie_header)(user)
    return WebsocketCommunicator(application, path, headers=[(b"cookie", header.encode())])


@asynccontextmanager
async def open_socket(
    path: str, user: User | None = None, header: str = ""
) -> AsyncIterator[InProcessClient]:
    """Open a socket of a user, of the owner of a Cookie header, or of a visitor."""
    if user is not None:
        header = await sync_to_async(cookie_header)(user)
    headers = [(b"cookie", header.encode())]
    communicator = WebsocketCommunicator(application, path, headers=headers)
    connected, _ = await communicator.connect(timeout=PATIENCE)
    assert connected
    try:
        yield InProcessClient(communicator)
    finally:
        await communicator.disconnect(timeout=PATIENCE)


def in_process(
    game_id: str, user: User | None, address: str = "", header: str = ""
) -> AbstractAsyncContextManager[InProcessClient]:
    """Open a table's socket in this process."""
    return open_socket(f"/ws/game/{game_id}/{address}", user, header)


async def send_message(wire: SocketClient, **message: Any) -> None:
    """Send a message."""
    await wire.send(json.dumps(message))


async def send_and_receive(wire: SocketClient, **message: Any) -> Json:
    """Send a message and return the next frame."""
    await send_message(wire, **message)
    return await wire.receive()


async def receive_until(wire: SocketClient, is_so: Callable[[Json], bool]) -> Json:
    """Return the next frame that satisfies a condition."""
    while not is_so(frame := await wire.receive()):
        pass
    return frame


class SocketPlayer:
    """A player who follows a table by its frames, and makes any legal move when asked."""

    def __init__(self, wire: SocketClient, dice: random.Random, own: bytes) -> None:
        self.wire = wire
        self.dice = dice
        self.own = own
        self.frames: list[Json] = []
        self.answered: set[tuple[str, int]] = set()
        self.version = 0
        self.over = False

    async def play(self) -> None:
        """Play until the game is over, following the versions as in docs/PROTOCOL.md."""
        while not self.over:
            frame = await self.wire.receive_any()
            self.frames.append(frame)
            if frame["type"] == "events" and frame["version"] > self.version + 1:
                await send_message(self.wire, type="resync")
            elif frame["type"] in ("events", "snapshot") and frame["version"] > self.version:
                self.version = frame["version"]
                self.over = bool(frame["view"] and frame["view"]["places"])
                await self.answer(frame)

    async def answer(self, frame: Json) -> None:
        """Answer the question of a frame, once."""
        question = frame.get("question")
        if question is None:
            return
        status = frame["game"]["status"] if frame["type"] == "snapshot" else "playing"
        stage = frame["fair"]["stage"] if status == "sealing" else "play"
        if (stage, question) in self.answered:
            return
        self.answered.add((stage, question))
        if stage == "pledge":
            await send_message(self.wire, type="pledge", hash=hashlib.sha256(self.own).hexdigest())
        elif stage == "reveal":
            await send_message(self.wire, type="reveal", bytes=self.own.hex())
        else:
            action = self.dice.choice(frame["view"]["legal"])
            # no one may answer during the pause after a match
            await asyncio.sleep(frame["pause"] / 1000)
            await send_message(self.wire, type="act", question=question, action=action)
