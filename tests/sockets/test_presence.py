"""How sockets change the seat of their user: present, away, acting page, abandoned."""

import asyncio
import random
from collections.abc import Iterable

import pytest
from asgiref.sync import sync_to_async
from django.conf import settings
from django.db.models import F

from accounts.models import User
from density.platform.redis import redis_connection
from games.consumers import heartbeat
from games.engine.contract import Json
from games.live.commands import presence
from games.models import Game, Seat
from tests.patience import PATIENCE
from tests.sockets.clients import InProcessClient, in_process, send_and_receive, send_message
from tests.sockets.test_secrets import check_frames
from tests.table.harness import Driver, asked_seat, make_users, playing_game

pytestmark = pytest.mark.django_db(transaction=True)
DRAW = {"do": "draw", "from": "pile"}

make_people = sync_to_async(make_users)
start_playing = sync_to_async(playing_game)


async def begin_game(count: int = 2, **options: object) -> tuple[Game, list[User]]:
    """Return a game and its players, the asked one first."""
    users = await make_people(count)
    game = await start_playing(users, **options)  # type: ignore[arg-type]
    seat = await sync_to_async(asked_seat)(game.pk)
    return game, sorted(users, key=lambda user: user.pk != seat.user_id)


async def receive_presence(wire: InProcessClient, index: int, state: str) -> None:
    """Read frames until one shows this state of a seat, skipping outdated ones."""
    while (await wire.receive_any())["seats"][index]["state"] != state:
        pass


async def test_closing_the_last_socket_is_told_to_the_others_and_coming_back_too() -> None:
    game, (mira, ola) = await begin_game()
    seats = Seat.objects.filter(game=game, user=ola)
    index = (await seats.aget()).index
    async with in_process(game.pk, mira) as wire:
        await wire.receive()
        async with in_process(game.pk, ola):
            async with in_process(game.pk, ola):
                pass
            assert (await seats.aget()).away_since is None
        await receive_presence(wire, index, "away")
        async with in_process(game.pk, ola):
            await receive_presence(wire, index, "playing")


async def test_the_newest_page_acts_and_the_older_one_can_take_over() -> None:
    game, (mira, _) = await begin_game()
    question = (await sync_to_async(asked_seat)(game.pk)).question
    async with in_process(game.pk, mira, "?tab=one") as one:
        frame = await one.receive()
        assert (frame["tab"], frame["me"]["tab"]) == ("one", "one")
        async with in_process(game.pk, mira, "?tab=two") as two:
            assert (await two.receive())["me"]["tab"] == "two"
            assert (await one.receive_any())["me"]["tab"] == "two"
            answer = await send_and_receive(one, type="act", question=question, action=DRAW)
            assert answer["code"] == "other-tab"
            await send_message(one, type="take-over")
            assert (await one.receive_any())["me"]["tab"] == "one"
            answer = await send_and_receive(two, type="act", question=question, action=DRAW)
            assert answer["code"] == "other-tab"
            await send_message(one, type="act", question=question, action=DRAW)
            assert (await one.receive())["events"]


async def test_a_page_that_only_watched_connects_again_without_taking_over() -> None:
    game, (mira, _) = await begin_game()
    async with in_process(game.pk, mira, "?tab=one") as one:
        await one.receive()
        async with in_process(game.pk, mira, "?tab=two&watch=1") as two:
            assert (await two.receive())["me"]["tab"] == "one"
    async with in_process(game.pk, mira, "?tab=two&watch=1") as two:
        assert (await two.receive())["me"]["tab"] == "two"


@pytest.mark.parametrize("address", ["", "?tab=%22%3E"])
async def test_a_page_without_a_good_name_gets_one(address: str) -> None:
    game, (mira, _) = await begin_game()
    async with in_process(game.pk, mira, address) as wire:
        frame = await wire.receive()
        assert 8 <= len(frame["tab"]) <= 32
        assert frame["me"]["tab"] == frame["tab"]


async def test_a_lag_is_noted_and_a_bad_one_is_malformed() -> None:
    game, (mira, _) = await begin_game()
    async with in_process(game.pk, mira) as wire:
        await wire.receive()
        assert (await send_and_receive(wire, type="ping", lag=120))["type"] == "pong"
        assert (await send_and_receive(wire, type="ping", lag="long"))["code"] == "malformed"
    assert (await Seat.objects.aget(game=game, user=mira)).lag_ms == 120


async def test_who_leaves_while_playing_is_a_watcher_and_is_told_nothing_hidden() -> None:
    game, (mira, *_) = await begin_game(3, lives=2)
    dice = Driver(game.pk, random.Random(5))
    async with in_process(game.pk, mira) as wire:
        await wire.receive()
        await send_message(wire, type="leave", ref="l1")
        frames: list[Json] = [await wire.receive()]
        assert (frames[0]["type"], frames[0]["you"], frames[0]["me"]) == ("snapshot", None, None)
        await send_message(wire, type="return")
        assert (await wire.receive())["code"] == "abandoned"
        while (await Game.objects.aget(pk=game.pk)).status != Game.Status.FINISHED:
            await sync_to_async(dice.step)()
            frames.append(await wire.receive())
            if frames[-1]["view"]["places"]:
                break
    await game.arefresh_from_db()
    assert len(frames) > 10
    await sync_to_async(check_frames)(game, frames, None)


async def test_a_socket_is_turned_away_while_redis_is_away_and_nobody_becomes_away_by_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game, (mira, _) = await begin_game()
    async with in_process(game.pk, mira) as wire:
        await wire.receive()
        monkeypatch.setattr(settings, "REDIS_URL", "unix:///nowhere/at/all.sock")
        redis_connection.cache_clear()
        try:
            async with in_process(game.pk, mira) as late:
                assert await late.closed() == 4503
        finally:
            monkeypatch.undo()
            redis_connection.cache_clear()
        assert (await send_and_receive(wire, type="resync"))["seats"][0]["state"] == "playing"
    assert (await Seat.objects.aget(game=game, user=mira)).away_since is not None


async def test_who_closes_the_page_while_it_is_reported_as_open_is_away_all_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game, (mira, _) = await begin_game()
    own = game.seats.filter(user=mira, away_since__isnull=False)
    hold = presence.hold_sockets

    def too_late(pages: Iterable[presence.Socket]) -> list[tuple[str, int]]:
        """Report pages of which one has just closed."""
        reported = list(pages)
        heartbeat._seated.clear()
        redis_connection().delete(presence._sockets_key(game.pk, mira.pk))
        return hold(reported)

    async with in_process(game.pk, mira) as wire:
        await wire.receive()
        monkeypatch.setattr(presence, "hold_sockets", too_late)
        await sync_to_async(heartbeat.report_process)()
        async with asyncio.timeout(PATIENCE):
            while not await own.aexists():
                await asyncio.sleep(0)


async def test_a_socket_that_ends_by_a_fault_leaves_nobody_here() -> None:
    game, (mira, _) = await begin_game()
    rows = Game.objects.filter(pk=game.pk)

    async def fall() -> None:
        async with in_process(game.pk, mira) as wire:
            await wire.receive()
            await rows.aupdate(ruleset={}, revision=F("revision") + 1)
            await send_message(wire, type="resync")
            await wire.communicator.wait(PATIENCE)

    with pytest.raises(KeyError):
        await fall()
    await rows.aupdate(ruleset=game.ruleset)
    # the last heartbeat of the socket is a minute old
    await sync_to_async(redis_connection().flushall)()
    await sync_to_async(heartbeat.report_process)()
    await sync_to_async(presence.mark_departure)(game.pk, mira.pk)
    assert await game.seats.filter(user=mira, away_since__isnull=False).aexists()
