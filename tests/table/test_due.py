"""Due questions are answered in batches, each independently and once."""

import time
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import User
from density.celery import app
from density.platform.redis import redis_connection
from games import clock, tasks
from games.engine.contract import Action
from games.live import due
from games.live.due import Due
from games.models import Game, Move, Seat
from games.positions.position import read_position
from games.records import game_log
from games.registry import GAMES
from tests.table.harness import (
    Driver,
    asked_seat,
    at_once,
    canonical_json,
    expire_turn,
    make_due,
    make_users,
    playing_game,
    stored_game,
)

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]
DRAW = {"do": "draw", "from": "pile"}
ANSWERERS = (Move.By.CLOCK, Move.By.AI)


def question_of(seat: Seat) -> Due:
    return seat.game_id, seat.index, seat.question


def lapsed_question(users: list[User], **options: Any) -> Due:
    """Return the due question of a user at a table of two."""
    return question_of(make_due(playing_game(users, **options).pk))


def due_ai_turn(users: list[User], **options: Any) -> Due:
    """Return the due question of an AI player."""
    game = playing_game(users[:1], ais=3, **options)
    driver = Driver(game.pk)
    while not asked_seat(game.pk).played_by_ai:
        driver.step()
    return question_of(make_due(game.pk))


def three_questions(by: Move.By, **options: Any) -> list[Due]:
    """Return due questions of three games."""
    users = make_users(6)
    make = lapsed_question if by == Move.By.CLOCK else due_ai_turn
    return [make(users[start : start + 2], **options) for start in (0, 2, 4)]


def moves_of(question: Due) -> list[str]:
    """Return who answered a question."""
    game_id, seat, number = question
    found = Move.objects.filter(game=game_id, seat=seat, question=number)
    return list(found.values_list("by", flat=True))


@pytest.mark.parametrize("by", ANSWERERS)
def test_a_list_makes_the_move_of_every_game_in_it(by: Move.By) -> None:
    questions = three_questions(by)
    # as in a message
    assert due.answer_due([list(each) for each in questions], by) == []  # type: ignore[misc]
    assert [moves_of(each) for each in questions] == [[by]] * 3
    for game_id, _, number in questions:
        position = read_position(game_id)
        *_, last = game_log.replay_moves(position, Move.objects.filter(game_id=game_id))
        assert canonical_json(position.rules.dump(last.state)) == canonical_json(
            position.game.state
        )
        following = asked_seat(game_id)
        assert (following.asked, following.question) != (False, number)


@pytest.mark.parametrize("by", ANSWERERS)
def test_a_game_that_cannot_be_played_keeps_no_other_in_the_list_from_its_move(
    by: Move.By, caplog: pytest.LogCaptureFixture
) -> None:
    questions = three_questions(by)
    Game.objects.filter(pk=questions[1][0]).update(state={})
    due.answer_due(questions, by)
    assert [moves_of(each) for each in questions] == [[by], [], [by]]
    assert "the reconciler repeats it" in caplog.text


@pytest.mark.parametrize("by", ANSWERERS)
def test_a_move_that_the_database_refuses_keeps_no_other_from_being_written(
    by: Move.By, caplog: pytest.LogCaptureFixture
) -> None:
    questions = three_questions(by)
    game_id, seat, number = questions[1]
    # the log already has a move with this number
    ply = Game.objects.get(pk=game_id).ply + 1
    written = {"match": 1, "round": 1, "action": DRAW, "by": "ai", "at": timezone.now()}
    Move.objects.create(game_id=game_id, ply=ply, seat=seat, question=number + 7, **written)
    broken = stored_game(game_id)
    due.answer_due(questions, by)
    assert [moves_of(each) for each in questions] == [[by], [], [by]]
    assert stored_game(game_id) == broken
    assert "the reconciler repeats it" in caplog.text


def test_what_is_answered_early_or_unknown_is_skipped() -> None:
    stale, sound, early = three_questions(Move.By.CLOCK)
    expire_turn(*stale)
    make_due(early[0], by=timedelta(hours=-1))
    before = [stored_game(each[0]) for each in (stale, early)]
    others = [("nosuchgame00", 0, 0), (sound[0], 3, 0), (sound[0], sound[1], sound[2] + 1)]
    due.answer_due([stale, *others, early, sound, sound], Move.By.CLOCK)
    due.answer_due([sound], Move.By.AI)
    assert moves_of(sound) == ["clock"]
    assert [stored_game(each[0]) for each in (stale, early)] == before
    assert Game.objects.get(pk=sound[0]).ply == 1


@pytest.mark.parametrize("by", ANSWERERS)
def test_workers_that_get_the_same_list_make_each_move_once(by: Move.By) -> None:
    questions = three_questions(by)
    at_once(*[lambda: due.answer_due(questions, by) for _ in range(3)])
    assert [moves_of(each) for each in questions] == [[by]] * 3
    for game_id, *_ in questions:
        assert Game.objects.get(pk=game_id).ply == Move.objects.filter(game=game_id).count()


def test_an_owner_who_has_gone_for_good_is_noted_and_the_others_are_played() -> None:
    gone, sound, _ = three_questions(Move.By.CLOCK)
    Seat.objects.filter(game=gone[0], index=gone[1]).update(user=None)
    due.answer_due([gone, sound], Move.By.CLOCK)
    assert Seat.objects.get(game=gone[0], index=gone[1]).abandoned_at is not None
    assert moves_of(sound) == ["clock"]


# ------------------------------------------------------------------------ slow AI players
def slow_player(choose: Callable[..., Action]) -> Callable[..., Action]:
    """Return an AI player that thinks longer than a batch may take."""

    def thinking(*seen: Any) -> Action:
        until = time.thread_time() + due.SECONDS
        while time.thread_time() < until:
            pass
        return choose(*seen)

    return thinking


def test_a_slow_ai_leaves_the_others_to_other_workers(monkeypatch: pytest.MonkeyPatch) -> None:
    levels = GAMES["density-deck"].ai_levels
    easy = levels["easy"]._replace(bot=slow_player(levels["easy"].bot))
    monkeypatch.setitem(levels, "easy", easy)
    questions = three_questions(Move.By.AI)
    assert due.answer_due(questions, Move.By.AI) == [[each] for each in questions[1:]]
    assert [moves_of(each) for each in questions] == [["ai"], [], []]
    tasks.take_bot_turns.run(questions)
    assert moves_of(questions[1]) == ["ai"]
    assert redis_connection().llen("ai") == 1


def test_ai_turns_do_not_stand_in_line_before_deadlines() -> None:
    names = {app.amqp.router.route({}, clock.TASKS[kind])["queue"].name for kind in ("ai", "turn")}
    assert names == {"ai", "celery"}
    assert names <= set(app.amqp.queues.consume_from)
