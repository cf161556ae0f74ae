"""Only committed changes are published, and only to their recipients."""

import asyncio
import logging

import pytest
from asgiref.sync import sync_to_async
from django.db import transaction

from games.live import broadcast
from games.live.broadcast import changed_message, group_of, send_on_commit
from tests.patience import PATIENCE
from tests.sockets.clients import in_process, send_message
from tests.sockets.subscribers import listen_to, unreachable_redis
from tests.table.harness import asked_seat, make_users, playing_game, stored_game

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]
DRAW = {"do": "draw", "from": "pile"}


def publish_version(version: int, *, fail: bool) -> None:
    """Publish a version in a transaction that is committed or rolled back."""
    with transaction.atomic():
        send_on_commit("table", lambda: changed_message(version))
        if fail:
            raise ZeroDivisionError


async def test_what_is_rolled_back_is_never_told() -> None:
    async with listen_to(group_of("table")) as following:
        with pytest.raises(ZeroDivisionError):
            await sync_to_async(publish_version)(1, fail=True)
        await sync_to_async(publish_version)(2, fail=False)
        assert (await following())["version"] == 2


async def test_a_move_stands_when_nobody_can_be_told(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    users = await sync_to_async(make_users)(2)
    game = await sync_to_async(playing_game)(users)
    seat = await sync_to_async(asked_seat)(game.pk)
    asked = next(user for user in users if user.pk == seat.user_id)
    async with in_process(game.pk, asked) as wire:
        await wire.receive()
        await game.arefresh_from_db()
        monkeypatch.setattr(broadcast, "redis_connection", unreachable_redis)
        with caplog.at_level(logging.WARNING, "games.live.broadcast"):
            await send_message(wire, type="act", question=seat.question, action=DRAW)
            # sockets of the same process do not receive it through Redis
            frame = await wire.receive()
            await send_message(wire, type="resync")
            again = await wire.receive()
            async with asyncio.timeout(PATIENCE):
                while "was not published" not in caplog.text:
                    await asyncio.sleep(0.01)
        monkeypatch.undo()
    assert (frame["type"], frame["version"]) == ("events", game.version + 1)
    assert (again["type"], again["version"]) == ("snapshot", game.version + 1)
    assert len((await sync_to_async(stored_game)(game.pk))["moves"]) == 1
