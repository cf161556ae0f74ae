"""What goes on at the site now, read once for all visitors of the first page."""

from typing import Any

from django.core.cache import cache
from django.urls import reverse

from games.engine.contract import Json
from games.models import MOST_SEATS, Game
from games.table import lobby
from games.table.position import is_public

KEY = "games.activity.2"
# however many visitors there are, a process reads it about once in so many seconds
FRESH_SECONDS = 4
# of so many newest games that are over one is shown, if it was public
LOOKED_AT = 40


def now() -> Json:
    """Return the frame of the lobby and the last public game that is over, a moment old at most.

    That one is {"url" of its replay, "slug", "seats": [{"kind", "name"}], best first}, or None.
    """
    held: Json | None = cache.get(KEY)
    if held is None:
        held = {**lobby.frame(), "over": _last_over()}
        cache.set(KEY, held, FRESH_SECONDS)
    return held


def _last_over() -> Json | None:
    """Return the last public game that is over, of players who show what they played."""
    newest: Any = Game.objects.filter(status=Game.Status.FINISHED).order_by("-created_at")
    newest = newest.exclude(seats__user__hides_history=True)
    looked_at = newest.defer("state", "barred", "secret")[:LOOKED_AT]
    shown = (game for game in looked_at if game.rated or game.access == Game.Access.PUBLIC)
    game = next(filter(is_public, shown), None)
    if game is None:
        return None
    seats = sorted(game.seats.all(), key=lambda seat: (seat.place or MOST_SEATS, seat.index))
    return {
        "url": reverse("games:replay", args=(game.pk,)),
        "slug": game.slug,
        "seats": [{"kind": seat.kind, "name": seat.name} for seat in seats],
    }
