"""Times of a game that lie in the future, because the clock was set back: brought to now."""

from datetime import datetime, timedelta

from django.conf import settings

from games.models import Game, Seat
from games.table import questions
from games.table.clocks import longest_pause
from games.table.position import Position

TIMES = ("turn_at", "due_at", "away_since", "stand_in_at")
PAST = ("away_since", "stand_in_at")


def bring_back(position: Position) -> bool:
    """Bring a position to the time that it is now; return whether anything was changed.

    All its times are moved together, so that pauses and turns have what they had; then each has
    what it can have at the most.
    """
    game = position.game
    ahead = _ahead(position)
    was = game.pause_until, [_times_of(seat) for seat in position.seats.values()]
    if ahead:
        game.pause_until = None if game.pause_until is None else game.pause_until - ahead
        for seat in position.seats.values():
            for name in TIMES:
                at = getattr(seat, name)
                setattr(seat, name, None if at is None else at - ahead)
    for seat in position.seats.values():
        _bound(position, seat)
    return was != (game.pause_until, [_times_of(seat) for seat in position.seats.values()])


def _ahead(position: Position) -> timedelta:
    """Return how far the pause or a turn lies beyond the latest time at which it may begin."""
    game, now = position.game, position.now
    latest = now + longest_pause(game.clock)
    found = [timedelta(0)]
    if game.pause_until is not None:
        found.append(game.pause_until - latest)
    for seat in position.people:
        if seat.asked and seat.turn_at is not None:
            waits = game.pause_until is not None and seat.turn_at <= game.pause_until
            found.append(seat.turn_at - (latest if waits else now))
    return max(found)


def _bound(position: Position, seat: Seat) -> None:
    """Let a seat have been left, and taken over, by now, and be due in time."""
    for name in PAST:
        at = getattr(seat, name)
        setattr(seat, name, None if at is None else min(at, position.now))
    if seat.due_at is not None:
        seat.due_at = min(seat.due_at, _latest_due(position, seat))


def _latest_due(position: Position, seat: Seat) -> datetime:
    """Return when the open question of a seat is due at the latest."""
    if position.game.status == Game.Status.SEALING:
        return position.now + timedelta(seconds=questions.SEAL_SECONDS)
    start = max(position.now, position.game.pause_until or position.now)
    turn = questions.turn_of(seat)
    if turn is not None:
        return max(start, turn.due)
    longest = max(position.game_type.pace.think[1], questions.STAND_IN_THINK_SECONDS[1])
    return start + timedelta(seconds=longest * float(settings.AI_PACE))


def _times_of(seat: Seat) -> list[datetime | None]:
    return [getattr(seat, name) for name in TIMES]
