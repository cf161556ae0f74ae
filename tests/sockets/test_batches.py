"""Work for many sockets at once: each gets its own answer, and what is too much comes later."""

import asyncio
from collections.abc import Sequence

import pytest

from games.consumers.batches import Readings
from tests.patience import PATIENCE

# the threads that read have connections
pytestmark = pytest.mark.django_db(transaction=True)


class Slow:
    """Reads only once it may, and keeps what was asked for together."""

    def __init__(self, most: int) -> None:
        self.batches: list[list[int]] = []
        self.readings = Readings("slow", self.read, most)

    def read(self, wanted: Sequence[int]) -> list[int]:
        self.batches.append(list(wanted))
        if -1 in wanted:
            raise ValueError("no answer")
        return [each * each for each in wanted]


async def test_what_is_asked_for_at_once_is_read_together() -> None:
    slow = Slow(100)
    async with asyncio.timeout(PATIENCE):
        answers = await asyncio.gather(*map(slow.readings.ask, range(50)))
    assert answers == [each * each for each in range(50)]
    assert [each for batch in slow.batches for each in batch] == list(range(50))
    # the first may be read before the second is asked for
    assert len(slow.batches) < 50


async def test_more_than_may_be_read_together_is_read_one_after_the_other() -> None:
    slow = Slow(3)
    async with asyncio.timeout(PATIENCE):
        await asyncio.gather(*map(slow.readings.ask, range(10)))
    assert max(map(len, slow.batches)) <= 3
    assert sorted(each for batch in slow.batches for each in batch) == list(range(10))


async def test_a_fault_is_of_those_who_asked_together_and_the_next_get_answers() -> None:
    slow = Slow(1)
    async with asyncio.timeout(PATIENCE):
        answers = await asyncio.gather(*map(slow.readings.ask, (-1, 2)), return_exceptions=True)
        assert isinstance(answers[0], ValueError)
        assert answers[1] == 4


async def test_an_answer_for_a_socket_that_has_gone_harms_no_other() -> None:
    slow = Slow(100)
    async with asyncio.timeout(PATIENCE):
        gone, stays = (asyncio.create_task(slow.readings.ask(each)) for each in (3, 4))
        await asyncio.sleep(0)  # both have asked
        gone.cancel()
        assert await stays == 16
    with pytest.raises(asyncio.CancelledError):
        await gone
