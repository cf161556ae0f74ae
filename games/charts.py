"""Line charts of a number of every seat after each match of a game."""

from collections.abc import Mapping, Sequence
from typing import Any

# pixels: a row of names below the matches, the narrowest chart, and a letter of a name in it
ROW = 17
NARROWEST = 170
LETTER = 7.5


def draw_chart(
    lines: Sequence[Mapping[str, Any]], what: str, top: int, mark: int | None = None
) -> dict[str, Any]:
    """Return a chart of each line's numbers `what` from 0 to `top`.

    It has levels at 0, at `mark` (without one, at the top) and halfway. Places from left to right
    are in percent of the width.
    """
    matches = max((len(line[what]) for line in lines), default=1) - 1
    if matches < 1 or top < 1:
        return {"lines": []}
    # with two lines, the second one is dashed
    step = 2 if len(lines) == 2 else 1
    seat_lines = [
        _draw_line(line, line[what], step * number, matches, top)
        for number, line in enumerate(lines)
    ]
    seat_lines.sort(key=lambda line: bool(line["you"]))
    _spread_names([line for line in seat_lines if line["at_end"]])
    rows = _stack_names([line for line in seat_lines if not line["at_end"]], matches)
    high = top if mark is None else mark
    return {
        "lines": seat_lines,
        "height": 170 + ROW * rows,
        "levels": [{"number": level, "y": _height(level, top)} for level in (high, high // 2, 0)],
        "matches": [
            {"number": number, "x": _format_percent(number, matches)}
            for number in range(1, matches + 1)
            if matches <= 12 or number % (matches // 8 + 1) == 0
        ],
    }


def _draw_line(
    line: Mapping[str, Any], lives: Sequence[int], number: int, matches: int, top: int
) -> dict[str, Any]:
    """Return the strokes of one seat and the place of its name."""
    strokes = []
    for match in range(1, len(lives)):
        left, right = _format_percent(match - 1, matches), _format_percent(match, matches)
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
        "matches": len(lives) - 1,
        "x": _format_percent(len(lives) - 1, matches),
        "y": _height(lives[-1], top) + 4,
    }


def _spread_names(seat_lines: list[dict[str, Any]]) -> None:
    """Move overlapping names at the right end up, lowest first."""
    lowest = 1000
    for line in sorted(seat_lines, key=lambda line: -line["y"]):
        line["y"] = lowest = min(line["y"], lowest - ROW)


def _stack_names(seat_lines: list[dict[str, Any]], matches: int) -> int:
    """Put the names of seats that were out earlier below their last match, and return their rows.

    A name that would overlap the one before it goes into the next row.
    """
    ends: list[float] = []
    for line in sorted(seat_lines, key=lambda line: line["matches"]):
        middle = NARROWEST * line["matches"] / matches
        half = LETTER * min(len(line["name"]), 11) / 2
        row = next((row for row, end in enumerate(ends) if end <= middle - half), len(ends))
        ends[row:] = [middle + half + LETTER, *ends[row + 1 :]]
        line["y"] = 162 + ROW * (row + 1)
    return len(ends)


def _format_percent(match: int, matches: int) -> str:
    return f"{100 * match / matches:.4g}%"


def _height(lives: int, top: int) -> int:
    return round(140 - 124 * lives / top)
