"""The queue on pages without scripts: the strip, its page and the call to play."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import Rank
from matchmaking.models import Strike
from matchmaking.templatetags.ranked import crowd_words, found_words
from tests.matchmaking.scenario import (
    make_crowd,
    open_tables,
    pass_time,
    read_page,
    run_tick,
    seat_players,
)
from tests.pages.markup import Page, browser_of
from tests.table.harness import make_users

pytestmark = pytest.mark.django_db(transaction=True)
PARTS = re.compile(r'data-stage="(\w+)"(?! hidden)')


def form_actions(page: str) -> set[str]:
    parts = Page(page)
    assert (parts.broken, parts.double_ids()) == ([], [])
    return {given["action"] for given in parts.all("form")}


def test_the_first_page_offers_a_ranked_game_and_what_each_place_brings() -> None:
    (mira,) = make_users(1)
    assert "/queue/join/" in form_actions(read_page(mira, "/"))
    page = read_page(mira, "/queue/")
    assert re.search(r"1st \+\d+ 2nd \+\d+ 3rd \S+ 4th −\d+", Page(page).text)
    assert "about 1500" in page
    Rank.objects.create(
        user=mira, slug="density-deck", mode="ranked", mu=26, sigma=2, games=30, wins=9,
        rating=1547, standing=24, best=1560, rung=7, rated_at=timezone.now(),
    )  # fmt: skip
    assert "Granite II, 1547" in read_page(mira, "/tables/")


def test_who_waits_sees_the_queue_on_every_page_and_may_leave_it() -> None:
    (mira,) = make_crowd(1)
    pass_time(68)
    for address in ("/", "/rules/", "/tables/"):
        page = read_page(mira, address)
        assert re.search(r"1:(08|09|1\d)", page)
        assert "/queue/leave/" in form_actions(page)
        assert 'data-when="free">' not in page
    assert PARTS.findall(read_page(mira, "/queue/")) == ["waiting"]
    (ola,) = make_users(1, "Ola")
    assert "/queue/leave/" not in form_actions(read_page(ola, "/rules/"))


def test_the_queue_says_how_far_it_is_and_what_there_is_to_do_meanwhile() -> None:
    mira, *_ = make_crowd(2)
    run_tick()
    page = read_page(mira, "/queue/")
    assert "2 of 4 found, 2 to go" in Page(page).text
    assert {"/queue/ai/", "/queue/leave/"} <= form_actions(page)
    assert 'value="http://testserver/queue/"' in page
    assert "/learn/" in Page(page).links()
    found: Any = {"found": 3, "seats": 4}
    assert found_words(found) == "3 of 4 found, one to go"


def test_who_is_there_alone_is_not_counted_as_a_crowd() -> None:
    alone: Any = {"waiting": 0, "state": "idle", "estimate_ms": None}
    for online in (0, 1):
        words = crowd_words(alone | {"online": online})
        assert words == "No one is in the queue yet. Join, and the next player will find you."
        waits = alone | {"online": online, "state": "waiting", "waiting": 1}
        assert crowd_words(waits) == "No one else in the queue"
    assert crowd_words(alone | {"online": 31}) == "No one in the queue, 31 online"
    (mira,) = make_users(1)
    assert "1 online" not in Page(read_page(mira, "/queue/")).text


def test_who_plays_meanwhile_keeps_the_queue_in_view_at_the_table() -> None:
    (mira,) = make_crowd(1)
    client = browser_of(mira)
    table = client.post("/queue/ai/", {"stay": "1"})["Location"]
    assert 'data-place="page"' in client.get(table).content.decode()
    assert table in Page(client.get("/queue/").content.decode()).links()
    client.post("/queue/leave/")
    assert "queue-strip" not in client.get(table).content.decode()


def test_who_is_seated_is_led_to_the_table_until_the_cards_are_dealt() -> None:
    users, game = seat_players()
    address = f"/game/{game.pk}/"
    assert address in Page(read_page(users[0], "/rules/")).links()
    assert PARTS.findall(read_page(users[0], "/queue/")) == ["found"]
    open_tables(game, users)
    assert PARTS.findall(read_page(users[0], "/queue/")) == ["playing"]


def test_who_may_not_queue_is_told_why_and_for_how_long() -> None:
    (mira,) = make_users(1)
    until = timezone.now() + timedelta(minutes=10)
    Strike.objects.create(user=mira, game="abc", reason="no-show", count=2, until=until)
    page = read_page(mira, "/queue/")
    assert PARTS.findall(page) == ["cooldown"]
    assert "You didn’t get to your last ranked table in time." in page
    assert re.search(r"\b(9:5\d|10:00)\b", page)
    assert "You have 2 strikes." in page
