"""The lobby's socket: the list of tables at once, and again whenever it changes."""

from games.consumers.person import PersonConsumer
from games.consumers.threads import in_thread
from games.engine.contract import Json
from games.inbox import Bucket, Fields, Rejected, decode
from games.table import lobby
from games.table.broadcast import LOBBY, encode

KNOWN: Fields = {"ping": {}}


class LobbyConsumer(PersonConsumer):
    """One open list of tables: the same for every reader, on a page that names its reader."""

    page = "lobby"

    async def connect(self) -> None:
        """Join the group first and read the list then, so that nothing is missed."""
        self.bucket = Bucket()
        self.stamp = 0
        await self.accept()
        await self.subscribe(LOBBY)
        if not await self.enter():
            return
        frame = await in_thread(lobby.frame)
        self.lobby_tables({"stamp": frame["stamp"], "text": encode(frame)})

    async def disconnect(self, code: int) -> None:
        """Leave the group of the list."""
        await self.leave()

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Answer a ping; everything else is refused."""
        message = decode(text_data, KNOWN)
        if not self.bucket.take():
            await self.slow_down()
        elif isinstance(message, Rejected):
            await self.refuse(message.refused, message.ref)
        else:
            await self.send(text_data=encode({"type": "pong", "ref": message.ref}))

    def lobby_tables(self, message: Json) -> None:
        """Forward the ready list, unless a newer one was sent before it."""
        if message["stamp"] >= self.stamp:
            self.stamp = message["stamp"]
            self.send_now(message["text"])
