"""The context of the page about an AI player with an account."""

from datetime import datetime
from typing import Any

from django.db.models import Prefetch
from django.urls import reverse
from django.utils import timezone

from accounts.models import AiAccount
from accounts.ratings import ai_accounts
from accounts.ratings.rating_parameters import ladder_of, scale_of
from games import labels
from games.engine.contract import Json
from games.models import Game, Result, Seat
from games.players.curve import Point
from games.players.history import opponent_ends
from games.records.kept_names import SHOWN_NAME
from games.registry import GAMES
from games.stats import share_of


def ai_profile(name: str, game: str = "") -> Json | None:
    """Return the context of templates/games/ai_player.html; None if no AI account has the name.

    `game` chooses one of its games; any other value chooses the one that it has played most.
    """
    rows = ai_accounts.accounts_of(name)
    accounts = {account.slug: account for account in rows if account.slug in GAMES}
    if not accounts:
        return None
    most = max(accounts.values(), key=lambda account: account.games)
    account = accounts.get(game, most)
    game_type = GAMES[account.slug]
    level = game_type.ai_levels.get(account.level)
    return {
        "ai": {
            "name": account.name,
            "level": account.level,
            "manner": level.manner if level else "",
            "rating": account.rating,
            "doubt": ai_accounts.doubt_in_points(account.sigma, scale_of(account.slug)),
            "results": account.results,
            "games": account.games,
        },
        "game": {"slug": account.slug, "title": game_type.title},
        "choices": [(slug, GAMES[slug].short) for slug in accounts],
        "curve": _rating_curve(account),
        "ladder": ladder_of(account.slug),
        "places": [
            {"place": place, **share_of(account.places.get(str(place), 0), max(1, account.games))}
            for place in range(1, max(game_type.rules.seat_counts) + 1)
        ],
        "recent": _recent_games(account),
    }


def _rating_curve(account: AiAccount) -> list[Point]:
    """Return the rating after the last game of each day, dated at noon, oldest first."""
    ratings = [rating for _day, rating, _count in account.days]
    return [
        Point(timezone.make_aware(datetime.fromisoformat(f"{day}T12:00")), rating, rating - before)
        for (day, rating, _count), before in zip(account.days, ratings[:1] + ratings, strict=False)
    ]


def _recent_games(account: AiAccount) -> list[Json]:
    """Return the last public games, newest first; players who hide their history have no name."""
    seats = Seat.objects.select_related("user").annotate(shown=SHOWN_NAME)
    games = Game.objects.defer("state").prefetch_related(Prefetch("seats", seats))
    recent = games.in_bulk(account.recent)
    results = {
        row.game_id: row for row in Result.objects.filter(game__in=recent, seats=labels.DUEL)
    }
    ends = opponent_ends(list(results.values()))
    return [
        _game_row(account, recent[pk]) | _describe_end(results.get(pk), ends.get(pk))
        for pk in account.recent[::-1]
        if pk in recent
    ]


def _describe_end(rival: Result | None, end: int | None) -> Json:
    """Return the columns of a history row for how a game of two ended, from the AI's side."""
    points = rival is not None and "points" in rival.counts
    return {
        "points": end if points else None,
        "lives": end,
        "against": None if rival is None else rival.lives,
        "best": None,
    }


def _game_row(account: AiAccount, game: Game) -> Json:
    seats: list[Any] = list(game.seats.all())
    ai_seat = next((seat for seat in seats if seat.name == account.name), None)
    others = [seat for seat in seats if seat is not ai_seat]
    hidden = [seat for seat in seats if seat.user is not None and seat.user.hides_history]
    return {
        "url": reverse("games:game", args=(game.pk,)),
        "folder": GAMES[game.slug].folder,
        "place": ai_seat and ai_seat.place,
        "seats": len(seats),
        "shared": ai_seat is not None and any(seat.place == ai_seat.place for seat in others),
        "rated": game.rated,
        "finished_at": game.finished_at,
        "others": [
            labels.seat_name({"kind": seat.kind, "name": "" if seat in hidden else seat.shown})
            for seat in others
        ],
    }
