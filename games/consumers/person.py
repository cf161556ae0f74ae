"""A socket of somebody: it ends at once when that somebody is signed out."""

from typing import Any

from channels.consumer import get_handler_name
from channels.exceptions import StopConsumer
from channels.generic.websocket import AsyncWebsocketConsumer

from accounts.sessions import user_of
from games.consumers import rounds
from games.consumers.threads import in_thread
from games.engine.contract import Json, Refused
from games.inbox import Bucket
from games.table.broadcast import encode, group_of_user

SIGNED_OUT = 4401
FLOODED = 1008


class PersonConsumer(AsyncWebsocketConsumer):
    """The part of every socket that knows whose it is: the user of the session at connect.

    `user_id` is None for somebody signed out.
    """

    user_id: int | None = None
    ended = False
    bucket: Bucket

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Serve the socket until it ends; by a fault, too, it leaves nobody here for ever."""
        try:
            await super().__call__(scope, receive, send)
        finally:
            self.forget()

    def forget(self) -> None:
        """Be on no rounds any more; who had nothing else open is missed by what is not heard."""
        rounds.drop(self)

    async def dispatch(self, message: Json) -> None:
        """Call the handler at once: the stock one hops through a thread for every message.

        What somebody sent who is signed out by now does nothing any more.
        """
        if not self.ended or message["type"] == "websocket.disconnect":
            await getattr(self, get_handler_name(message))(message)

    async def enter(self) -> bool:
        """Begin to hear of this user; False when the session ended meanwhile and all is closed.

        The session is read after the group was joined, so that no log-out falls in between.
        """
        self.user_id = self.scope["user"].pk
        if self.user_id is not None:
            await self.channel_layer.group_add(group_of_user(self.user_id), self.channel_name)
        rounds.join(self)
        return await self.check_session()

    async def leave(self) -> None:
        """Hear of this user no more."""
        rounds.leave(self)
        if self.user_id is not None:
            await self.channel_layer.group_discard(group_of_user(self.user_id), self.channel_name)

    async def check_session(self) -> bool:
        """Whether the session is still this user's; closes when it is not."""
        session = self.scope.get("session")
        if self.user_id is None or session is None:
            return True
        if await in_thread(user_of, session.session_key) == self.user_id:
            return True
        await self.sign_out()
        return False

    async def refuse(self, refused: Refused, ref: str | None) -> None:
        """Say why nothing was done."""
        await self.send(text_data=encode({"type": "refused", "code": refused.code, "ref": ref}))

    async def slow_down(self) -> None:
        """Refuse what came too fast, and end a socket that floods: others wait for it."""
        if not self.bucket.floods:
            await self.refuse(Refused("too-fast"), None)
            return
        await self.close(FLOODED)
        await self.disconnect(FLOODED)
        # what waits in the queue, maybe for seconds, is not even looked at
        raise StopConsumer

    async def sign_out(self) -> None:
        """End: this socket is nobody's."""
        self.ended = True
        await self.close(SIGNED_OUT)

    async def user_signed_out(self, message: Json) -> None:
        """End: the user logged out, has a new password, or is no user any more."""
        await self.sign_out()

    async def user_refresh(self, message: Json) -> None:
        """Show anew what this user may read, where that differs from what others may."""
