"""The table's socket handles valid and invalid messages."""

import json
from contextlib import AsyncExitStack

import pytest
from asgiref.sync import sync_to_async

from accounts.models import User
from density.platform import token_buckets
from density.platform.token_buckets import BURST, FLOOD
from games.engine.contract import Json
from games.live.broadcast import group_of
from games.live.hub import loop_hub
from games.live.messages import GameFrame
from games.lobby import seating
from games.models import Game, Move
from tests.patience import PATIENCE
from tests.sockets.clients import InProcessClient, in_process, send_and_receive, send_message
from tests.table.harness import (
    asked_seat,
    frame_of,
    make_users,
    open_table,
    playing_game,
    stored_game,
)

pytestmark = pytest.mark.django_db(transaction=True)
DRAW = {"do": "draw", "from": "pile"}

make_people = sync_to_async(make_users)
start_playing = sync_to_async(playing_game)
freeze = sync_to_async(stored_game)


async def asked_and_other(game: Game, users: list[User]) -> tuple[User, User, int]:
    """Return the asked user, another one, and the open question."""
    seat = await sync_to_async(asked_seat)(game.pk)
    asked = next(user for user in users if user.pk == seat.user_id)
    other = next(user for user in users if user.pk != seat.user_id)
    return asked, other, seat.question


async def test_a_move_is_told_to_every_socket_of_everybody() -> None:
    users = await make_people(2)
    game = await start_playing(users)
    asked, other, question = await asked_and_other(game, users)
    async with AsyncExitStack() as stack:
        wires = []
        for user in (asked, asked, other, None):
            wires.append(await stack.enter_async_context(in_process(game.pk, user)))
            await wires[-1].receive()
        await game.arefresh_from_db()
        # only the owner's newest page can act
        await send_message(wires[1], type="act", question=question, action=DRAW)
        frames = [await wire.receive() for wire in wires]
    assert [frame["version"] for frame in frames] == [game.version + 1] * 4
    cards = [frame["events"][0]["card"] for frame in frames]
    assert cards[0] == cards[1] == frames[0]["view"]["drawn"] is not None
    assert cards[2:] == [None, None]
    assert [frame["question"] for frame in frames] == [question + 1, question + 1, None, None]


BAD: list[tuple[str, str]] = [
    ("{", "malformed"),
    ('{"type": ["act"]}', "malformed"),
    ('{"type": "dance"}', "unknown-type"),
    ('{"type": "act", "question": true, "action": {}}', "malformed"),
    (f'{{"type": "act", "question": {"9" * 3000}, "action": {{}}}}', "malformed"),
    ('{"type": "act", "question": 2, "action": {"do": {"do": {"do": 1}}}}', "malformed"),
    ("[" * 4000, "malformed"),
    ('{"type": "ping", "more": "' + "ü" * 2040 + '"}', "too-large"),
]


async def test_a_bad_frame_is_refused_with_a_code_and_changes_nothing() -> None:
    users = await make_people(2)
    game = await start_playing(users)
    asked, _, question = await asked_and_other(game, users)
    async with in_process(game.pk, asked) as wire:
        await wire.receive()
        before = await freeze(game.pk)
        for text, code in BAD:
            await wire.send(text.replace('"question": 2,', f'"question": {question},'))
            assert await wire.receive() == {"type": "refused", "code": code, "ref": None}
        await wire.communicator.send_to(bytes_data=b'{"type": "ping"}')
        assert (await wire.receive())["code"] == "malformed"
        assert (await send_and_receive(wire, type="ping", ref="still here"))["ref"] == "still here"
        assert await freeze(game.pk) == before


async def test_what_events_tell_is_what_a_snapshot_tells() -> None:
    users = await make_people(2)
    game = await start_playing(users, lives=2)
    folded: list[Json] = []
    async with in_process(game.pk, users[0]) as wire, in_process(game.pk, users[1]) as other:
        wires: dict[int | None, InProcessClient] = {users[0].pk: wire, users[1].pk: other}
        folded = (await wire.receive())["log"]
        await other.receive()
        for _ in range(12):
            seat = await sync_to_async(asked_seat)(game.pk)
            view = (await sync_to_async(snapshot_view)(game.pk, seat.user_id))["legal"]
            await send_message(
                wires[seat.user_id], type="act", question=seat.question, action=view[0]
            )
            frame = await wire.receive()
            folded += frame["events"]
            await other.receive()
        whole = await send_and_receive(wire, type="resync")
    assert folded[-len(whole["log"]) :] == whole["log"]
    for name in ("version", "view", "question"):
        assert whole[name] == frame[name]


def snapshot_view(game_id: str, user_id: int | None) -> Json:
    frame = frame_of(game_id, user_id)
    view: Json = frame["view"]
    return view


async def test_a_frame_that_was_overtaken_by_a_newer_one_is_not_forwarded() -> None:
    users = await make_people(2)
    game = await start_playing(users)
    async with in_process(game.pk, users[0]) as wire:
        version = (await wire.receive())["version"]
        for late in (version, version + 2, version + 1, version + 2, version + 3):
            frame = json.dumps({"type": "events", "version": late})
            message: GameFrame = {
                "type": "game.frame",
                "version": late,
                "people": {},
                "watchers": frame,
            }
            loop_hub().deliver(group_of(game.pk), message)
        replied = [(await wire.receive())["version"] for _ in range(2)]
        assert replied == [version + 2, version + 3]
        assert (await send_and_receive(wire, type="ping"))["type"] == "pong"


async def test_a_socket_that_sends_too_much_is_slowed_and_nothing_is_lost(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(token_buckets, "PER_SECOND", 1e-9)  # however slow the machine is
    users = await make_people(2)
    game = await start_playing(users)
    asked, _, question = await asked_and_other(game, users)
    async with in_process(game.pk, asked) as wire:
        await wire.receive()
        for _ in range(int(BURST) + 10):
            await send_message(wire, type="ping")
        await send_message(wire, type="act", question=question, action=DRAW)
        frames = [await wire.receive() for _ in range(int(BURST) + 11)]
    assert frames[0]["type"] == "pong"
    assert frames[-1] == {"type": "refused", "code": "too-fast", "ref": None}


async def test_a_socket_that_floods_is_closed_and_does_nothing_more(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(token_buckets, "PER_SECOND", 1e-9)  # however slow the machine is
    users = await make_people(2)
    game = await start_playing(users)
    asked, _, question = await asked_and_other(game, users)
    async with in_process(game.pk, asked) as wire:
        await wire.receive()
        for _ in range(int(BURST) + 5 * FLOOD):
            await send_message(wire, type="?")
        await send_message(wire, type="act", question=question, action=DRAW)
        codes: set[object] = set()
        output = await wire.communicator.receive_output(timeout=PATIENCE)
        while output["type"] == "websocket.send":
            codes.add(json.loads(output["text"])["code"])
            output = await wire.communicator.receive_output(timeout=PATIENCE)
        assert (output["type"], output["code"]) == ("websocket.close", 1008)
        assert codes == {"unknown-type", "too-fast"}
    assert not await Move.objects.filter(game=game).aexists()

    assert (await freeze(game.pk))["moves"] == []


async def test_a_socket_of_no_game_is_closed() -> None:
    (mira,) = await make_people(1)
    async with in_process("nosuchgame00", mira) as wire:
        assert await wire.closed() == 4404


async def test_somebody_who_left_a_seat_is_told_no_more_than_a_watcher() -> None:
    mira, ola, kim = await make_people(3)
    game = await sync_to_async(open_table)(mira, seats=3)
    await sync_to_async(seating.join_table)(game.pk, ola)
    async with in_process(game.pk, ola) as wire:
        assert (await wire.receive())["you"] == 1
        assert (await send_and_receive(wire, type="leave"))["you"] is None
        assert await sync_to_async(seating.join_table)(game.pk, kim) is None
        assert (await wire.receive())["you"] is None
        await sync_to_async(seating.fill_table)(game.pk, mira.pk, "easy")
        frame = await wire.receive()
        assert (frame["you"], frame["game"]["status"], frame["question"]) == (None, "sealing", None)
        answer = await send_and_receive(wire, type="pledge", hash="0" * 64)
        assert answer["code"] == "not-seated"


@pytest.mark.parametrize("password", ["", "moon"])
async def test_somebody_whom_the_host_sends_away_is_told_so_first(password: str) -> None:
    mira, ola, kim = await make_people(3)
    access = "password" if password else "link"
    game = await sync_to_async(open_table)(mira, access=access, password=password)
    for guest in (ola, kim):
        await sync_to_async(seating.join_table)(game.pk, guest, password)
    async with (
        in_process(game.pk, mira) as host,
        in_process(game.pk, ola) as away,
        in_process(game.pk, kim) as other,
    ):
        for wire in (host, away, other):
            await wire.receive()
        await send_message(host, type="unseat", seat=1)
        while (frame := await away.receive())["type"] == "snapshot":
            assert frame["you"] == 1
        assert frame == {"type": "barred"}
        if password:
            assert await away.closed() == 4403
        else:
            assert (await away.receive())["you"] is None
        while (frame := await other.receive())["seats"][1]["kind"] != "empty":
            pass


async def test_a_stranger_is_sent_away_when_a_table_without_watchers_begins() -> None:
    (mira,) = await sync_to_async(make_users)(1)
    game = await sync_to_async(open_table)(mira, watchable=False)
    async with in_process(game.pk, None) as stranger:
        assert (await stranger.receive())["game"]["status"] == "open"
        await sync_to_async(seating.fill_table)(game.pk, mira.pk, "easy")
        assert await stranger.closed() == 4403
