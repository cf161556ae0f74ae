"""A rematch: the same players, the same options, one table for all who accept."""

from django.db import transaction

from accounts.models import User
from games.engine.contract import Refused
from games.models import Game, Seat
from games.table import again, new_game, seating
from games.table.position import Position, lock

# a table that closes while a user is on the way to it is opened anew
TRIES = 3
# the AI that plays for a deleted account
LEVEL = "medium"


def play_again(game_id: str, user: User) -> Game | Refused:
    """Take the own chair at the table where this finished game goes on; the first user opens it.

    For 20 s after the end the chairs of all others are kept for them, and AI players sit where
    they sat, as they do for users who abandoned the game; when all have come it begins. Later
    it is an ordinary table on a link.

    Refused as "wrong-phase" (not finished, or too late and no user had asked), "not-seated",
    "abandoned", and as seating.join refuses. Raises Game.DoesNotExist.
    """
    for _ in range(TRIES):
        opened = _find(game_id, user)
        if isinstance(opened, Refused):
            return opened
        try:
            seated = seating.join(opened.pk, user)
        except Game.DoesNotExist:
            continue
        return seated if isinstance(seated, Refused) else opened
    return Refused("wrong-phase")


def _find(game_id: str, user: User) -> Game | Refused:
    """The table where this game goes on, opened with this user at it if there is none yet."""
    with transaction.atomic():
        position = lock(game_id)
        game, seat = position.game, position.seat_of(user.pk)
        if seat is None:
            return Refused("not-seated")
        if seat.abandoned_at is not None:
            return Refused("abandoned")
        if game.status != Game.Status.FINISHED:
            return Refused("wrong-phase")
        if game.again is not None:
            return game.again
        if not again.left_ms(game, position.now):
            return Refused("wrong-phase")
        return _open(position, seat, user)


def _open(position: Position, own: Seat, user: User) -> Game | Refused:
    before = position.game
    coming = {seat.index for seat in again.asked(before.pk)}
    absent = [seat for seat in position.seats.values() if seat.index not in coming]
    opened = seating.set_up(
        new_game.as_before(before, user),
        {own.index: user},
        {seat.index: seat.level or seat.stand_in or LEVEL for seat in absent},
    )
    if isinstance(opened, Game):
        before.again = opened
        before.save(update_fields=("again",))
        again.publish(opened)
    return opened
