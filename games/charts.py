"""A number of every seat after each part of a game, as lines in percent of the width."""

from collections.abc import Mapping, Sequence
from typing import Any


def lines_chart(
    lines: Sequence[Mapping[str, Any]], what: str, top: int, mark: int | None = None
) -> dict[str, Any]:
    """The lines of these numbers from 0 to the top; levels at 0, at the mark and at its half."""
    matches = max((len(line[what]) for line in lines), default=1) - 1
    if matches < 1 or top < 1:
        return {"lines": []}
    # of two lines one is dashed
    step = 2 if len(lines) == 2 else 1
    drawn = [
        _draw_line(line, line[what], step * number, matches, top)
        for number, line in enumerate(lines)
    ]
    drawn.sort(key=lambda line: bool(line["you"]))
    _spread_names(drawn)
    high = top if mark is None else mark
    return {
        "lines": drawn,
        "levels": [{"number": level, "y": _height(level, top)} for level in (high, high // 2, 0)],
        "matches": [
            {"number": number, "x": _percent(number, matches)}
            for number in range(1, matches + 1)
            if matches <= 12 or number % (matches // 8 + 1) == 0
        ],
    }


def _draw_line(
    line: Mapping[str, Any], lives: Sequence[int], number: int, matches: int, top: int
) -> dict[str, Any]:
    """Return the strokes of one seat and where its name stands."""
    strokes = []
    for match in range(1, len(lives)):
        left, right = _percent(match - 1, matches), _percent(match, matches)
        level, after = _height(lives[match - 1], top), _height(lives[match], top)
        strokes.append({"x1": left, "x2": right, "y1": level, "y2": level})
        if after != level:
            strokes.append({"x1": right, "x2": right, "y1": level, "y2": after})
    return {
        "name": line["name"],
        "you": line["you"],
        "style": "you" if line["you"] else f"seat-{number % 4}",
        "strokes": strokes,
        "last": lives[-1],
        "at_end": len(lives) - 1 == matches,
        "early": 2 * (len(lives) - 1) < matches,
        "x": _percent(len(lives) - 1, matches),
        "y": _height(lives[-1], top) + 4,
    }


def _spread_names(drawn: list[dict[str, Any]]) -> None:
    """Move names that would stand on each other upwards, lowest first.

    Names at the right end share one column; those of seats that fell earlier share the floor.
    """
    lowest = {True: 1000, False: 1000}
    for line in sorted(drawn, key=lambda line: -line["y"]):
        end = line["at_end"]
        line["y"] = min(line["y"] - (0 if end else 8), lowest[end] - 17)
        lowest[end] = line["y"]


def _percent(match: int, matches: int) -> str:
    return f"{100 * match / matches:.4g}%"


def _height(lives: int, top: int) -> int:
    return round(140 - 124 * lives / top)
