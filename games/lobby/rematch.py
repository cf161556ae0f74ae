"""New games after a game: a rematch with the same players, or the same against AI players."""

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

# attempts to join, because the rematch may close before the user has joined it
TRIES = 3


def play_again(game_id: str, user: User) -> Game | Refused:
    """Take a seat at the rematch of a finished game; the first user opens it.

    For 20 s after the end, the seats of the other players are reserved for them. AI players keep
    their seats, and take those of users who abandoned the game. The rematch begins when all have
    come. Later it is an ordinary table, with the same access as this game; players of this game
    need no password.

    Refused as "wrong-phase" (not finished, or too late to open a rematch), "not-seated",
    "abandoned", and as seating.join_table() refuses. Raises Game.DoesNotExist.
    """
    for _ in range(TRIES):
        opened = _find_or_open(game_id, user)
        if isinstance(opened, Refused):
            return opened
        try:
            return seating.join_table(opened.pk, user, invited=True) or opened
        except Game.DoesNotExist:
            continue
    return Refused("wrong-phase")


@with_held_position
def play_like_this(
    position: Position, user: User, level: str = "", length: str = ""
) -> Game | Refused:
    """Open and begin a game like this one, with the user on the same seat against AI players.

    AI players play at `level`, or "" for their old levels. `length` is one of
    ai_choices.game_lengths(), or "" for the same length. While the game still runs, only a user who
    is out of it may do this, and leaves its table; it goes on for the others.

    Refused as "not-seated", "not-out" (the user is still in the running game), "malformed" (no
    such level or length), "draining" (no new games begin), or "busy" (the user sits at another
    table).
    """
    game, seat = position.game, position.seat_of(user.pk)
    if seat is None:
        return Refused("not-seated")
    valid = not level or GAMES[game.slug].may_seat(level)
    if not valid or length not in (*ai_choices.game_lengths(game.slug), ""):
        return Refused("malformed")
    if drain.is_on():  # before the user leaves the old game for it
        return drain.REFUSED
    if game.status != Game.Status.FINISHED:
        if not position.is_out(seat):
            return Refused("not-out")
        stand_ins.abandon_seat(game.pk, user.pk)
    usual = GAMES[game.slug].usual_level
    others = [other for other in position.seats.values() if other is not seat]
    return seating.set_up_table(
        new_game.build_similar_game(
            game, user, ai_choices.numbers_for_length(game.slug, game.edition, length)
        ),
        {seat.index: user},
        {other.index: level or other.level or other.stand_in or usual for other in others},
    )


@with_held_position
def _find_or_open(position: Position, user: User) -> Game | Refused:
    """Return the newest rematch of this game, opened with this user if there is none yet."""
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
    return _open_rematch(position, seat, user)


def _open_rematch(position: Position, seat: Seat, user: User) -> Game | Refused:
    game = position.game
    usual = GAMES[game.slug].usual_level
    reserved = {seat.index for seat in again.rematch_seats(game.pk)}
    ai_seats = [other for other in position.seats.values() if other.index not in reserved]
    opened = seating.set_up_table(
        new_game.build_rematch(game, user),
        {seat.index: user},
        {other.index: other.level or other.stand_in or usual for other in ai_seats},
    )
    if isinstance(opened, Game):
        game.again = opened
        game.save(update_fields=("again",))
        again.publish_rematch(opened)
    return opened
