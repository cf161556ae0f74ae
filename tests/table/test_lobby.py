"""The list of tables: contents, order and a constant number of queries."""

from datetime import timedelta

import pytest
from django.db import connection
from django.db.models import F
from django.test.utils import CaptureQueriesContext

from games.live import online, table_list
from games.lobby import seating
from games.models import Game
from tests.table.harness import against_ai, make_users, open_table, playing_game

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


def listed_tables() -> list[str]:
    """Return the ids of the listed tables."""
    return [table["id"] for table in table_list.list_tables()]


def test_public_tables_and_those_with_a_password_are_listed_and_no_others() -> None:
    users = make_users(4)
    public = open_table(users[0], access="public")
    locked = open_table(users[1], access="password", password="open sesame")
    open_table(users[2], access="link")
    against_ai(users[3])
    assert listed_tables() == [public.pk, locked.pk]
    assert [table["locked"] for table in table_list.list_tables()] == [False, True]


def test_tables_with_free_chairs_come_first_and_the_oldest_of_them() -> None:
    users = make_users(5)
    running = playing_game(users[:2], access="public")
    first = open_table(users[2], access="public")
    second = open_table(users[3], access="public")
    assert listed_tables() == [first.pk, second.pk, running.pk]


def test_a_running_table_is_listed_only_where_it_may_be_watched() -> None:
    users = make_users(4)
    playing_game(users[:2], access="public", watchable=False)
    shown = playing_game(users[2:], access="public")
    assert listed_tables() == [shown.pk]
    Game.objects.filter(pk=shown.pk).update(status="finished", finished_at=F("started_at"))
    assert listed_tables() == []


def test_a_row_says_who_sits_there_how_fast_it_is_and_how_many_look_on() -> None:
    mira, ola = make_users(2)
    game = open_table(mira, access="public", seats=3, ais=1, free=45, bank=180, edition="classic")
    online.note_spectators([(game.pk, "one"), (game.pk, "two")])
    (row,) = table_list.list_tables()
    assert row == {
        "id": game.pk,
        "url": f"/game/{game.pk}/",
        "join_url": f"/game/{game.pk}/join/",
        "title": "",
        "host": mira.name,
        "open": True,
        "locked": False,
        "rated": False,
        "slug": "density-deck",
        "game": "Density Deck",
        "edition": "classic",
        "free": 45,
        "match": None,
        "left": None,
        "seats": [
            {"kind": "player", "name": mira.name, "avatar": ""},
            {"kind": "empty", "name": ""},
            {"kind": "ai", "name": game.seats.get(index=2).name, "avatar": ""},
        ],
        "watchers": 2,
    }
    seating.join_table(game.pk, ola)
    assert not table_list.list_tables()[0]["open"]


def test_fifty_tables_are_listed_with_as_many_queries_as_one() -> None:
    users = make_users(56)
    for user in users[:53]:
        open_table(user, access="public", seats=2)
    playing_game(users[54:], access="public")
    with CaptureQueriesContext(connection) as many:
        tables = table_list.list_tables()
    assert len(tables) == 50
    assert all(table["open"] for table in tables)
    Game.objects.exclude(pk=tables[0]["id"]).delete()
    with CaptureQueriesContext(connection) as one:
        assert len(table_list.list_tables()) == 1
    assert len(many) == len(one) <= 2


def test_the_lobby_is_refreshed_only_when_something_changed() -> None:
    (mira,) = make_users(1)
    game = open_table(mira, access="public")
    assert table_list.refresh_list()
    assert not table_list.refresh_list()
    online.note_spectators([(game.pk, "one")])
    assert table_list.refresh_list()
    Game.objects.filter(pk=game.pk).update(created_at=F("created_at") - timedelta(seconds=1))
    assert not table_list.refresh_list()
