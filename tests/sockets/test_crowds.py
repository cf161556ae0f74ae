"""Many sockets within their limits do not slow down a table or others."""

import asyncio
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import AsyncExitStack
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from pytest_django.fixtures import Settings

from density.platform import threads, token_buckets
from density.platform.threads import FairExecutor, Overloaded
from games.consumers import shared
from games.engine.contract import Json
from games.live import snapshots, table_list
from games.models import Game
from tests.sockets.clients import (
    InProcessClient,
    in_process,
    is_quiet,
    send_and_receive,
    send_message,
)
from tests.sockets.test_lobby import looking_on
from tests.table.harness import make_users, open_table, playing_game

CROWD = 40


@pytest.fixture(autouse=True)
def _nothing_spent(monkeypatch: pytest.MonkeyPatch) -> None:
    """Reset the token buckets."""
    for name in ("by_address", "by_table"):
        unspent = token_buckets.Buckets(getattr(token_buckets, name).limit)
        monkeypatch.setattr(token_buckets, name, unspent)


class HeldExecutor:
    """An executor whose thread is blocked until it is released, so that calls queue up."""

    def __init__(self) -> None:
        self.executor = FairExecutor(1)
        self.opened = threading.Event()
        self.done: list[str] = []
        self.busy = self.executor.submit("", self.opened.wait)

    def queue(self, line: str, name: str, most: int | None = None) -> Future[None]:
        return self.executor.submit(line, lambda: self.done.append(name), most)

    def let_go(self, last: Future[None]) -> list[str]:
        self.opened.set()
        last.result(20)
        return self.done


def test_a_flood_at_one_table_waits_for_itself_and_not_the_others_for_it() -> None:
    held = HeldExecutor()
    flood = [held.queue("flooded", f"flood {number}") for number in range(50)]
    held.queue("calm", "first move")
    held.queue("calm", "second move")
    done = held.let_go(flood[-1])
    assert done[:4] == ["flood 0", "first move", "flood 1", "second move"]
    assert len(done) == 52


def test_what_waits_for_one_table_is_bounded_and_no_other_is_refused() -> None:
    held = HeldExecutor()
    for number in range(5):
        last = held.queue("flooded", str(number), most=5)
    with pytest.raises(Overloaded):
        held.queue("flooded", "one too many", most=5)
    held.queue("calm", "move", most=5)
    assert len(held.let_go(last)) == 6


@pytest.mark.parametrize("line", ["slow", threads.SITE])
def test_one_line_never_holds_all_threads(line: str) -> None:
    executor, opened = FairExecutor(threads.THREADS), threading.Event()
    held = [executor.submit(line, opened.wait) for _ in range(10)]
    assert executor.submit("calm", lambda: "served").result(20) == "served"
    opened.set()
    assert all(one.result(20) for one in held)


@pytest.mark.django_db(transaction=True)
async def test_many_who_ask_at_once_are_answered_by_few_readings(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    users = await sync_to_async(make_users)(4)
    game = await sync_to_async(playing_game)(users)
    readings = 0
    read = snapshots.make_snapshots

    def counted(*arguments: Any) -> Any:
        nonlocal readings
        readings += 1
        return read(*arguments)

    monkeypatch.setattr(snapshots, "make_snapshots", counted)
    viewers = [None, *(user.pk for user in users)] * 20
    asked = [shared.snapshots.ask(game.pk, viewer) for viewer in viewers]
    answers = await asyncio.gather(*asked)
    assert readings < 10
    texts = {}
    for viewer, answer in zip(viewers, answers, strict=True):
        assert isinstance(answer, shared.ReadySnapshot)
        assert answer.seated == (viewer is not None)
        texts[viewer] = answer.text
    assert len(set(texts.values())) == 5


@pytest.mark.django_db(transaction=True)
async def test_many_who_come_to_the_lobby_at_once_share_its_readings(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    (mira,) = await sync_to_async(make_users)(1)
    game = await sync_to_async(open_table)(mira, access="public")
    readings = 0
    read = table_list.make_frame

    def counted() -> Any:
        nonlocal readings
        readings += 1
        return read()

    monkeypatch.setattr(table_list, "make_frame", counted)
    async with AsyncExitStack() as stack:
        opened = [stack.enter_async_context(looking_on()) for _ in range(CROWD)]
        frames = [await wire.receive() for wire in await asyncio.gather(*opened)]
    assert [[table["id"] for table in frame["tables"]] for frame in frames] == [[game.pk]] * CROWD
    assert readings < CROWD / 2


@pytest.mark.django_db(transaction=True)
async def test_spectators_spend_what_is_theirs_and_players_are_still_answered(
    settings: Settings,
) -> None:
    settings.LIMITS = {**settings.LIMITS, "snapshots_of_table": (CROWD, 10_000)}
    users = await sync_to_async(make_users)(4)
    game: Game = await sync_to_async(playing_game)(users)
    async with AsyncExitStack() as stack:

        async def come(user: Any) -> InProcessClient:
            wire = await stack.enter_async_context(in_process(game.pk, user))
            await receive_first(wire, lambda frame: frame["type"] == "snapshot")
            return wire

        crowd = [await come(None) for _ in range(CROWD // 5)]
        player = await come(users[0])
        answers = []
        for _ in range(6):
            for wire in crowd:
                await send_message(wire, type="resync", ref="again")
                answers.append(await receive_first(wire, lambda frame: frame["type"] != "events"))
        types = [frame["type"] for frame in answers]
        assert types == ["snapshot"] * CROWD + ["refused"] * (len(types) - CROWD)
        assert answers[-1] == {"type": "refused", "code": "too-fast", "ref": "again"}
        assert (await send_and_receive(player, type="resync"))["type"] == "snapshot"
        assert (await send_and_receive(crowd[0], type="ping", ref="still"))["ref"] == "still"


@pytest.mark.django_db(transaction=True)
async def test_an_address_opens_no_more_tables_than_it_may(settings: Settings) -> None:
    settings.LIMITS = {**settings.LIMITS, "snapshots_of_address": (3, 10_000)}
    shared_game: Game = await sync_to_async(playing_game)(await sync_to_async(make_users)(4))
    async with AsyncExitStack() as stack:
        for _ in range(3):
            wire = await stack.enter_async_context(in_process(shared_game.pk, None))
            await receive_first(wire, lambda frame: frame["type"] == "snapshot")
        wire = await stack.enter_async_context(in_process(shared_game.pk, None))
        assert await wire.closed() == 4503


async def receive_first(wire: InProcessClient, is_so: Callable[[Json], bool]) -> Json:
    """Return the next frame that satisfies a condition."""
    while is_quiet(frame := await wire.receive_any()) or not is_so(frame):
        pass
    return frame


def test_of_many_addresses_only_those_that_spent_tokens_stay_in_memory(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.LIMITS = settings.LIMITS | {"snapshots_of_address": (10, 1000)}
    clock = [0.0]
    monkeypatch.setattr(time, "monotonic", lambda: clock[0])
    buckets = token_buckets.Buckets("snapshots_of_address")
    # 100 s bring one token back, so an address that came once is soon full again
    for number in range(20 * token_buckets.LEAST_KEPT):
        clock[0] += 1.0
        buckets.take(f"address {number}")
    assert len(vars(buckets)["_buckets"]) < 3 * token_buckets.LEAST_KEPT
    while buckets.take("spender"):
        pass
    for number in range(2 * token_buckets.LEAST_KEPT):
        clock[0] += 0.1
        buckets.take(f"another address {number}")
    assert not buckets.take("spender")
