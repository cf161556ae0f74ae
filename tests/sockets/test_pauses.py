"""A game takes at least as long as its pauses, whatever its people agree on."""

import asyncio
import random
from collections.abc import Iterator
from contextlib import AsyncExitStack
from datetime import datetime, timedelta

import pytest
from asgiref.sync import sync_to_async

from accounts.models import RatingEvent, User
from games.engine.contract import Json
from games.models import Game, Move
from tests.servers import Servers, serving
from tests.sockets.clients import SocketPlayer, say
from tests.sockets.test_real_sockets import outside
from tests.table.harness import make_users, open_game

pytestmark = pytest.mark.django_db(transaction=True)
PACE = 0.05
PAUSE = timedelta(seconds=8 * PACE)


@pytest.fixture(scope="module")
def brisk(
    valkey: str, django_db_setup: None, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Servers]:
    """Servers whose pauses take a twentieth of their time."""
    with serving(valkey, tmp_path_factory.mktemp("brisk"), AI_PACE=str(PACE)) as running:
        yield running


class Accomplice(SocketPlayer):
    """Gives every match away at once, in pauses too, and again as soon as that is refused."""

    refused = 0

    async def play(self) -> None:
        """Until the game is over."""
        asked: Json = {}
        while not self.over:
            frame = await self.wire.receive_any()
            if frame["type"] == "refused":
                assert frame["code"] == "paused"
                self.refused += 1
                # eight messages a second are accepted
                await asyncio.sleep(0.15)
                await say(self.wire, **asked)
            elif frame["type"] in ("events", "snapshot") and frame["version"] > self.version:
                self.version = frame["version"]
                self.over = bool(frame["view"] and frame["view"]["places"])
                question = frame["question"]
                if frame["view"] is None:
                    await self.answer(frame)
                elif question is not None and question != asked.get("question"):
                    asked = {"type": "act", "question": question, "action": {"do": "surrender"}}
                    await say(self.wire, **asked)


def rated_game(users: list[User]) -> Game:
    game = open_game(users, lives=4)
    Game.objects.filter(pk=game.pk).update(rated=True)
    return game


def between_matches(game: Game) -> list[timedelta]:
    """How long after the last move of each match the first one of the next was accepted."""
    gaps = []
    before: tuple[int, datetime] | None = None
    for match, at in Move.objects.filter(game=game).values_list("match", "at"):
        if before is not None and before[0] != match:
            gaps.append(at - before[1])
        before = (match, at)
    return gaps


async def test_four_accomplices_do_not_finish_a_ranked_game_before_its_pauses_are_over(
    brisk: Servers,
) -> None:
    users = await sync_to_async(make_users)(4)
    game = await sync_to_async(rated_game)(users)
    async with AsyncExitStack() as stack:
        sitters = [
            Accomplice(
                await stack.enter_async_context(outside(brisk, game.pk, user)),
                random.Random(1),
                own=bytes([index]) * 16,
            )
            for index, user in enumerate(users)
        ]
        await asyncio.gather(*(person.play() for person in sitters))
    await game.arefresh_from_db()
    assert game.status == Game.Status.FINISHED
    assert await RatingEvent.objects.filter(game=game.pk).acount() == 4
    gaps = await sync_to_async(between_matches)(game)
    assert len(gaps) > 2
    assert min(gaps) >= PAUSE
    assert sum(person.refused for person in sitters) > 0
