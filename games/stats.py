"""Arithmetic of statistics: numbers of finished games that add up."""

from collections.abc import Mapping, Sequence
from typing import Any

from games.engine.contract import Json
from games.game_type import Answer, Ended

PLAYER, AI = "player", "ai"
# the columns that add up over games; the rest of a result belongs to its one game
SUMS = (
    *("matches", "won", "fights", "surrenders", "saved", "dealt", "taken", "colors"),
    *("answers", "helped"),
)
# with the numbers that a game counts beside these
COUNTED = (*SUMS, "counts")


def zero_stats(seat: int, answers: Sequence[Answer]) -> Json:
    """Return the columns of a result with zeros and the seat's answers: every game adds its own."""
    done: Json = dict.fromkeys(SUMS, 0) | {"fights": {}, "colors": {}}
    done |= {"best_score": None, "best_suit": "", "lives": 0}
    done["answers"] = sum(answer.seat == seat for answer in answers)
    done["helped"] = sum(answer.seat == seat and answer.by == AI for answer in answers)
    return done


def add_sums(sums: Mapping[str, Any], more: Mapping[str, Any]) -> Json:
    """Return the sums of numbers under names, nested mappings included, as new mappings."""
    total = dict(sums)
    for name, value in more.items():
        if isinstance(value, Mapping):
            total[name] = add_sums(total.get(name, {}), value)
        else:
            total[name] = total.get(name, 0) + value
    return total


def share_of(count: int, of: int) -> Json:
    """Return {"count", "of", "share": percent or None}."""
    return {"count": count, "of": of, "share": round(100 * count / of) if of else None}


def points_stats(seat: int, matches: Sequence[Ended], answers: Sequence[Answer]) -> Json:
    """Return the columns of a result of a game that is played for points: "lives" is the last."""
    done = zero_stats(seat, answers)
    for match in matches:
        done["matches"] += 1
        done["won"] += seat in match.winners
        done["lives"] = match.scores[str(seat)]
    return done


def common_style(sums: Any, places: Sequence[int]) -> Json:
    """Return the games, places and matches of a row of PlayerStats, as profiles show them."""
    each = [{"place": n, **share_of(sums.places.get(str(n), 0), sums.games)} for n in places]
    return {"games": sums.games, "places": each, "matches": share_of(sums.won, sums.matches)}
