"""A site with games and users, for the tests of pages."""

import random
from dataclasses import dataclass
from typing import NamedTuple
from urllib.parse import urljoin, urlsplit

import pytest
import redis
from django.core.cache import cache
from django.db import transaction
from django.http import HttpResponseBase
from django.test import Client
from pytest_django.plugin import DjangoDbBlocker

from accounts.models import User
from games.models import Game
from tests.once import made_once
from tests.pages.markup import Page
from tests.table.harness import Driver, make_users, open_game, open_table, playing_game, seal_deal

# pages about one game type
GAMES = ("/", "/tables/", "/tables/new/", "/queue/", "/leaderboards/")
NAME = "Mira O'Neil-Sand"  # 16 characters, the longest name


@dataclass
class Site:
    """A finished game of each type, one running and three open games, and their users."""

    mira: User
    guest: User
    finished: Game
    challenged: Game
    running: Game
    waiting: Game
    public: Game
    locked: Game

    @property
    def finished_url(self) -> str:
        return f"/game/{self.finished.pk}/"

    def pages(self) -> list[str]:
        """Return the paths of all public pages."""
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
            "/deals/",
            "/leaderboards/",
            "/leaderboards/?view=around",
            "/leaderboards/?view=week",
            self.finished_url,
            f"{self.finished_url}replay/",
            f"{self.finished_url}replay/?view=1&match=1&step=2",
            f"/game/{self.challenged.pk}/",
            f"/game/{self.challenged.pk}/replay/",
            f"/game/{self.challenged.pk}/replay/?view=0&match=1&step=3",
            *(f"{page}?game=rps-extreme" for page in GAMES),
            f"/players/{self.mira.name}/?game=rps-extreme",
            f"/players/{self.mira.name}/games/?game=rps-extreme",
            "/rules/rps-extreme/",
            "/learn/rps-extreme/",
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


class Opened(NamedTuple):
    """An opened page: the request, the response, the final path and the markup."""

    url: str
    answer: HttpResponseBase
    here: str
    page: Page


@dataclass
class Round:
    """Every page of a site for one kind of visitor, and the targets of their links by path."""

    site: Site
    opened: list[Opened]
    linked: dict[str, Opened]


VISITORS = ("nobody", "guest", "player")


def build_site() -> Site:
    """Build the site; its games are played with the real handlers and fixed dice."""
    mira = User.objects.create_user(NAME, "mira@example.org", "a long enough password")
    guest = User.objects.create_user("Guest 4821", is_guest=True)
    players = [mira, guest, *make_users(1)]
    hosts = make_users(2, "Host")
    game = open_game(players, ais=1, lives=3)
    seal_deal(game, players)
    finished = Driver(game.pk, random.Random(11)).finish()
    duel = playing_game([mira, guest], slug="rps-extreme", target=5)
    challenged = Driver(duel.pk, random.Random(2)).finish()
    return Site(
        mira=mira,
        guest=guest,
        finished=finished,
        challenged=challenged,
        running=playing_game([mira, guest]),
        waiting=open_table(players[2], seats=3),
        public=open_table(hosts[0], seats=3, ais=1, access="public"),
        locked=open_table(hosts[1], access="password", password="sesame", title="Slow & <b>"),
    )


def open_browser(kind: str, site: Site) -> Client:
    """Return the browser of a visitor, a guest or a registered player."""
    client = Client()
    who = {"guest": site.guest, "player": site.mira}.get(kind)
    if who is not None:
        client.force_login(who)
    return client


def open_page(client: Client, url: str) -> Opened:
    answer = client.get(url, follow=True)
    is_picture = answer.headers["Content-Type"] == "image/png"
    page = Page("" if is_picture else answer.getvalue().decode())
    return Opened(url, answer, answer.request["PATH_INFO"], page)


@pytest.fixture
def site(transactional_db: None) -> Site:
    """A site that tests may change."""
    return made_once("site", build_site)


@pytest.fixture(scope="package", params=VISITORS)
def round_trip(
    request: pytest.FixtureRequest,
    valkey: str,
    django_db_setup: None,
    django_db_blocker: DjangoDbBlocker,
) -> Round:
    """All pages of a site, opened once for all tests that only read.

    The site itself no longer exists then.
    """
    with redis.Redis.from_url(valkey) as line:
        line.flushall()
    cache.clear()
    with django_db_blocker.unblock(), transaction.atomic():
        site = made_once("site", build_site)
        client = open_browser(request.param, site)
        opened = [open_page(client, url) for url in site.pages()]
        linked = {here: Opened(url, answer, here, page) for url, answer, here, page in opened}
        for _, _, here, page in opened:
            for target in (urlsplit(urljoin(here, link)) for link in page.links()):
                if not target.netloc and target.path not in linked:
                    linked[target.path] = open_page(client, target.path)
        transaction.set_rollback(True)
    return Round(site, opened, linked)
