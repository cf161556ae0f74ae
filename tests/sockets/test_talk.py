"""Chat reaches exactly those who may and want to read it."""

import pytest
from asgiref.sync import sync_to_async
from django.db.models import F

from accounts.models import Mute
from games.live import snapshots
from games.lobby import seating
from games.models import Game, Line
from tests.sockets.clients import in_process, send_and_receive, send_message
from tests.table.harness import make_users, open_table, playing_game

pytestmark = pytest.mark.django_db(transaction=True)

make_people = sync_to_async(make_users)
start_playing = sync_to_async(playing_game)


async def test_a_line_reaches_people_and_watchers_once_and_raises_no_version() -> None:
    users = await make_people(3)
    game = await start_playing(users[:2])
    async with (
        in_process(game.pk, users[0]) as mira,
        in_process(game.pk, users[1]) as ola,
        in_process(game.pk, users[2]) as watcher,
        in_process(game.pk, None) as stranger,
    ):
        wires = (mira, ola, watcher, stranger)
        for wire in wires:
            await wire.receive()
        await game.arefresh_from_db()
        await send_message(mira, type="say", kind="sign", text="wave", ref="s1")
        frames = [await wire.receive() for wire in wires]
        await send_message(mira, type="say", kind="sign", text="wave", ref="s2")
        assert await mira.receive() == {"type": "refused", "code": "too-fast", "ref": "s2"}
        for wire in wires:
            frame = await send_and_receive(wire, type="resync")
            assert frame["type"] == "snapshot"
            assert frame["version"] == game.version
            assert frame["talk"] == [frames[0]["line"]]
    line = await Line.objects.aget()
    assert frames == [
        {
            "type": "talk",
            "line": {
                "id": line.pk,
                "seat": 0,
                "name": users[0].name,
                "kind": "sign",
                "text": "wave",
                # in tenths of a second
                "at": int(line.at.timestamp()) * 1000 + line.at.microsecond // 100_000 * 100,
            },
        }
    ] * len(wires)


async def test_who_muted_the_speaker_is_told_nothing_seated_or_watching() -> None:
    users = await make_people(4)
    game = await start_playing(users[:2])
    for owner in users[1:3]:
        await Mute.objects.acreate(owner=owner, muted=users[0])
    async with (
        in_process(game.pk, users[0]) as mira,
        in_process(game.pk, users[1]) as ola,
        in_process(game.pk, users[2]) as watcher,
        in_process(game.pk, users[3]) as other,
    ):
        for wire in (mira, ola, watcher, other):
            await wire.receive()
        await send_message(mira, type="say", kind="phrase", text="thanks")
        assert (await mira.receive())["type"] == "talk"
        assert (await other.receive())["type"] == "talk"
        for wire in (ola, watcher):
            assert (await send_and_receive(wire, type="resync"))["talk"] == []


async def test_a_mute_is_seen_at_once_on_every_page_of_its_owner_and_on_no_other() -> None:
    users = await make_people(2)
    game = await start_playing(users)
    async with (
        in_process(game.pk, users[0]) as mira,
        in_process(game.pk, users[0]) as second,
        in_process(game.pk, users[1]) as ola,
    ):
        for wire in (mira, second, ola):
            await wire.receive()
        await game.arefresh_from_db()
        await send_message(ola, type="say", kind="phrase", text="thanks")
        for wire in (mira, second, ola):
            assert (await wire.receive())["type"] == "talk"
        for on, muted, lines in ((True, [1], 0), (False, [], 1)):
            await send_message(mira, type="mute", seat=1, on=on)
            for wire in (mira, second):
                frame = await wire.receive()
                assert (frame["type"], frame["version"]) == ("snapshot", game.version)
                assert (frame["me"]["muted"], len(frame["talk"])) == (muted, lines)
        await send_message(mira, type="mute", seat=0, on=True, ref="m1")
        assert (await mira.receive())["code"] == "muted-self"
        assert (await send_and_receive(ola, type="ping"))["type"] == "pong"


async def test_a_watcher_mutes_one_person_and_is_told_so_with_every_snapshot() -> None:
    users = await make_people(4)
    game = await sync_to_async(open_table)(users[0], access="public", seats=3)
    async with (
        in_process(game.pk, users[2]) as watcher,
        in_process(game.pk, users[3]) as other,
        in_process(game.pk, None) as stranger,
    ):
        for wire in (watcher, other, stranger):
            assert (await wire.receive())["muted"] == []
        await send_message(watcher, type="mute", seat=0, on=True)
        frame = await watcher.receive()
        assert (frame["me"], frame["muted"]) == (None, [0])
        # a snapshot for all, before any chat
        await sync_to_async(seating.join_table)(game.pk, users[1])
        assert (await watcher.receive())["muted"] == [0]
        assert (await other.receive())["muted"] == []
        await send_message(watcher, type="mute", seat=0, on=False)
        assert (await watcher.receive())["muted"] == []
        await stranger.receive()
        refused = await send_and_receive(stranger, type="mute", seat=0, on=True)
        assert refused["code"] == "not-seated"


async def test_a_watcher_of_an_unwatchable_table_gets_no_talk() -> None:
    users = await make_people(3)
    game = await start_playing(users[:2])
    async with in_process(game.pk, users[0]) as mira, in_process(game.pk, None) as stranger:
        await mira.receive()
        await stranger.receive()
        # closed to spectators while one is watching
        await Game.objects.aupdate(watchable=False, revision=F("revision") + 1)
        await send_message(mira, type="say", kind="phrase", text="thanks")
        assert (await mira.receive())["type"] == "talk"
        assert (await send_and_receive(stranger, type="ping"))["type"] == "pong"
        await send_message(stranger, type="resync")
        assert await stranger.closed() == 4403
    async with in_process(game.pk, users[2]) as late:
        assert await late.closed() == 4403


# -------------------------------------------------------------------------- who looks on
async def test_those_who_look_on_are_counted_while_they_do() -> None:
    users = await make_people(3)
    game = await start_playing(users[:2])
    async with in_process(game.pk, users[0]) as mira:
        assert (await mira.receive())["watchers"] == 0
        async with in_process(game.pk, users[2]) as watcher, in_process(game.pk, None) as stranger:
            assert (await watcher.receive())["watchers"] >= 1
            await stranger.receive()
            assert (await send_and_receive(mira, type="ping"))["watchers"] == 2
            assert (await send_and_receive(watcher, type="resync"))["watchers"] == 2
        assert (await send_and_receive(mira, type="ping"))["watchers"] == 0
    assert (await sync_to_async(snapshots.read_status)(game.pk))["watchers"] == 0
