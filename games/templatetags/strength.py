"""The chart of a rating over time."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from django import template
from django.utils import timezone
from django.utils.formats import date_format

from accounts.ratings import tiers
from games.players.curve import SPANS, Point

register = template.Library()

TOP, BOTTOM, GROUND = 22, 206, 216  # pixels; the curve stays between the first two
WIDE = 1000  # width of the stretched part, in its own units
MOST_LINES = 6
AIR = 12  # rating points above and below the curve
LABELS = 4
A_YEAR = timedelta(days=300)


@register.inclusion_tag("games/_curve.html")
def rating_curve(
    points: Sequence[Point], ladder: Sequence[int], span: str, style: str = "datetime"
) -> dict[str, Any]:
    """Return the context of a rating's chart with the lines of the ladder, and of its table.

    `points` are oldest first. `style` is the format of times in the table (accounts.zones.STYLES).
    """
    if not points:
        return {"points": []}
    ratings = [point.rating for point in points]
    low, high, marks = _choose_scale(min(ratings), max(ratings), ladder)
    by_game = span == "20"
    across = _x_places(points, by_game=by_game)
    heights = [_y_place(rating, low, high) for rating in ratings]
    # a single game is a line from the left edge to its point
    xs = across if len(points) > 1 else [0.0, float(WIDE)]
    ys = heights if len(points) > 1 else heights * 2
    path = " ".join(f"{x:.1f},{y:.1f}" for x, y in zip(xs, ys, strict=True))
    last = points[-1]
    return {
        "points": list(reversed(points)),
        "path": path,
        "area": f"{xs[0]:.1f},{GROUND} {path} {WIDE},{GROUND}",
        # as text, so that it is not localized
        "lines": [{**mark, "y": f"{_y_place(mark['rating'], low, high):g}"} for mark in marks],
        "last": {"rating": last.rating, "change": last.change, "y": f"{heights[-1]:g}"},
        "axis": [] if by_game or len(points) < 2 else _date_labels(points[0].at, last.at),
        "by_game": by_game,
        "style": style,
        "games": len(points),
        "span": SPANS[span],
        "first": points[0],
        "least": min(ratings),
        "most": max(ratings),
    }


def _choose_scale(
    least: int, most: int, ladder: Sequence[int]
) -> tuple[float, float, list[dict[str, Any]]]:
    """Return the lowest and the highest rating of the chart, and the lines of the ladder in it.

    A chart far from every tier has a line at its lowest and at its highest rating.
    """
    under = [line for line in ladder if line <= least][-1:]
    above = [line for line in ladder if line >= most][:1]
    low = min([least, *(line for line in under if least - line < 60)]) - AIR
    high = max([most, *(line for line in above if line - most < 60)]) + AIR
    inside = [(rung, line) for rung, line in enumerate(ladder, 1) if low < line < high]
    if len(inside) > MOST_LINES:
        # only the first rung of each tier
        inside = [pair for pair in inside if pair[0] % len(tiers.STEPS) == 0]
    marks = [{"rating": line, "name": tiers.badge_of_rung(rung)["name"]} for rung, line in inside]
    if not marks:
        marks = [{"rating": rating, "name": ""} for rating in sorted({least, most})]
    return low, high, marks


def _x_places(points: Sequence[Point], *, by_game: bool) -> list[float]:
    """Return the horizontal places of the points, by game or by time."""
    if by_game or points[-1].at == points[0].at:
        return [WIDE * number / max(1, len(points) - 1) for number in range(len(points))]
    whole = points[-1].at - points[0].at
    return [WIDE * ((point.at - points[0].at) / whole) for point in points]


def _y_place(rating: float, low: float, high: float) -> float:
    return round(BOTTOM - (BOTTOM - TOP) * (rating - low) / (high - low), 1)


def _date_labels(first: datetime, last: datetime) -> list[dict[str, Any]]:
    """Return dates at equal distances, the first and the last one at the edges."""
    whole = last - first
    days: list[dict[str, Any]] = []
    for number in range(LABELS):
        part = number / (LABELS - 1)
        at = timezone.localtime(first + whole * part)
        text = date_format(at, "M Y" if whole > A_YEAR else "MONTH_DAY_FORMAT")
        if not days or days[-1]["text"] != text:
            anchor = "start" if number == 0 else "end" if part == 1 else "middle"
            days.append({"x": f"{100 * part:.4g}%", "text": text, "anchor": anchor})
    return days
