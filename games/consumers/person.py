"""The sockets of a user: they end at once when the user is signed out."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Any

from channels.consumer import get_handler_name
from channels.exceptions import StopConsumer
from channels.generic.websocket import AsyncWebsocketConsumer

from accounts.sessions import user_of
from games.consumers import heartbeat
from games.consumers.threads import in_thread
from games.engine.contract import Json, Refused
from games.inbox import Bucket
from games.table.broadcast import encode, group_of_user

SIGNED_OUT = 4401
FLOODED = 1008
GONE = 1006
TRY_LATER = 4503
# so long a client may take no more of what it is sent
SEND_SECONDS = 10.0


class ClientGone(Exception):
    """A client does not take what it is sent, or is not there any more."""


log = logging.getLogger(__name__)


def within_patience(send: Callable[[Json], Awaitable[None]]) -> Callable[[Json], Awaitable[None]]:
    """Return a `send` that raises ClientGone when the client does not take something in time.

    Some servers wait for ever for a client that never reads.
    """

    async def send_within(event: Json) -> None:
        try:
            async with asyncio.timeout(SEND_SECONDS):
                await send(event)
        except OSError as fault:  # TimeoutError, too
            raise ClientGone from fault

    return send_within


class PersonConsumer(AsyncWebsocketConsumer):
    """The part of every socket that knows its user: the user of the session at connect.

    `user_id` is None without a login.
    """

    user_id: int | None = None
    ended = connected = False
    bucket: Bucket

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Serve the socket until it ends; after a fault, too, its user does not stay present."""
        try:
            await super().__call__(scope, receive, within_patience(send))
        except ClientGone:
            await self.clean_up()
        except Exception:
            await self.clean_up()
            raise
        finally:
            self.forget()

    async def websocket_connect(self, message: Json) -> None:
        """Connect; from now on there is something to clean up."""
        self.connected = True
        await super().websocket_connect(message)

    async def websocket_disconnect(self, message: Json) -> None:
        """Disconnect, once."""
        self.connected = False
        await super().websocket_disconnect(message)

    async def clean_up(self) -> None:
        """Disconnect a socket that ended otherwise; what fails by the same fault is logged."""
        if not self.connected:
            return
        self.connected = False
        try:
            await self.disconnect(GONE)
        except Exception as fault:
            log.warning(
                "socket of user %s was not cleaned up (%r); its entries expire", self.user_id, fault
            )

    def forget(self) -> None:
        """Leave the heartbeat; a user with nothing else open is found missing."""
        heartbeat.drop(self)

    async def dispatch(self, message: Json) -> None:
        """Call the handler at once: the stock one hops through a thread for every message.

        A message of a user who is signed out by now has no effect.
        """
        if not self.ended or message["type"] == "websocket.disconnect":
            await getattr(self, get_handler_name(message))(message)

    async def enter(self) -> bool:
        """Join the group of this user; return False when the session has ended and all is closed.

        The session is read after the group was joined, so that no log-out falls in between.
        """
        self.user_id = self.scope["user"].pk
        if self.user_id is not None:
            await self.channel_layer.group_add(group_of_user(self.user_id), self.channel_name)
        heartbeat.join(self)
        return await self.check_session()

    async def leave(self) -> None:
        """Leave the group of this user."""
        heartbeat.leave(self)
        if self.user_id is not None:
            await self.channel_layer.group_discard(group_of_user(self.user_id), self.channel_name)

    async def check_session(self) -> bool:
        """Return whether the session is still this user's; closes when it is not."""
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
        """Close the socket: its user is signed out."""
        self.ended = True
        await self.close(SIGNED_OUT)

    async def socket_overrun(self, message: Json) -> None:
        """Close the socket: its client reads more slowly than messages come."""
        await self.close(TRY_LATER)

    async def user_signed_out(self, message: Json) -> None:
        """End: the user logged out, has a new password, or is no user any more."""
        await self.sign_out()

    async def user_refresh(self, message: Json) -> None:
        """Show anew what this user may read, where that differs from what others may."""
