"""Every message with a ref is acknowledged or refused, and every ping is answered."""

import pytest
from asgiref.sync import sync_to_async

from density.platform import token_buckets
from games.engine.contract import Json
from games.requests import FIELDS
from tests.sockets.clients import InProcessClient, in_process, send_message
from tests.table.harness import make_users, playing_game

pytestmark = pytest.mark.django_db(transaction=True)

make_people = sync_to_async(make_users)
start_playing = sync_to_async(playing_game)

# values for fields of messages, by type
VALUES: dict[type, object] = {int: 1, str: "normal", bool: True, dict: {}}
# messages with their own answers
OWN_ANSWER = ("act", "ping", "resync")


async def answer_to(wire: InProcessClient, ref: str) -> Json:
    """Return the frame with this ref."""
    while (frame := await wire.receive_any()).get("ref") != ref:
        pass
    return frame


async def test_every_message_of_a_table_is_acknowledged_or_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(token_buckets, "BURST", 1000.0)
    users = await make_people(2)
    game = await start_playing(users)
    async with in_process(game.pk, users[0]) as wire:
        for name, (required, _) in FIELDS.items():
            if name not in OWN_ANSWER:
                fields = {field: VALUES[wanted] for field, wanted in required.items()}
                await send_message(wire, type=name, ref=name, **fields)
                answer = await answer_to(wire, name)
                assert answer["type"] == "ack" or answer["code"] != "too-fast"


@pytest.mark.parametrize(
    "message",
    [
        {"type": "say", "kind": "phrase", "text": "thanks"},
        {"type": "mute", "seat": 1, "on": True},
        {"type": "leave"},
    ],
)
async def test_what_is_done_is_acknowledged_and_only_where_it_has_a_ref(message: Json) -> None:
    users = await make_people(2)
    game = await start_playing(users)
    async with in_process(game.pk, users[0]) as wire:
        await send_message(wire, **message, ref="m1")
        assert await answer_to(wire, "m1") == {"type": "ack", "ref": "m1"}
    async with in_process(game.pk, users[1]) as wire:
        await send_message(wire, type="mute", seat=0, on=True)
        await send_message(wire, type="ping", ref="p1")
        frames: list[Json] = []
        while not frames or frames[-1].get("ref") != "p1":
            frames.append(await wire.receive_any())
    assert "ack" not in [frame["type"] for frame in frames]
