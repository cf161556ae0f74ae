"""Readiness for the next match: at tables without a clock, the pause waits for its readers.

A player who wants to look longer makes the pause wait until they are ready. The end of the pause
is in the game's row, so it ends even if all processes are gone meanwhile.
"""

from datetime import timedelta

from games.engine.contract import Refused
from games.live import executor
from games.live.executor import Change, Command
from games.models import Game, Seat
from games.positions.clocks import LONGEST_READING, TENTH, paced_timedelta
from games.positions.position import Position, find_player

# the pause for players who have not answered, once another one is ready; in seconds
LOOK_SECONDS = 8.0


@Command
def say_ready(position: Position, user_id: int | None, on: bool) -> Change | Refused | None:
    """Note that a seat owner is ready, or wants the pause to wait.

    Return None if the pause is over, or if the owner has said the same before.
    Refused("not-allowed") at a table with a clock, where pauses do not wait.
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
    """Set the end of the pause by the answers of present owners; the caller saves the seats.

    Call it after any change of presence. An owner who is away or gone does not hold up the others.
    """
    if position.game.clock is not None or not position.is_pausing:
        return
    present = [seat for seat in position.owners if _can_hold_pause(position, seat)]
    if not any(seat.ready is not None for seat in present):
        return
    if any(seat.ready is False for seat in present):
        _pause_until(position, paced_timedelta(LONGEST_READING), longer=True)
    elif all(seat.ready for seat in present):
        # not 0, so that it is still sent as a pause
        _pause_until(position, timedelta(milliseconds=TENTH))
    else:
        _pause_until(position, paced_timedelta(LOOK_SECONDS))


def _can_hold_pause(position: Position, seat: Seat) -> bool:
    """Return whether the pause may wait for this owner: present, or alone with AI players."""
    if seat.stand_in:
        return False
    playing = seat.index in position.rules.playing(position.state)
    is_present = seat.away_since is None or not position.hurried
    return is_present and (playing or seat.ready is not None)


def _pause_until(position: Position, left: timedelta, *, longer: bool = False) -> None:
    """End the pause `left` from now, and move the deadlines after it by the same time.

    With `longer`, only lengthen it; otherwise only shorten it.
    """
    game: Game = position.game
    before, until = game.pause_until, position.now + left
    if before is None or (until <= before) == longer:
        return
    game.pause_until = until
    for seat in position.seats.values():
        if not seat.asked:
            continue
        seat.due_at = None if seat.due_at is None else seat.due_at + (until - before)
        seat.turn_at = None if seat.turn_at is None else seat.turn_at + (until - before)
