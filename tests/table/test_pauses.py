"""During the pause after a move no one can answer, but all else continues."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from games.engine.contract import Refused
from games.live import talk
from games.live.commands import stand_ins
from games.live.executor import Change
from games.models import Game, Seat
from games.positions.position import read_position
from tests.table.harness import (
    HELD_SECONDS,
    act_on,
    after_a_match,
    asked_seat,
    end_pause,
    let_pass,
    make_users,
    playing_game,
    stored_game,
    write_action,
)

pytestmark = pytest.mark.django_db(transaction=True)
SURRENDER = {"do": "surrender"}


@pytest.mark.parametrize("rated", [False, True])
def test_no_move_is_accepted_until_the_pause_after_a_match_is_over(rated: bool) -> None:
    game = after_a_match(make_users(4))
    seat = asked_seat(game.pk)
    Game.objects.filter(pk=game.pk).update(rated=rated)
    before = stored_game(game.pk)
    position = read_position(game.pk)
    for action in position.rules.legal(position.state, seat.index):
        sent = write_action(position, action)
        assert act_on(game.pk, seat.user_id, seat.question, sent) == Refused("paused")
    assert stored_game(game.pk) == before
    end_pause(game.pk)
    done = act_on(game.pk, seat.user_id, seat.question, SURRENDER)
    assert isinstance(done, Change)
    assert done.game.version == game.version + 1


def test_a_program_is_told_so_as_well_and_how_long_it_lasts() -> None:
    game = after_a_match(make_users(2))
    seat = asked_seat(game.pk)
    client = Client()
    assert seat.user is not None
    client.force_login(seat.user)
    body = {"question": seat.question, "action": SURRENDER}
    answer = client.post(f"/api/v1/games/{game.pk}/moves/", body, content_type="application/json")
    assert (answer.status_code, answer.json()["code"]) == (409, "paused")
    left = client.get(f"/api/v1/games/{game.pk}/").json()["pause"]
    assert 0 < left <= 8_000
    # waiting as long as announced is enough
    let_pass(game.pk, HELD_SECONDS + left / 1000)
    answer = client.post(f"/api/v1/games/{game.pk}/moves/", body, content_type="application/json")
    assert answer.status_code == 200


def test_people_may_talk_and_leave_and_come_back_in_a_pause() -> None:
    users = make_users(3)
    game = after_a_match(users)
    seat = asked_seat(game.pk)
    assert talk.say_line(game.pk, users[0].pk, "phrase", "well-played") is None
    Seat.objects.filter(pk=seat.pk).update(
        stand_in="easy", stand_in_at=timezone.now(), stand_in_match=1, free_match=2
    )
    assert stand_ins.take_back(game.pk, seat.user_id) is None
    again = asked_seat(game.pk)
    assert again.due_at is not None
    # the new turn also starts after the pause
    assert game.pause_until is not None
    assert again.due_at >= game.pause_until + timedelta(seconds=20)
    assert act_on(game.pk, again.user_id, again.question, SURRENDER) == Refused("paused")
    assert stand_ins.abandon_seat(game.pk, users[1].pk) is None


def test_after_a_throw_nobody_answers_until_all_could_see_what_it_did() -> None:
    game = playing_game(make_users(2), slug="rps-extreme", target=5)
    seats = list(Seat.objects.filter(game=game).order_by("index"))
    for seat, sign in zip(seats, ("rock", "scissors"), strict=True):
        action = {"do": "throw", "sign": sign}
        assert isinstance(act_on(game.pk, seat.user_id, seat.question, action), Change)
    let_pass(game.pk, -HELD_SECONDS)
    seat = asked_seat(game.pk)
    assert (
        read_position(game.pk).rules.state_for(read_position(game.pk).state, seat.index)["phase"]
        == "score"
    )
    answer = act_on(game.pk, seat.user_id, seat.question, {"do": "score"})
    assert answer == Refused("paused")
    end_pause(game.pk)
    answer = act_on(game.pk, seat.user_id, seat.question, {"do": "score"})
    assert isinstance(answer, Change)
