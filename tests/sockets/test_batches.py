"""Work for many sockets at once: each gets its own answer."""

import asyncio

import pytest

from games.consumers.readings import Readings
from tests.patience import PATIENCE

# the threads that read have connections
pytestmark = pytest.mark.django_db(transaction=True)


async def test_an_answer_for_a_socket_that_has_gone_harms_no_other() -> None:
    squares = Readings("squares", lambda table, wanted: {each: each * each for each in wanted})
    async with asyncio.timeout(PATIENCE):
        gone, stays = (asyncio.create_task(squares.ask("", each)) for each in (3, 4))
        await asyncio.sleep(0)  # both have asked
        gone.cancel()
        assert await stays == 16
    with pytest.raises(asyncio.CancelledError):
        await gone
