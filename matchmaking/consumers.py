"""The queue's socket: the whole status at once, whenever it changes, and once a second."""

import logging
from collections.abc import Coroutine
from functools import partial
from typing import Any
from urllib.parse import parse_qsl

from redis import RedisError

from accounts import limits
from accounts.models import User
from games.consumers.person import SIGNED_OUT, PersonConsumer
from games.consumers.threads import in_thread
from games.engine.contract import Json, Refused
from games.inbox import Message, Rejected, decode
from games.table import openings
from games.table.broadcast import QUEUE, encode
from games.token_buckets import Bucket, address_of
from matchmaking import heartbeat, queue, queue_cache, queue_status, shared_tables
from matchmaking.queues import DEFAULT, QUEUES

FIELDS: dict[str, dict[str, type]] = {
    "answer": {"yes": bool},
    "beat": {"hidden": bool},
    "join": {"queue": str},
    "leave": {},
    "ping": {},
    "sit": {},
}

# the code that browsers close with when their page is left (RFC 6455, 7.4.1)
PAGE_CLOSED = 1001

log = logging.getLogger(__name__)


def read_about(query: bytes) -> str:
    """Return the queue that a socket's address names, or the usual one: for users in none."""
    asked = dict(parse_qsl(query.decode("ascii", "replace"))).get("queue", "")
    return asked if asked in QUEUES else DEFAULT


def join(user_id: int, name: str, network: str) -> Refused | None:
    """Let a user wait; counted like everything that costs the site something."""
    user = User.objects.filter(pk=user_id).first()
    if user is None:
        return Refused("not-seated")
    try:
        limits.count("queue", user_id)
    except limits.TooMany:
        return Refused("too-fast")
    answer = queue.enqueue(user, name, network)
    return answer if isinstance(answer, Refused) else None


def sit(user_id: int, address: str) -> Refused | None:
    """Seat a user at the shared table; counted like every table."""
    user = User.objects.filter(pk=user_id).first()
    if user is None:
        return Refused("not-waiting")
    try:
        openings.count_opening(user, address)
    except limits.TooMany:
        return Refused("too-fast")
    answer = shared_tables.sit(user)
    return answer if isinstance(answer, Refused) else None


class QueueConsumer(PersonConsumer):
    """One open page of a user who is, or may be, in a queue."""

    page = "queue"

    async def connect(self) -> None:
        """Join the group first and read the status then, so that nothing is missed."""
        self.bucket = Bucket()
        self.state, self.viewed_at = "idle", 0.0
        self.about = read_about(self.scope["query_string"])
        self.user_status: Json = {}
        self.shared_status: Json | None = None
        await self.accept()
        await self.subscribe(QUEUE)
        if not await self.enter():
            return
        if self.user_id is None:
            await self.close(SIGNED_OUT)
            return
        heartbeat.register(self)
        await self.refresh()

    async def disconnect(self, code: int) -> None:
        """Leave; a waiting user goes on waiting for a while.

        A user who closed the page looks at it no more; one whose connection was lost still may.
        """
        heartbeat.unregister(self)
        try:
            if code == PAGE_CLOSED:
                await heartbeat.record_viewing(self, viewing=False)
            await self.leave()
        except (RedisError, OSError) as fault:
            log.warning(
                "redis unavailable (%r): a queue socket of user %s was not taken off its groups; "
                "they end with the connection",
                *(fault, self.user_id),
            )

    def forget(self) -> None:
        """Leave the heartbeat, of tables and of the queue."""
        super().forget()
        heartbeat.unregister(self)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Do what a well-formed message asks for, and answer what is refused."""
        message = decode(text_data, FIELDS)
        if not self.bucket.take():
            await self.slow_down(message.ref)
        elif isinstance(message, Rejected):
            await self.refuse(message.refused, message.ref)
        elif message.type == "beat":
            await heartbeat.record_viewing(self, viewing=not message.fields["hidden"])
        elif message.type == "ping":
            await self.send(text_data=encode({"type": "pong", "ref": message.ref}))
        else:
            try:
                await self.handle(message)
            except Exception as fault:
                await self.refuse_unwritable(fault, message.ref)

    async def handle(self, message: Message) -> None:
        """Do what is asked, and show what is; all sockets of the user are sent a change."""
        if message.type == "join":
            network = queue.network_of(address_of(self.scope))
            answer = await in_thread(join, self.user_id, message.fields["queue"], network)
        elif message.type == "sit":
            answer = await in_thread(sit, self.user_id, address_of(self.scope))
        elif message.type == "answer":
            yes = partial(shared_tables.answer, yes=message.fields["yes"])
            answer = await in_thread(yes, self.user_id)
        else:
            answer = await in_thread(queue.cancel, self.user_id)
        if isinstance(answer, Refused):
            await self.refuse(answer, message.ref)
        else:
            # maybe nothing changed, and nothing is sent
            await self.refresh()
            await self.acknowledge(message.ref)

    async def refresh(self) -> None:
        """Read the rows and show what this user is now."""
        self.user_status = await in_thread(queue_status.user_status, self.user_id, self.about)
        if self.shared_status is None or self.shared_status["queue"] != self.user_status["about"]:
            self.shared_status = await in_thread(queue_cache.load_status, self.user_status["about"])
        self.state = self.user_status["state"]
        await self.show()

    async def show(self) -> None:
        """Send the whole frame."""
        await self.send(text_data=encode(queue_status.frame(self.user_status, self.shared_status)))

    def queue_changed(self, message: Json) -> Coroutine[Any, Any, None] | None:
        """Refresh, if this user is one of those for whom something changed."""
        if self.user_status and self.user_id in message["users"]:
            return self.refresh()
        return None

    def queue_news(self, message: Json) -> Coroutine[Any, Any, None] | None:
        """Keep the status of a queue; send it unless this user is seated, or in another queue."""
        status = message["frame"]
        if not self.user_status or status["queue"] != self.user_status["about"]:
            return None
        self.shared_status = status
        return self.show() if self.state != "seated" else None
