"""Tables on pages: the list, opening, passwords, one at a time, and returning."""

from collections.abc import Mapping

import pytest
from django.db import connection
from django.http import HttpResponseBase
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from games.models import Game, Seat
from games.registry import GAMES
from tests.pages.conftest import Site
from tests.pages.markup import Page, browser_of
from tests.table.harness import (
    Driver,
    against_ai,
    make_users,
    open_table,
    playing_game,
    seal_deal,
)

pytestmark = pytest.mark.django_db(transaction=True)
WANTED: Mapping[str, object] = {
    "access": "link",
    "clock": "standard",
    "seats": 4,
    "ais": 0,
    "level": "medium",
    "edition": "current",
    "lives": 10,
    "absence": "ai",
}


def read_answer(answer: HttpResponseBase) -> Page:
    page = Page(answer.content.decode())  # type: ignore[attr-defined] # none is streamed
    assert page.broken == []
    return page


# -------------------------------------------------------------------------------------- new table
@pytest.mark.parametrize("slug", GAMES)
def test_a_host_reads_the_seconds_of_every_clock(slug: str) -> None:
    (mira,) = make_users(1)
    text = " ".join(read_answer(browser_of(mira).get(f"/tables/new/?game={slug}")).text.split())
    clocks = [clock for clock in GAMES[slug].pace.presets.values() if clock]
    assert clocks
    assert all(f"{clock['free']} s" in text for clock in clocks)


def test_every_choice_of_the_form_reaches_the_table() -> None:
    (mira,) = make_users(1)
    chosen = {
        "access": "public", "clock": "relaxed", "seats": 3, "ais": 1, "level": "easy",
        "title": "  Slow \u00a0evil.com", "edition": "classic", "lives": 7, "absence": "wait",
        "chat": "on",
    }  # fmt: skip
    browser_of(mira).post("/tables/new/", {**WANTED, **chosen})
    game = Game.objects.get()
    assert game.title == "Slow [link]"
    assert (game.access, game.edition) == ("public", "classic")
    assert (game.clock, game.absence) == ({"free": 45, "bank": 180}, "wait")
    assert (game.chat, game.watchable, game.ruleset["lives"]) == (True, False, 7)
    assert [seat.level for seat in game.seats.all()] == ["", "easy"]


@pytest.mark.parametrize(
    ("chosen", "words"),
    [
        ({"access": "public", "clock": "none"}, "A table for everyone needs a clock. Choose one."),
        ({"access": "password"}, "Enter a password, or choose another way to join."),
        ({"seats": 2, "ais": 2}, "Too many AI players. Leave a seat for yourself."),
        ({"title": "a.io " * 8}, "Use up to 40 visible characters for the title."),
        ({"title": "a\u202eb"}, "Use up to 40 visible characters for the title."),
        ({"title": "x" * 41}, "at most 40"),
        ({"title": "a\0b"}, "Null characters are not allowed."),
        ({"lives": "0"}, "greater than or equal to 1"),
        ({"edition": "tomorrow"}, "not one of the available choices"),
        ({"clock": "\0"}, "not one of the available choices"),
    ],
)
def test_a_wrong_choice_is_told_and_opens_nothing(chosen: dict[str, object], words: str) -> None:
    (mira,) = make_users(1)
    page = read_answer(browser_of(mira).post("/tables/new/", {**WANTED, **chosen}))
    assert words in page.text
    assert not Game.objects.exists()


# ------------------------------------------------------------------------------------ the list
def test_the_list_offers_to_join_to_watch_and_to_return(client: Client, site: Site) -> None:
    page = read_answer(client.get("/tables/"))
    assert f"/game/{site.public.pk}/join/" in page.links()
    assert f"/game/{site.locked.pk}/" in page.links()
    assert f"/game/{site.locked.pk}/join/" not in page.links()
    known = read_answer(browser_of(make_users(1, "Reader")[0]).get("/tables/"))
    assert f"/game/{site.public.pk}/join/" in [given["action"] for given in known.all("form")]
    assert f"/game/{site.waiting.pk}/" not in page.links()
    assert "2 open" in page.text
    assert "Slow & <b>" in page.text
    host = site.public.host
    assert host is not None
    own = read_answer(browser_of(host).get("/tables/"))
    assert f"/game/{site.public.pk}/join/" not in [form["action"] for form in own.all("form")]


# ------------------------------------------------------------------------------------- a name
def test_a_visitor_is_asked_for_a_name_and_takes_the_suggested_one_with_one_press(
    site: Site,
) -> None:
    visitor, url = Client(), f"/game/{site.waiting.pk}/"
    page = read_answer(visitor.get(f"{url}join/"))
    (field,) = [given for given in page.all("input") if given.get("name") == "name"]
    assert field["value"].startswith("Guest ")
    assert visitor.post(f"{url}join/", {"name": field["value"]})["Location"] == url
    seat = Seat.objects.get(game=site.waiting, name=field["value"])
    assert seat.kind == Seat.Kind.GUEST
    # a known user is not asked again
    assert visitor.get(f"{url}join/")["Location"] == url
    assert b"data-suggested" in Client().get(url).content
    assert b"data-suggested" not in visitor.get(url).content


def test_a_name_is_refused_as_elsewhere_and_nobody_is_seated(site: Site) -> None:
    before = User.objects.count()
    for table, sent in ((site.waiting, {}), (site.locked, {"password": "sesame"})):
        page = read_answer(Client().post(f"/game/{table.pk}/join/", {**sent, "name": "admin"}))
        assert "name is reserved" in page.text
    assert User.objects.count() == before


# --------------------------------------------------------------------------------- a password
def test_a_stranger_sees_a_form_and_nothing_of_the_table(client: Client, site: Site) -> None:
    url = f"/game/{site.locked.pk}/"
    page = read_answer(client.get(url))
    assert "This table has a password" in page.text
    assert "Slow" not in page.text
    assert "Host" not in page.text
    assert "sesame" not in site.locked.password
    assert client.get(f"/api/v1/games/{site.locked.pk}/").status_code == 403
    users = User.objects.count()
    wrong = client.post(f"{url}join/", {"password": "open", "name": "Somebody New"})
    assert wrong.status_code == 403
    assert "Wrong password. Try again." in read_answer(wrong).text
    assert "Somebody New" in wrong.text
    assert User.objects.count() == users
    right = client.post(f"{url}join/", {"password": "sesame"})
    assert (right.status_code, right.headers["Location"]) == (303, url)
    assert site.locked.seats.count() == 2
    assert client.get(f"/api/v1/games/{site.locked.pk}/").json()["you"] == 1


def test_who_sits_elsewhere_is_shown_that_table_and_may_leave_it_and_go_on(site: Site) -> None:
    ola = make_users(1, "Ola")[0]
    own = open_table(ola, title="Mine")
    client = browser_of(ola)
    answer = client.post(f"/game/{site.public.pk}/join/")
    page = read_answer(answer)
    assert answer.status_code == 409
    assert f"/game/{own.pk}/" in page.links()
    assert "Mine" in page.text
    leave = next(i["value"] for i in page.all("input") if i.get("name") == "leave")
    answer = client.post(f"/game/{site.public.pk}/join/", {"leave": leave})
    assert answer.headers["Location"] == f"/game/{site.public.pk}/"
    assert not Game.objects.filter(pk=own.pk).exists()


# -------------------------------------------------------------------------- one table at a time
def test_a_running_game_is_abandoned_on_the_way_to_a_new_table() -> None:
    (mira,) = make_users(1)
    game = against_ai(mira)
    seal_deal(game, [mira])
    client = browser_of(mira)
    page = read_answer(client.post("/tables/new/", {**WANTED, "title": "Next"}))
    sent = {i["name"]: i.get("value", "") for i in page.all("input") if i["type"] == "hidden"}
    assert "the game ends and doesn’t count" in page.text
    assert sent["title"] == "Next"
    answer = client.post("/tables/new/", sent)
    assert answer.status_code == 303
    assert Game.objects.get(title="Next").host == mira
    assert Seat.objects.get(game=game, user=mira).abandoned_at is not None
    assert Game.objects.get(pk=game.pk).status == Game.Status.FINISHED


def test_nobody_leaves_a_table_by_naming_somebody_elses(site: Site) -> None:
    ola = make_users(1, "Ola")[0]
    client = browser_of(ola)
    for other in (site.waiting.pk, site.running.pk, "nothing", "\0", "x" * 300):
        answer = client.post("/play/ai/", {"leave": other, "level": "easy"})
        assert answer.status_code in (303, 409)
    assert site.waiting.seats.count() == 1
    assert not site.running.seats.filter(abandoned_at__isnull=False).exists()


# ---------------------------------------------------------------------------- the way back
def test_every_page_but_the_table_itself_leads_back_with_one_query(site: Site) -> None:
    mira = site.mira
    client = browser_of(mira)
    back = f"/game/{site.running.pk}/"
    for url in ("/", "/tables/", "/rules/", "/accounts/settings/", "/nothing/here/"):
        page = read_answer(client.get(url))
        assert back in page.links(), url
    assert "Return to your table" not in read_answer(client.get(back)).text
    with CaptureQueriesContext(connection) as asked:
        client.get("/rules/")
    assert len([query for query in asked if "games_seat" in query["sql"]]) == 1
    with CaptureQueriesContext(connection) as none:
        Client().get("/rules/")
    assert len(none) == 0


def test_only_the_first_game_of_a_player_has_hints() -> None:
    users = make_users(2, "Newcomer")
    game = playing_game(users, lives=1)
    assert 'name="density-hint-1"' in read_page(game, users[0])
    # spectators get none
    assert "density-hint" not in read_page(game, None)
    Driver(game.pk).finish()
    second = playing_game(users)
    assert "density-hint" not in read_page(second, users[0])


def read_page(game: Game, reader: User | None) -> str:
    client = Client()
    if reader is not None:
        client.force_login(reader)
    return client.get(f"/game/{game.pk}/").content.decode()
