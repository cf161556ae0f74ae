"""The path of a move from the sending socket to the sockets of all four players."""

from contextlib import AsyncExitStack

import pytest
from asgiref.sync import sync_to_async

from games.consumers import heartbeat
from games.live import executor
from games.positions.position import read_position
from tests.path import Path, follow_path
from tests.sockets.clients import InProcessClient, in_process, send_message
from tests.table.harness import asked_seat, legal_actions, make_users, playing_game, write_action

pytestmark = pytest.mark.django_db(transaction=True)

MODULES, HOPS = 20, 118


async def make_move(game_id: str, wires: dict[int, InProcessClient], path: Path) -> None:
    """Make the first legal move of the asked seat, and trace it to all players."""
    seat = await sync_to_async(asked_seat)(game_id)
    position = await sync_to_async(read_position)(game_id)
    action = write_action(position, legal_actions(position, seat)[0])
    assert seat.user_id is not None
    path.hops.clear()
    await send_message(wires[seat.user_id], type="act", question=seat.question, action=action)
    for wire in wires.values():
        while (await wire.receive()).get("ply") != position.game.ply + 1:
            pass


async def test_a_plain_move_passes_few_modules(monkeypatch: pytest.MonkeyPatch) -> None:
    # the periodic check of sessions is not part of a move
    monkeypatch.setattr(heartbeat, "EVERY_SECONDS", 600)
    users = await sync_to_async(make_users)(4)
    game = await sync_to_async(playing_game)(users)
    async with AsyncExitStack() as stack:
        wires = {
            user.pk: await stack.enter_async_context(in_process(game.pk, user)) for user in users
        }
        for wire in wires.values():
            assert (await wire.receive())["type"] == "snapshot"
        # their threads start within the trace
        monkeypatch.setattr(executor, "_writer", executor.Batches("writer", executor._write_batch))
        with follow_path() as path:
            await make_move(game.pk, wires, path)
            await make_move(game.pk, wires, path)
    listed = "\n".join(f"{count} {a} -> {b}" for (a, b), count in path.hops.most_common())
    assert len(path.modules) <= MODULES, listed
    assert sum(path.hops.values()) <= HOPS, listed
    assert {"games.live.executor", "games.positions.rows", "games.live.frames"} <= path.modules
