"""In a game against only AI players, the user chooses their pace and can skip a wait."""

import random
from datetime import timedelta

import pytest

from accounts.models import User
from games.live import questions
from games.live.commands import ai_pace, stand_ins
from games.models import Game, Move, Seat
from games.positions.position import read_position
from tests.table.harness import (
    Driver,
    asked_seat,
    end_pause,
    frame_of,
    make_users,
    playing_game,
    stored_game,
    take_bot_turn,
)

pytestmark = pytest.mark.django_db(transaction=True)


def play_alone(**options: object) -> tuple[Game, User]:
    """Return a game of one user against three AI players, of whom one is asked."""
    (user,) = make_users(1)
    game = playing_game([user], ais=3, **options)
    driver = Driver(game.pk)
    while not asked_seat(game.pk).played_by_ai:
        driver.step()
    end_pause(game.pk)
    Seat.objects.filter(game=game, user=user).update(turns=1)
    return game, user


def thinking_seconds(game: Game, seed: int = 7) -> float:
    """Return the thinking time in seconds that the asked AI player would draw."""
    position = read_position(game.pk)
    return questions.thinking_seconds(position, asked_seat(game.pk).index, random.Random(seed))


def mean_seconds(game: Game) -> float:
    return sum(thinking_seconds(game, seed) for seed in range(50)) / 50


def test_alone_an_ai_player_takes_as_long_as_a_card_flies_and_in_company_as_a_person_does() -> None:
    solo, _ = play_alone()
    assert min(thinking_seconds(solo, seed) for seed in range(50)) >= 0.25  # the last card flies
    assert mean_seconds(solo) < 0.35  # twice per turn
    shared = playing_game(make_users(2, "Other"), ais=2)
    driver = Driver(shared.pk)
    while not asked_seat(shared.pk).played_by_ai:
        driver.step()
    assert mean_seconds(shared) > 1.5


def test_the_pace_is_chosen_by_the_user_and_holds_from_the_next_answer_on() -> None:
    game, user = play_alone()
    normal, due = mean_seconds(game), asked_seat(game.pk).due_at
    assert ai_pace.set_ai_pace(game.pk, user.pk, "fast") is None
    assert mean_seconds(game) == pytest.approx(normal / 2)
    assert ai_pace.set_ai_pace(game.pk, user.pk, "instant") is None
    assert mean_seconds(game) == 0
    assert asked_seat(game.pk).due_at == due
    Driver(game.pk).step()
    asked = asked_seat(game.pk)
    if asked.played_by_ai:
        assert asked.due_at is not None
        assert asked.due_at <= read_position(game.pk).now


def test_before_the_first_own_turn_of_a_game_played_alone_ai_players_are_twice_as_fast() -> None:
    game, user = play_alone()
    Seat.objects.filter(game=game, user=user).update(turns=1)
    later = mean_seconds(game)
    Seat.objects.filter(game=game, user=user).update(turns=0)
    assert mean_seconds(game) == pytest.approx(later / 2)


def test_the_pace_of_a_user_means_nothing_once_others_play_too() -> None:
    users = make_users(2)
    game = playing_game(users, ais=2)
    driver = Driver(game.pk)
    while not asked_seat(game.pk).played_by_ai:
        driver.step()
    lifelike = thinking_seconds(game)
    for user in users:
        assert ai_pace.set_ai_pace(game.pk, user.pk, "instant") is None
    assert thinking_seconds(game) == lifelike
    assert [frame_of(game.pk, user.pk)["me"]["ai_pace"] for user in users] == [None, None]
    assert stand_ins.abandon_seat(game.pk, users[1].pk) is None
    assert frame_of(game.pk, users[0].pk)["me"]["ai_pace"] == "instant"
    assert thinking_seconds(game) == 0


def test_the_user_lets_the_ai_player_that_is_asked_answer_now() -> None:
    game, user = play_alone()
    Seat.objects.filter(game=game, asked=True).update(
        due_at=read_position(game.pk).now + timedelta(seconds=60)
    )
    asked = asked_seat(game.pk)
    assert take_bot_turn(game.pk, asked.index, asked.question) is None
    assert ai_pace.skip_ai_pause(game.pk, user.pk, "") is None
    assert take_bot_turn(game.pk, asked.index, asked.question) is not None
    # the next question has its own time
    after = asked_seat(game.pk)
    if after.played_by_ai:
        assert after.due_at is not None
        assert after.due_at > Move.objects.filter(game=game).latest("ply").at


def test_a_skip_ends_no_pause() -> None:
    game, user = play_alone()
    until = read_position(game.pk).now + timedelta(seconds=30)
    Game.objects.filter(pk=game.pk).update(pause_until=until)
    Seat.objects.filter(game=game, asked=True).update(due_at=until + timedelta(seconds=9))
    assert ai_pace.skip_ai_pause(game.pk, user.pk, "") is None
    assert asked_seat(game.pk).due_at == until
    before = stored_game(game.pk)
    assert ai_pace.skip_ai_pause(game.pk, user.pk, "") is None
    assert stored_game(game.pk) == before
