"""The context of the page about an AI player with an account."""

from datetime import datetime, time
from itertools import pairwise

from django.urls import reverse
from django.utils import timezone

from accounts import ai_accounts
from accounts.models import AiAccount
from accounts.rating_parameters import ladder_of, noise_of
from games import labels
from games.engine.contract import Json
from games.models import Game, Seat
from games.records.curve import Point
from games.registry import GAMES


def ai_profile(name: str, game: str = "") -> Json | None:
    """Return the context of templates/games/ai_player.html; None where no account has the name.

    `game` is one that it plays; anything else chooses the one that it has played most.
    """
    accounts = {each.slug: each for each in ai_accounts.accounts_of(name) if each.slug in GAMES}
    if not accounts:
        return None
    most = max(accounts.values(), key=lambda account: account.games)
    account = accounts.get(game, most)
    game_type = GAMES[account.slug]
    return {
        "ai": {
            "name": account.name,
            "level": account.level,
            "manner": game_type.manners.get(account.level, ""),
            "rating": account.rating,
            "doubt": ai_accounts.doubt(account.sigma, noise_of(account.slug)),
            "results": account.results,
            "games": account.games,
        },
        "game": {"slug": account.slug, "title": game_type.title},
        "choices": [(slug, GAMES[slug].short) for slug in accounts],
        "curve": _curve(account),
        "ladder": ladder_of(account.slug),
        "places": _places(account, max(game_type.rules.seat_counts)),
        "recent": _recent(account),
    }


def _curve(account: AiAccount) -> list[Point]:
    """Return the rating after the last game of each day, oldest first."""
    days = [(_noon(day), rating) for day, rating, _ in account.days]
    first = [(at, rating, 0) for at, rating in days[:1]]
    later = [(at, rating, rating - before) for (_, before), (at, rating) in pairwise(days)]
    return [Point(*each) for each in first + later]


def _noon(day: str) -> datetime:
    date = datetime.fromisoformat(day).date()
    return timezone.make_aware(datetime.combine(date, time(12)))


def _places(account: AiAccount, seats: int) -> list[Json]:
    counts = {place: account.places.get(str(place), 0) for place in range(1, seats + 1)}
    games = max(1, account.games)
    return [
        {"place": place, "count": count, "share": round(100 * count / games)}
        for place, count in counts.items()
    ]


def _recent(account: AiAccount) -> list[Json]:
    """Return the last public games, newest first: {"url", "place", "others", "finished_at"}."""
    games = {game.pk: game for game in Game.objects.filter(pk__in=account.recent).defer("state")}
    sitters: dict[str, list[Seat]] = {pk: [] for pk in games}
    seats = Seat.objects.filter(game__in=games).select_related("user")
    for seat in seats.order_by("index"):
        sitters[seat.game_id].append(seat)
    return [_row(account, games[pk], sitters[pk]) for pk in account.recent[::-1] if pk in games]


def _shown_name(seat: Seat) -> str:
    return "" if seat.user is not None and seat.user.hides_history else seat.name


def _row(account: AiAccount, game: Game, seats: list[Seat]) -> Json:
    own = next((seat for seat in seats if seat.name == account.name), None)
    return {
        "url": reverse("games:game", args=(game.pk,)),
        "place": own and own.place,
        "rated": game.rated,
        "finished_at": game.finished_at,
        "others": [
            labels.sitter({"kind": seat.kind, "name": _shown_name(seat)})
            for seat in seats
            if seat is not own
        ],
    }
