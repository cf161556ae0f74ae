"""The hub survives failing sockets and messages."""

import asyncio
from functools import partial
from typing import Any

import msgpack
import pytest

from density.platform.redis import redis_connection
from games.consumers.person import PersonConsumer
from games.consumers.users import loop_users
from games.live.broadcast import USERS
from games.live.hub import loop_hub
from tests.patience import PATIENCE
from tests.sockets.subscribers import Subscriber, listen_to

pytestmark = pytest.mark.usefixtures("valkey")
GROUP = "game.hub"


class Failing(Subscriber):
    """A failing socket."""

    def notify(self, message: Any) -> None:
        raise RuntimeError("this socket is closed")


class Member(Subscriber):
    """A socket of a logged-in user."""

    user_id: int | None = 1

    async def check_session(self) -> bool:
        return True


def publish_message(message: Any) -> None:
    """Publish a message like another process."""
    redis_connection().publish(GROUP, b"anothers" + msgpack.packb(message))


async def test_a_socket_that_fails_keeps_no_message_from_others() -> None:
    failing = Failing()
    async with listen_to(GROUP) as heard, asyncio.timeout(PATIENCE):
        await loop_hub().subscribe(GROUP, failing)
        for number in range(3):
            publish_message({"number": number})
            assert await heard() == {"number": number}
            await loop_hub().subscribe(f"{GROUP}.{number}", failing)
        await loop_hub().unsubscribe(GROUP, failing)
        for number in range(3):
            await loop_hub().unsubscribe(f"{GROUP}.{number}", failing)


async def test_what_is_no_message_keeps_none_from_others() -> None:
    async with listen_to(GROUP) as heard, asyncio.timeout(PATIENCE):
        redis_connection().publish(GROUP, b"anothers\xc1")
        publish_message({"number": 1})
        assert await heard() == {"number": 1}


@pytest.mark.parametrize("order", [("stays", "goes"), ("goes", "stays")])
async def test_a_socket_that_ends_while_it_waits_for_its_group_is_let_go(
    order: tuple[str, str],
) -> None:
    stays, gone = Subscriber(), PersonConsumer()
    gone.subscribed = []
    async with listen_to(GROUP) as heard, asyncio.timeout(PATIENCE):
        enter = {
            "stays": partial(loop_hub().subscribe, f"{GROUP}.2", stays),
            "goes": partial(gone.subscribe, f"{GROUP}.2"),
        }
        async with loop_hub().sending:
            tasks = {name: asyncio.create_task(enter[name]()) for name in order}
            await asyncio.sleep(0)
            tasks["goes"].cancel()
            with pytest.raises(asyncio.CancelledError):
                await tasks["goes"]
        await tasks["stays"]
        publish_message({"number": 1})
        await heard()
        loop_hub().deliver(f"{GROUP}.2", {"type": "game.closed"})
        assert not stays.messages.empty()
        assert loop_hub().groups[f"{GROUP}.2"] == {stays}
        await loop_hub().unsubscribe(f"{GROUP}.2", stays)


async def test_a_user_who_leaves_at_once_takes_no_messages_from_others() -> None:
    stays, gone = Member(), Member()
    users = loop_users()
    async with asyncio.timeout(PATIENCE):
        async with loop_hub().sending:
            first = asyncio.create_task(users.enter(stays))
            second = asyncio.create_task(users.enter(gone))
            await asyncio.sleep(0)
            second.cancel()
            with pytest.raises(asyncio.CancelledError):
                await second
            users.remove(gone)
        await first
        users.add(stays)
        loop_hub().deliver(USERS, {"type": "user.signed.out", "user": 1})
        assert not stays.messages.empty()
        users.remove(stays)
    assert USERS not in loop_hub().groups


async def test_a_pong_is_no_fault(caplog: pytest.LogCaptureFixture) -> None:
    async with listen_to(GROUP) as heard, asyncio.timeout(PATIENCE):
        pubsub = loop_hub().pubsub
        assert pubsub is not None
        await pubsub.ping()
        publish_message({"number": 1})
        assert await heard() == {"number": 1}
    assert "not understood" not in caplog.text


async def test_a_connection_that_is_lost_while_it_sends_counts_as_lost(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def lose_writer(group: str) -> None:
        raise AttributeError("'NoneType' object has no attribute 'writelines'")

    gone = PersonConsumer()
    async with listen_to(GROUP), asyncio.timeout(PATIENCE):
        monkeypatch.setattr(loop_hub().pubsub, "subscribe", lose_writer)
        with pytest.raises(ConnectionError):
            await gone.subscribe(f"{GROUP}.2")
        monkeypatch.undo()
