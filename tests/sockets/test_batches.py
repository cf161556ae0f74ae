"""Batched work for many sockets gives each its own answer."""

import asyncio

import pytest

from games.consumers.readings import Readings
from tests.patience import PATIENCE

# the reading threads have database connections
pytestmark = pytest.mark.django_db(transaction=True)


async def test_an_answer_for_a_socket_that_has_gone_harms_no_other() -> None:
    squares = Readings("squares", lambda table, wanted: {each: each * each for each in wanted})
    async with asyncio.timeout(PATIENCE):
        gone, stays = (asyncio.create_task(squares.ask("", each)) for each in (3, 4))
        await asyncio.sleep(0)  # both requests have arrived
        gone.cancel()
        assert await stays == 16
    with pytest.raises(asyncio.CancelledError):
        await gone
