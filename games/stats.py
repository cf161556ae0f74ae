"""What seats did in finished games, as numbers that add up; plain arithmetic."""

from collections.abc import Mapping, Sequence
from typing import Any

from games.engine.contract import Json
from games.game_type import Answer

PLAYER, AI = "player", "ai"
# what adds up over games; the rest of a result is of its one game alone
SUMS = (
    *("matches", "won", "fights", "surrenders", "saved", "dealt", "taken", "colors"),
    *("answers", "helped"),
)
# since a second game has numbers of its own
COUNTED = (*SUMS, "counts")


def nothing(seat: int, answers: Sequence[Answer]) -> Json:
    """The columns of a result of somebody who has only answered: every game adds its own."""
    done: Json = dict.fromkeys(SUMS, 0) | {"fights": {}, "colors": {}}
    done |= {"best_score": None, "best_suit": "", "lives": 0}
    done["answers"] = sum(answer.seat == seat for answer in answers)
    done["helped"] = sum(answer.seat == seat and answer.by == AI for answer in answers)
    return done


def add(sums: Mapping[str, Any], more: Mapping[str, Any]) -> Json:
    """Numbers under names, and under names of names, added up; new mappings all through."""
    total = dict(sums)
    for name, value in more.items():
        if isinstance(value, Mapping):
            total[name] = add(total.get(name, {}), value)
        else:
            total[name] = total.get(name, 0) + value
    return total


def share(count: int, of: int) -> Json:
    """{"count", "of", "share": percent or None}."""
    return {"count": count, "of": of, "share": round(100 * count / of) if of else None}
