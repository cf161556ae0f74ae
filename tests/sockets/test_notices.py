"""Frames on every page: challenges, and a list of tables without blocked players."""

from contextlib import AsyncExitStack
from datetime import timedelta

import pytest
from asgiref.sync import sync_to_async
from django.db.models import F

from accounts import friends
from accounts.models import User
from games.engine.contract import Json
from games.lobby import challenges
from games.models import Challenge
from games.positions.new_game import Options
from tests.sockets.clients import open_socket
from tests.sockets.test_lobby import looking_on, seated_names
from tests.table.harness import make_users, open_table

pytestmark = pytest.mark.django_db(transaction=True)

make_people = sync_to_async(make_users)
challenge = sync_to_async(challenges.challenge_user)
decline = sync_to_async(challenges.decline_challenge)
block = sync_to_async(friends.block_user)


async def first_of(user: User, path: str) -> Json:
    """Return the first frame of a socket that only sends a ping."""
    async with open_socket(path, user) as socket:
        await socket.send('{"type": "ping", "ref": "here"}')
        return await socket.receive_any()


@sync_to_async
def age_answer(made: Challenge, by: timedelta) -> None:
    """Make the answer to a challenge older."""
    Challenge.objects.filter(pk=made.pk).update(answered_at=F("answered_at") - by)


async def test_a_challenge_comes_at_once_to_its_two_users_and_to_nobody_else() -> None:
    mira, ola, kim = await make_people(3)
    async with AsyncExitStack() as stack:
        wires = {}
        for user in (mira, ola, kim):
            wires[user.pk] = await stack.enter_async_context(open_socket("/ws/notices/", user))
            # the answer comes once the socket knows its user
            await wires[user.pk].send('{"type": "ping", "ref": "here"}')
            assert (await wires[user.pk].receive_any())["type"] == "pong"
        made = await challenge(mira, ola, Options(seats=2))
        assert isinstance(made, Challenge)
        frame = await wires[ola.pk].receive_any()
        assert (frame["type"], frame["id"], frame["status"]) == ("challenge", made.pk, "open")
        assert (frame["name"], frame["sent"], frame["seats"]) == (mira.name, False, 2)
        await decline(made.pk, ola, "later")
        for user, sent in ((mira, True), (ola, False)):
            frame = await wires[user.pk].receive_any()
            assert (frame["status"], frame["word"], frame["sent"]) == ("declined", "later", sent)
        assert await wires[kim.pk].communicator.receive_nothing()


async def test_a_socket_that_opens_later_is_sent_a_challenge_and_its_answer() -> None:
    mira, ola, kim = await make_people(3)
    made = await challenge(mira, ola, Options(seats=2))
    assert isinstance(made, Challenge)
    for path in ("/ws/notices/", f"/ws/game/{made.game_id}/"):
        frame = await first_of(ola, path)
        assert (frame["type"], frame["id"], frame["status"]) == ("challenge", made.pk, "open")
        assert (await first_of(mira, path))["type"] != "challenge"
    await decline(made.pk, ola, "later")
    for path in ("/ws/notices/", f"/ws/game/{made.game_id}/"):
        frame = await first_of(mira, path)
        assert (frame["type"], frame["status"], frame["word"]) == ("challenge", "declined", "later")
        for other in (ola, kim):
            assert (await first_of(other, path))["type"] != "challenge"
    await age_answer(made, challenges.FRESH)
    assert (await first_of(mira, "/ws/notices/"))["type"] == "pong"


async def test_a_block_takes_tables_off_the_open_lists_of_both_and_only_theirs() -> None:
    mira, ola, kim = await make_people(3)
    await sync_to_async(open_table)(mira, access="public", seats=3)
    async with looking_on(ola) as blocked, looking_on(kim) as third:
        assert (
            len(seated_names(await blocked.receive()))
            == len(seated_names(await third.receive()))
            == 1
        )
        await block(mira, ola)
        assert seated_names(await blocked.receive()) == []
        await sync_to_async(open_table)(kim, access="public", seats=4)
        assert len(seated_names(await blocked.receive())) == 1
        frame = await third.receive()
        assert len(seated_names(frame)) == 2
        assert "people" not in frame
