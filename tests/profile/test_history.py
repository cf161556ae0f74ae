"""The match history of a user: filters, pagination, exports and privacy."""

import codecs
import csv
import json
import random
import re
from collections.abc import Callable
from io import StringIO
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from games.models import Match, Move, PlayerStats, Result, Seat
from games.players.history import BATCH, PAGE
from tests.pages.markup import Page
from tests.profile.finished_games import finish_games
from tests.table.harness import Driver, playing_game

pytestmark = pytest.mark.postgres

URL = "/players/Mira/games/"
RESULT = re.compile(r"/game/([\w-]+)/")


def open_page(client: Client, url: str = URL, **fields: str) -> Page:
    answer = client.get(url, fields)
    assert answer.status_code == 200
    page = Page(answer.content.decode())
    assert page.broken == []
    assert page.double_ids() == []
    return page


def listed_games(page: Page) -> list[str]:
    """Return the ids of the games on a page."""
    return [found[1] for link in page.links() if (found := RESULT.fullmatch(link))]


def export_games(client: Client, **fields: str) -> list[dict[str, Any]]:
    """Return the games of the JSON export."""
    answer = client.get("/players/Mira/games.json", fields)
    assert answer.status_code == 200
    written = json.loads(answer.content)
    assert written["player"] == "Mira"
    return list(written["games"])


KEEPS: list[tuple[dict[str, str], Callable[[int], bool]]] = [
    ({}, lambda number: True),
    ({"mode": "ranked"}, lambda number: number % 2 == 0),
    ({"mode": "casual", "place": "2"}, lambda number: number % 4 == 1),
    ({"place": "3"}, lambda number: number % 4 == 2),
    ({"color": "yellow"}, lambda number: number % 10 == 0),
    ({"game": "density-deck", "color": "black"}, lambda number: number % 10 == 9),
    ({"since": "2026-11-20"}, lambda number: number >= 22),
    ({"until": "2026-11-19"}, lambda number: number < 22),
    ({"since": "2026-11-20", "until": "2026-11-20"}, lambda number: number >= 22),
    ({"opponent": "Person 1"}, lambda number: True),
    ({"opponent": "  person 1 "}, lambda number: True),
    ({"opponent": "Mira"}, lambda number: False),
    ({"opponent": "Nobody"}, lambda number: False),
]


def test_the_page_and_the_export_hold_exactly_the_games_that_are_wanted(
    client: Client, mira: User, others: list[User]
) -> None:
    games = finish_games(mira, 24, others)
    for fields, keeps in KEEPS:
        wanted = [game.pk for number, game in enumerate(games) if keeps(number)]
        assert listed_games(open_page(client, **fields)) == wanted[::-1], fields
        assert [game["id"] for game in export_games(client, **fields)] == wanted[::-1], fields


def export_columns(client: Client, **fields: str) -> list[dict[str, str]]:
    """Return the rows of the CSV export by column name."""
    answer = client.get("/players/Mira/games.csv", fields)
    return list(csv.DictReader(StringIO(answer.content.decode("utf-8-sig"), newline="")))


@pytest.mark.django_db(transaction=True)
def test_a_duel_is_found_and_exported_with_what_its_players_look_for(
    client: Client, mira: User, others: list[User]
) -> None:
    duel = playing_game([mira, others[0]], slug="rps-extreme", free=10, bank=20, target=5)
    Driver(duel.pk, random.Random(3)).finish()
    finish_games(mira, 2, others)
    deck, rps = (export_games(client, game=slug)[0] for slug in ("density-deck", "rps-extreme"))
    match = Match.objects.filter(game=duel).latest("number")
    assert match.scores is not None
    assert (rps["points"], rps["opponent_points"]) == (
        match.scores["0"],
        match.scores["1"],
    )
    assert rps["opponents"] == ["Person 0"]
    thrown = Move.objects.filter(game=duel, seat=0, action__do="throw").count()
    assert sum(rps["throws"].values()) == thrown
    assert rps["matches"] == match.number
    assert rps["duration_seconds"] >= 0
    assert "best_score" not in rps
    assert "throws" not in deck
    assert deck["duration_seconds"] == 20 * 60
    (row,) = export_columns(client, game="rps-extreme")
    assert row["points"] == str(rps["points"])
    assert row["throws"] == " ".join(f"{sign}:{n}" for sign, n in sorted(rps["throws"].items()))
    assert "best_score" not in row
    assert {each["points"] for each in export_columns(client)} == {"", row["points"]}
    wanted = {"game": "rps-extreme", "mode": "casual", "opponent": "person 0"}
    page = open_page(client, **wanted, place=str(rps["place"]))
    assert listed_games(page) == [duel.pk]
    text = " ".join(page.text.split())
    assert f"{'Win' if rps['place'] == 1 else 'Loss'} Person 0" in text
    assert f"{rps['points']} : {rps['opponent_points']} points" in text
    sides = Page(client.get("/players/Mira/?game=rps-extreme").content.decode()).text
    assert re.search("Placements 1 casual game Win [0-9]+% [01] Loss [0-9]+% [01]", sides)


def test_a_drawn_duel_counts_neither_as_won_nor_as_lost(
    client: Client, mira: User, others: list[User]
) -> None:
    duel = playing_game([mira, others[0]], slug="rps-extreme", free=10, bank=20, target=5)
    Driver(duel.pk, random.Random(3)).finish()
    Seat.objects.filter(game=duel).update(place=1)
    Result.objects.filter(game=duel).update(place=1)
    PlayerStats.objects.filter(user=mira).update(places={"1": 1})
    for place, games in {"0": [duel.pk], "1": [], "2": []}.items():
        page = open_page(client, game="rps-extreme", place=place)
        assert listed_games(page) == games
        assert "Any place Win Loss Draw" in page.text
    assert listed_games(open_page(client, place="0")) == [duel.pk]
    sides = Page(client.get("/players/Mira/?game=rps-extreme").content.decode()).text
    assert "Placements 1 casual game Win 0% 0 Draw 100% 1 Loss 0% 0" in sides


def test_an_opponent_is_found_by_the_old_and_by_the_new_name(
    client: Client, mira: User, others: list[User]
) -> None:
    finish_games(mira, 3, others)
    others[0].name = "Kestrel"
    others[0].save()
    assert len(listed_games(open_page(client, opponent="kestrel"))) == 3
    assert len(listed_games(open_page(client, opponent="Person 0"))) == 3


def test_the_pages_follow_each_other_without_gap_or_repeat_also_among_equal_times(
    client: Client, mira: User, others: list[User]
) -> None:
    finish_games(mira, 2 * PAGE + 3, others)
    same = Result.objects.order_by("-finished_at")[PAGE].finished_at
    late = Result.objects.filter(finished_at__gte=same).values_list("pk", flat=True)
    Result.objects.filter(pk__in=list(late)).update(finished_at=same)
    url, found, pages = URL, list[str](), 0
    while url:
        page = open_page(client, url)
        found += listed_games(page)
        pages += 1
        more = [given["href"] for given in page.all("a") if given.get("id") == "more"]
        url = URL + more[0] if more else ""
    assert pages == 3
    assert len(found) == len(set(found)) == 2 * PAGE + 3


def test_more_keeps_the_filter_and_the_form_shows_it(
    client: Client, mira: User, others: list[User]
) -> None:
    finish_games(mira, 4 * PAGE, others)
    page = open_page(client, mode="ranked", opponent="Person 2")
    more = next(given["href"] for given in page.all("a") if given.get("id") == "more")
    assert more.startswith("?mode=ranked&opponent=Person+2&before=")
    assert {"value": "ranked", "selected": ""} in page.all("option")
    second = open_page(client, URL + more)
    assert len(listed_games(second)) == PAGE
    assert not {*listed_games(page)} & {*listed_games(second)}


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"game": "chess"}, "chess is not one of the available choices"),
        ({"mode": "\x00"}, "is not one of the available choices"),
        ({"place": "5"}, "5 is not one of the available choices"),
        ({"place": "first"}, "first is not one of the available choices"),
        ({"opponent": "x" * 17}, "at most 16 characters"),
        ({"opponent": "a\x00b"}, "Null characters are not allowed"),
        ({"game": "rps-extreme", "color": "red"}, "Only Density Deck has base colors"),
        ({"color": "common"}, "common is not one of the available choices"),
        ({"since": "2026-13-01"}, "Enter a valid date"),
        ({"since": "0001-01-01"}, "Choose a year from 2000 to 2199"),
        ({"until": "9999-12-31"}, "Choose a year from 2000 to 2199"),
        ({"since": "2026-11-02", "until": "2026-11-01"}, "The end date is before the start date"),
        ({"before": "1-x"}, "This link is broken"),
        ({"before": "9" * 40}, "This link is broken"),
        ({"before": "٣-٣"}, "This link is broken"),
    ],
)
def test_a_bad_value_is_explained_and_exports_nothing(
    client: Client, mira: User, others: list[User], fields: dict[str, str], words: str
) -> None:
    finish_games(mira, 3, others)
    page = open_page(client, **fields)
    assert words in page.text
    assert listed_games(page) == []
    for ending in ("json", "csv"):
        answer = client.get(f"/players/Mira/games.{ending}", fields)
        assert answer.status_code == 400
        assert set(answer.json()["errors"]) & set(fields)


def test_the_downloads_of_the_filtered_list_stand_below_it(
    client: Client, mira: User, others: list[User]
) -> None:
    assert "/players/Mira/games.csv" not in open_page(client).links()
    finish_games(mira, 3, others)
    links = open_page(client, mode="ranked").links()
    games = [place for place, link in enumerate(links) if RESULT.fullmatch(link)]
    for ending in ("csv", "json"):
        assert links.index(f"/players/Mira/games.{ending}?mode=ranked") > games[-1]


def test_the_csv_says_the_same_as_the_json(client: Client, mira: User, others: list[User]) -> None:
    finish_games(mira, 12, others)
    answer = client.get("/players/Mira/games.csv")
    assert answer.headers["Content-Disposition"].startswith("attachment")
    table = export_columns(client)
    written = export_games(client)
    assert [row["id"] for row in table] == [game["id"] for game in written]
    assert table[0]["opponents"] == "Person 0, Person 1, Person 2"
    assert [row["rating_change"] for row in table] == [
        "" if game["rating_change"] is None else str(game["rating_change"]) for game in written
    ]
    assert {row["mode"] for row in table} == {"ranked", "casual"}


def test_a_spreadsheet_shows_the_accents_of_the_csv(
    client: Client, mira: User, others: list[User]
) -> None:
    finish_games(mira, 1, others[:1])
    Seat.objects.filter(user=others[0]).update(name="Zoë")
    written = client.get("/players/Mira/games.csv").content
    assert written.startswith(codecs.BOM_UTF8)
    assert "Zoë" in written.decode("utf-8-sig")


def test_a_name_that_a_spreadsheet_would_compute_is_text_in_the_csv(
    client: Client, mira: User, others: list[User]
) -> None:
    finish_games(mira, 1, others[:1])
    Seat.objects.filter(user=others[0]).update(name="-2-3")
    answer = client.get("/players/Mira/games.csv")
    assert "'-2-3" in answer.content.decode()


def test_a_long_export_holds_every_game_once(
    client: Client, mira: User, others: list[User]
) -> None:
    games = [game.pk for game in finish_games(mira, BATCH + 1, others[:1])]
    # an id may start like a spreadsheet formula
    assert [row["id"].removeprefix("'") for row in export_columns(client)] == games[::-1]


def test_a_hidden_history_is_nowhere_for_others_and_all_there_for_its_owner(
    client: Client, mira: User, others: list[User]
) -> None:
    finish_games(mira, 3, others)
    User.objects.filter(pk=mira.pk).update(hides_history=True)
    addresses = [URL, "/players/Mira/games.json", "/players/Mira/games.csv"]
    for viewer in (None, others[0]):
        if viewer:
            client.force_login(viewer)
        assert [client.get(url).status_code for url in addresses] == [404] * 3
    client.force_login(mira)
    assert [client.get(url).status_code for url in addresses] == [200] * 3


def test_a_hidden_rating_is_in_no_row_and_in_no_export_for_others(
    client: Client, mira: User, others: list[User]
) -> None:
    finish_games(mira, 8, others, ranked=True)
    User.objects.filter(pk=mira.pk).update(hides_rating=True)
    assert "rating" not in open_page(client).text
    assert not any("rating" in name for game in export_games(client) for name in game)
    client.force_login(mira)
    assert "+5 rating" in open_page(client).text
    assert export_games(client)[-1]["rating_before"] == 1500
