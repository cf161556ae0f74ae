"""Rematches: for a moment after the end the chairs of a new table are kept for the players."""

from datetime import datetime

from django.db.models import QuerySet
from django.urls import reverse

from games.engine.contract import Json
from games.models import Game, Seat
from games.table.broadcast import publish_again_on_commit
from games.table.clocks import span
from games.table.position import Position, read

# seconds after the end in which every player may accept
AGAIN = 20.0


def left_ms(game: Game, now: datetime) -> int:
    """Return the milliseconds in which players of a finished game may still ask for a rematch."""
    if game.finished_at is None:
        return 0
    return max(0, round((game.finished_at + span(AGAIN) - now).total_seconds() * 1000))


def asked(game_id: str) -> QuerySet[Seat]:
    """Return the seats of the users who may play again: those who did not abandon theirs."""
    people = Seat.objects.filter(game_id=game_id, user__isnull=False, abandoned_at=None)
    return people.order_by("index")


def offer(position: Position) -> Json | None:
    """Return the rematch as docs/PROTOCOL.md writes it; None until a player has asked for it.

    The address accepts a POST, and a GET leads to the new table.
    """
    game = position.game
    if game.again_id is None:
        return None
    people = [seat.user_id for seat in asked(game.pk) if seat.user_id is not None]
    there = Seat.objects.filter(game_id=game.again_id, user_id__in=people).order_by("joined_at")
    return {
        "url": reverse("games:again", args=(game.pk,)),
        "names": list(there.values_list("name", flat=True)),
        "ms": left_ms(game, position.now),
    }


def invitation(game_id: str, user_id: int | None) -> Json | None:
    """Return what the result page offers a user who may play again; None for all others.

    {"url", "names": of those at the new table, "ms": left, "of": how many may, "there": whether
    this user is, "open": whether it can be asked for}
    """
    position = read(game_id)
    people = [seat.user_id for seat in asked(game_id)]
    if user_id is None or user_id not in people:
        return None
    game, left = position.game, left_ms(position.game, position.now)
    rematch = offer(position) or {"url": reverse("games:again", args=(game_id,)), "names": []}
    there = Seat.objects.filter(game_id=game.again_id or "", user_id=user_id).exists()
    return {
        **rematch,
        "ms": left,
        "of": len(people),
        "there": there,
        "open": bool(left) or game.again_id is not None,
    }


def kept(position: Position) -> dict[int, int]:
    """Return the users of the game before for whom chairs of this table are kept, by chair."""
    seats, _ = _kept(position)
    return {seat.index: seat.user_id for seat in seats if seat.user_id is not None}


def promises(position: Position) -> dict[int, Json]:
    """Return the kept chairs for the frames, by chair: for whom, and how much longer."""
    seats, left = _kept(position)
    return {seat.index: {"kept_for": seat.name, "kept_ms": left} for seat in seats}


def _kept(position: Position) -> tuple[list[Seat], int]:
    """Return the former seats of users still to come, and the milliseconds in which they may."""
    before = Game.objects.filter(again=position.game).only("finished_at").first()
    left = 0 if before is None else left_ms(before, position.now)
    if before is None or not left:
        return [], 0
    seats = [
        seat
        for seat in asked(before.pk)
        if seat.index not in position.seats
        and seat.user_id not in position.game.barred
        and position.seat_of(seat.user_id) is None
    ]
    return seats, left


def publish(table: Game) -> None:
    """On commit, publish to the game before which users are at this table."""
    before = Game.objects.filter(again=table).values_list("pk", flat=True).first()
    if before is not None:
        publish_again_on_commit(before, lambda: _frame(before))


def _frame(game_id: str) -> Json:
    return {"type": "again", **(offer(read(game_id)) or {"url": "", "names": [], "ms": 0})}
