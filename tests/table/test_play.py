"""Every move of every game takes the same path once."""

import random

import pytest
from django.db import IntegrityError, transaction

from games.engine.contract import Refused
from games.live.executor import Change
from games.models import Move, Seat
from games.positions.position import read_position
from games.records import game_log
from tests.table.harness import (
    Driver,
    act_on,
    asked_seat,
    at_once,
    canonical_json,
    expire_turn,
    legal_actions,
    make_due,
    make_users,
    playing_game,
    stored_game,
    take_bot_turn,
    write_action,
)

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]
DRAW = {"do": "draw", "from": "pile"}


def test_the_log_of_a_whole_game_replays_to_the_stored_state_byte_for_byte() -> None:
    users = make_users(4)
    game = playing_game(users, lives=4)

    def check() -> None:
        position = read_position(game.pk)
        *_, last = game_log.replay_moves(position, Move.objects.filter(game_id=game.pk))
        replayed = canonical_json(position.rules.dump(last.state))
        assert replayed == canonical_json(position.game.state)

    check()
    Driver(game.pk, random.Random(1), after=check).finish()


REFUSED: list[tuple[object, str]] = [
    ({"do": "dance"}, "malformed"),
    ({"do": "discard", "card": "Ye9"}, "malformed"),
    ({"do": "draw", "from": 0.5}, "malformed"),
    (None, "malformed"),
    ([], "malformed"),
    ({"do": "fight"}, "illegal-fight"),
    ({"do": "pass"}, "illegal-pass"),
    ({"do": "draw", "from": 0}, "illegal-draw"),
    ({"do": "draw", "from": 1}, "illegal-draw"),
    ({"do": "discard", "card": "Co1"}, "wrong-phase"),
]


def test_what_the_rules_do_not_allow_is_refused_and_nothing_is_changed() -> None:
    game = playing_game(make_users(2))
    seat = asked_seat(game.pk)
    before = stored_game(game.pk)
    for action, code in REFUSED:
        assert act_on(game.pk, seat.user_id, seat.question, action) == Refused(code), action
    assert stored_game(game.pk) == before


def test_an_answered_question_is_stale_for_ever() -> None:
    game = playing_game(make_users(2))
    seat = asked_seat(game.pk)
    act_on(game.pk, seat.user_id, seat.question, DRAW)
    before = stored_game(game.pk)
    for question in (seat.question, 0, seat.question + 7):
        answer = act_on(game.pk, seat.user_id, question, DRAW)
        assert answer == Refused("stale-question")
    assert stored_game(game.pk) == before


def test_two_answers_at_once_answer_the_question_once() -> None:
    game = playing_game(make_users(2))
    seat = asked_seat(game.pk)
    answers = at_once(
        *[lambda: act_on(game.pk, seat.user_id, seat.question, DRAW) for _ in range(6)]
    )
    (made,) = [answer for answer in answers if isinstance(answer, Change)]
    assert made.game.version == game.version + 1
    assert answers.count(Refused("stale-question")) == 5
    assert Move.objects.filter(game=game).count() == 1


def test_the_database_itself_answers_no_question_twice() -> None:
    game = playing_game(make_users(2))
    seat = asked_seat(game.pk)
    act_on(game.pk, seat.user_id, seat.question, DRAW)
    again = Move.objects.get(game=game)
    again.pk, again.ply = None, 2
    with pytest.raises(IntegrityError), transaction.atomic():
        again.save()


# ------------------------------------------------------------------------------ deadlines
def test_a_discard_keeps_the_deadline_of_its_turn_and_the_next_turn_gets_its_own() -> None:
    game = playing_game(make_users(2), free=20)
    first = asked_seat(game.pk)
    assert first.due_at is not None
    act_on(game.pk, first.user_id, first.question, DRAW)
    same = asked_seat(game.pk)
    assert (same.index, same.due_at, same.allowed_ms) == (first.index, first.due_at, 35000)
    position = read_position(game.pk)
    discard = write_action(position, legal_actions(position, same)[0])
    act_on(game.pk, same.user_id, same.question, discard)
    following = asked_seat(game.pk)
    assert following.index != first.index
    assert following.due_at is not None
    assert following.due_at > first.due_at


def test_the_clock_plays_the_default_move_exactly_once() -> None:
    game = playing_game(make_users(2))
    seat = make_due(game.pk)
    assert isinstance(expire_turn(game.pk, seat.index, seat.question), Change)
    assert expire_turn(game.pk, seat.index, seat.question) is None
    drew = Move.objects.get(game=game)
    assert (drew.by, drew.action) == ("clock", DRAW)
    again = asked_seat(game.pk)
    assert again.index == seat.index
    assert isinstance(expire_turn(game.pk, again.index, again.question), Change)
    position = read_position(game.pk)
    view = position.rules.state_for(position.state, seat.index)["seats"][seat.index]
    assert (view["cards"], len(view["discards"])) == (3, 1)
    assert asked_seat(game.pk).index != seat.index


def test_people_who_play_with_ai_players_only_are_never_hurried() -> None:
    users = make_users(1)
    game = playing_game(users, ais=3, free=20)
    while asked_seat(game.pk).kind == Seat.Kind.AI:
        Driver(game.pk).step()
    assert asked_seat(game.pk).due_at is None


# ------------------------------------------------------------------------------- AI players


def test_an_ai_that_fails_plays_the_default_move_so_that_no_game_hangs() -> None:
    game = playing_game(make_users(1), ais=3)
    driver = Driver(game.pk)
    while asked_seat(game.pk).kind != Seat.Kind.AI:
        driver.step()
    # a level without an AI player
    Seat.objects.filter(game=game, kind="ai").update(level="gone")
    seat = make_due(game.pk)
    assert isinstance(take_bot_turn(game.pk, seat.index, seat.question), Change)
    assert Move.objects.filter(game=game).last().action == DRAW  # type: ignore[union-attr]
