"""Whoever plays alone has AI players answer sooner, by messages of the socket."""

from datetime import timedelta

import pytest
from asgiref.sync import sync_to_async
from django.db.models.functions import Now

from accounts.models import User
from games.engine.contract import Json
from games.models import Game, Seat
from tests.sockets.clients import SocketClient, in_process, say
from tests.table.harness import Driver, asked_seat, end_pause, make_users, playing_game

pytestmark = pytest.mark.django_db(transaction=True)


def game_of(people: int) -> tuple[Game, list[User]]:
    """A game for four at a moment when an AI player is asked, and takes a minute."""
    users = make_users(people)
    game = playing_game(users, ais=4 - people)
    driver = Driver(game.pk)
    while not asked_seat(game.pk).played_by_ai:
        driver.step()
    end_pause(game.pk)
    Seat.objects.filter(game=game, asked=True).update(due_at=Now() + timedelta(minutes=1))
    return game, users


async def next_of(wire: SocketClient, kind: str) -> Json:
    while (frame := await wire.receive_any())["type"] != kind:
        pass
    return frame


async def test_a_pace_is_kept_and_published_to_its_owner_and_a_skip_brings_the_answer() -> None:
    game, (user,) = await sync_to_async(game_of)(1)
    async with in_process(game.pk, user) as wire:
        snapshot = await next_of(wire, "snapshot")
        assert snapshot["me"]["ai_pace"] == "normal"
        await say(wire, type="ai-pace", pace="fast")
        frame = await next_of(wire, "events")
        while frame["me"]["ai_pace"] != "fast":
            frame = await next_of(wire, "events")
        assert frame["events"] == []
        before = await sync_to_async(asked_seat)(game.pk)
        await say(wire, type="skip")
        assert (await next_of(wire, "events"))["version"] == frame["version"] + 1
        after = await sync_to_async(asked_seat)(game.pk)
        assert after.question == before.question
        assert before.due_at is not None
        assert after.due_at is not None
        assert after.due_at < before.due_at
    assert (await Seat.objects.aget(game=game, user=user)).ai_pace == "fast"
