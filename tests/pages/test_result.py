"""The result page tells the finished game from its log, and is closed before the end."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils.formats import date_format

from games.analysis import result as results
from games.engine import deal
from games.live.commands import dealing, ending, stand_ins
from tests.pages.conftest import Site
from tests.pages.markup import read_game
from tests.table.harness import (
    Driver,
    bytes_of,
    expire_turn,
    make_due,
    make_users,
    open_game,
    playing_game,
)


def test_every_match_opens_to_the_scores_of_all_who_stood(site: Site) -> None:
    page = read_game(site.finished)
    story = results.read_result(site.finished.pk, None)
    matches = [given for given in page.all("details") if given.get("class") == "match"]
    assert len(matches) == len(story["matches"])
    for match in story["matches"]:
        scored = [seat for seat in match["seats"] if seat["score"]]
        assert (match["ended_by"] == "surrenders") == (not scored)
        for seat in scored:
            against = sum(group["total"] for group in seat["score"]["others"])
            base = seat["score"]["base"]["total"] if seat["score"]["base"] else 0
            common = seat["score"]["common"]["total"]
            assert f"{base} − {against} + {common}" in page.text
            assert base - against + common == seat["score"]["score"]


def test_a_surrendered_hand_stays_hidden_on_the_page(site: Site) -> None:
    for match in results.read_result(site.finished.pk, site.mira.pk)["matches"]:
        for seat in match["seats"]:
            assert seat["hand"] is None or seat["surrendered_in"] is None


def test_the_page_asks_as_many_queries_for_a_long_game_as_for_a_short_one(site: Site) -> None:
    with CaptureQueriesContext(connection) as asked:
        results.read_result(site.finished.pk, site.mira.pk)
    assert len(asked) <= 7


@pytest.mark.django_db(transaction=True)
def test_a_silent_seat_is_shown_with_its_reason() -> None:
    mira, ola = make_users(2)
    game = open_game([mira, ola], lives=1)
    assert dealing.take_pledge(game.pk, mira.pk, deal.hash_pledge(bytes_of(mira))) is None
    for user, reason in ((ola, "nothing pledged"), (mira, "pledged but not revealed")):
        silent = make_due(game.pk)
        assert silent.user == user
        assert expire_turn(game.pk, silent.index, silent.question)
        silent.refresh_from_db()
        assert reason.startswith("nothing") == (silent.silent == "no-pledge")
    Driver(game.pk).finish()
    page = read_game(game)
    for seat in game.seats.all():
        assert seat.silent_at is not None
        at = date_format(seat.silent_at, "TIME_FORMAT")
        reason = "nothing pledged" if seat.user == ola else "pledged but not revealed"
        assert f"from the server: {reason} in time, {at}" in page.text
    log = "http://testserver/api/deals/"
    assert f"python manage.py verify record.json --log {log}" in page.text
    assert "entry 1 of the public log" in page.text


@pytest.mark.django_db(transaction=True)
def test_a_game_that_ended_by_agreement_says_so_and_names_no_winner() -> None:
    users = make_users(4)
    game = playing_game(users)
    for _ in range(9):
        Driver(game.pk, calm=True).step()
    for user in users[2:]:
        stand_ins.abandon_seat(game.pk, user.pk)
    for user in users[:2]:
        ending.agree_to_end(game.pk, user.pk, True)
    page = read_game(game).text
    assert "ended by agreement" in page
    assert "The remaining players ended the game in round 2." in page
    names = [user.name for user in users]
    assert f"{', '.join(names[:-1])} and {names[-1]} share first place" in page
    assert "Winner" not in page
    assert "Last one standing" not in page
    assert "You share first place" in read_game(game, users[0]).text
