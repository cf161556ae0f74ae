"""The distribution of the ratings of a game, for a chart beside its leaderboard."""

from collections.abc import Mapping
from typing import Any

from django.core.cache import cache
from django.db.models import Count

from accounts.models import Mode, Rank
from accounts.ratings.rating import PROVISIONAL_GAMES

FEWEST = 20  # players; with fewer of them a chart says nothing
MOST_BARS = 24
WIDTHS = (25, 50, 100, 200)  # points of a bar
LABELS = 6  # most labels below the bars
TOP, GROUND = 26, 116  # pixels
FRESH_SECONDS, KEY = 600, "spread-"


def count_ratings(slug: str) -> dict[int, int]:
    """Return the number of players at each rating; at most FRESH_SECONDS old.

    Provisional ratings and those of players who hide their rating do not count.
    """
    ranks = Rank.objects.filter(
        slug=slug,
        mode=Mode.RANKED,
        games__gte=PROVISIONAL_GAMES,
        user__is_active=True,
        user__hides_rating=False,
    )
    rows = ranks.values_list("rating").annotate(Count("pk"))
    return cache.get_or_set(KEY + slug, lambda: dict(rows), FRESH_SECONDS) or {}


def draw_spread(players: Mapping[int, int], own: int | None) -> dict[str, Any]:
    """Return the context of templates/accounts/_spread.html; no bars with fewer than FEWEST."""
    total = sum(players.values())
    if total < FEWEST:
        return {"bars": []}
    shown = [*players, own] if own is not None else [*players]
    least, most = min(shown), max(shown)
    width = next((one for one in WIDTHS if (most - least) // one < MOST_BARS - 1), WIDTHS[-1])
    first, last = least // width, most // width
    counts = [0] * (last - first + 1)
    for rating, number in players.items():
        counts[rating // width - first] += number
    step = 100 / len(counts)
    tallest = max(counts)
    bars = []
    for index, count in enumerate(counts):
        start = (first + index) * width
        height = max(2, round((GROUND - TOP) * count / tallest)) if count else 0
        bar = {"from": start, "to": start + width - 1, "players": count, "height": height}
        place = {"x": f"{step * index:.4g}%", "width": f"{step * 0.86:.4g}%", "y": GROUND - height}
        you = own is not None and start <= own < start + width
        bars.append({**bar, **place, "you": you, "middle": f"{step * (index + 0.43):.4g}%"})
    every = len(bars) // LABELS + 1
    return {
        "total": total,
        "bars": bars,
        "labels": bars[::every],
        "mark": next((bar for bar in bars if bar["you"]), None),
        "own": own,
        "half": _find_median(players),
        "least": min(players),
        "most": max(players),
        "percent": 0 if own is None else _percent_below(players, own),
    }


def _find_median(players: Mapping[int, int]) -> int:
    ordered = sorted(rating for rating, number in players.items() for _ in range(number))
    return ordered[len(ordered) // 2]


def _percent_below(players: Mapping[int, int], own: int) -> int:
    below = sum(number for rating, number in players.items() if rating < own)
    return 100 * below // sum(players.values())
