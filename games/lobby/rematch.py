"""Playing on after a game: a rematch of the same players, or the same game against AI players."""

from accounts.models import User
from games import ai_choices
from games.engine.contract import Refused
from games.live import again
from games.live.commands import stand_ins
from games.live.executor import with_held_position
from games.lobby import drain, seating
from games.models import Game, Seat
from games.positions import new_game
from games.positions.position import Position
from games.registry import GAMES

# a table that closes while a user is on the way to it is opened again
TRIES = 3


def play_again(game_id: str, user: User) -> Game | Refused:
    """Take the own chair at the table where this finished game goes on; the first user opens it.

    For 20 s after the end the chairs of all others are kept for them, and AI players sit where
    they sat, as they do for users who abandoned the game; when all have come it begins. Later
    it is an ordinary table. It is listed, or behind a link or password, as this one was; players
    of this game need no password.

    Refused as "wrong-phase" (not finished, or too late and no user had asked), "not-seated",
    "abandoned", and as seating.join refuses. Raises Game.DoesNotExist.
    """
    for _ in range(TRIES):
        opened = _find(game_id, user)
        if isinstance(opened, Refused):
            return opened
        try:
            return seating.join_table(opened.pk, user, invited=True) or opened
        except Game.DoesNotExist:
            continue
    return Refused("wrong-phase")


@with_held_position
def play_anew(position: Position, user: User, level: str = "", length: str = "") -> Game | Refused:
    """Open a game like this one, and begin: the user on the own chair, AI players on all others.

    AI players play at `level`, without one as strong as they did; `length` is one of
    ai_choices.lengths, without it the game is as long as this one. Of a game that still runs this
    is for a user who is out of it, and who then has left its table; it goes on for the others.

    Refused as "not-seated", "not-out" (the user is still in the running game), "malformed" (no
    such level or length), "draining" (no new games begin), or "busy" (the user sits at another
    table).
    """
    game, own = position.game, position.seat_of(user.pk)
    if own is None:
        return Refused("not-seated")
    known = not level or GAMES[game.slug].may_seat(level)
    if not known or length not in (*ai_choices.game_lengths(game.slug), ""):
        return Refused("malformed")
    if drain.is_on():  # before a seat is given up for it
        return drain.REFUSED
    if game.status != Game.Status.FINISHED:
        if not position.is_out(own):
            return Refused("not-out")
        stand_ins.abandon_seat(game.pk, user.pk)
    usual = GAMES[game.slug].usual_level
    others = [seat for seat in position.seats.values() if seat is not own]
    return seating.set_up(
        new_game.as_before(
            game, user, ai_choices.numbers_for_length(game.slug, game.edition, length)
        ),
        {own.index: user},
        {seat.index: level or seat.level or seat.stand_in or usual for seat in others},
    )


@with_held_position
def _find(position: Position, user: User) -> Game | Refused:
    """The table where this game goes on, opened with this user at it if there is none yet."""
    game, seat = position.game, position.seat_of(user.pk)
    if seat is None:
        return Refused("not-seated")
    if seat.abandoned_at is not None:
        return Refused("abandoned")
    if game.status != Game.Status.FINISHED:
        return Refused("wrong-phase")
    newest = again.newest_rematch(game.pk)
    if newest is not None:
        return newest
    if not again.left_ms(game, position.now):
        return Refused("wrong-phase")
    return _open(position, seat, user)


def _open(position: Position, own: Seat, user: User) -> Game | Refused:
    before = position.game
    usual = GAMES[before.slug].usual_level
    coming = {seat.index for seat in again.rematch_seats(before.pk)}
    absent = [seat for seat in position.seats.values() if seat.index not in coming]
    opened = seating.set_up(
        new_game.rematch_of(before, user),
        {own.index: user},
        {seat.index: seat.level or seat.stand_in or usual for seat in absent},
    )
    if isinstance(opened, Game):
        before.again = opened
        before.save(update_fields=("again",))
        again.publish_rematch(opened)
    return opened
