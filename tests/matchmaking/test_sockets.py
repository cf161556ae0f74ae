"""The queue's socket sends the whole status on connecting and at every change."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from channels.routing import URLRouter

from accounts.models import User
from games.engine.contract import Json
from games.live.broadcast import QUEUE
from matchmaking import consumers, queue_cache
from matchmaking.models import Slot
from matchmaking.routing import websocket_urlpatterns
from tests.matchmaking.scenario import NAME, check_slots, join_queue, run_tick
from tests.patience import PATIENCE
from tests.sockets.clients import InProcessClient, in_process, send_message, socket_of
from tests.sockets.subscribers import listen_to
from tests.table.harness import make_users

pytestmark = pytest.mark.django_db(transaction=True)
application = URLRouter(websocket_urlpatterns)

make_people = sync_to_async(make_users)
one_look = sync_to_async(run_tick)
sit_down = sync_to_async(join_queue)


@pytest.fixture(autouse=True)
def _views_last(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make viewed pages count as viewed even on a slow machine."""
    for module in (consumers, queue_cache):
        monkeypatch.setattr(module, "VIEWING_SECONDS", PATIENCE)


@asynccontextmanager
async def in_queue(user: User | None, leave: int = 1000) -> AsyncIterator[InProcessClient]:
    """Open the queue's socket of a user or visitor; close it with the code `leave`."""
    communicator = await socket_of(user, "/ws/queue/", application)
    connected, _ = await communicator.connect(timeout=PATIENCE)
    assert connected
    try:
        yield InProcessClient(communicator)
    finally:
        await communicator.disconnect(leave, timeout=PATIENCE)


async def frame_with(wire: InProcessClient, **fields: Any) -> Json:
    """Return the next frame with these fields."""
    while True:
        frame = await wire.receive_any()
        if frame["type"] == "queue" and all(frame[name] == fields[name] for name in fields):
            return frame


async def read_refusal(wire: InProcessClient, **message: Any) -> str:
    """Return the code with which a message is refused."""
    await send_message(wire, **message)
    while (frame := await wire.receive_any())["type"] != "refused":
        pass
    return str(frame["code"])


async def test_four_pages_join_are_seated_and_the_deal_begins_at_their_table() -> None:
    users = await make_people(4)
    async with AsyncExitStack() as pages:
        wires = [await pages.enter_async_context(in_queue(user)) for user in users]
        for wire in wires:
            assert (await wire.receive_any())["state"] == "idle"
            await send_message(wire, type="beat", hidden=False)
            await send_message(wire, type="join", queue=NAME)
            assert (await frame_with(wire, state="waiting"))["queue"] == NAME
        (game_id,) = (await one_look()).seated
        assert await read_refusal(wires[0], type="leave") == "too-late"
        for wire in wires[1:]:
            table = (await frame_with(wire, state="seated"))["table"]
            assert table["url"] == f"/game/{game_id}/"
            assert 0 < table["ready_by_ms"] <= 20_000
            assert table["check"] is False
            assert [seat["here"] for seat in table["seats"]] == [False] * 4
        for user in users[:3]:
            await pages.enter_async_context(in_process(game_id, user))
        while sum(seat["here"] for seat in table["seats"]) < 3:
            table = (await frame_with(wires[3], state="seated"))["table"]
        last = await pages.enter_async_context(in_process(game_id, users[3]))
        while (frame := await last.receive())["game"]["status"] != "sealing":
            pass
        assert frame["you"] is not None
        await sync_to_async(check_slots)()


@pytest.mark.parametrize(
    ("code", "hidden", "called"), [(1001, False, True), (1006, False, False), (1006, True, True)]
)
async def test_a_page_that_is_closed_or_hidden_has_everybody_called_and_a_lost_connection_has_not(
    code: int, hidden: bool, called: bool
) -> None:
    users = await make_people(4)
    async with AsyncExitStack() as pages:
        wires = [await pages.enter_async_context(in_queue(user)) for user in users[1:]]
        async with in_queue(users[0], leave=code) as last:
            for wire in (*wires, last):
                await send_message(wire, type="beat", hidden=hidden and wire is last)
                await send_message(wire, type="join", queue=NAME)
                await frame_with(wire, state="waiting")
        await one_look()
        assert (await frame_with(wires[0], state="seated"))["table"]["check"] is called


async def test_the_picture_comes_again_after_a_reload_and_on_every_page() -> None:
    (mira,) = await make_people(1)
    async with in_queue(mira) as first, in_queue(mira) as second:
        await send_message(first, type="join", queue=NAME)
        await frame_with(first, state="waiting")
        assert (await frame_with(second, state="waiting"))["waiting"] == 1
    async with in_queue(mira) as again:
        assert (await again.receive_any())["state"] == "waiting"
        await send_message(again, type="leave")
        assert (await frame_with(again, state="idle"))["queue"] is None
    assert not await Slot.objects.aexists()


async def test_who_waits_is_told_how_many_do_and_who_may_share_the_table() -> None:
    users = await make_people(3)
    async with in_queue(users[0]) as wire:
        await sit_down(*users)
        await one_look()
        frame = await frame_with(wire, waiting=3)
        assert frame["online"] >= 1
        assert frame["dots"] == []
        low, high = frame["band"]
        assert low < frame["rating"] < high
        assert frame["cap_ms"] == 300_000


async def test_who_leaves_without_being_there_is_told_so_and_nobody_else_anything() -> None:
    mira, ola = await make_people(2)
    async with listen_to(QUEUE) as following:
        async with in_queue(mira) as wire:
            assert (await wire.receive_any())["state"] == "idle"
            for _ in range(3):
                await send_message(wire, type="leave")
                assert (await frame_with(wire, state="idle"))["queue"] is None
            await sit_down(ola)
        assert (await following())["users"] == [ola.pk]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("{", "malformed"),
        ("[]", "malformed"),
        ('{"type": "join"}', "malformed"),
        ('{"type": "beat", "hidden": 1}', "malformed"),
        ('{"type": "act", "question": 1, "action": {}}', "unknown-type"),
        ('{"type": "join", "queue": "bridge"}', "no-such-queue"),
        ("x" * 5000, "too-large"),
    ],
)
async def test_what_is_malformed_is_refused_and_the_wait_goes_on(text: str, code: str) -> None:
    (mira,) = await make_people(1)
    await sit_down(mira)
    async with in_queue(mira) as wire:
        await frame_with(wire, state="waiting")
        await wire.send(text)
        frame = await wire.receive_any()
        while frame["type"] != "refused":
            frame = await wire.receive_any()
        assert frame == {"type": "refused", "code": code, "ref": None}
    assert (await Slot.objects.aget()).state == "waiting"


async def test_who_joins_too_often_is_refused_and_waits_on(settings: Any) -> None:
    settings.LIMITS = {**settings.LIMITS, "queue": (1, 600)}
    (mira,) = await make_people(1)
    async with in_queue(mira) as wire:
        await send_message(wire, type="join", queue=NAME)
        await frame_with(wire, state="waiting")
        assert await read_refusal(wire, type="join", queue=NAME) == "too-fast"
    assert await Slot.objects.filter(state="waiting").acount() == 1


async def answer_to(wire: InProcessClient, ref: str) -> Json:
    """Return the frame with this ref."""
    while (frame := await wire.receive_any()).get("ref") != ref:
        pass
    return frame


async def test_what_is_asked_of_the_queue_is_acknowledged_after_the_frame_that_shows_it() -> None:
    (mira,) = await make_people(1)
    async with in_queue(mira) as wire:
        assert (await wire.receive_any())["state"] == "idle"
        for ref, message, state in (
            ("r1", {"type": "join", "queue": NAME}, "waiting"),
            ("r2", {"type": "leave"}, "idle"),
        ):
            await send_message(wire, **message, ref=ref)
            await frame_with(wire, state=state)
            assert await answer_to(wire, ref) == {"type": "ack", "ref": ref}
        await send_message(wire, type="sit", ref="r3")
        assert (await answer_to(wire, "r3"))["type"] == "refused"
        await send_message(wire, type="ping", ref="r4", lag=80)
        assert (await answer_to(wire, "r4"))["type"] == "pong"
