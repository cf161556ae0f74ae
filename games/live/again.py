"""Rematches: for a short time after the end, seats of a new table are reserved for the players."""

from datetime import datetime

from django.db.models import Count, Exists, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce, Now
from django.urls import reverse

from games.engine.contract import Json
from games.live.broadcast import encode_frame, send_on_commit
from games.live.messages import GameAgain
from games.models import Game, Seat
from games.positions.clocks import paced_milliseconds, paced_timedelta
from games.positions.position import Position, is_findable, read_position
from games.protocol import Again, AgainOffer

# the time after the end in which every player may accept, in seconds
AGAIN = 20.0


def left_ms(game: Game, now: datetime) -> int:
    """Return the milliseconds in which players of a finished game may still ask for a rematch."""
    if game.finished_at is None:
        return 0
    left = round((game.finished_at + paced_timedelta(AGAIN) - now).total_seconds() * 1000)
    # more time than there can be: the clock was set back
    return left if 0 < left <= paced_milliseconds(AGAIN) else 0


def rematch_seats(game_id: str) -> QuerySet[Seat]:
    """Return the seats of the users who may play again: those who did not abandon them."""
    seats = Seat.objects.filter(game_id=game_id, user__isnull=False, abandoned_at=None)
    return seats.order_by("index")


def newest_rematch(game_id: str) -> Game | None:
    """Return the last table in the chain of rematches after a game; None without a rematch.

    If B is the rematch of a game, and C that of B, the result is C.
    """
    last, following = None, _rematch_of(game_id)
    while following is not None:
        last, following = following, _rematch_of(following.pk)
    return last


def _rematch_of(game_id: str) -> Game | None:
    return Game.objects.filter(played_before=game_id).defer("state", "secret").first()


def rematch_offer(position: Position, *, public: bool = False) -> AgainOffer | None:
    """Return the rematch in the format of docs/PROTOCOL.md; None until a player has asked for it.

    Its URL accepts a POST; a GET leads to the new table. `public` is as in _offered().
    """
    table = None if position.game.again_id is None else newest_rematch(position.game.pk)
    return None if table is None else _build_offer(position, table, public=public)


def _build_offer(position: Position, table: Game | None, *, public: bool) -> AgainOffer:
    """Return the offer of a rematch at `table`, which is None until a player has opened one.

    `public` is for spectators: it leaves out users who hide being online.
    """
    game_id, names = position.game.pk, []
    if table is not None:
        players = [seat.user_id for seat in rematch_seats(game_id) if seat.user_id is not None]
        seats = Seat.objects.filter(game=table, user_id__in=players).order_by("joined_at")
        if public and is_findable(position.game):
            seats = seats.exclude(hides_name=True)
        names = list(seats.values_list("name", flat=True))
    return {
        "url": reverse("games:again", args=(game_id,)),
        "table": None if table is None else reverse("games:game", args=(table.pk,)),
        "open": table is None or table.status == Game.Status.OPEN,
        "names": names,
        "ms": left_ms(position.game, position.now),
    }


def rematch_invitation(game_id: str, user_id: int | None) -> Json:
    """Return the invitation on the result page: to play again, or to watch the rematch.

    {"url", "table": the URL of the new table or None, "names": of the players there, "ms": time
    left, "of": how many may play, "plays": whether this user has a seat there or might still get
    one, "there": whether this user has one, "seats": whether there might be a free one,
    "open": whether there is, or might still be, a rematch}
    """
    position = read_position(game_id)
    players = [seat.user_id for seat in rematch_seats(game_id)]
    table = newest_rematch(game_id)
    rematch = _build_offer(position, table, public=user_id not in players)
    is_there = user_id is not None and Seat.objects.filter(game=table, user_id=user_id).exists()
    return {
        **rematch,
        "of": len(players),
        "plays": is_there or (user_id in players and rematch["open"]),
        "there": is_there,
        "seats": rematch["open"],
        "open": bool(rematch["ms"]) or table is not None,
    }


def reserved_count() -> Coalesce:
    """Return the number of reserved seats of a table, as an expression for a query of games."""
    seats_there = Seat.objects.filter(game=OuterRef("game__again"))
    reserved = Seat.objects.filter(
        ~Exists(seats_there.filter(index=OuterRef("index"))),
        ~Exists(seats_there.filter(user=OuterRef("user"))),
        game__again=OuterRef("pk"),
        game__finished_at__gt=Now() - paced_timedelta(AGAIN),
        user__isnull=False,
        abandoned_at=None,
    )
    counts = reserved.order_by().values("game__again").annotate(count=Count("pk"))
    return Coalesce(Subquery(counts.values("count")[:1]), 0)


def reserved_seats(position: Position) -> dict[int, int]:
    """Return the players of the previous game for whom seats here are reserved, by seat."""
    seats, _ = _find_reserved(position)
    return {seat.index: seat.user_id for seat in seats if seat.user_id is not None}


def reserved_seat_times(position: Position) -> dict[int, tuple[str, int]]:
    """Return the reserved seats by index: the player's name, and the milliseconds left.

    The name is "" for a user who hides being online, if spectators can find the table.
    """
    seats, remaining_ms = _find_reserved(position)
    open_names = not is_findable(position.game)
    return {
        seat.index: (seat.name if open_names or not seat.hides_name else "", remaining_ms)
        for seat in seats
    }


def _find_reserved(position: Position) -> tuple[list[Seat], int]:
    """Return the former seats of players who may still come, and the milliseconds left."""
    before = Game.objects.filter(again=position.game).only("finished_at").first()
    remaining_ms = 0 if before is None else left_ms(before, position.now)
    if before is None or not remaining_ms:
        return [], 0
    seats = [
        seat
        for seat in rematch_seats(before.pk)
        if seat.index not in position.seats
        and seat.user_id not in position.game.barred
        and position.seat_of(seat.user_id) is None
    ]
    return seats, remaining_ms


def publish_rematch(table: Game) -> None:
    """On commit, publish the players at this table to the previous game."""
    previous = Game.objects.filter(again=table).values_list("pk", flat=True).first()
    if previous is not None:
        send_on_commit(previous, lambda: _rematch_message(previous))


def _rematch_message(game_id: str) -> GameAgain:
    """Return the message with one frame for spectators and one for players."""
    position, table = read_position(game_id), newest_rematch(game_id)

    def frame(*, public: bool) -> str:
        again: Again = {"type": "again", **_build_offer(position, table, public=public)}
        return encode_frame(again)

    people = [seat.user_id for seat in position.people if seat.user_id is not None]
    text, for_players = frame(public=True), frame(public=False)
    return {"type": "game.again", "text": text, "own": for_players, "people": people}
