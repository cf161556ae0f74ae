"""A crowd at the pages does not stop the games."""

import asyncio
import http.client
import random
import threading
from collections import Counter

import pytest
from asgiref.sync import sync_to_async

from tests.patience import PATIENCE
from tests.servers import Servers
from tests.sockets.clients import SocketPlayer
from tests.sockets.test_real_sockets import outside
from tests.table.harness import against_ai, bytes_of, make_users

pytestmark = pytest.mark.django_db(transaction=True)
AT_ONCE, EACH = 150, 3
BOARD = "/api/leaderboards/?game=density-deck&view=week"


class Crowd:
    """Many who ask for pages at the same time, again and again."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.statuses: Counter[int] = Counter()
        self.start = threading.Barrier(AT_ONCE + 1)
        self.threads = [threading.Thread(target=self.come) for _ in range(AT_ONCE)]
        for thread in self.threads:
            thread.start()

    def come(self) -> None:
        self.start.wait(PATIENCE)
        for _ in range(EACH):
            line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
            line.request("GET", BOARD)
            self.statuses[line.getresponse().status] += 1
            line.close()

    def wait(self) -> None:
        for thread in self.threads:
            thread.join()


async def test_a_game_is_played_to_its_end_while_pages_are_crowded(servers: Servers) -> None:
    user = (await sync_to_async(make_users)(1))[0]
    game = await sync_to_async(against_ai)(user, lives=1)
    crowd = await sync_to_async(Crowd)(servers.port)
    async with outside(servers, game.pk, user) as wire:
        person = SocketPlayer(wire, random.Random(1), bytes_of(user))
        crowd.start.wait(PATIENCE)
        await person.play()
    await asyncio.to_thread(crowd.wait)
    assert person.over
    assert set(crowd.statuses) <= {200, 503}
    assert crowd.statuses[200] > AT_ONCE
