"""Stand-ins: after two lapses, until the owner returns or has abandoned the seat."""

from datetime import timedelta
from typing import Any

import pytest
from django.db.models import F

from accounts.models import User
from games.engine.contract import Json, Refused
from games.live import frames
from games.live.commands import stand_ins
from games.live.executor import Change
from games.models import Game, Move, Seat
from games.positions.position import read_position
from tests.table.harness import (
    Driver,
    act_on,
    asked_seat,
    at_once,
    expire_turn,
    fire_deadline,
    frame_of,
    let_pass,
    make_due,
    make_users,
    open_game,
    playing_game,
    stored_game,
    take_bot_turn,
)

pytestmark = pytest.mark.django_db(transaction=True)
DRAW = {"do": "draw", "from": "pile"}


def seat_of(game: Game, user: User) -> Seat:
    return Seat.objects.get(game=game, user=user)


def shown_seat(game: Game, user: User | None, index: int) -> Json:
    """Return a seat in the snapshot of a viewer."""
    frame = frame_of(game.pk, None if user is None else user.pk)
    seat: Json = frame["seats"][index]
    return seat


def lapse_turn(game: Game, user: User) -> None:
    """Let the user's next turn lapse, while the others play."""
    while asked_seat(game.pk).user_id != user.pk:
        Driver(game.pk, calm=True).step()
    turns = seat_of(game, user).lapses
    while seat_of(game, user).lapses == turns:
        fire_deadline(game.pk)


def played_for(**options: Any) -> tuple[Game, list[User], Seat]:
    """Return a game whose first player has a stand-in and is asked now."""
    users = make_users(3)
    game = playing_game(users, **options)
    for _ in range(2):
        lapse_turn(game, users[0])
    seat = until_asked(game, users[0])
    return game, users, seat


def until_asked(game: Game, user: User) -> Seat:
    """Play the others until this user's seat is asked."""
    while asked_seat(game.pk).user_id != user.pk:
        Driver(game.pk, calm=True).step()
    return seat_of(game, user)


# --------------------------------------------------------------------------------- lapses
def test_one_lapse_changes_nothing_but_the_count_and_an_own_turn_takes_it_back() -> None:
    users = make_users(2)
    game = playing_game(users)
    lapse_turn(game, users[0])
    assert (seat_of(game, users[0]).lapses, seat_of(game, users[0]).stand_in) == (1, "")
    until_asked(game, users[0])
    Driver(game.pk, calm=True).step()
    Driver(game.pk, calm=True).step()
    assert seat_of(game, users[0]).lapses == 0


def test_after_two_lapses_in_a_row_the_best_ai_plays_from_the_next_decision() -> None:
    game, _, seat = played_for()
    assert (seat.stand_in, seat.stand_in_match, seat.free_match) == ("medium", 1, 1)
    assert shown_seat(game, None, seat.index)["state"] == "stand-in"
    assert shown_seat(game, None, seat.index)["level"] == "medium"
    assert expire_turn(game.pk, seat.index, seat.question) is None
    assert take_bot_turn(game.pk, seat.index, seat.question) is None
    make_due(game.pk)
    assert isinstance(take_bot_turn(game.pk, seat.index, seat.question), Change)
    assert Move.objects.filter(game=game).latest("ply").by == "ai"


def test_the_owner_cannot_act_while_a_stand_in_plays_and_sees_no_question() -> None:
    game, users, seat = played_for()
    before = stored_game(game.pk)
    assert act_on(game.pk, users[0].pk, seat.question, DRAW) == Refused("stand-in")
    assert stored_game(game.pk) == before
    frame = frame_of(game.pk, users[0].pk)
    assert (frame["you"], frame["question"]) == (0, None)


def test_a_table_that_waits_calls_no_stand_in_by_itself() -> None:
    users = make_users(2)
    game = playing_game(users, absence="wait")
    for _ in range(3):
        lapse_turn(game, users[0])
    assert seat_of(game, users[0]).stand_in == ""


# ------------------------------------------------------------------------------ hand-back
@pytest.mark.parametrize("drawn", [False, True], ids=["before its draw", "after its draw"])
def test_the_owner_gets_the_seat_back_at_any_moment_with_a_fresh_turn(drawn: bool) -> None:
    game, users, seat = played_for(bank=90)
    while drawn and Move.objects.filter(game=game).latest("ply").action["do"] != "draw":
        # it may also fight, and then draws in a later turn
        until_asked(game, users[0])
        fire_deadline(game.pk)
    claimed = make_due(game.pk).question
    assert stand_ins.take_back(game.pk, users[0].pk) is None
    # the earlier wake-up has no effect
    assert take_bot_turn(game.pk, seat.index, claimed) is None
    assert expire_turn(game.pk, seat.index, claimed) is None
    back = seat_of(game, users[0])
    assert (back.stand_in, back.lapses, back.question) == ("", 0, claimed + 1)
    assert back.due_at is not None
    assert back.turn_at is not None
    assert back.due_at - back.turn_at == timedelta(milliseconds=back.free_ms + back.bank_ms)
    assert back.free_ms == 20_000
    Driver(game.pk, calm=True).step()
    assert Move.objects.filter(game=game).latest("ply").by == "player"


@pytest.mark.postgres
def test_a_hand_back_and_a_move_of_the_stand_in_at_once_do_one_after_the_other() -> None:
    game, users, seat = played_for()
    make_due(game.pk)
    answers = at_once(
        lambda: stand_ins.take_back(game.pk, users[0].pk),
        lambda: take_bot_turn(game.pk, seat.index, seat.question),
    )
    assert answers[0] is None
    assert seat_of(game, users[0]).stand_in == ""
    moves = Move.objects.filter(game=game, seat=seat.index, question=seat.question).count()
    assert moves == (answers[1] is not None)


def test_coming_back_is_free_in_the_first_match_and_twice_afterwards() -> None:
    game, users, seat = played_for(lives=10)
    for _ in range(4):
        assert stand_ins.take_back(game.pk, users[0].pk) is None
        Seat.objects.filter(pk=seat.pk).update(lapses=1)
        lapse_turn(game, users[0])
    Seat.objects.filter(pk=seat.pk).update(free_match=9)
    for left in (2, 1):
        frame = frame_of(game.pk, users[0].pk)
        assert (frame["me"]["returns_left"], frame["me"]["can_return"]) == (left, True)
        assert stand_ins.take_back(game.pk, users[0].pk) is None
        Seat.objects.filter(pk=seat.pk).update(lapses=1)
        lapse_turn(game, users[0])
    frame = frame_of(game.pk, users[0].pk)
    assert (frame["me"]["returns_left"], frame["me"]["can_return"]) == (0, False)
    before = stored_game(game.pk)
    assert stand_ins.take_back(game.pk, users[0].pk) == Refused("no-returns")
    assert stored_game(game.pk) == before


# ------------------------------------------------------------------------------- abandoned
def test_who_leaves_while_playing_has_abandoned_the_seat_and_may_sit_elsewhere() -> None:
    users = make_users(3)
    game = playing_game(users)
    seat = asked_seat(game.pk)
    gone = next(user for user in users if user.pk == seat.user_id)
    assert stand_ins.abandon_seat(game.pk, gone.pk) is None
    left = seat_of(game, gone)
    assert left.abandoned_at is not None
    assert (left.live, left.stand_in) == (False, "medium")
    assert left.question == seat.question + 1
    assert shown_seat(game, None, left.index)["state"] == "abandoned"
    open_game([gone, *make_users(1, "Other")])
    assert stand_ins.take_back(game.pk, gone.pk) == Refused("abandoned")
    assert stand_ins.abandon_seat(game.pk, gone.pk) == Refused("abandoned")
    assert act_on(game.pk, gone.pk, left.question, DRAW) == Refused("not-seated")


def test_a_host_who_abandons_hands_over_to_whoever_is_here_and_sat_down_first() -> None:
    users = make_users(3)
    game = playing_game(users)
    Seat.objects.filter(game=game, user=users[1]).update(away_since=F("joined_at"))
    stand_ins.abandon_seat(game.pk, users[0].pk)
    game.refresh_from_db()
    assert game.host == users[2]


def test_a_stand_in_for_four_minutes_is_an_abandonment() -> None:
    game, users, seat = played_for()
    let_pass(game.pk, 200)
    assert not stand_ins.settle_stand_in(game.pk, seat.index)
    let_pass(game.pk, 40)
    assert stand_ins.take_back(game.pk, users[0].pk) == Refused("abandoned")
    assert stand_ins.settle_stand_in(game.pk, seat.index)
    assert seat_of(game, users[0]).abandoned_at is not None
    assert not stand_ins.settle_stand_in(game.pk, seat.index)


# ------------------------------------------------------------------- the table's own choice
def test_a_table_that_waits_lets_others_call_a_stand_in_after_a_minute() -> None:
    users = make_users(3)
    game = playing_game(users, absence="wait")
    seat = asked_seat(game.pk)
    away = next(user for user in users if user.pk == seat.user_id)
    other = next(user for user in users if user.pk != seat.user_id)
    assert stand_ins.call_stand_in(game.pk, other.pk, seat.index) == Refused("not-away")
    Seat.objects.filter(pk=seat.pk).update(away_since=F("turn_at"), due_at=None)
    let_pass(game.pk, 40)
    position = read_position(game.pk)
    left = frames.patience_left(position, position.seats[seat.index])
    assert left is not None
    assert 10_000 < left <= 20_000
    assert stand_ins.call_stand_in(game.pk, other.pk, seat.index) == Refused("not-allowed")
    assert stand_ins.call_stand_in(game.pk, None, seat.index) == Refused("not-seated")
    let_pass(game.pk, 20)
    assert shown_seat(game, other, seat.index)["call_ms"] == 0
    assert stand_ins.call_stand_in(game.pk, other.pk, seat.index) is None
    assert seat_of(game, away).stand_in == "medium"
    assert stand_ins.call_stand_in(game.pk, other.pk, seat.index) == Refused("not-away")


def test_a_watcher_takes_a_seat_for_good_that_a_stand_in_plays() -> None:
    game, users, seat = played_for(absence="substitute")
    (kim,) = make_users(1, "Kim")
    assert stand_ins.take_over_seat(game.pk, kim, seat.index) == Refused("not-away")
    Seat.objects.filter(pk=seat.pk).update(away_since=F("stand_in_at"))
    assert shown_seat(game, None, seat.index)["can_substitute"]
    assert stand_ins.take_over_seat(game.pk, users[1], seat.index) == Refused("not-allowed")
    assert stand_ins.take_over_seat(game.pk, kim, seat.index) is None
    taken = seat_of(game, kim)
    assert (taken.name, taken.stand_in, taken.live, taken.away_since) == (kim.name, "", True, None)
    assert stand_ins.take_back(game.pk, users[0].pk) == Refused("not-seated")
    action = {"do": "surrender"}
    assert isinstance(act_on(game.pk, kim.pk, taken.question, action), Change)


@pytest.mark.parametrize("why", ["busy", "barred", "not-allowed"])
def test_nobody_is_a_substitute_who_may_not(why: str) -> None:
    game, _, seat = played_for(absence="ai" if why == "not-allowed" else "substitute")
    (kim,) = make_users(1, "Kim")
    Seat.objects.filter(pk=seat.pk).update(away_since=F("stand_in_at"))
    if why == "busy":
        open_game([kim, *make_users(1, "Other")])
    elif why == "barred":
        Game.objects.filter(pk=game.pk).update(barred=[kim.pk])
    before = stored_game(game.pk)
    refused = stand_ins.take_over_seat(game.pk, kim, seat.index)
    assert refused == Refused("not-away" if why == "not-allowed" else why)
    assert stored_game(game.pk) == before
