"""Readiness for the next match: at tables without a clock a showdown waits for its readers.

A reader who wants to look longer has the pause wait, and says when it may end. The pause is a time
in the game's row as ever, so it ends by itself also when all processes are gone meanwhile.
"""

from datetime import timedelta

from games.engine.contract import Refused
from games.live import executor
from games.live.executor import Change, Command
from games.models import Game, Seat
from games.positions.clocks import LONGEST_READING, TENTH, paced_timedelta
from games.positions.position import Position, find_player

# so long others look who never said that they are ready
LOOK_SECONDS = 8.0


@Command
def say_ready(position: Position, user_id: int | None, on: bool) -> Change | Refused | None:
    """Note that a seat owner is ready, or wants the pause to wait.

    None where no pause is left, or the owner has said so before.
    Refused("not-allowed") at a table with a clock: its time does not wait.
    """
    seat = find_player(position, user_id)
    if isinstance(seat, Refused):
        return seat
    if position.game.clock is not None:
        return Refused("not-allowed")
    if not position.is_pausing or seat.ready is on:
        return None
    seat.ready = on
    settle_pause(position)
    return executor.presence_change(position, list(position.seats.values()))


def settle_pause(position: Position) -> None:
    """Set the end of the pause by who waits for what; the seats are left to be saved.

    Belongs after any change of who is present. An owner who is away, or gone, does not
    hold up the others.
    """
    if position.game.clock is not None or not position.is_pausing:
        return
    present = [seat for seat in position.owners if _counts(position, seat)]
    if not any(seat.ready is not None for seat in present):
        return
    if any(seat.ready is False for seat in present):
        _pause_until(position, paced_timedelta(LONGEST_READING), longer=True)
    elif all(seat.ready for seat in present):
        # more than nothing, so that it is sent as a pause that ends
        _pause_until(position, timedelta(milliseconds=TENTH))
    else:
        _pause_until(position, paced_timedelta(LOOK_SECONDS))


def _counts(position: Position, seat: Seat) -> bool:
    """Return whether the pause may wait for this owner: here, or alone with AI players."""
    if seat.stand_in:
        return False
    playing = seat.index in position.rules.playing(position.state)
    here = seat.away_since is None or not position.hurried
    return here and (playing or seat.ready is not None)


def _pause_until(position: Position, left: timedelta, *, longer: bool = False) -> None:
    """Let the pause last so long from now, and put off what comes after it.

    Only to lengthen it, or only to shorten it.
    """
    game: Game = position.game
    was, until = game.pause_until, position.now + left
    if was is None or (until <= was) == longer:
        return
    game.pause_until = until
    for seat in position.seats.values():
        if not seat.asked:
            continue
        seat.due_at = None if seat.due_at is None else seat.due_at + (until - was)
        seat.turn_at = None if seat.turn_at is None else seat.turn_at + (until - was)
