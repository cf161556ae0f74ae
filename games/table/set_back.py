"""Times of a game that lie in the future, because the clock was set back: brought to now."""

from datetime import datetime, timedelta

from django.conf import settings

from games.models import Game, Seat
from games.table import questions
from games.table.clocks import longest_pause
from games.table.position import Position

Times = list[datetime | None]


def bring_back(position: Position) -> bool:
    """Bring a position to the time that it is now; return whether anything was changed.

    None of its times is then further away than it can be.
    """
    game, now, before = position.game, position.now, _times_of(position)
    game.pause_until = _bound(game.pause_until, now + longest_pause(game.clock))
    for seat in position.seats.values():
        seat.turn_at = _bound(seat.turn_at, position.resumes_at)
        seat.away_since = _bound(seat.away_since, now)
        seat.stand_in_at = _bound(seat.stand_in_at, now)
        if seat.due_at is not None:
            seat.due_at = min(seat.due_at, _latest_due(position, seat))
    return before != _times_of(position)


def _bound(at: datetime | None, latest: datetime) -> datetime | None:
    return None if at is None else min(at, latest)


def _latest_due(position: Position, seat: Seat) -> datetime:
    """Return when the open question of a seat is due at the latest."""
    if position.game.status == Game.Status.SEALING:
        return position.now + timedelta(seconds=questions.SEAL_SECONDS)
    turn = questions.turn_of(seat)
    if turn is not None:
        return max(position.resumes_at, turn.due)
    longest = max(position.game_type.pace.think[1], questions.STAND_IN_THINK_SECONDS[1])
    return position.resumes_at + timedelta(seconds=longest * float(settings.AI_PACE))


def _times_of(position: Position) -> Times:
    times: Times = [position.game.pause_until]
    for seat in position.seats.values():
        times += [seat.turn_at, seat.due_at, seat.away_since, seat.stand_in_at]
    return times
