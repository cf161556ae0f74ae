"""The queues' clock in a real worker."""

import pytest

from games.models import Game
from tests.clock.test_worker import eventually
from tests.matchmaking.scenario import check, come, crowd, states
from tests.servers import Servers, servers

__all__ = ["servers"]
pytestmark = pytest.mark.django_db(transaction=True)


def test_a_worker_seats_four_who_wait(servers: Servers) -> None:
    users = crowd()
    eventually(lambda: set(states().values()) == {"seated"})
    check()
    game = Game.objects.get(rated=True)
    come(game, users)
    assert Game.objects.get(pk=game.pk).status == "sealing"
