"""The pace of AI players for a user who plays alone against them."""

from games.engine.contract import Refused
from games.live import executor
from games.live.executor import Change, Command
from games.models import Game, Seat
from games.positions.position import Position, find_owner, find_player


@Command
def set_ai_pace(position: Position, user_id: int | None, pace: str) -> Change | Refused | None:
    """Set how fast AI players answer while this user plays alone, from their next answer on.

    Refused as "malformed" (no such pace), "game-over", and as find_owner() refuses.
    """
    if pace not in Seat.AiPace.values:
        return Refused("malformed")
    seat = find_owner(position, user_id)
    if isinstance(seat, Refused):
        return seat
    if position.game.status == Game.Status.FINISHED:
        return Refused("game-over")
    if seat.ai_pace == pace:
        return None
    seat.ai_pace = pace
    return executor.presence_change(position, [seat])


@Command
def skip_ai_pause(position: Position, user_id: int | None, tab: str) -> Change | Refused | None:
    """Let the asked AI players answer now, or as soon as the pause is over.

    Refused as "not-alone" (other users play), "other-tab" (another page of the user acts), and as
    find_player() refuses. Returns None if no AI player has to answer.
    """
    seat = find_player(position, user_id)
    if isinstance(seat, Refused):
        return seat
    if position.alone is None:
        return Refused("not-alone")
    if seat.tab and seat.tab != tab:
        return Refused("other-tab")
    start = position.resumes_at
    ai_seats = [
        other
        for other in position.seats.values()
        if other.asked and other.played_by_ai and other.due_at is not None and other.due_at > start
    ]
    for other in ai_seats:
        other.due_at = start
    return executor.presence_change(position, ai_seats) if ai_seats else None
