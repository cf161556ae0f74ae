"""From the queue to the table, and what becomes of a table to which somebody does not come."""

from datetime import timedelta

import pytest
from django.db.models import F
from django.db.models.functions import Now

from accounts.models import Mute
from games.models import Game, Seat
from games.table import presence, seating
from games.table.seating import Refused, Seated
from matchmaking import claim, queue, tick
from matchmaking.models import Slot
from tests.matchmaking.crowd import (
    NAME,
    QUEUE,
    check,
    come,
    crowd,
    enqueue,
    look,
    reasons,
    seated,
    states,
    wait,
)
from tests.table.stage import open_table, people, seal

pytestmark = pytest.mark.django_db(transaction=True)


def test_four_who_wait_are_seated_and_the_deal_begins_when_all_have_come() -> None:
    users, game = seated()
    assert (game.status, game.rated, game.chat, game.host) == ("open", True, False, None)
    assert game.clock == {"free": 20, "bank": 90}
    assert set(states().values()) == {"seated"}
    come(game, users[:3])
    assert Game.objects.get(pk=game.pk).status == "open"
    come(game, users[3:])
    assert Game.objects.get(pk=game.pk).status == "sealing"
    seal(game, users)
    assert Game.objects.get(pk=game.pk).status == "playing"
    check()


def test_three_wait_on() -> None:
    crowd(3)
    assert look().seated == []
    assert set(states().values()) == {"waiting"}
