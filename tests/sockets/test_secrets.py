"""No frame contains a card that its viewer must not see."""

import asyncio
import random
from contextlib import AsyncExitStack

import pytest
from asgiref.sync import sync_to_async
from pytest_django import Settings

from accounts.models import User
from density.platform import token_buckets
from games.engine.contract import Json
from games.models import Game
from tests.sockets.clients import SocketPlayer, in_process
from tests.table.harness import make_users, open_game
from tests.table.knowledge import Knowledge, codes_in

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def hurry(settings: Settings) -> None:
    """Skip the pauses after moves, since whole games are played."""
    settings.AI_PACE = 0


def check_frames(game: Game, frames: list[Json], seat: int | None) -> None:
    """Compare every frame of a viewer with what the log says they may know."""
    knowledge = Knowledge(game.pk, [seat])
    plies = [frame["ply"] for frame in frames]
    # a frame never contains a later move
    assert plies == sorted(plies)
    assert max(plies) <= game.ply
    for before, frame in zip([{"version": 0, "ply": 0}, *frames], frames, strict=False):
        moves = frame["ply"] - before["ply"]
        assert moves <= frame["version"] - before["version"]
        shown = set(codes_in(frame))
        if frame["view"] is None:
            assert frame["ply"] == 0
            assert not shown
        elif frame["type"] == "snapshot":
            assert shown <= knowledge.of_log(frame["ply"], seat)
        elif frame["events"]:
            assert shown <= knowledge.of_frame(frame["ply"], seat)
        else:
            assert shown <= knowledge.of_log(frame["ply"], seat)
        hands = [each["hand"] for each in (frame["view"] or {"seats": []})["seats"]]
        assert all(hand is None for index, hand in enumerate(hands) if index != seat)


def merkle_roots(frames: list[Json]) -> dict[int, str]:
    """Return the Merkle root of each match's deal."""
    roots = {}
    for frame in frames:
        if frame["type"] == "snapshot" and frame["view"]:
            roots[frame["view"]["match"]] = frame["fair"]["root"]
        for event in frame.get("events", []):
            if event["e"] == "dealt":
                roots[event["match"]] = frame["root"]
    return roots


async def played_by_sockets(
    game: Game, users: list[User]
) -> tuple[list[SocketPlayer], SocketPlayer]:
    """Play a game to its end over sockets; return the players and a spectator."""
    async with AsyncExitStack() as open_sockets:
        sitters = [
            SocketPlayer(
                await open_sockets.enter_async_context(in_process(game.pk, user)),
                random.Random(user.name),
                own=bytes([index]) * 16,
            )
            for index, user in enumerate(users)
        ]
        watcher = SocketPlayer(
            await open_sockets.enter_async_context(in_process(game.pk, None)), random.Random(), b""
        )
        await asyncio.gather(*(person.play() for person in (*sitters, watcher)))
    await game.arefresh_from_db()
    assert game.status == Game.Status.FINISHED
    return sitters, watcher


async def test_four_sockets_play_a_whole_game_and_no_frame_shows_a_hidden_card() -> None:
    users = await sync_to_async(make_users)(4)
    game = await sync_to_async(open_game)(users, lives=3)
    sitters, watcher = await played_by_sockets(game, users)
    roots = {match.number: match.merkle_root async for match in game.matches.all()}
    assert len(roots) > 1
    for seat, person in [*enumerate(sitters), (None, watcher)]:
        assert merkle_roots(person.frames) == roots
        assert person.version == game.version
        assert len(person.frames) > game.ply
        assert not [frame for frame in person.frames if frame["type"] == "refused"]
        await sync_to_async(check_frames)(game, person.frames, seat)


def check_secret_choices(frames: list[Json], seat: int | None) -> None:
    """Check that no frame reveals a secret choice before all have chosen."""
    events = [event for f in frames for event in (*f.get("events", []), *f.get("log", []))]
    answers = [event for event in events if event["e"] == "answered" and event["seat"] != seat]
    assert answers
    assert all(event["choice"] is None for event in answers)
    for view in [frame["view"] for frame in frames if frame["view"] is not None]:
        for index, other in enumerate(view["seats"]):
            if index != seat:
                assert other["choice"] is None
            if view["phase"] == "throw":
                # the throws of this round are still secret
                assert other["sign"] is None
        if seat is None or view["seats"][seat]["answered"]:
            assert view["legal"] == []


async def test_what_two_choose_at_the_same_time_is_secret_until_both_have_chosen(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # they answer faster than real players
    monkeypatch.setattr(token_buckets, "BURST", 10_000.0)
    users = await sync_to_async(make_users)(2)
    game = await sync_to_async(open_game)(users, slug="rps-extreme", target=7)
    sitters, watcher = await played_by_sockets(game, users)
    roots = {match.number: match.merkle_root async for match in game.matches.all()}
    for seat, person in [*enumerate(sitters), (None, watcher)]:
        assert merkle_roots(person.frames) == roots
        check_secret_choices(person.frames, seat)
    *_, last = (frame for frame in sitters[0].frames if frame.get("events"))
    assert [event["e"] for event in last["events"]][-2:] == ["match_over", "game_over"]
