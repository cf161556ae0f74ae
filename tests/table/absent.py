"""Users who let their time pass, and the frames of their seats."""

from typing import Any

from accounts.models import User
from games.engine.contract import Json
from games.models import Game, Seat
from tests.table.harness import (
    Driver,
    asked_seat,
    fire_deadline,
    frame_of,
    make_users,
    playing_game,
)


def seat_of(game: Game, user: User) -> Seat:
    return Seat.objects.get(game=game, user=user)


def shown(game: Game, user: User | None, index: int) -> Json:
    """What this viewer gets of that seat."""
    frame = frame_of(game.pk, None if user is None else user.pk)
    seat: Json = frame["seats"][index]
    return seat


def lapse(game: Game, user: User) -> None:
    """Let the user's next whole turn pass; the others play."""
    while asked_seat(game.pk).user_id != user.pk:
        Driver(game.pk, calm=True).step()
    turns = seat_of(game, user).lapses
    while seat_of(game, user).lapses == turns:
        fire_deadline(game.pk)


def played_for(**options: Any) -> tuple[Game, list[User], Seat]:
    """A game whose first person is played for, and is asked now."""
    users = make_users(3)
    game = playing_game(users, **options)
    for _ in range(2):
        lapse(game, users[0])
    seat = until_asked(game, users[0])
    return game, users, seat


def until_asked(game: Game, user: User) -> Seat:
    """Let the others play until this user's seat is asked."""
    while asked_seat(game.pk).user_id != user.pk:
        Driver(game.pk, calm=True).step()
    return seat_of(game, user)
