"""Rematches: for a moment after the end the chairs of a new table are kept for the players."""

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

# seconds after the end in which every player may accept
AGAIN = 20.0


def left_ms(game: Game, now: datetime) -> int:
    """Return the milliseconds in which players of a finished game may still ask for a rematch."""
    if game.finished_at is None:
        return 0
    left = round((game.finished_at + paced_timedelta(AGAIN) - now).total_seconds() * 1000)
    # more than there can be: the clock was set back since
    return left if 0 < left <= paced_milliseconds(AGAIN) else 0


def rematch_seats(game_id: str) -> QuerySet[Seat]:
    """Return the seats of the users who may play again: those who did not abandon theirs."""
    people = Seat.objects.filter(game_id=game_id, user__isnull=False, abandoned_at=None)
    return people.order_by("index")


def newest_rematch(game_id: str) -> Game | None:
    """Return the last table of the chain of rematches that follows a game; None without a rematch.

    A game that was played again as B, and B as C, goes on at C.
    """
    last, following = None, _rematch_of(game_id)
    while following is not None:
        last, following = following, _rematch_of(following.pk)
    return last


def _rematch_of(game_id: str) -> Game | None:
    return Game.objects.filter(played_before=game_id).defer("state", "secret").first()


def rematch_offer(position: Position, *, public: bool = False) -> AgainOffer | None:
    """Return the rematch as docs/PROTOCOL.md writes it; None until a player has asked for it.

    The address accepts a POST, and a GET leads to the new table. `public` is as in _offered().
    """
    table = None if position.game.again_id is None else newest_rematch(position.game.pk)
    return None if table is None else _offered(position, table, public=public)


def _offered(position: Position, table: Game | None, *, public: bool) -> AgainOffer:
    """Return the rematch of a game at its newest table; None: no player has opened one.

    `public` is for spectators: it leaves out users who hide being online.
    """
    game_id, names = position.game.pk, []
    if table is not None:
        people = [seat.user_id for seat in rematch_seats(game_id) if seat.user_id is not None]
        there = Seat.objects.filter(game=table, user_id__in=people).order_by("joined_at")
        if public and is_findable(position.game):
            there = there.exclude(hides_name=True)
        names = list(there.values_list("name", flat=True))
    return {
        "url": reverse("games:again", args=(game_id,)),
        "table": None if table is None else reverse("games:game", args=(table.pk,)),
        "open": table is None or table.status == Game.Status.OPEN,
        "names": names,
        "ms": left_ms(position.game, position.now),
    }


def rematch_invitation(game_id: str, user_id: int | None) -> Json:
    """Return what the result page offers its reader: to play again, or to watch the rematch.

    {"url", "table": the address of the new table or None, "names": of those at it, "ms": left,
    "of": how many may play, "plays": whether this user has a seat there or might still get one,
    "there": whether this user has one, "seats": whether there may be a free one,
    "open": whether there is, or might still be, a rematch}
    """
    position = read_position(game_id)
    people = [seat.user_id for seat in rematch_seats(game_id)]
    table = newest_rematch(game_id)
    rematch = _offered(position, table, public=user_id not in people)
    there = user_id is not None and Seat.objects.filter(game=table, user_id=user_id).exists()
    return {
        **rematch,
        "of": len(people),
        "plays": there or (user_id in people and rematch["open"]),
        "there": there,
        "seats": rematch["open"],
        "open": bool(rematch["ms"]) or table is not None,
    }


def kept_count() -> Coalesce:
    """Return the expression of how many free chairs of a table are kept, for a query of games."""
    here = Seat.objects.filter(game=OuterRef("game__again"))
    missing = Seat.objects.filter(
        ~Exists(here.filter(index=OuterRef("index"))),
        ~Exists(here.filter(user=OuterRef("user"))),
        game__again=OuterRef("pk"),
        game__finished_at__gt=Now() - paced_timedelta(AGAIN),
        user__isnull=False,
        abandoned_at=None,
    )
    counted = missing.order_by().values("game__again").annotate(count=Count("pk"))
    return Coalesce(Subquery(counted.values("count")[:1]), 0)


def kept_chairs(position: Position) -> dict[int, int]:
    """Return the users of the game before for whom chairs of this table are kept, by chair."""
    seats, _ = _kept(position)
    return {seat.index: seat.user_id for seat in seats if seat.user_id is not None}


def kept_chair_times(position: Position) -> dict[int, tuple[str, int]]:
    """Return the kept chairs by number: for whom, and for how many more milliseconds.

    The name is "" of a user who hides being online, where spectators find the table.
    """
    seats, left = _kept(position)
    shown = not is_findable(position.game)
    return {seat.index: (seat.name if shown or not seat.hides_name else "", left) for seat in seats}


def _kept(position: Position) -> tuple[list[Seat], int]:
    """Return the former seats of users still to come, and the milliseconds in which they may."""
    before = Game.objects.filter(again=position.game).only("finished_at").first()
    left = 0 if before is None else left_ms(before, position.now)
    if before is None or not left:
        return [], 0
    seats = [
        seat
        for seat in rematch_seats(before.pk)
        if seat.index not in position.seats
        and seat.user_id not in position.game.barred
        and position.seat_of(seat.user_id) is None
    ]
    return seats, left


def publish_rematch(table: Game) -> None:
    """On commit, publish to the game before which users are at this table."""
    before = Game.objects.filter(again=table).values_list("pk", flat=True).first()
    if before is not None:
        send_on_commit(before, lambda: _message(before))


def _message(game_id: str) -> GameAgain:
    """Return the message with a frame for spectators, and another for players."""
    position, table = read_position(game_id), newest_rematch(game_id)

    def frame(*, public: bool) -> str:
        again: Again = {"type": "again", **_offered(position, table, public=public)}
        return encode_frame(again)

    people = [seat.user_id for seat in position.people if seat.user_id is not None]
    text, own = frame(public=True), frame(public=False)
    return {"type": "game.again", "text": text, "own": own, "people": people}
