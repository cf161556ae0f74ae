"""A site with users, games, queues, strikes and ranked hours."""

from dataclasses import dataclass
from datetime import date, time

import pytest
from django.contrib import admin
from django.test import Client

from accounts.models import Rank, User
from games.models import Game
from matchmaking.models import Attendance, RankedHour, Slot, Strike
from tests.staff.sessions import make_superuser, staff_client
from tests.table.harness import Driver, make_users, playing_game


@dataclass
class Staffed:
    """A superuser's browser, and a running game of two players."""

    root: User
    client: Client
    players: list[User]
    game: Game

    def pages(self) -> list[str]:
        """Return the paths of every admin list and of one row of each."""
        found = ["/admin/", "/admin/tasks/"]
        for model in admin.site._registry:
            path = f"/admin/{model._meta.app_label}/{model._meta.model_name}/"
            row = model._default_manager.order_by("pk").first()
            found.append(path)
            if row is not None:
                found += [f"{path}{row.pk}/change/", f"{path}{row.pk}/history/"]
        return found


@pytest.fixture
def staffed(db: None) -> Staffed:
    players = make_users(3)
    game = playing_game(players[:2])
    Driver(game.pk).step()
    Slot.objects.create(player=players[2], queue="density-deck", mu=25.0, sigma=8.0)
    Strike.objects.create(user=players[0], game="AAAAAAAAAAAA", reason="declined", count=1)
    hour = RankedHour.objects.create(queue="density-deck", weekday=1, at=time(20))
    Attendance.objects.create(user=players[1], hour=hour, date=date(2026, 11, 24))
    Rank.objects.create(
        user=players[0], slug="density-deck", mu=25.0, sigma=8.0, rating=1000, standing=17.0
    )
    root = make_superuser()
    return Staffed(root, staff_client(root), players, Game.objects.get(pk=game.pk))
