"""How fast AI players answer where one user plays alone: as that user likes it, or at once."""

from games.engine.contract import Refused
from games.live import executor
from games.live.executor import Change, Command
from games.models import Game, Seat
from games.positions.position import Position, find_owner, find_player


@Command
def set_ai_pace(position: Position, user_id: int | None, pace: str) -> Change | Refused | None:
    """Let AI players answer as fast as this user likes it, from their next answer on.

    It holds where the user plays alone. Refused as "malformed" (no such pace), as an owner's other
    messages are, and when the game is over.
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
    """Let the AI players that are asked answer now, or as soon as the pause is over.

    Refused as "not-alone" where other users play, as "other-tab" from a page that does not act,
    and as an owner's other messages are; None where no AI player is waited for.
    """
    seat = find_player(position, user_id)
    if isinstance(seat, Refused):
        return seat
    if position.alone is None:
        return Refused("not-alone")
    if seat.tab and seat.tab != tab:
        return Refused("other-tab")
    start = position.resumes_at
    awaited = [
        each
        for each in position.seats.values()
        if each.asked and each.played_by_ai and each.due_at is not None and each.due_at > start
    ]
    for each in awaited:
        each.due_at = start
    return executor.presence_change(position, awaited) if awaited else None
