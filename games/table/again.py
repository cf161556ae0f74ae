"""Who plays again: for a moment after the end the chairs of a new table are kept for its people."""

from datetime import datetime

from django.db.models import QuerySet
from django.urls import reverse

from games.engine.contract import Json
from games.models import Game, Seat
from games.table.broadcast import publish_again_on_commit
from games.table.clocks import span
from games.table.position import Position, read

# seconds after the end in which everybody may accept
AGAIN = 20.0


def left_ms(game: Game, now: datetime) -> int:
    """Milliseconds in which the people of a finished game may still ask for another one."""
    if game.finished_at is None:
        return 0
    return max(0, round((game.finished_at + span(AGAIN) - now).total_seconds() * 1000))


def asked(game_id: str) -> QuerySet[Seat]:
    """The seats of those who may play again: people who are still there and did not abandon."""
    people = Seat.objects.filter(game_id=game_id, user__isnull=False, abandoned_at=None)
    return people.order_by("index")


def offer(position: Position) -> Json | None:
    """Who plays again, as docs/PROTOCOL.md writes it; None until somebody has asked.

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
    """What the result page offers to somebody who may play again; None to all others.

    {"url", "names": who is there, "ms": left, "of": how many people, "there": whether this one
    is, "open": whether it can be asked for}
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
    """The free chairs of this table that are kept for the people of the game before, by chair."""
    seats, _ = _kept(position)
    return {seat.index: seat.user_id for seat in seats if seat.user_id is not None}


def promises(position: Position) -> dict[int, Json]:
    """What the frames say of kept chairs, by chair: for whom, and how much longer."""
    seats, left = _kept(position)
    return {seat.index: {"kept_for": seat.name, "kept_ms": left} for seat in seats}


def _kept(position: Position) -> tuple[list[Seat], int]:
    """Where those sat who are still to come, and the milliseconds in which they may."""
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
    """Once the running transaction is committed, tell the game before who is at this table."""
    before = Game.objects.filter(again=table).values_list("pk", flat=True).first()
    if before is not None:
        publish_again_on_commit(before, lambda: _frame(before))


def _frame(game_id: str) -> Json:
    return {"type": "again", **(offer(read(game_id)) or {"url": "", "names": [], "ms": 0})}
