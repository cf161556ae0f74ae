"""Turns the paths of our SVG drawings into lines."""

import re
from collections.abc import Iterator, Sequence
from math import acos, ceil, cos, hypot, pi, radians, sin

Point = tuple[float, float]
COMMANDS = re.compile(r"([MLHVCSQAZmlhvcsqaz])([^MLHVCSQAZmlhvcsqaz]*)")
NUMBERS = re.compile(r"-?(?:\d+\.?\d*|\.\d+)")
# how many numbers one segment of a command has
SIZES = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "A": 7}
# lines per curve, and per quarter of a circle
CURVE, QUARTER = 12, 10


def read_path(path: str) -> list[list[Point]]:
    """Return the outlines of a path; a closed one ends where it began."""
    outlines: list[list[Point]] = []
    at: Point = (0.0, 0.0)
    control: Point | None = None
    closed = False
    for command, text in COMMANDS.findall(path):
        kind = command.upper()
        if kind == "Z":
            at, closed = outlines[-1][0], True
            outlines[-1].append(at)
            continue
        numbers = [float(number) for number in NUMBERS.findall(text)]
        for index, part in enumerate(_split_segments(kind, numbers)):
            origin = at if command.islower() else (0.0, 0.0)
            points, control = _follow_segment(kind, part, at, origin, control)
            if kind == "M" and index == 0:
                outlines.append([])
            elif closed:
                outlines.append([at])
            closed = False
            outlines[-1] += points
            at = points[-1]
    return outlines


def _split_segments(kind: str, numbers: Sequence[float]) -> Iterator[Sequence[float]]:
    size = SIZES[kind]
    for start in range(0, len(numbers), size):
        yield numbers[start : start + size]


def _follow_segment(
    kind: str, part: Sequence[float], at: Point, origin: Point, control: Point | None
) -> tuple[list[Point], Point | None]:
    """Return the points after `at` of one segment, and the last control point of a curve."""
    x, y = origin
    if kind == "H":
        return [(x + part[0], at[1])], None
    if kind == "V":
        return [(at[0], y + part[0])], None
    if kind == "A":
        return _flatten_arc(at, part, (x + part[5], y + part[6])), None
    points = [(x + px, y + py) for px, py in zip(part[::2], part[1::2], strict=True)]
    if kind == "S":
        mirrored = at if control is None else (2 * at[0] - control[0], 2 * at[1] - control[1])
        points = [mirrored, *points]
    if kind == "Q":
        points = [_toward(at, points[0]), _toward(points[1], points[0]), points[1]]
    if kind in ("C", "S", "Q"):
        return _flatten_curve(at, *points), points[1]
    return points, None


def _toward(end: Point, pull: Point) -> Point:
    """Return the control point of a cubic curve for the only one of a quadratic curve."""
    return (end[0] + (pull[0] - end[0]) * 2 / 3, end[1] + (pull[1] - end[1]) * 2 / 3)


def _flatten_curve(start: Point, one: Point, other: Point, end: Point) -> list[Point]:
    """Return lines along a cubic curve."""
    lines = []
    for step in range(1, CURVE + 1):
        t = step / CURVE
        weights = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t**2 * (1 - t), t**3)
        pulls = (start, one, other, end)
        x = sum(weight * pull[0] for weight, pull in zip(weights, pulls, strict=True))
        y = sum(weight * pull[1] for weight, pull in zip(weights, pulls, strict=True))
        lines.append((x, y))
    return lines


def _flatten_arc(start: Point, part: Sequence[float], end: Point) -> list[Point]:
    """Return lines along an arc of an ellipse (SVG 2, appendix B.2.4)."""
    rx, ry, tilt, large, sweep = part[:5]
    turn = radians(tilt)
    half_x, half_y = (start[0] - end[0]) / 2, (start[1] - end[1]) / 2
    px, py = cos(turn) * half_x + sin(turn) * half_y, cos(turn) * half_y - sin(turn) * half_x
    grow = max(1.0, hypot(px / rx, py / ry))
    rx, ry = rx * grow, ry * grow
    spread = (px * ry) ** 2 + (py * rx) ** 2
    factor = max(0.0, (rx * ry) ** 2 / spread - 1) ** 0.5 * (1 if large != sweep else -1)
    cx, cy = factor * rx * py / ry, -factor * ry * px / rx
    first = _angle((px - cx) / rx, (py - cy) / ry)
    sweep_by = _angle((-px - cx) / rx, (-py - cy) / ry) - first
    if sweep and sweep_by < 0:
        sweep_by += 2 * pi
    elif not sweep and sweep_by > 0:
        sweep_by -= 2 * pi
    middle = ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
    count = max(2, ceil(abs(sweep_by) / (pi / 2) * QUARTER))
    lines = []
    for step in range(1, count + 1):
        angle = first + sweep_by * step / count
        x, y = rx * cos(angle) + cx, ry * sin(angle) + cy
        lines.append(
            (cos(turn) * x - sin(turn) * y + middle[0], sin(turn) * x + cos(turn) * y + middle[1])
        )
    return lines


def _angle(x: float, y: float) -> float:
    angle = acos(max(-1.0, min(1.0, x / hypot(x, y))))
    return angle if y >= 0 else -angle
