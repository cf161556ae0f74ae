"""The base of all sockets: it knows its user, and ends when the user is logged out."""

import asyncio
import logging
import secrets
from collections import deque
from collections.abc import AsyncIterator, Coroutine, Mapping
from contextlib import asynccontextmanager
from contextvars import copy_context
from typing import Any

from asgiref.typing import WebSocketConnectEvent, WebSocketDisconnectEvent
from channels.consumer import get_handler_name
from channels.exceptions import StopConsumer
from channels.generic.websocket import AsyncWebsocketConsumer
from django.conf import settings
from django.db import InterfaceError, OperationalError
from django.http import parse_cookie
from redis import RedisError
from structlog.contextvars import bind_contextvars

from accounts.identity.sessions import users_of
from density.platform import availability, metrics
from density.platform.declared import fields_of
from density.platform.threads import SITE, Overloaded, in_background
from density.platform.token_buckets import Bucket
from games.consumers import heartbeat
from games.consumers.readings import Readings
from games.consumers.users import loop_users
from games.engine.contract import Json, Refused
from games.live import messages
from games.live.broadcast import encode_frame
from games.live.hub import loop_hub
from games.live.inbox import Message, Rejected, Requests, decode_message
from games.lobby import challenges, drain
from games.requests import Nothing

SIGNED_OUT = 4401
FLOODED = 1008
GONE = 1006
TRY_LATER = 4503
# the most messages that wait while a socket reads from the database
MOST_PENDING = 256
AWAY = (RedisError, OperationalError, InterfaceError, OSError)
# the rest of a handler that has to await something
Going = Coroutine[Any, Any, object] | None

log = logging.getLogger(__name__)


_sessions = Readings("sessions", lambda _, session_keys: users_of(session_keys))
_challenges = Readings("challenges", lambda _, user_ids: challenges.list_fresh(user_ids))


class PersonConsumer(AsyncWebsocketConsumer):
    """A socket with the user of its session at connect; `user_id` is None without a login.

    Messages of its groups are handled one after the other: a handler is a function that returns
    None, or a coroutine that finishes the handling.
    """

    page = ""  # its name in metrics
    requests: Requests = {"ping": fields_of(Nothing)}
    costs: Mapping[str, float] = {}  # messages that a message counts as, by type, if not 1
    user_id: int | None = None
    ended = connected = gone = False

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Serve the socket until it ends; even after a fault, its user does not stay present."""
        self.scope = scope
        self.session_key = self.read_key()
        self.name = secrets.token_urlsafe(9)
        self.bucket = Bucket()
        self.subscribed: list[str] = []
        self.waiting = 0
        self.pending: deque[messages.Message] = deque()
        self.tasks: set[asyncio.Task[None]] = set()
        self.task = asyncio.current_task()
        self.way_out = send
        self.accepted = self.closed = False
        self.context = copy_context()
        try:
            with metrics.open_socket(self.page):
                while True:
                    await self.dispatch(await receive())
        except StopConsumer:
            pass
        except asyncio.CancelledError:
            if not self.gone:
                raise
            await self.clean_up()
        except Exception as fault:
            await self.clean_up()
            self.give_up(fault)
        finally:
            self.forget()
            self.closed = True
            self.task = None

    def give_up(self, fault: Exception) -> None:
        """Close a socket in an outage of Redis or the database; raise every other fault."""
        if not isinstance(fault, AWAY) and availability.trouble_of(fault) is None:
            raise fault
        log.warning(
            "redis or database unavailable (%r): socket %s is closed, its page tries again",
            *(fault, self.scope["path"]),
        )
        if not self.accepted:
            self.put({"type": "websocket.accept"})
        self.put({"type": "websocket.close", "code": TRY_LATER})

    def send_now(self, text: str) -> None:
        """Send a text frame."""
        self.put({"type": "websocket.send", "text": text})

    async def base_send(self, message: Json) -> None:
        """Send an event of Channels about the connection itself."""
        self.put(message)

    def put(self, event: Json) -> None:
        """Send an event, unless the socket is closed.

        The server never waits to send: density.server.sockets disconnects a client that reads
        nothing. If the client is gone, the socket ends.
        """
        if self.closed:
            return
        self.accepted |= event["type"] == "websocket.accept"
        self.closed = event["type"] == "websocket.close"
        try:
            self.way_out(event).send(None)
        except StopIteration:
            return
        except OSError:
            self.drop()
            return
        raise RuntimeError("the server waits to send")

    def drop(self) -> None:
        """End the socket, because the client is gone."""
        self.gone = True
        if self.task is not None:
            self.task.cancel()

    def overrun(self) -> None:
        """Close the socket, because it cannot keep up; its page connects again."""
        self.ended = True
        self.put({"type": "websocket.close", "code": TRY_LATER})

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Answer a well-formed message, and refuse any other one."""
        message = decode_message(text_data, self.requests)
        cost = self.costs.get(message.type, 1.0) if isinstance(message, Message) else 1.0
        if not self.bucket.take(cost):
            await self.slow_down(message.ref)
        elif isinstance(message, Rejected):
            await self.refuse(message.refused, message.ref)
        else:
            try:
                await self.answer(message)
            except Overloaded:
                await self.refuse(Refused("too-fast"), message.ref)
            except Exception as fault:
                await self.refuse_unwritable(fault, message.ref)

    async def answer(self, message: Message) -> None:
        """Handle a message. Raises Overloaded if too much work is waiting."""
        self.send_now(encode_frame({"type": "pong", "ref": message.ref}))

    async def disconnect(self, code: int) -> None:
        """Leave all groups, and remove the entries of this socket."""
        try:
            await self.take_off(code)
        except (RedisError, OSError) as fault:
            log.warning(
                "redis unavailable (%r): a %s socket of user %s was not taken off; its entries "
                "expire",
                *(fault, self.page, self.user_id),
            )
        await self.leave()

    async def take_off(self, code: int) -> None:
        """Remove the entries that an open socket has in Redis."""

    async def websocket_connect(self, message: WebSocketConnectEvent) -> None:
        """Connect; from now on, the socket has to be cleaned up."""
        self.connected = True
        async with self.reading():
            await self.connect()

    async def websocket_disconnect(self, message: WebSocketDisconnectEvent) -> None:
        """Disconnect once; messages published meanwhile have no effect."""
        self.connected, self.ended = False, True
        await self.disconnect(message["code"])
        raise StopConsumer

    async def clean_up(self) -> None:
        """Disconnect a socket that ended without a disconnect event; log further faults."""
        if not self.connected:
            return
        self.connected, self.ended = False, True
        try:
            await self.disconnect(GONE)
        except Exception as fault:
            log.warning(
                "socket of user %s was not cleaned up (%r); its entries expire", self.user_id, fault
            )

    def forget(self) -> None:
        """Leave the heartbeat and all groups, without waiting."""
        heartbeat.forget_socket(self)
        loop_users().remove(self)
        for group in self.subscribed:
            loop_hub().drop(group, self)

    async def dispatch(self, message: Json) -> None:
        """Call the handler directly; that of Channels would use a thread for every message.

        After the end of the socket, messages have no effect.
        """
        if not self.ended or message["type"] == "websocket.disconnect":
            await getattr(self, get_handler_name(message))(message)

    # ------------------------------------------------------------- messages of groups
    async def subscribe(self, group: str) -> None:
        """Handle the messages of a group from now on. Raises RedisError or OSError."""
        try:
            await loop_hub().subscribe(group, self)
        except BaseException:
            loop_hub().drop(group, self)
            raise
        self.subscribed.append(group)

    def notify(self, message: messages.Message) -> None:
        """Handle a message, or queue it during a reading that may already include it."""
        if self.waiting:
            if len(self.pending) >= MOST_PENDING:
                self.pending.clear()
                self.overrun()
            self.pending.append(message)
        elif not self.ended:
            going_on = getattr(self, message["type"].replace(".", "_"))(message)
            if going_on is not None:
                self.waiting += 1
                # the caller is the publisher, whose context belongs to another socket
                task = asyncio.create_task(self.go_on(going_on), context=self.context)
                self.tasks.add(task)
                task.add_done_callback(self.tasks.discard)

    async def go_on(self, coroutine: Coroutine[Any, Any, object]) -> None:
        """Await the rest of a handler; a fault ends the socket."""
        try:
            await coroutine
        except Exception:
            log.exception(
                "%s socket of user %s failed; it is closed, and its page connects again",
                *(self.page, self.user_id),
            )
            self.overrun()
        finally:
            self.waiting -= 1
            self.catch_up()

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[None]:
        """Queue messages while something is read and sent, and handle them after that."""
        self.waiting += 1
        try:
            yield
        finally:
            self.waiting -= 1
            self.catch_up()

    def catch_up(self) -> None:
        """Handle the queued messages."""
        while self.pending and not self.waiting:
            self.notify(self.pending.popleft())

    # ------------------------------------------------------------------------ the user
    async def enter(self) -> bool:
        """Read the user of the session; return False if the session ended and the socket is closed.

        A log-out during the reading is noticed. Challenges and answers that the page may have
        missed are sent.
        """
        if self.session_key:
            await loop_users().enter(self)
            before = loop_users().sign_outs
            self.user_id = await self.read_user()
            bind_contextvars(user=self.user_id)
            self.context = copy_context()
            loop_users().add(self)
            if loop_users().sign_outs != before and not await self.check_session():
                return False
        heartbeat.add_socket(self)
        if self.session_key and drain.known.sent:
            self.site_draining({"type": "site.draining", "on": True})
        if self.user_id is not None:
            for frame in await _challenges.ask(SITE, self.user_id):
                self.send_now(encode_frame(frame))
        return True

    def read_key(self) -> str:
        """Return the key of the session, from the cookie; "" without one."""
        headers = self.scope["headers"]
        cookies = [value.decode("latin-1") for name, value in headers if name == b"cookie"]
        key: str = parse_cookie("; ".join(cookies)).get(settings.SESSION_COOKIE_NAME, "")
        return key

    async def read_user(self) -> int | None:
        """Return the user of the session; None if it has ended."""
        return await _sessions.ask(SITE, self.session_key)

    async def leave(self) -> None:
        """Leave all groups."""
        heartbeat.remove_socket(self)
        loop_users().remove(self)
        while self.subscribed:
            await loop_hub().unsubscribe(self.subscribed.pop(), self)

    async def check_session(self) -> bool:
        """Return whether the session is still this user's; close the socket if not."""
        if self.user_id is None:
            return True
        if await self.read_user() == self.user_id:
            return True
        await self.sign_out()
        return False

    async def refuse(self, refused: Refused, ref: str | None) -> None:
        """Send a refusal of a message."""
        metrics.count_event("refusals", refused.code, "socket")
        self.send_now(encode_frame({"type": "refused", "code": refused.code, "ref": ref}))

    async def refuse_unwritable(self, fault: Exception, ref: str | None) -> None:
        """Refuse a message because nothing can be saved now; raise any other fault."""
        trouble = availability.trouble_of(fault)
        if trouble is None or not trouble.reads:
            raise fault
        words = f"a message of user {self.user_id} is refused as unavailable, nothing is saved"
        in_background(availability.report_outage, fault, words)
        await self.refuse(Refused("unavailable"), ref)

    async def acknowledge(self, ref: str | None) -> None:
        """Tell the client that a message was handled, if the message has a ref."""
        if ref is not None:
            self.send_now(encode_frame({"type": "ack", "ref": ref}))

    async def slow_down(self, ref: str | None) -> None:
        """Refuse a message that came too fast; end a socket that floods the server."""
        if not self.bucket.floods:
            await self.refuse(Refused("too-fast"), ref)
            return
        await self.close(FLOODED)
        await self.disconnect(FLOODED)
        # messages that still wait in the queue, maybe for seconds, are dropped
        raise StopConsumer

    async def sign_out(self) -> None:
        """Close the socket, because its user is logged out."""
        self.ended = True
        await self.close(SIGNED_OUT)

    def user_signed_out(self, message: messages.UserSignedOut) -> Going:
        """Close the socket: the user logged out, has a new password, or was deleted."""
        return self.sign_out()

    def site_draining(self, message: messages.SiteDraining) -> None:
        """Send whether the site is draining."""
        self.send_now(encode_frame({"type": "draining", "on": message["on"]}))

    def user_notice(self, message: messages.UserNotice) -> None:
        """Forward a notice to this user."""
        self.send_now(message["text"])

    def user_refresh(self, message: messages.UserRefresh) -> Going:
        """Do nothing; sockets that send data by user override it to send it again."""
        return None
