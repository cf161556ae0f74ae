"""The frames of a game for each viewer."""

import random

import pytest

from games.engine.contract import Json
from games.lobby import seating
from games.models import Game
from games.positions.position import read_position
from tests.table.harness import (
    Driver,
    frame_of,
    make_users,
    open_table,
    playing_game,
)
from tests.table.knowledge import Knowledge, codes_in

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


def test_no_snapshot_of_a_whole_game_shows_a_card_that_its_viewer_may_not_see() -> None:
    users = make_users(3)
    game = playing_game(users, ais=1, lives=4)
    taken: list[tuple[int, int | None, Json]] = []

    def take() -> None:
        ply = Game.objects.get(pk=game.pk).ply
        for seat, user in [*enumerate(users), (None, None)]:
            taken.append((ply, seat, frame_of(game.pk, user.pk if user else None)))

    take()
    Driver(game.pk, random.Random(1), after=take).finish()
    knowledge = Knowledge(game.pk, [0, 1, 2, None])
    for ply, seat, frame in taken:
        assert set(codes_in(frame)) <= knowledge.of_log(ply, seat)
        hands = [each["hand"] for each in frame["view"]["seats"]]
        assert all(held is None for index, held in enumerate(hands) if index != seat)
        assert seat is None or hands[seat] is not None


def test_a_snapshot_of_an_open_table_shows_its_chairs_and_no_cards() -> None:
    mira, ola = make_users(2)
    game = open_table(mira, free=45)
    seating.seat_ai(game.pk, mira.pk, 2, "medium")
    for viewer, you in ((mira, 0), (ola, None)):
        frame = frame_of(game.pk, viewer.pk)
        assert [seat["kind"] for seat in frame["seats"]] == ["player", "empty", "ai", "empty"]
        assert frame["game"]["status"] == "open"
        assert frame["game"]["host"] == 0
        assert frame["game"]["clock"] == {"free": 45, "bank": 90}
        assert (frame["you"], frame["view"], frame["log"]) == (you, None, [])
        assert frame["fair"] == {
            "commitment": None,
            "given": [None] * 4,
            "pledges": [None] * 4,
            "stage": None,
            "root": None,
        }


def test_the_log_holds_this_match_and_how_the_last_one_ended() -> None:
    users = make_users(2)
    game = playing_game(users, lives=6)
    driver = Driver(game.pk)
    ends: list[int] = []
    while Game.objects.get(pk=game.pk).status != Game.Status.FINISHED:
        driver.step()
        log = frame_of(game.pk, users[0].pk)["log"]
        names = [event["e"] for event in log]
        match = read_position(game.pk).game.matches.last()
        assert match is not None
        if match.number > 1:
            assert names[0] == "match_over"
            assert log[0]["match"] == match.number - 1
            ends.append(match.number)
        assert [event["match"] for event in log if event["e"] == "dealt"] == [match.number]
        assert [event["at"] for event in log] == sorted(event["at"] for event in log)
    assert ends
    assert names[-2:] == ["match_over", "game_over"]
