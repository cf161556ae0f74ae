"""Every API response has its declared type."""

import random
import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.urls import URLResolver, get_resolver

from accounts.models import User
from games.analysis import review
from games.models import Game
from tests.declared import find_misfits
from tests.once import made_once
from tests.pages.markup import browser_of
from tests.table.harness import Driver, make_users, playing_game

pytestmark = pytest.mark.django_db(transaction=True)


def find_answers(patterns: list[Any], before: str = "") -> Iterator[tuple[str, Any]]:
    """Yield each address of the site's own pages under /api/ with its declared answer."""
    for pattern in patterns:
        route = f"{before}{pattern.pattern}"
        if isinstance(pattern, URLResolver):
            yield from find_answers(pattern.url_patterns, route)
        elif re.match(r"api/(?!v1/|$)", route):
            view = pattern.callback
            yield route, getattr(view, "answer", None) or view.cls.answer


ANSWERS = dict(find_answers(get_resolver().url_patterns))


def finish_game() -> Game:
    """Finish and review a game of two players with earlier games."""
    game = Driver(playing_game(make_users(2, "Past"), lives=2).pk, random.Random(5)).finish()
    while review.review_game(game.pk):
        pass
    return game


@pytest.fixture
def reviewed() -> Game:
    return made_once("two users, reviewed", finish_game)


def request_address(address: str, user: User | None = None) -> Any:
    """Return the response of a path with ids and a query."""
    answer = browser_of(user).get(address)
    assert answer.status_code < 300, answer.content
    return answer.json()


def route_of(address: str) -> str:
    """Return the route of a path among the declared responses."""
    parts = address.partition("?")[0].strip("/").split("/")
    if parts[:2] == ["api", "games"]:
        parts[2] = "<slug:game_id>"
    return "/".join((*parts, ""))


def check_answer(address: str, user: User | None = None) -> str:
    """Check the response of a path against its declaration; return its route."""
    route = route_of(address)
    assert find_misfits(request_address(address, user), ANSWERS[route]) == [], address
    return route


def test_every_address_answers_as_is_declared(reviewed: Game) -> None:
    users = make_users(2)
    running = playing_game(users, ais=1)
    past = f"/api/games/{reviewed.pk}"
    routes = {
        check_answer("/api/deals/"),
        check_answer("/api/learn/practice/?seed=5&level=3"),
        check_answer("/api/learn/first-game/"),
        check_answer("/api/learn/rps-extreme/"),
        check_answer(f"/api/games/{running.pk}/past/", users[0]),
        check_answer(f"/api/games/{running.pk}/proof/?leaves=1", users[0]),
        check_answer(f"{past}/replay/?view=all"),
        check_answer(f"{past}/replay/?view=1"),
        check_answer(f"{past}/review/?view=all"),
        check_answer(f"{past}/mistakes/?view=all"),
        check_answer(f"{past}/past/?match=1"),
    }
    assert routes == ANSWERS.keys()


def test_a_review_that_is_not_made_yet_says_how_far_it_is() -> None:
    game = Driver(playing_game(make_users(2, "New"), lives=1).pk, random.Random(5)).finish()
    check_answer(f"/api/games/{game.pk}/review/?view=all")
