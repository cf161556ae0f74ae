"""What waits for a client that does not read is bounded, and the client is asked to come again."""

import asyncio
from typing import Any

import pytest

from games.consumers.outbox import MOST_WAITING, Outbox
from games.engine.contract import Json
from tests.patience import PATIENCE


class Way:
    """A way to a client that takes nothing until it is opened."""

    def __init__(self) -> None:
        self.opened = asyncio.Event()
        self.sent: list[Any] = []
        self.ends: asyncio.Queue[str] = asyncio.Queue()
        self.outbox = Outbox(
            self.send,
            gone=lambda: self.ends.put_nowait("gone"),
            overrun=lambda: self.ends.put_nowait("overrun"),
        )

    async def send(self, event: Json) -> None:
        await self.opened.wait()
        self.sent.append(event.get("text", event["type"]))

    def say(self, *texts: str) -> None:
        for text in texts:
            self.outbox.put({"type": "websocket.send", "text": text})


async def test_what_must_wait_is_sent_in_its_order() -> None:
    way = Way()
    way.say("a", "b", "c")
    assert way.sent == []
    way.opened.set()
    async with asyncio.timeout(PATIENCE):
        while len(way.sent) < 3:
            await asyncio.sleep(0)
    way.say("d")
    assert way.sent == ["a", "b", "c", "d"]


async def test_a_client_that_takes_nothing_is_told_to_come_again_when_too_much_waits() -> None:
    way = Way()
    way.say(*["x"] * (MOST_WAITING + 1))
    assert way.ends.empty()
    way.say("one too many")
    assert way.ends.get_nowait() == "overrun"
    way.outbox.put({"type": "websocket.close"})
    way.opened.set()
    async with asyncio.timeout(PATIENCE):
        while "websocket.close" not in way.sent:
            await asyncio.sleep(0)
    assert way.sent == ["x", "websocket.close"]


async def test_a_client_that_takes_nothing_in_time_is_gone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.consumers.outbox.SEND_SECONDS", 0.01)
    way = Way()
    way.say("a", "b")
    async with asyncio.timeout(PATIENCE):
        assert await way.ends.get() == "gone"
    assert way.sent == []
