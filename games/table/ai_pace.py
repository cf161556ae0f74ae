"""How fast AI players answer where one user plays alone: as that user likes it, or at once."""

from functools import partial

from games.engine.contract import Refused
from games.models import Game, Seat
from games.table import updates
from games.table.position import Position, not_owner, not_playing
from games.table.updates import Update


def choose(game_id: str, user_id: int | None, pace: str) -> Refused | None:
    """Let AI players answer as fast as this user likes it, from their next answer on.

    It holds where the user plays alone. Refused as "malformed" (no such pace), as an owner's other
    messages are, and when the game is over. Raises Game.DoesNotExist.
    """
    made = updates.update(game_id, partial(chosen, user_id=user_id, pace=pace))
    return made if isinstance(made, Refused) else None


def chosen(position: Position, user_id: int | None, pace: str) -> Update | Refused | None:
    """Do the same in memory."""
    if pace not in Seat.AiPace.values:
        return Refused("malformed")
    refused = not_owner(position, user_id)
    seat = position.seat_of(user_id)
    if seat is None or refused is not None:
        return refused
    if position.game.status == Game.Status.FINISHED:
        return Refused("game-over")
    if seat.ai_pace == pace:
        return None
    seat.ai_pace = pace
    return updates.presence(position, [seat])


def skip(game_id: str, user_id: int | None, tab: str) -> Refused | None:
    """Let the AI players that are asked answer now, or as soon as the pause is over.

    Refused as "not-alone" where other users play, as "other-tab" from a page that does not act,
    and as an owner's other messages are. Raises Game.DoesNotExist.
    """
    made = updates.update(game_id, partial(skipped, user_id=user_id, tab=tab))
    return made if isinstance(made, Refused) else None


def skipped(position: Position, user_id: int | None, tab: str) -> Update | Refused | None:
    """Do the same in memory; None where no AI player is waited for."""
    refused = not_playing(position) or not_owner(position, user_id)
    seat = position.seat_of(user_id)
    if seat is None or refused is not None:
        return refused
    if position.alone is None:
        return Refused("not-alone")
    if seat.tab and seat.tab != tab:
        return Refused("other-tab")
    start = max(position.now, position.game.pause_until or position.now)
    awaited = [
        each
        for each in position.seats.values()
        if each.asked and each.played_by_ai and each.due_at is not None and each.due_at > start
    ]
    for each in awaited:
        each.due_at = start
    return updates.presence(position, awaited) if awaited else None
