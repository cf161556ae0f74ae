"""The judge finds whatever could be lost or wrong: each is done to a game that was sound."""

from collections.abc import Callable

import pytest

from games.models import Game, Match, Move, Seat
from games.records import game_log
from games.table.position import events_for, read
from tests.faults.judge import check_log, judge
from tests.faults.ledger import Ledger, Sent, Told, canonical
from tests.table import stage

pytestmark = pytest.mark.django_db


@pytest.fixture
def witnessed() -> Ledger:
    """A finished game, and people who saw and sent all of it."""
    game = stage.playing_game(stage.people(2), lives=1)
    stage.Driver(game.pk, calm=True).finish()
    ledger = Ledger(game.pk)
    position = read(game.pk)
    for step in game_log.replay(position, moves_of(ledger)):
        if step.move is None:
            continue
        move = step.move
        assert move.seat is not None
        assert move.question is not None
        sent = Sent(move.seat, move.question, canonical(move.action))
        ledger.sent.add(sent)
        ledger.done.append((sent, move.ply))
        seen = canonical(events_for(position, step, move.seat))
        ledger.told.append(Told((move.seat, move.seat), move.ply, seen))
    return ledger


def moves_of(ledger: Ledger) -> list[Move]:
    return list(Move.objects.filter(game=ledger.game_id).order_by("ply"))


def last_move(ledger: Ledger) -> Move:
    return moves_of(ledger)[-1]


def lose_the_last_move(ledger: Ledger) -> None:
    last_move(ledger).delete()


def lose_a_move_and_its_number(ledger: Ledger) -> None:
    """As a rolled back transaction would: log and state agree, and people saw more."""
    move = last_move(ledger)
    ply = move.ply - 1
    move.delete()
    Game.objects.filter(pk=ledger.game_id).update(ply=ply)


def change_the_state(ledger: Ledger) -> None:
    game = Game.objects.get(pk=ledger.game_id)
    Game.objects.filter(pk=game.pk).update(state={**(game.state or {}), "spoiled": 1})


def play_what_nobody_sent(ledger: Ledger) -> None:
    sent = next(iter(ledger.sent))
    ledger.sent.remove(sent)


def call_an_answer_done_twice(ledger: Ledger) -> None:
    ledger.done.append(ledger.done[0])


def call_done_what_is_not_in_the_log(ledger: Ledger) -> None:
    sent, version = ledger.done[0]
    ledger.done[0] = (sent._replace(question=sent.question + 100), version)


def tell_what_did_not_happen(ledger: Ledger) -> None:
    told = ledger.told[0]
    ledger.told[0] = told._replace(events=told.events.replace('"at":', '"at":1'))


def tell_two_moves_as_one_version(ledger: Ledger) -> None:
    ledger.told[1] = ledger.told[1]._replace(version=ledger.told[0].version)


def tell_in_another_order(ledger: Ledger) -> None:
    first, second = ledger.told[:2]
    ledger.told[:2] = [
        first._replace(version=second.version),
        second._replace(version=first.version),
    ]


def leave_a_question_open(ledger: Ledger) -> None:
    Seat.objects.filter(game=ledger.game_id, index=0).update(asked=True)


def swap_the_places(ledger: Ledger) -> None:
    for seat in Seat.objects.filter(game=ledger.game_id):
        Seat.objects.filter(pk=seat.pk).update(place=3 - (seat.place or 0))


def forget_the_end_of_a_match(ledger: Ledger) -> None:
    Match.objects.filter(game=ledger.game_id).update(ended_by="", round=None)


SPOILED: tuple[tuple[Callable[[Ledger], None], str], ...] = (
    (lose_the_last_move, "the log has"),
    (lose_a_move_and_its_number, "is not in the log"),
    (change_the_state, "does not replay"),
    (play_what_nobody_sent, "nobody sent move"),
    (call_an_answer_done_twice, "was called done 2 times"),
    (call_done_what_is_not_in_the_log, "is not in the log"),
    (tell_what_did_not_happen, "what is not in the log"),
    (tell_two_moves_as_one_version, "was told for moves"),
    (tell_in_another_order, "do not follow the log"),
    (leave_a_question_open, "are asked"),
    (swap_the_places, "other places"),
    (forget_the_end_of_a_match, "a match has no end"),
)


def test_a_sound_game_is_found_sound(witnessed: Ledger) -> None:
    assert judge(witnessed) == []


@pytest.mark.parametrize(
    ("spoil", "found"), SPOILED, ids=lambda value: getattr(value, "__name__", "")
)
def test_a_spoiled_game_is_found_out(
    spoil: Callable[[Ledger], None], found: str, witnessed: Ledger
) -> None:
    spoil(witnessed)
    assert any(found in loss for loss in judge(witnessed)), judge(witnessed)


def test_a_question_that_was_answered_twice_is_found_out(witnessed: Ledger) -> None:
    """The database does not take such a log, so the moves are given to the judge as they are."""
    game, moves = Game.objects.get(pk=witnessed.game_id), moves_of(witnessed)
    moves[-1].seat, moves[-1].question = moves[0].seat, moves[0].question
    assert any("was answered 2 times" in loss for loss in check_log(game, moves))
