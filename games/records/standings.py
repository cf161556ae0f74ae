"""The changes of ranks by a rated game, and how the table shows ranks."""

from collections.abc import Collection, Iterable
from datetime import datetime
from typing import NamedTuple

from django.db.models import Max, Min

from accounts.models import RatingEvent, User
from accounts.ratings import ranks
from accounts.ratings.ranks import Finisher
from accounts.ratings.rating import CENTER
from games.engine.contract import Json
from games.models import Move
from games.positions.position import Position
from games.protocol import RankInfo


def note_the_idle(position: Position) -> None:
    """Note the users who have left a rated game that ends now because they never played in it.

    A user who was asked, and never answered, has left it, whether or not Leave was pressed.
    The seats are left to be saved.
    """
    if not position.game.rated:
        return
    moves = Move.objects.filter(game=position.game).order_by()
    answered = set(moves.values_list("seat", flat=True).distinct())
    played = set(moves.filter(by=Move.By.PLAYER).values_list("seat", flat=True).distinct())
    for seat in position.people:
        if seat.abandoned_at is None and seat.index in answered - played:
            seat.abandoned_at = position.now


def settle_ranks(position: Position) -> None:
    """Change the ranks by a rated game that ends now; belongs into its last transaction."""
    if not position.game.rated:
        return
    early = _early(position)
    finishers = [
        Finisher(
            seat=index,
            user_id=seat.user_id,
            name=seat.name,
            place=seat.place or len(position.seats),
            level=seat.level,
            left=seat.abandoned_at is not None,
            early=index in early,
        )
        for index, seat in sorted(position.seats.items())
    ]
    ranks.settle_ranks(position.game.pk, position.game.slug, finishers, position.now)


def ends_void(position: Position) -> bool:
    """Return whether a game that ends now changes the ranks of those alone who left it."""
    return position.game.rated and bool(_early(position))


def _early(position: Position) -> set[int]:
    """Return the seats whose leaving makes a rated game void that ends now."""
    until = _void_until(position)
    left = {index: seat.abandoned_at for index, seat in position.seats.items()}
    return {index for index, at in left.items() if at is not None and at < until}


def _void_until(position: Position) -> datetime:
    """Return the time until which a game that ends now was void if a player left it.

    Until every seat had a turn, which its owner or the clock has answered, and never beyond the
    first match.
    """
    moves = Move.objects.filter(game=position.game).order_by()
    first = dict(moves.exclude(seat=None).values_list("seat").annotate(Min("at")))
    ended = moves.filter(match=1).aggregate(at=Max("at"))["at"] or position.now
    complete = first.keys() == position.seats.keys()
    return min(ended, max(first.values())) if complete else ended


def is_void(position: Position) -> bool:
    """Return whether a finished rated game changed the ranks of those alone who left it."""
    if not position.game.rated:
        return False
    events = RatingEvent.objects.filter(game=position.game.pk)
    rated = set(events.values_list("seat", flat=True))
    return any(seat.index not in rated for seat in position.owners)


class Ranked(NamedTuple):
    """The rank of a user who does not hide it, as far as a chip shows it."""

    user_id: int
    rating: int
    games: int
    rung: int | None


def rank_chips(position: Position, found: Iterable[Ranked]) -> dict[int, RankInfo]:
    """Return these ranks of users at this table for the frames, by seat."""
    owners = {seat.user_id: seat.index for seat in position.people}
    made: dict[int, RankInfo] = {}
    for user_id, rating, games, rung in found:
        if user_id in owners:
            chip = ranks.show_chip(rating, games, rung)
            made[owners[user_id]] = {
                "rating": chip["rating"],
                "provisional": chip["provisional"],
                "tier": chip["badge"] and chip["badge"]["name"],
            }
    return made


def rank_changes(position: Position, viewer_id: int | None) -> Json | None:
    """Return what a finished rated game changed, for its result page; None of another one.

    Two queries, and one more while the own rating is provisional. "void" is whether it counted for
    leavers only. Seats of others who hide their rating are not in "seats", nor those without a
    rank.
    """
    if not position.game.rated:
        return None
    rows = {event.seat: event for event in RatingEvent.objects.filter(game=position.game.pk)}
    own = next((event for event in rows.values() if event.user_id == viewer_id), None)
    owned = {index: seat.user_id for index, seat in position.seats.items() if seat.user_id}
    hiding = User.objects.filter(pk__in=owned.values(), hides_rating=True)
    hiding_ids = set(hiding.values_list("pk", flat=True))
    hidden = {index for index, user_id in owned.items() if user_id in hiding_ids}
    return {
        "you": None if own is None else _own(own, hidden),
        "seats": {
            index: {"change": event.change, "badge": ranks.show_badge(event.rung_after)}
            for index, event in rows.items()
            if event is own or index not in hidden
        },
        "void": bool(owned.keys() - rows.keys()),
    }


def _strata(rung: int | None) -> int:
    """Return how many strata the badge of a rung has; without a rung there is none."""
    named = ranks.show_badge(rung)
    return 0 if named is None else int(named["strata"])


def _is_first(event: RatingEvent) -> bool:
    """Return whether nothing was rated before; a rung says that much was."""
    of = {"user": event.user_id, "slug": event.slug, "mode": event.mode}
    return event.rung_before is None and not (
        RatingEvent.objects.filter(**of, at__lt=event.at).exists()
    )


def _own(event: RatingEvent, hidden: Collection[int]) -> Json:
    before, after = event.rung_before, event.rung_after
    return {
        "before": event.rating_before,
        "after": event.rating_after,
        "change": event.change,
        # a rung is given with the last provisional game
        "provisional": after is None,
        "badge": ranks.show_badge(after),
        # up or down so many rungs, and up so many strata
        "moved": 0 if before is None or after is None else after - before,
        "grown": 0 if before is None else max(0, _strata(after) - _strata(before)),
        "left": event.left,
        # whether games against AI players set where the rating began
        "guessed": event.rating_before != CENTER and _is_first(event),
        # not in the lines of a time before players were called new
        "meets_new": any(line.get("new") for line in event.lines),
        "lines": [_line(line, hidden) for line in event.lines],
    }


def _line(line: Json, hidden: Collection[int]) -> Json:
    """Return the result against another player: 1, 0 or ½, and how probable it was in percent.

    Of a tie that is how probable it was to be ahead. It shows how strong the other one is, so that
    there is none against those who hide their rating.
    """
    expected, actual = line["expected"], line["actual"]
    percent = round(100 * (1 - expected if actual == 0 else expected))
    return {
        "name": line["name"],
        "percent": None if line["seat"] in hidden else percent,
        "actual": actual,
        "points": line["points"],
        "new": line.get("new", False),
    }
