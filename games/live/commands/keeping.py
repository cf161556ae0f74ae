"""Games against AI players that their users set aside to sit elsewhere, and resume later.

When a user plays alone, no time runs out and no other user waits, so the game can stand still.
"""

from django.db import IntegrityError, transaction

from games.engine.contract import Refused
from games.live.executor import with_held_position
from games.models import Seat
from games.positions.position import RUNNING, Position, find_owner


@with_held_position
def keep_game(position: Position, user_id: int) -> Refused | None:
    """Set aside a running game that its user plays alone against AI players.

    The user may then sit elsewhere. A user who is out of the game only leaves it, with nothing to
    resume. Refused as "wrong-phase", "not-seated", "abandoned" or "not-allowed" (others play here,
    or it is rated).
    """
    if position.game.status not in RUNNING:
        return Refused("wrong-phase")
    seat = find_owner(position, user_id)
    if isinstance(seat, Refused):
        return seat
    if position.alone is not seat:
        return Refused("not-allowed")
    seat.live = False
    seat.kept_at = None if position.is_out(seat) else position.now
    seat.save(update_fields=("live", "kept_at"))
    return None


def resume_game(game_id: str, user_id: int) -> Refused | None:
    """Let a user resume a game that was set aside; does nothing for any other game.

    Refused("busy") for a user who sits elsewhere. Raises Game.DoesNotExist.
    """
    seats = Seat.objects.filter(game=game_id, user=user_id, kept_at__isnull=False)
    return _resume_seat(game_id, user_id) if seats.exists() else None


@with_held_position
def _resume_seat(position: Position, user_id: int) -> Refused | None:
    seat = position.seat_of(user_id)
    if seat is None or seat.kept_at is None or position.game.status not in RUNNING:
        return None
    seat.live, seat.kept_at = True, None
    try:
        with transaction.atomic():
            seat.save(update_fields=("live", "kept_at"))
    except IntegrityError:
        return Refused("busy")
    return None
