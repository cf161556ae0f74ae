"""Tables as people find them: the list, a new one, a password, one at a time, and the way back."""

from collections.abc import Mapping

import pytest
from django.db import connection
from django.http import HttpResponseBase
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import User
from games.models import Game, Seat
from games.table import seating
from tests.pages.conftest import Site
from tests.pages.markup import Page
from tests.table.harness import Driver, against_ai, make_users, open_table, playing_game, seal

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


def browser(user: User) -> Client:
    """The browser of somebody signed in."""
    client = Client()
    client.force_login(user)
    return client


def read(answer: HttpResponseBase) -> Page:
    """What an answer shows."""
    page = Page(answer.content.decode())  # type: ignore[attr-defined] # none is streamed
    assert page.broken == []
    return page


def defaults(page: Page) -> dict[str, str]:
    """What a form sends as it stands."""
    radios = [i for i in page.all("input") if i.get("type") != "hidden" and i.get("name")]
    return {
        given["name"]: given.get("value", "on" if given.get("type") == "checkbox" else "")
        for given in radios
        if given.get("type") not in ("radio", "checkbox") or "checked" in given
    }


# -------------------------------------------------------------------------------------- new table
def test_the_form_as_it_stands_opens_a_private_table_with_a_standard_clock() -> None:
    (mira,) = make_users(1)
    client = browser(mira)
    answer = client.post("/tables/new/", defaults(read(client.get("/tables/new/"))))
    game = Game.objects.get()
    assert answer.headers["Location"] == f"/game/{game.pk}/"
    assert (game.access, game.clock, game.host) == ("link", {"free": 20, "bank": 90}, mira)
    assert (game.watchable, game.chat, game.absence) == (True, False, "ai")


def test_every_choice_of_the_form_reaches_the_table() -> None:
    (mira,) = make_users(1)
    chosen = {
        "access": "public", "clock": "relaxed", "seats": 3, "ais": 1, "level": "easy",
        "title": "  Slow \u00a0evil.com", "edition": "classic", "lives": 7, "absence": "wait",
        "chat": "on",
    }  # fmt: skip
    browser(mira).post("/tables/new/", {**WANTED, **chosen})
    game = Game.objects.get()
    assert game.title == "Slow [link]"
    assert (game.access, game.edition) == ("public", "classic")
    assert (game.clock, game.absence) == ({"free": 45, "bank": 180}, "wait")
    assert (game.chat, game.watchable, game.ruleset["lives"]) == (True, False, 7)
    assert [seat.level for seat in game.seats.all()] == ["", "easy"]


@pytest.mark.parametrize(
    ("chosen", "words"),
    [
        ({"access": "public", "clock": "none"}, "A table for everybody needs a clock."),
        ({"access": "password"}, "Choose a password, or another way in."),
        ({"seats": 2, "ais": 2}, "Leave a seat for yourself."),
        ({"title": "a.io " * 8}, "A title has up to 40 visible characters."),
        ({"title": "a\u202eb"}, "A title has up to 40 visible characters."),
        ({"title": "x" * 41}, "at most 40"),
        ({"title": "a\0b"}, "Null characters are not allowed."),
        ({"lives": "0"}, "greater than or equal to 1"),
        ({"edition": "tomorrow"}, "not one of the available choices"),
        ({"clock": "\0"}, "not one of the available choices"),
    ],
)
def test_a_wrong_choice_is_told_and_opens_nothing(chosen: dict[str, object], words: str) -> None:
    (mira,) = make_users(1)
    page = read(browser(mira).post("/tables/new/", {**WANTED, **chosen}))
    assert words in page.text
    assert not Game.objects.exists()


# ------------------------------------------------------------------------------------ the list
def test_the_list_offers_to_join_to_watch_and_to_return(client: Client, site: Site) -> None:
    page = read(client.get("/tables/"))
    assert f"/game/{site.public.pk}/join/" in page.links()
    assert f"/game/{site.locked.pk}/" in page.links()
    assert f"/game/{site.locked.pk}/join/" not in page.links()
    known = read(browser(make_users(1, "Reader")[0]).get("/tables/"))
    assert f"/game/{site.public.pk}/join/" in [given["action"] for given in known.all("form")]
    assert f"/game/{site.waiting.pk}/" not in page.links()
    assert "2 open" in page.text
    assert "Slow & <b>" in page.text
    host = site.public.host
    assert host is not None
    own = read(browser(host).get("/tables/"))
    assert f"/game/{site.public.pk}/join/" not in [form["action"] for form in own.all("form")]


def test_no_tables_is_a_sentence_and_one_thing_to_do(client: Client) -> None:
    page = read(client.get("/tables/"))
    assert "Open a table for everybody" in page.text
    assert "/tables/new/?access=public" in page.links()


# ------------------------------------------------------------------------------------- a name
def test_a_visitor_is_asked_for_a_name_and_takes_the_suggested_one_with_one_press(
    site: Site,
) -> None:
    visitor, url = Client(), f"/game/{site.waiting.pk}/"
    page = read(visitor.get(f"{url}join/"))
    (field,) = [given for given in page.all("input") if given.get("name") == "name"]
    assert field["value"].startswith("Guest ")
    assert visitor.post(f"{url}join/", {"name": field["value"]})["Location"] == url
    seat = Seat.objects.get(game=site.waiting, name=field["value"])
    assert seat.kind == Seat.Kind.GUEST
    # who is known is not asked
    assert visitor.get(f"{url}join/")["Location"] == url
    assert b"data-suggested" in Client().get(url).content
    assert b"data-suggested" not in visitor.get(url).content


def test_a_visitor_sits_down_under_a_chosen_name(site: Site) -> None:
    url = f"/game/{site.waiting.pk}/join/"
    assert Client().post(url, {"name": "  Aunt   Ola "}).status_code == 303
    assert User.objects.get(name="Aunt Ola").is_guest
    assert Seat.objects.filter(game=site.waiting, name="Aunt Ola").exists()


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("admin", "kept for the site"),
        ("Agate", "kept for the site"),
        ("x", "2 to 16 characters"),
        ("Mira O'Neil-Sand", "is taken"),
        ("guest4821", "are for guests"),
    ],
)
def test_a_name_is_refused_as_elsewhere_and_nobody_is_seated(
    site: Site, name: str, words: str
) -> None:
    before = User.objects.count()
    for table, sent in ((site.waiting, {}), (site.locked, {"password": "sesame"})):
        page = read(Client().post(f"/game/{table.pk}/join/", {**sent, "name": name}))
        assert words in page.text
    assert User.objects.count() == before


def test_a_program_that_sends_no_name_is_given_one(site: Site) -> None:
    url = f"/game/{site.waiting.pk}/join/"
    assert Client().post(url).status_code == 303
    assert Seat.objects.filter(game=site.waiting, name__startswith="Guest ").exists()


# --------------------------------------------------------------------------------- a password
def test_a_stranger_sees_a_form_and_nothing_of_the_table(client: Client, site: Site) -> None:
    url = f"/game/{site.locked.pk}/"
    page = read(client.get(url))
    assert "This table has a password" in page.text
    assert "Slow" not in page.text
    assert "Host" not in page.text
    assert client.get(f"/api/games/{site.locked.pk}/").status_code == 403
    wrong = client.post(f"{url}join/", {"password": "open"})
    assert wrong.status_code == 403
    assert "That is not the password." in read(wrong).text
    right = client.post(f"{url}join/", {"password": "sesame"})
    assert (right.status_code, right.headers["Location"]) == (303, url)
    assert site.locked.seats.count() == 2
    assert client.get(f"/api/games/{site.locked.pk}/").json()["you"] == 1


# -------------------------------------------------------------------------- one table at a time
def test_who_sits_elsewhere_is_shown_that_table_and_may_leave_it_and_go_on(site: Site) -> None:
    ola = make_users(1, "Ola")[0]
    own = open_table(ola, title="Mine")
    client = browser(ola)
    answer = client.post(f"/game/{site.public.pk}/join/")
    page = read(answer)
    assert answer.status_code == 409
    assert f"/game/{own.pk}/" in page.links()
    assert "Mine" in page.text
    leave = next(i["value"] for i in page.all("input") if i.get("name") == "leave")
    answer = client.post(f"/game/{site.public.pk}/join/", {"leave": leave})
    assert answer.headers["Location"] == f"/game/{site.public.pk}/"
    assert not Game.objects.filter(pk=own.pk).exists()


def test_a_running_game_is_abandoned_on_the_way_to_a_new_table() -> None:
    (mira,) = make_users(1)
    game = against_ai(mira)
    seal(game, [mira])
    client = browser(mira)
    page = read(client.post("/tables/new/", {**WANTED, "title": "Next"}))
    sent = {i["name"]: i.get("value", "") for i in page.all("input") if i["type"] == "hidden"}
    assert "the game ends and counts for nothing" in page.text
    assert sent["title"] == "Next"
    answer = client.post("/tables/new/", sent)
    assert answer.status_code == 303
    assert Game.objects.get(title="Next").host == mira
    assert Seat.objects.get(game=game, user=mira).abandoned_at is not None
    assert Game.objects.get(pk=game.pk).status == Game.Status.FINISHED


def test_nobody_leaves_a_table_by_naming_somebody_elses(site: Site) -> None:
    ola = make_users(1, "Ola")[0]
    client = browser(ola)
    for other in (site.waiting.pk, site.running.pk, "nothing", "\0", "x" * 300):
        answer = client.post("/play/ai/", {"leave": other, "level": "easy"})
        assert answer.status_code in (303, 409)
    assert site.waiting.seats.count() == 1
    assert not site.running.seats.filter(abandoned_at__isnull=False).exists()


# ---------------------------------------------------------------------------- the way back
def test_every_page_but_the_table_itself_leads_back_with_one_query(site: Site) -> None:
    mira = site.mira
    client = browser(mira)
    back = f"/game/{site.running.pk}/"
    for url in ("/", "/tables/", "/rules/", "/accounts/settings/", "/nothing/here/"):
        page = read(client.get(url))
        assert back in page.links(), url
    assert "Return to your table" not in read(client.get(back)).text
    with CaptureQueriesContext(connection) as asked:
        client.get("/rules/")
    assert len([query for query in asked if "games_seat" in query["sql"]]) == 1
    with CaptureQueriesContext(connection) as none:
        Client().get("/rules/")
    assert len(none) == 0


def test_the_strip_says_whose_turn_it_is_and_who_plays_the_seat() -> None:
    mira, ola = make_users(2)
    game = playing_game([mira, ola])
    asked = Seat.objects.get(game=game, asked=True)
    for user in (mira, ola):
        text = read(browser(user).get("/rules/")).text
        assert "Your game is running" in text
        assert ("your turn in match 1" in text) == (user.pk == asked.user_id)
    Seat.objects.filter(pk=asked.pk).update(
        stand_in="easy", stand_in_at=timezone.now(), stand_in_match=1
    )
    assert asked.user is not None
    assert "An AI is playing your seat in match 1" in read(browser(asked.user).get("/rules/")).text


# -------------------------------------------------------------------------------- playing again
def test_the_result_page_lets_those_who_played_meet_again_without_javascript() -> None:
    mira, ola, kim = make_users(3)
    game = playing_game([mira, ola], lives=1)
    Driver(game.pk).finish()
    url = f"/game/{game.pk}/"
    assert "rematch" not in [form.get("id") for form in read(browser(kim).get(url)).all("form")]
    assert "Rematch" in read(browser(mira).get(url)).text
    answer = browser(mira).post(f"{url}again/")
    table = Game.objects.get(played_before=game)
    assert answer.headers["Location"] == f"/game/{table.pk}/"
    assert f"{mira.name} is ready." in read(browser(ola).get(url)).text
    assert browser(ola).get(f"{url}again/").headers["Location"] == f"/game/{table.pk}/"
    assert browser(kim).post(f"{url}again/").headers["Location"] == url
    assert Client().post(f"{url}again/").headers["Location"] == url
    browser(ola).post(f"{url}again/")
    table.refresh_from_db()
    assert table.status == Game.Status.SEALING
    assert seating.leave(table.pk, kim.pk).code == "not-seated"  # type: ignore[union-attr]


def test_the_page_of_a_player_asks_no_query_a_game(site: Site) -> None:
    with CaptureQueriesContext(connection) as asked:
        Client().get(f"/players/{site.mira.name}/")
    assert len(asked) <= 8


def test_a_rated_table_does_not_name_the_chances_of_scores() -> None:
    users = make_users(4)
    game = playing_game(users)

    def named() -> list[str]:
        page = read(browser(users[0]).get(f"/game/{game.pk}/"))
        return [meta["content"] for meta in page.all("meta") if meta.get("name") == "density-odds"]

    assert named() == ["/static/density_deck/odds.json"]
    Game.objects.filter(pk=game.pk).update(rated=True)
    assert named() == []


def test_a_visitor_with_a_wrong_password_becomes_no_guest(client: Client, db: None) -> None:
    (host,) = make_users(1)
    table = open_table(host, access="password", password="sesame")
    users = User.objects.count()
    answer = client.post(f"/game/{table.pk}/join/", {"password": "open", "name": "Somebody New"})
    assert answer.status_code == 403
    assert "That is not the password." in answer.content.decode()
    assert "Somebody New" in answer.content.decode()
    assert User.objects.count() == users
