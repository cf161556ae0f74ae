"""An end by agreement, in the frames of the remaining players."""

import pytest
from asgiref.sync import sync_to_async

from accounts.models import User
from games.live.commands import stand_ins
from games.models import Game
from tests.sockets.clients import in_process, send_message
from tests.sockets.test_secrets import check_frames
from tests.table.harness import make_users, playing_game

pytestmark = pytest.mark.django_db(transaction=True)


async def deserted_game() -> tuple[Game, list[User]]:
    """Return a game of four players that the last two have left."""
    users = await sync_to_async(make_users)(4)
    game = await sync_to_async(playing_game)(users)
    for user in users[2:]:
        await sync_to_async(stand_ins.abandon_seat)(game.pk, user.pk)
    return game, users


async def test_everybody_is_told_who_wants_an_end_and_of_the_end_at_once() -> None:
    game, (mira, ola, gone, _) = await deserted_game()
    async with (
        in_process(game.pk, mira, "?tab=one") as one,
        in_process(game.pk, ola, "?tab=two") as two,
        in_process(game.pk, gone) as watcher,
    ):
        wires = (one, two, watcher)
        frames = [await wire.receive() for wire in wires]
        assert [frame["end"] for frame in frames] == [{"asked": [0, 1], "agreed": []}] * 3
        for on, agreed in ((True, [0]), (False, []), (True, [0])):
            await send_message(one, type="end", on=on)
            for wire in wires:
                while (frame := await wire.receive_any())["end"]["agreed"] != agreed:
                    pass
                assert (frame["type"], frame["events"]) == ("events", [])
        await send_message(two, type="end", on=True)
        ends = [await wire.receive() for wire in wires]
        for frame in ends:
            assert frame["type"] == "snapshot"
            assert (frame["game"]["status"], frame["end"]) == ("finished", None)
            assert frame["view"]["places"] == [1, 1, 1, 1]
            assert (frame["log"][-2]["ended_by"], frame["log"][-1]["by"]) == ("agreement", "all")
        assert [frame["you"] for frame in ends] == [0, 1, 2]
        await game.arefresh_from_db()
        for index, frame in enumerate(ends):
            await sync_to_async(check_frames)(game, [frame], index)
