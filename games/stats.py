"""Arithmetic of statistics: numbers of finished games and their sums."""

from collections.abc import Mapping, Sequence
from typing import Any

from games.engine.contract import Json
from games.game_type import Answer, Ended

PLAYER, AI = "player", "ai"
# the columns that are summed over games; the others belong to a single game
SUMS = (
    *("matches", "won", "fights", "surrenders", "saved", "dealt", "taken", "colors"),
    *("answers", "helped"),
)
# the same, with the numbers that only one game counts
COUNTED = (*SUMS, "counts")


def zero_stats(seat: int, answers: Sequence[Answer]) -> Json:
    """Return the columns of a result as zeros with the seat's answers; a game adds its own."""
    columns: Json = dict.fromkeys(SUMS, 0) | {"fights": {}, "colors": {}}
    columns |= {"best_score": None, "best_suit": "", "lives": 0}
    columns["answers"] = sum(answer.seat == seat for answer in answers)
    columns["helped"] = sum(answer.seat == seat and answer.by == AI for answer in answers)
    return columns


def add_sums(sums: Mapping[str, Any], more: Mapping[str, Any]) -> Json:
    """Return a new mapping with the sums of two mappings of numbers, nested ones included."""
    total = dict(sums)
    for name, value in more.items():
        if isinstance(value, Mapping):
            total[name] = add_sums(total.get(name, {}), value)
        else:
            total[name] = total.get(name, 0) + value
    return total


def share_of(count: int, total: int) -> Json:
    """Return {"count", "of", "share": percent or None}."""
    return {"count": count, "of": total, "share": round(100 * count / total) if total else None}


def points_stats(seat: int, matches: Sequence[Ended], answers: Sequence[Answer]) -> Json:
    """Return the columns of a result of a game played for points; "lives" are the final points."""
    columns = zero_stats(seat, answers)
    for match in matches:
        columns["matches"] += 1
        columns["won"] += seat in match.winners
        columns["lives"] = match.scores[str(seat)]
    return columns


def common_style(sums: Any, places: Sequence[int]) -> Json:
    """Return the games, places and matches of a row of PlayerStats, as profiles show them."""
    counts = [{"place": n, **share_of(sums.places.get(str(n), 0), sums.games)} for n in places]
    return {"games": sums.games, "places": counts, "matches": share_of(sums.won, sums.matches)}
