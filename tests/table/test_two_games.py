"""A game whose seats are asked at the same time, at the table: Rock Paper Scissors Extreme."""

import random
from datetime import timedelta
from typing import Any

import pytest
from django.db.models import F
from django.test import Client

from games.engine.contract import Json, Refused
from games.engine.verify import verify
from games.models import Game, Match, Move, PlayerStats, Result, Seat
from games.records import game_log, replay
from games.table import ending, play, presence, questions, snapshots, stand_ins
from games.table.position import read
from tests.staff.sessions import staff_client, superuser
from tests.table.harness import (
    Driver,
    fire_deadline,
    let_pass,
    make_users,
    open_all_pages,
    playing_game,
)

pytestmark = pytest.mark.django_db(transaction=True)
RPS = {"slug": "rps-extreme", "free": 10, "bank": 20, "target": 5}


def seats_of(game: Game) -> list[Seat]:
    return list(Seat.objects.filter(game=game).order_by("index"))


def throw(game: Game, seat: Seat, sign: str = "rock") -> play.Accepted | Refused:
    return play.act(game.pk, seat.user_id, seat.question, {"do": "throw", "sign": sign})


def new_game(**options: Any) -> tuple[Game, list[Seat]]:
    users = make_users(2)
    game = playing_game(users, **{**RPS, **options})
    return game, seats_of(game)


def test_both_seats_are_asked_at_once_and_each_has_a_clock_of_its_own() -> None:
    game, (one, other) = new_game()
    assert [seat.asked for seat in (one, other)] == [True, True]
    assert one.due_at == other.due_at
    # ten seconds, ten more for the first question, and the bank
    assert one.allowed_ms == 40_000
    before, question = other.due_at, other.question
    let_pass(game.pk, 3)
    assert isinstance(throw(game, one), play.Accepted)
    one, other = seats_of(game)
    assert (one.asked, one.due_at) == (False, None)
    assert (other.asked, other.question) == (True, question)
    assert before is not None
    assert other.due_at == before - timedelta(seconds=3)


def test_a_throw_is_told_to_nobody_else_until_both_are_in() -> None:
    game, (one, other) = new_game()
    throw(game, one, "paper")
    for viewer in (other.user_id, None):
        frame = snapshots.snapshot(game.pk, viewer)
        assert isinstance(frame, dict)
        assert [seat["choice"] for seat in frame["view"]["seats"]] == [None, None]
        assert [each["choice"] for each in frame["log"] if each["e"] == "answered"] == [None]
    own = snapshots.snapshot(game.pk, one.user_id)
    assert isinstance(own, dict)
    assert own["view"]["seats"][0]["choice"] == {"do": "throw", "sign": "paper"}
    throw(game, other, "scissors")
    frame = snapshots.snapshot(game.pk, None)
    assert isinstance(frame, dict)
    assert [event["signs"] for event in frame["log"] if event["e"] == "thrown"] == [
        ["paper", "scissors"]
    ]


def test_nobody_answers_twice_or_for_the_other() -> None:
    game, (one, other) = new_game()
    throw(game, one)
    assert throw(game, one) == Refused("stale-question")
    assert play.act(game.pk, other.user_id, other.question + 1, {"do": "pass"}) == Refused(
        "stale-question"
    )


def test_who_lets_the_time_pass_throws_by_lot_and_the_other_still_has_the_own_time() -> None:
    game, (one, other) = new_game()
    Seat.objects.filter(pk=one.pk).update(due_at=F("due_at") - timedelta(hours=1))
    play.expire_turn(game.pk, 0, one.question)
    moves = Move.objects.filter(game=game)
    assert [(move.seat, move.by) for move in moves] == [(0, "clock")]
    left = seats_of(game)[1]
    assert (left.asked, left.due_at) == (True, other.due_at)
    # and when both sleep, both are thrown for
    fire_deadline(game.pk)
    assert Move.objects.filter(game=game, by="clock").count() == 2


def test_two_lapses_in_a_row_bring_a_stand_in_and_one_click_the_owner() -> None:
    game, _seats = new_game(target=51)
    while not Seat.objects.filter(game=game).exclude(stand_in="").exists():
        fire_deadline(game.pk)
    seat = Seat.objects.filter(game=game).exclude(stand_in="")[0]
    assert seat.lapses >= 2
    assert stand_ins.take_back(game.pk, seat.user_id) is None
    assert not Seat.objects.get(pk=seat.pk).stand_in


def window(game: Game) -> Seat:
    """Lead a game to a window in which one seat alone may drink; that seat."""
    for number in range(400):
        asked = [seat for seat in seats_of(game) if seat.asked]
        frame = snapshots.snapshot(game.pk, None)
        assert isinstance(frame, dict)
        if str(frame["view"]["phase"]).startswith("window") and len(asked) == 1:
            return asked[0]
        Driver(game.pk, random.Random(number)).step()
    raise AssertionError("no window")


@pytest.mark.parametrize("lapses", [0, 1])
def test_a_window_that_passes_is_no_lapse_and_ends_no_row_of_them(lapses: int) -> None:
    game, _ = new_game(target=51)
    seat = window(game)
    Seat.objects.filter(pk=seat.pk).update(lapses=lapses)
    frame = snapshots.snapshot(game.pk, None)
    assert isinstance(frame, dict)
    assert frame["clocks"][str(seat.index)]["then"] == "lapse"
    fire_deadline(game.pk)
    assert Move.objects.filter(game=game).latest("ply").action == {"do": "pass"}
    seat.refresh_from_db()
    assert (seat.lapses, seat.stand_in) == (lapses, "")


def test_a_window_that_passes_costs_the_time_of_somebody_away() -> None:
    game, _ = new_game(target=51)
    seat = window(game)
    Seat.objects.filter(pk=seat.pk).update(
        away_since=F("turn_at"), absent_turns=2, absent_ms=119_000
    )
    let_pass(game.pk, 60)
    fire_deadline(game.pk)
    seat.refresh_from_db()
    assert (seat.lapses, bool(seat.stand_in)) == (0, True)


def test_a_game_is_played_to_its_end_and_tells_what_it_was() -> None:
    game, (one, _other) = new_game()
    Driver(game.pk, random.Random(3)).finish()
    game.refresh_from_db()
    matches = list(Match.objects.filter(game=game))
    assert game.status == Game.Status.FINISHED
    assert [match.number for match in matches] == list(range(1, len(matches) + 1))
    assert matches[-1].ended_by == "target"
    assert all(len(match.merkle_root) == 64 and match.dealer is None for match in matches)
    places = [seat.place or 0 for seat in seats_of(game)]
    assert sorted(places) == [1, 2]
    winner = places.index(1)
    result = Result.objects.get(game=game, seat=winner)
    assert result.lives >= 5
    assert result.matches == len(matches)
    assert result.won == sum(winner in (match.winners or []) for match in matches)
    throws = Move.objects.filter(game=game, seat=winner, action__do="throw").count()
    assert sum(result.counts["throws"].values()) == throws
    sums = PlayerStats.objects.get(user=one.user_id, slug="rps-extreme")
    own = Result.objects.get(game=game, seat=0)
    assert sums.counts == own.counts
    assert sums.games == 1


def test_the_log_replays_to_the_stored_state() -> None:
    game, _ = new_game()
    Driver(game.pk, random.Random(5)).finish()
    position = read(game.pk)
    *_, last = game_log.replay(position, Move.objects.filter(game=game).order_by("ply"))
    assert last.state == position.state


def test_a_game_against_an_ai_is_played_without_waiting_for_the_other() -> None:
    (mira,) = make_users(1)
    game = playing_game([mira], ais=1, **RPS)
    person, ai = seats_of(game)
    assert [seat.asked for seat in (person, ai)] == [True, True]
    assert person.due_at is None  # nobody waits
    due = ai.due_at
    throw(game, person)
    # the AI's time was drawn before it chose, and no answer of the other changes it
    assert seats_of(game)[1].due_at == due
    Driver(game.pk, random.Random(1)).finish()


def test_an_end_of_a_challenge_is_looked_at_before_the_next_throw() -> None:
    game, _ = new_game()
    driver = Driver(game.pk, random.Random(3))
    while Match.objects.filter(game=game).count() == 1:
        driver.step()
    position = read(game.pk)
    until = position.game.pause_until
    assert until is not None
    seats = seats_of(game)
    assert all(seat.turn_at is not None and seat.turn_at >= until for seat in seats)


def test_one_who_is_left_alone_may_end_the_game_at_once() -> None:
    game, (one, other) = new_game()
    throw(game, one)
    stand_ins.abandon(game.pk, other.user_id)
    frame = snapshots.snapshot(game.pk, one.user_id)
    assert isinstance(frame, dict)
    assert frame["end"] == {"asked": [0], "agreed": []}
    assert ending.agree(game.pk, one.user_id, on=True) is None
    game.refresh_from_db()
    assert game.status == Game.Status.FINISHED
    assert Match.objects.get(game=game).ended_by == "agreement"


def test_somebody_who_comes_back_sees_the_own_choice_and_the_same_clock() -> None:
    game, (one, _other) = new_game()
    throw(game, one, "scissors")
    presence.arrive(game.pk, one.user_id or 0, "tab", watching=False)
    frame: Json | Refused = snapshots.snapshot(game.pk, one.user_id)
    assert isinstance(frame, dict)
    assert frame["question"] is None
    assert list(frame["clocks"]) == ["1"]
    assert frame["view"]["seats"][0]["choice"] == {"do": "throw", "sign": "scissors"}
    open_all_pages(game.pk)
    assert questions.turn_of(seats_of(game)[1]) is not None


def test_a_replay_is_cut_for_each_seat_and_shows_all_to_who_asks_for_all() -> None:
    game, (one, _other) = new_game()
    Driver(game.pk, random.Random(3)).finish()
    last = Match.objects.filter(game=game).count()
    for match in (1, last):
        views: dict[object, Json] = {}
        for view in (0, 1, replay.ALL):
            frame = replay.replay(game.pk, one.user_id, view, match)
            assert isinstance(frame, dict)
            views[view] = frame["chapters"][0]
        for seat in (0, 1):
            events = [event for step in views[seat]["steps"] for event in step["events"]]
            hidden = [
                each["seat"] for each in events if each["e"] == "answered" and not each["choice"]
            ]
            assert set(hidden) == {1 - seat}
        everything = [event for step in views[replay.ALL]["steps"] for event in step["events"]]
        assert all(event["choice"] for event in everything if event["e"] == "answered")
        assert "coming" in views[replay.ALL]["steps"][0]["view"]
        assert "coming" not in views[0]["steps"][0]["view"]
    page = Client().get(f"/game/{game.pk}/replay/").content.decode()
    assert "data-reviews" in page
    assert "throws" in page
    played = verify(game_log.record(game.pk))
    assert played is None


def test_a_throw_is_in_no_admin_page_before_the_other_is_made() -> None:
    game, (one, _other) = new_game()
    throw(game, one, "scissors")
    client = staff_client(superuser())
    move = Move.objects.get(game=game)
    for address in ("/admin/games/move/", f"/admin/games/move/{move.pk}/change/"):
        assert "scissors" not in client.get(address).content.decode()
