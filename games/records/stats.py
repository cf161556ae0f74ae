"""Saves the results of a finished game, and adds them to the statistics of its players."""

from collections.abc import Mapping

from games.game_type import Answer
from games.models import Game, Match, Move, PlayerStats, Result, Seat
from games.registry import GAMES
from games.stats import COUNTED, add_sums


def save_results(game: Game, seats: Mapping[int, Seat]) -> None:
    """Write the Result of each player's and guest's seat; add it to the owner's PlayerStats.

    Called once, in the transaction that finishes the game, when its matches, moves and places
    are written. The rows of PlayerStats are locked in the order of their users.
    """
    if game.finished_at is None:
        raise ValueError(f"{game.pk} is not finished")
    matches = list(Match.objects.filter(game=game).order_by("number"))
    moves = Move.objects.filter(game=game).order_by("ply")
    answers = [
        Answer(seat, match, action, by)
        for seat, match, action, by in moves.values_list("seat", "match", "action", "by")
        if seat is not None
    ]
    stats_of = GAMES[game.slug].stats
    results = [
        Result(
            game=game,
            user_id=seat.user_id,
            slug=game.slug,
            rated=game.rated,
            finished_at=game.finished_at,
            seat=index,
            place=seat.place,
            seats=len(seats),
            **stats_of(index, game.ruleset, matches, answers),
        )
        for index, seat in sorted(seats.items())
        if seat.kind != Seat.Kind.AI and seat.place is not None
    ]
    Result.objects.bulk_create(results)
    _add_up(game, {result.user_id: result for result in results if result.user_id is not None})


def _add_up(game: Game, results: dict[int, Result]) -> None:
    owners = sorted(results)
    scope = {"slug": game.slug, "rated": game.rated}
    PlayerStats.objects.bulk_create(
        [PlayerStats(user_id=owner, **scope) for owner in owners], ignore_conflicts=True
    )
    rows = PlayerStats.objects.select_for_update().filter(user__in=owners, **scope).order_by("user")
    sums = list(rows)
    for row in sums:
        result = results[row.user_id]
        now = {name: getattr(row, name) for name in (*COUNTED, "games", "places")}
        more = {name: getattr(result, name) for name in COUNTED}
        more |= {"games": 1, "places": {str(result.place): 1}}
        for name, value in add_sums(now, more).items():
            setattr(row, name, value)
    PlayerStats.objects.bulk_update(sums, (*COUNTED, "games", "places"))
