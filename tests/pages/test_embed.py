"""A replay inside a page of another site."""

import pytest
from django.test import Client

from games.models import Game, Seat
from tests.table.harness import Driver, make_users, playing_game

pytestmark = pytest.mark.django_db


def finish_game() -> Game:
    return Driver(playing_game(make_users(2), lives=1).pk).finish()


def test_other_sites_may_show_a_replay_and_it_sets_no_cookies() -> None:
    game = finish_game()
    player, user = Client(), Seat.objects.filter(game=game)[0].user
    assert user is not None
    player.force_login(user)
    pages: list[str] = []
    for browser in (Client(), player):
        answer = browser.get(f"/embed/game/{game.pk}/?view=1&match=1&step=2")
        assert answer.status_code == 200
        assert "frame-ancestors *" in answer.headers["Content-Security-Policy"]
        assert "X-Frame-Options" not in answer.headers
        assert not answer.cookies
        page = answer.content.decode()
        assert '<base target="_blank">' in page
        assert "<form" not in page
        pages.append(page)
    # a login makes no difference
    assert pages[0] == pages[1]
    usual = Client().get(f"/game/{game.pk}/replay/")
    assert "frame-ancestors 'none'" in usual.headers["Content-Security-Policy"]
    assert usual.headers["X-Frame-Options"] == "DENY"


def test_games_that_run_or_are_closed_are_not_embedded() -> None:
    game = finish_game()
    Game.objects.filter(pk=game.pk).update(watchable=False)
    running = playing_game(make_users(2, "Runner"))
    for path in (f"/embed/game/{game.pk}/", f"/embed/game/{running.pk}/", "/embed/game/nothing/"):
        assert Client().get(path).status_code == 404, path
    for path in (f"/game/{game.pk}/replay/", f"/game/{running.pk}/", "/rules/", "nonsense"):
        assert Client().get(f"/oembed/?url=http://testserver{path}").status_code == 404, path
    assert Client().get("/oembed/?url=http://[1/").status_code == 404


def test_a_replay_says_how_it_is_embedded() -> None:
    game = finish_game()
    page = Client().get(f"/game/{game.pk}/replay/").content.decode()
    start = page.index('type="application/json+oembed" href="') + 37
    address = page[start : page.index('"', start)].replace("&amp;", "&")
    found = Client().get(f"{address}&maxwidth=500").json()
    assert found["type"] == "rich"
    assert (found["width"], found["height"]) == (500, 640)
    assert f'src="http://testserver/embed/game/{game.pk}/"' in found["html"]
