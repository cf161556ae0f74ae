"""Changes ranks after a rated game, and describes ranks for tables and result pages."""

from collections.abc import Collection, Iterable
from datetime import datetime
from typing import NamedTuple

from django.db.models import Max, Min

from accounts.models import Mode, RatingEvent, User
from accounts.ratings import ranks
from accounts.ratings.ranks import Finisher
from accounts.ratings.rating import CENTER, PROVISIONAL_GAMES
from games.engine.chances import round_percent
from games.engine.contract import Json
from games.models import Move
from games.positions.position import Position
from games.protocol import RankInfo


def mark_idle_users(position: Position) -> None:
    """Mark users who never played in a rated game that ends now as having left it.

    A user who was asked but never answered has left, even without pressing Leave. The caller saves
    the seats.
    """
    if not position.game.rated:
        return
    moves = Move.objects.filter(game=position.game).order_by()
    asked_seats = set(moves.values_list("seat", flat=True).distinct())
    players = set(moves.filter(by=Move.By.PLAYER).values_list("seat", flat=True).distinct())
    for seat in position.people:
        if seat.abandoned_at is None and seat.index in asked_seats - players:
            seat.abandoned_at = position.now


def settle_ranks(position: Position) -> None:
    """Change the ranks after a rated game; call it in the transaction that ends the game."""
    if not position.game.rated:
        return
    early = _early_leavers(position)
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
    mode = Mode.BOTS if position.game.for_bots else Mode.RANKED
    ranks.settle_ranks(position.game.pk, position.game.slug, finishers, position.now, mode)


def ends_void(position: Position) -> bool:
    """Return whether a game that ends now is void: only the ranks of those who left it change."""
    return position.game.rated and bool(_early_leavers(position))


def _early_leavers(position: Position) -> set[int]:
    """Return the seats that were left early enough to make a rated game void."""
    until = _void_until(position)
    left_at = {index: seat.abandoned_at for index, seat in position.seats.items()}
    return {index for index, at in left_at.items() if at is not None and at < until}


def _void_until(position: Position) -> datetime:
    """Return the time before which a game becomes void if a player leaves it.

    It is when every seat has had its first turn answered, by its owner or the clock, and at the
    latest the end of the first match.
    """
    moves = Move.objects.filter(game=position.game).order_by()
    first = dict(moves.exclude(seat=None).values_list("seat").annotate(Min("at")))
    ended = moves.filter(match=1).aggregate(at=Max("at"))["at"] or position.now
    complete = first.keys() == position.seats.keys()
    return min(ended, max(first.values())) if complete else ended


def is_void(position: Position) -> bool:
    """Return whether a finished rated game was void: it changed only the ranks of leavers."""
    if not position.game.rated:
        return False
    events = RatingEvent.objects.filter(game=position.game.pk)
    rated = set(events.values_list("seat", flat=True))
    return any(seat.index not in rated for seat in position.owners)


class Ranked(NamedTuple):
    """The rank of a user who does not hide it, with the columns of a rank chip."""

    user_id: int
    rating: int
    games: int
    rung: int | None


def rank_chips(position: Position, rows: Iterable[Ranked]) -> dict[int, RankInfo]:
    """Return the ranks of users at this table for frames, by seat."""
    owners = {seat.user_id: seat.index for seat in position.people}
    chips: dict[int, RankInfo] = {}
    for user_id, rating, games, rung in rows:
        if user_id in owners:
            chip = ranks.show_chip(rating, games, rung)
            chips[owners[user_id]] = {
                "rating": chip["rating"],
                "provisional": chip["provisional"],
                "tier": chip["badge"] and chip["badge"]["name"],
            }
    return chips


def rank_changes(position: Position, viewer_id: int | None) -> Json | None:
    """Return the changes by a finished rated game for its result page; None for an unrated one.

    It takes two queries, and one more while the viewer's rating is provisional. "void": the game
    counted only for leavers. "seats" leaves out seats without a rank, and other users who hide
    their rating.
    """
    if not position.game.rated:
        return None
    rows = {event.seat: event for event in RatingEvent.objects.filter(game=position.game.pk)}
    own_event = next((event for event in rows.values() if event.user_id == viewer_id), None)
    owned = {index: seat.user_id for index, seat in position.seats.items() if seat.user_id}
    hiding = User.objects.filter(pk__in=owned.values(), hides_rating=True)
    hiding_ids = set(hiding.values_list("pk", flat=True))
    hidden = {index for index, user_id in owned.items() if user_id in hiding_ids}
    return {
        "you": None if own_event is None else _describe_own_change(own_event, hidden),
        "seats": {
            index: {"change": event.change, "badge": ranks.show_badge(event.rung_after)}
            for index, event in rows.items()
            if event is own_event or index not in hidden
        },
        "void": bool(owned.keys() - rows.keys()),
    }


def _count_strata(rung: int | None) -> int:
    """Return how many strata the badge of a rung has; 0 without a rung."""
    badge = ranks.show_badge(rung)
    return 0 if badge is None else int(badge["strata"])


def _count_games(event: RatingEvent) -> int:
    """Return how many games a rank had after an event."""
    scope = {"user": event.user_id, "slug": event.slug, "mode": event.mode}
    return RatingEvent.objects.filter(**scope, at__lte=event.at).count()


def _describe_own_change(event: RatingEvent, hidden: Collection[int]) -> Json:
    rung_before, rung_after = event.rung_before, event.rung_after
    games = PROVISIONAL_GAMES if rung_before is not None else _count_games(event)
    return {
        "before": event.rating_before,
        "after": event.rating_after,
        "change": event.change,
        # the first rung comes with the last provisional game
        "provisional": rung_after is None,
        "missing_games": max(0, PROVISIONAL_GAMES - games),
        "badge": ranks.show_badge(rung_after),
        # the number of rungs up or down, and of strata up
        "moved": 0 if rung_before is None or rung_after is None else rung_after - rung_before,
        "grown": 0
        if rung_before is None
        else max(0, _count_strata(rung_after) - _count_strata(rung_before)),
        "left": event.left,
        # whether games against AI players determined the first rating
        "guessed": event.rating_before != CENTER and games == 1,
        # older lines have no "new"
        "meets_new": any(line.get("new") for line in event.lines),
        "lines": [_describe_line(line, hidden) for line in event.lines],
    }


def _describe_line(line: Json, hidden: Collection[int]) -> Json:
    """Return the result against another player: 1, 0 or ½, and its probability in percent.

    For a tie, it is the probability to be ahead. There is none against players who hide their
    rating, because it would reveal their strength.
    """
    expected, actual = line["expected"], line["actual"]
    percent = round_percent(1 - expected if actual == 0 else expected, certain=False)
    return {
        "name": line["name"],
        "percent": None if line["seat"] in hidden else percent,
        "actual": actual,
        "points": line["points"],
        "new": line.get("new", False),
    }
