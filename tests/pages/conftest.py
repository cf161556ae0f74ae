"""A house with somebody in it: what the tests of the pages walk through."""

import random
from dataclasses import dataclass

import pytest
from django.test import Client

from accounts.models import User
from games.models import Game
from tests.table.stage import Driver, open_game, open_table, people, playing_game, seal

NAME = "Mira O'Neil-Sand"  # 16 characters, the longest that a name can be


@dataclass
class House:
    """One finished, one running and three open games, and the people at their tables."""

    mira: User
    guest: User
    finished: Game
    running: Game
    waiting: Game
    public: Game
    locked: Game

    @property
    def finished_url(self) -> str:
        """The result page."""
        return f"/game/{self.finished.pk}/"

    def pages(self) -> list[str]:
        """The address of every page that anybody may open."""
        return [
            "/",
            "/tables/",
            "/tables/new/",
            "/tables/new/?access=public",
            "/rules/",
            "/learn/",
            "/learn/first-game/",
            "/learn/practice/?kind=score&row=8&seed=5&answer=12",
            "/queue/",
            "/leaderboards/",
            "/leaderboards/?view=around",
            "/leaderboards/?view=week",
            self.finished_url,
            f"{self.finished_url}replay/",
            f"{self.finished_url}replay/?view=1&match=1&step=2",
            f"/game/{self.running.pk}/",
            f"/game/{self.waiting.pk}/",
            f"/game/{self.public.pk}/",
            f"/game/{self.locked.pk}/",
            f"/players/{self.mira.name}/",
            f"/players/{self.guest.name}/",
            f"/players/{self.mira.name}/games/",
            f"/players/{self.guest.name}/games/?mode=casual&place=1",
            "/accounts/login/",
            "/accounts/signup/",
            "/accounts/password/reset/",
            "/accounts/settings/",
            "/accounts/delete/",
            "/accounts/email/",
            "/accounts/password/change/",
            "/nothing/here/",
        ]


@pytest.fixture
def house(transactional_db: None) -> House:
    """The house, its finished game played at the real doors by fixed dice."""
    mira = User.objects.create_user(NAME, "mira@example.org", "a long enough password")
    guest = User.objects.create_user("Guest 4821", is_guest=True)
    players = [mira, guest, *people(1)]
    hosts = people(2, "Host")
    game = open_game(players, ais=1, lives=3)
    seal(game, players)
    finished = Driver(game.pk, random.Random(11)).finish()
    return House(
        mira=mira,
        guest=guest,
        finished=finished,
        running=playing_game([mira, guest]),
        waiting=open_table(players[2], seats=3),
        public=open_table(hosts[0], seats=3, ais=1, access="public"),
        locked=open_table(hosts[1], access="password", password="sesame", title="Slow & <b>"),
    )


@pytest.fixture(params=["nobody", "guest", "player"])
def visitor(request: pytest.FixtureRequest, house: House) -> Client:
    """A browser of somebody signed out, of a guest, and of a registered player."""
    client = Client()
    who = {"guest": house.guest, "player": house.mira}.get(request.param)
    if who is not None:
        client.force_login(who)
    return client
