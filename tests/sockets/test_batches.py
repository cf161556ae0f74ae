"""Work for many sockets at once: each gets its own answer, and what is too much comes later."""

import asyncio

import pytest

from games.consumers.batches import Readings
from tests.patience import PATIENCE

# the threads that read have connections
pytestmark = pytest.mark.django_db(transaction=True)


class Slow:
    """A reading with an answer to every number but one."""

    def __init__(self) -> None:
        self.readings = Readings("slow", self.read)

    def read(self, table: str, wanted: set[int]) -> dict[int, int]:
        if -1 in wanted:
            raise ValueError("no answer")
        return {each: each * each for each in wanted}


async def test_a_fault_is_of_those_who_asked_together_and_the_next_get_answers() -> None:
    slow = Slow()
    async with asyncio.timeout(PATIENCE):
        with pytest.raises(ValueError, match="no answer"):
            await slow.readings.ask("", -1)
        assert await slow.readings.ask("", 2) == 4


async def test_an_answer_for_a_socket_that_has_gone_harms_no_other() -> None:
    slow = Slow()
    async with asyncio.timeout(PATIENCE):
        gone, stays = (asyncio.create_task(slow.readings.ask("", each)) for each in (3, 4))
        await asyncio.sleep(0)  # both have asked
        gone.cancel()
        assert await stays == 16
    with pytest.raises(asyncio.CancelledError):
        await gone
