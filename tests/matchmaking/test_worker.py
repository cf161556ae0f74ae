"""The queues' clock in a real worker; its tasks would be taken from tests that do them at once."""

import pytest

from games.models import Game
from tests.matchmaking.scenario import check, come, crowd, states
from tests.patience import wait_until
from tests.servers import Servers, servers

__all__ = ["servers"]
pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


def test_a_worker_seats_four_who_wait(servers: Servers) -> None:
    users = crowd()
    wait_until(lambda: set(states().values()) == {"seated"})
    check()
    game = Game.objects.get(rated=True)
    come(game, users)
    assert Game.objects.get(pk=game.pk).status == "sealing"
