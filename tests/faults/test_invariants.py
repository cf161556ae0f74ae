"""The invariants notice every kind of damage to a sound game."""

from collections.abc import Callable

import pytest

from games.models import Game, Match, Move, Seat
from games.positions.position import events_for, read_position
from games.records import game_log
from tests.faults.invariants import check_log, find_violations
from tests.faults.observed import Observed, Received, Sent, canonical_json
from tests.table import harness

pytestmark = pytest.mark.django_db


@pytest.fixture
def witnessed() -> Observed:
    """A finished game, with players who saw and sent everything."""
    game = harness.playing_game(harness.make_users(2), lives=1)
    harness.Driver(game.pk, calm=True).finish()
    observed = Observed(game.pk)
    position = read_position(game.pk)
    for step in game_log.replay_moves(position, moves_of(observed)):
        if step.move is None:
            continue
        move = step.move
        assert move.seat is not None
        assert move.question is not None
        sent = Sent(move.seat, move.question, canonical_json(move.action))
        observed.sent.add(sent)
        observed.done.append((sent, move.ply))
        seen = canonical_json(events_for(position, step, move.seat))
        observed.received.append(Received((move.seat, move.seat), move.ply, seen))
    return observed


def moves_of(observed: Observed) -> list[Move]:
    return list(Move.objects.filter(game=observed.game_id).order_by("ply"))


def last_move(observed: Observed) -> Move:
    return moves_of(observed)[-1]


def lose_the_last_move(observed: Observed) -> None:
    last_move(observed).delete()


def lose_a_move_and_its_number(observed: Observed) -> None:
    """Remove the last move from log and state, as if a transaction was rolled back."""
    move = last_move(observed)
    ply = move.ply - 1
    move.delete()
    Game.objects.filter(pk=observed.game_id).update(ply=ply)


def change_the_state(observed: Observed) -> None:
    game = Game.objects.get(pk=observed.game_id)
    state = game.state or {}
    Game.objects.filter(pk=game.pk).update(state={**state, "top": state["top"] + 1})


def play_what_was_not_sent(observed: Observed) -> None:
    sent = next(iter(observed.sent))
    observed.sent.remove(sent)


def call_an_answer_done_twice(observed: Observed) -> None:
    observed.done.append(observed.done[0])


def call_done_what_is_not_in_the_log(observed: Observed) -> None:
    sent, version = observed.done[0]
    observed.done[0] = (sent._replace(question=sent.question + 100), version)


def send_what_did_not_happen(observed: Observed) -> None:
    one = observed.received[0]
    observed.received[0] = one._replace(events=one.events.replace('"at":', '"at":1'))


def send_two_moves_as_one_version(observed: Observed) -> None:
    observed.received[1] = observed.received[1]._replace(version=observed.received[0].version)


def send_in_another_order(observed: Observed) -> None:
    first, second = observed.received[:2]
    observed.received[:2] = [
        first._replace(version=second.version),
        second._replace(version=first.version),
    ]


def leave_a_question_open(observed: Observed) -> None:
    Seat.objects.filter(game=observed.game_id, index=0).update(asked=True)


def swap_the_places(observed: Observed) -> None:
    for seat in Seat.objects.filter(game=observed.game_id):
        Seat.objects.filter(pk=seat.pk).update(place=3 - (seat.place or 0))


def forget_the_end_of_a_match(observed: Observed) -> None:
    Match.objects.filter(game=observed.game_id).update(ended_by="", round=None)


SPOILED: tuple[tuple[Callable[[Observed], None], str], ...] = (
    (lose_the_last_move, "the log has"),
    (lose_a_move_and_its_number, "is not in the log"),
    (change_the_state, "does not replay"),
    (play_what_was_not_sent, "nobody sent move"),
    (call_an_answer_done_twice, "was called done 2 times"),
    (call_done_what_is_not_in_the_log, "is not in the log"),
    (send_what_did_not_happen, "what is not in the log"),
    (send_two_moves_as_one_version, "was told for moves"),
    (send_in_another_order, "do not follow the log"),
    (leave_a_question_open, "are asked"),
    (swap_the_places, "other places"),
    (forget_the_end_of_a_match, "a match has no end"),
)


def test_a_sound_game_is_found_sound(witnessed: Observed) -> None:
    assert find_violations(witnessed) == []


@pytest.mark.parametrize(
    ("spoil", "found"), SPOILED, ids=lambda value: getattr(value, "__name__", "")
)
def test_a_spoiled_game_is_found_out(
    spoil: Callable[[Observed], None], found: str, witnessed: Observed
) -> None:
    spoil(witnessed)
    assert any(found in loss for loss in find_violations(witnessed)), find_violations(witnessed)


def test_a_question_that_was_answered_twice_is_found_out(witnessed: Observed) -> None:
    """The database refuses such a log, so the check gets the moves directly."""
    game, moves = Game.objects.get(pk=witnessed.game_id), moves_of(witnessed)
    moves[-1].seat, moves[-1].question = moves[0].seat, moves[0].question
    assert any("was answered 2 times" in loss for loss in check_log(game, moves))
