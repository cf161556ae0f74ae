"""The queue's socket, which sends the whole status on connecting, at changes and after each tick.

The sockets of a process share one heartbeat: it records viewers, refreshes slots and repairs missed
changes.
"""

import asyncio
import logging
import time
from contextvars import Context
from urllib.parse import parse_qsl

from redis import RedisError

from accounts.models import User
from density.platform import limits
from density.platform.threads import in_thread
from density.platform.token_buckets import address_of
from games.consumers.person import SIGNED_OUT, Going, PersonConsumer
from games.engine.contract import Refused
from games.live import messages
from games.live.broadcast import QUEUE, encode_frame
from games.live.inbox import Message
from games.lobby import openings
from matchmaking import queue, queue_cache, queue_status, shared_tables
from matchmaking.protocol import FIELDS, QueueNews, SharedStatus, UserStatus
from matchmaking.queues import DEFAULT, QUEUES, VIEWING_SECONDS

# close code of browsers when the page is left (RFC 6455, 7.4.1)
PAGE_CLOSED = 1001
# between two heartbeats, and between two saved heartbeats of a user
EVERY_SECONDS, BEAT_SECONDS = 2.0, 10.0

log = logging.getLogger(__name__)


def carry_out(user_id: int, message: Message, address: str) -> object:
    """Carry out a user's request, within the rate limits; return Refused if that fails."""
    user = User.objects.filter(pk=user_id).first()
    if user is None:
        return Refused("not-waiting")
    try:
        if message.type == "join":
            limits.count_use("queue", user_id)
            return queue.join_queue(user, message.fields["queue"], queue.network_of(address))
        if message.type == "sit":
            openings.count_opening(user, address)
            return shared_tables.sit_at_shared_table(user)
    except limits.TooMany:
        return Refused("too-fast")
    if message.type == "answer":
        return shared_tables.save_answer(user_id, yes=message.fields["yes"])
    return queue.leave_queue(user_id)


class QueueConsumer(PersonConsumer):
    """An open page with the status of a queue."""

    page = "queue"
    requests = FIELDS

    async def connect(self) -> None:
        """Subscribe first and then read the status, so that no change is missed."""
        self.state, self.viewed_at = "idle", 0.0
        queue_name = dict(parse_qsl(self.scope["query_string"].decode("ascii", "replace"))).get(
            "queue"
        )
        # for users who are in no queue
        self.about = queue_name if queue_name in QUEUES else DEFAULT
        self.user_status: UserStatus | None = None
        self.shared_status: SharedStatus | None = None
        await self.accept()
        await self.subscribe(QUEUE)
        if not await self.enter():
            return
        if self.user_id is None:
            await self.close(SIGNED_OUT)
            return
        register_socket(self)
        await self.refresh()

    async def take_off(self, code: int) -> None:
        """Disconnect; a waiting user stays in the queue for a while.

        A user who closed the page no longer counts as viewing, unlike one who lost the connection.
        """
        unregister_socket(self)
        if code == PAGE_CLOSED:
            await self.record_viewing(viewing=False)

    def forget(self) -> None:
        """Leave the heartbeats of tables and of the queue."""
        super().forget()
        unregister_socket(self)

    async def answer(self, message: Message) -> None:
        """Answer a message."""
        if message.type == "beat":
            await self.record_viewing(viewing=not message.fields["hidden"])
        elif message.type == "ping":
            await super().answer(message)
        else:
            await self.handle(message)

    async def handle(self, message: Message) -> None:
        """Carry out a request, then refresh this page; the user's other pages get the change."""
        answer = await in_thread(carry_out, self.user_id, message, address_of(self.scope))
        if isinstance(answer, Refused):
            await self.refuse(answer, message.ref)
        else:
            # when nothing has changed, no change is published
            await self.refresh()
            await self.acknowledge(message.ref)

    async def record_viewing(self, *, viewing: bool) -> None:
        """Record at once that a user views a page, or has stopped viewing the last one."""
        self.viewed_at = time.monotonic() if viewing else 0.0
        if self.user_id is None:
            return
        if viewing:
            await in_thread(queue_cache.record_viewing, [self.user_id])
        elif self.user_id not in _viewers():
            await in_thread(queue_cache.forget_viewing, self.user_id)

    async def refresh(self) -> None:
        """Read and send the user's current status."""
        assert self.user_id is not None
        status = await in_thread(queue_status.user_status, self.user_id, self.about)
        self.user_status, self.state = status, status["state"]
        if self.shared_status is None or self.shared_status["queue"] != status["about"]:
            self.shared_status = await in_thread(queue_cache.load_status, status["about"])
        await self.show(status)

    async def show(self, status: UserStatus) -> None:
        """Send the whole frame."""
        self.send_now(encode_frame(queue_status.make_frame(status, self.shared_status)))

    def queue_changed(self, message: messages.QueueChanged) -> Going:
        """Refresh if the status of this user has changed."""
        if self.user_status and self.user_id in message["users"]:
            return self.refresh()
        return None

    def queue_news(self, message: QueueNews) -> Going:
        """Store the status of a queue; send it unless the user is seated or in another queue."""
        status, user_status = message["frame"], self.user_status
        if user_status is None or status["queue"] != user_status["about"]:
            return None
        self.shared_status = status
        return self.show(user_status) if self.state != "seated" else None


# -------------------------------------------------------------------------- the heartbeat
_sockets: set[QueueConsumer] = set()
_last_beats: dict[int, float] = {}
_running: set[asyncio.Task[None]] = set()


def register_socket(socket: QueueConsumer) -> None:
    """Add a socket to the heartbeat, and start it for the first one."""
    _sockets.add(socket)
    if not any(not task.done() for task in _running):
        _running.clear()
        # an empty context: log lines must not have the ids of the first socket
        _running.add(asyncio.create_task(_run(), context=Context()))


def unregister_socket(socket: QueueConsumer) -> None:
    """Remove a socket from the heartbeat, and stop it after the last one."""
    _sockets.discard(socket)
    if not _sockets:
        _last_beats.clear()
        while _running:
            _running.pop().cancel()


async def send_heartbeats(now: float) -> None:
    """Record viewers, and refresh the slots of users who are due at this monotonic time.

    A socket that shows an outdated state has missed a change and is refreshed.
    """
    users = {socket.user_id for socket in _sockets if socket.user_id is not None}
    due = [user for user in users if now - _last_beats.get(user, -BEAT_SECONDS) >= BEAT_SECONDS]
    _last_beats.update(dict.fromkeys(due, now))
    for user in _last_beats.keys() - users:
        del _last_beats[user]
    await in_thread(queue_cache.record_viewing, _viewers())
    states = await in_thread(queue.refresh_slots, due) if due else {}
    for socket in list(_sockets):
        shown_state = socket.state if socket.state in ("waiting", "seated") else None
        if socket.user_id in due and states.get(socket.user_id or 0) != shown_state:
            await socket.refresh()


def _viewers() -> set[int]:
    since = time.monotonic() - VIEWING_SECONDS
    return {socket.user_id for socket in _sockets if socket.user_id and socket.viewed_at >= since}


async def _run() -> None:
    """Send heartbeats until the last socket is gone; retry after an outage."""
    while True:
        try:
            await send_heartbeats(time.monotonic())
        except Exception as fault:
            log.warning(
                "the heartbeat of the queue sockets failed (%r); it is tried again in %s s",
                *(fault, EVERY_SECONDS),
                exc_info=not isinstance(fault, (RedisError, OSError)),
            )
        await asyncio.sleep(EVERY_SECONDS)
