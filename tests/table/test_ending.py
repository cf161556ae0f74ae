"""After two players have left, the others can end the game if all agree."""

from functools import partial

import pytest

from accounts.models import RatingEvent, User
from games.engine.contract import Refused
from games.engine.verify import verify_record
from games.live.commands import ending, presence, stand_ins
from games.live.executor import Change
from games.models import Game, Match, Move, Result, Seat
from games.positions.position import read_position
from games.records import game_log
from tests.table.harness import (
    Driver,
    act_on,
    asked_seat,
    at_once,
    canonical_json,
    establish_ranks,
    fire_deadline,
    frame_of,
    let_pass,
    make_users,
    playing_game,
)

pytestmark = pytest.mark.django_db(transaction=True)
SURRENDER = {"do": "surrender"}


def deserted_game(
    *, ais: int = 0, lives: int = 10, rated: bool = False, beaten: bool = False
) -> tuple[Game, list[User]]:
    """Return a game of four in its second round that the last two have left; the second is asked.

    If `beaten`, the first player has surrendered before.
    """
    users = make_users(4 - ais)
    game = playing_game(users, ais=ais, lives=lives)
    Game.objects.filter(pk=game.pk).update(rated=rated)
    driver = Driver(game.pk, calm=True)
    for _ in range(8):
        driver.step()
    if beaten:
        surrender_next(game, users[0])
    while asked_seat(game.pk).user_id != users[1 - bool(ais)].pk:
        driver.step()
    for user in users[-2:]:
        assert stand_ins.abandon_seat(game.pk, user.pk) is None
    return game, users


def status_of(game: Game) -> str:
    return Game.objects.get(pk=game.pk).status


def surrender_next(game: Game, user: User) -> None:
    """Have a user surrender in their next turn, while the others play."""
    while (seat := asked_seat(game.pk)).user_id != user.pk:
        Driver(game.pk, calm=True).step()
    assert isinstance(act_on(game.pk, user.pk, seat.question, SURRENDER), Change)


def test_the_end_is_the_last_entry_of_the_log_and_replays_and_verifies() -> None:
    game, users = deserted_game()
    for user in users[:2]:
        ending.agree_to_end(game.pk, user.pk, True)
    done = Game.objects.get(pk=game.pk)
    log = list(Move.objects.filter(game=game))
    assert [move.ply for move in log] == list(range(1, done.ply + 1))
    assert [move.by for move in log].count("all") == 1
    assert (log[-1].by, log[-1].seat, log[-1].action) == ("all", None, {"do": "end"})
    position = read_position(game.pk)
    *_, last = game_log.replay_moves(position, log)
    assert canonical_json(position.rules.dump(last.state)) == canonical_json(done.state)
    record = game_log.read_record(game.pk)
    assert verify_record(record) is None
    assert record["matches"][-1]["ended_by"] == "agreement"
    match = Match.objects.get(game=game, number=len(record["matches"]))
    assert (match.ended_by, match.winners, match.scores) == ("agreement", [], {})
    assert not any(seat.asked or seat.live or seat.due_at for seat in position.seats.values())


def test_ranks_change_as_ever_and_who_left_does_not_gain() -> None:
    game, users = deserted_game(rated=True, beaten=True)
    establish_ranks(users)
    for user in users[:2]:
        assert ending.agree_to_end(game.pk, user.pk, True) is None
    events = {event.user_id: event for event in RatingEvent.objects.filter(game=game.pk)}
    places = dict(Seat.objects.filter(game=game).values_list("user", "place"))
    assert {user: event.place for user, event in events.items()} == places
    assert places[users[0].pk] == 4
    assert events[users[0].pk].change < 0 < events[users[1].pk].change
    assert all(events[user.pk].left and events[user.pk].change <= 0 for user in users[2:])


# -------------------------------------------------------------------------- who is asked
def test_a_stand_in_agrees_for_nobody_and_its_owner_is_asked_when_back() -> None:
    game, users = deserted_game()
    presence.mark_departure(game.pk, users[1].pk)
    assert ending.agree_to_end(game.pk, users[0].pk, True) is None
    while not Seat.objects.get(game=game, user=users[1]).stand_in:
        fire_deadline(game.pk)
    assert status_of(game) == "playing"
    presence.mark_arrival(game.pk, users[1].pk, "tab", watching=False)
    assert frame_of(game.pk, users[1].pk)["end"] == {"asked": [0, 1], "agreed": [0]}
    assert ending.agree_to_end(game.pk, users[1].pk, True) is None
    assert status_of(game) == "finished"


@pytest.mark.parametrize("how", ["leaves", "stays away"])
def test_who_abandons_the_seat_is_not_asked_any_more(how: str) -> None:
    game, users = deserted_game()
    ending.agree_to_end(game.pk, users[0].pk, True)
    if how == "leaves":
        assert stand_ins.abandon_seat(game.pk, users[1].pk) is None
    else:
        presence.mark_departure(game.pk, users[1].pk)
        while not Seat.objects.get(game=game, user=users[1]).stand_in:
            fire_deadline(game.pk)
        let_pass(game.pk, 240)
        assert stand_ins.settle_stand_in(game.pk, 1)
    assert status_of(game) == "finished"
    assert Seat.objects.get(game=game, index=1).abandoned_at is not None


def test_who_has_lost_the_last_life_is_not_asked_and_with_that_all_others_may_agree() -> None:
    game, users = deserted_game(lives=1)
    assert ending.agree_to_end(game.pk, users[0].pk, True) is None
    surrender_next(game, users[1])
    assert status_of(game) == "finished"
    assert list(Move.objects.filter(game=game).values_list("by", flat=True))[-2:] == [
        "player",
        "all",
    ]
    assert Seat.objects.get(game=game, user=users[1]).place == 4
    assert Seat.objects.get(game=game, user=users[0]).place == 1
    assert verify_record(game_log.read_record(game.pk)) is None


def test_with_a_substitute_at_the_table_everybody_is_asked_anew() -> None:
    game, users = deserted_game(ais=0)
    gone = users[1:]
    stand_ins.abandon_seat(game.pk, gone[0].pk)
    Game.objects.filter(pk=game.pk).update(absence="substitute")
    (kim, noor) = make_users(2, "Watcher")
    assert stand_ins.take_over_seat(game.pk, kim, 1) is None
    assert ending.agree_to_end(game.pk, kim.pk, True) is None
    assert stand_ins.take_over_seat(game.pk, noor, 2) is None
    assert frame_of(game.pk, noor.pk)["end"] is None
    assert stand_ins.abandon_seat(game.pk, noor.pk) is None
    assert frame_of(game.pk, kim.pk)["end"] == {"asked": [0, 1], "agreed": []}


# --------------------------------------------------------------------- refused, at once
@pytest.mark.postgres
def test_two_last_agreements_at_once_end_the_game_once() -> None:
    game, users = deserted_game(rated=True)
    assert at_once(
        *(partial(ending.agree_to_end, game.pk, user.pk, True) for user in users[:2])
    ) == [
        None,
        None,
    ]
    assert status_of(game) == "finished"
    assert Move.objects.filter(game=game, by="all").count() == 1
    assert Result.objects.filter(game=game).count() == 4
    assert RatingEvent.objects.filter(game=game.pk).count() == 4


@pytest.mark.postgres
def test_a_last_agreement_and_a_move_at_once_come_one_after_the_other() -> None:
    game, users = deserted_game()
    ending.agree_to_end(game.pk, users[0].pk, True)
    seat = asked_seat(game.pk)
    answers = at_once(
        lambda: ending.agree_to_end(game.pk, users[1].pk, True),
        lambda: act_on(game.pk, users[1].pk, seat.question, {"do": "draw", "from": "pile"}),
    )
    assert answers[0] is None
    assert status_of(game) == "finished"
    drawn = Move.objects.filter(game=game, seat=seat.index, question=seat.question).count()
    assert drawn == (answers[1] != Refused("game-over"))
    assert Move.objects.filter(game=game).latest("ply").by == "all"
    assert verify_record(game_log.read_record(game.pk)) is None
