"""What each seat did in a finished game, read from its matches and moves; plain arithmetic."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from games.engine.contract import Json
from games.engine.density_deck.state import STAKES

PLAYER, AI = "player", "ai"
# what adds up over games; the rest of a result is of its one game alone
SUMS = (
    *("matches", "won", "fights", "surrenders", "saved", "dealt", "taken", "colors"),
    *("answers", "helped"),
)


class Answer(NamedTuple):
    """A move, as far as deeds go: `do` is what the action does, `by` who answered."""

    seat: int
    match: int
    do: str
    by: str


class Ended(Protocol):
    """A match that is over, as its row has it."""

    number: int
    ended_by: str
    round: int | None
    living: Any
    winners: Any
    scores: Any
    damage: Any


def deeds(seat: int, lives: int, matches: Iterable[Ended], answers: Sequence[Answer]) -> Json:
    """The fields of games.models.Result that tell what a seat did; it began with these lives.

    A fight or a surrender that a stand-in or the clock chose is nobody's deed; what came of it
    for the seat, its lives and its matches, counts all the same. A tie is won by all who tie.
    """
    done: Json = dict.fromkeys(SUMS, 0) | {"fights": {}, "colors": {}}
    done |= {"best_score": None, "best_suit": "", "lives": lives}
    done["answers"] = sum(answer.seat == seat for answer in answers)
    done["helped"] = sum(answer.seat == seat and answer.by == AI for answer in answers)
    choices = [answer for answer in answers if answer.do in ("fight", "surrender")]
    for match in matches:
        if seat in match.living:
            _add_match(done, seat, match, [each for each in choices if each.match == match.number])
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


def _add_match(done: Json, seat: int, match: Ended, decided: list[Answer]) -> None:
    """Count one match that the seat was dealt into."""
    key, won = str(seat), seat in match.winners
    gone = {answer.seat: answer for answer in decided if answer.do == "surrender"}
    lost = match.damage[key]
    done["matches"] += 1
    done["won"] += won
    done["taken"] += lost
    score = (match.scores or {}).get(key)
    if score is not None:
        _add_score(done, score, won=won)
        if won:
            done["dealt"] += sum(
                match.damage[str(other)] for other in match.living if other not in gone
            )
    if seat in gone:
        if gone[seat].by == PLAYER:
            fought = match.ended_by in ("fight", "showdown")
            stake = STAKES[match.round or 0] if fought else 0
            done["surrenders"] += 1
            done["saved"] += lost < min(stake, done["lives"])
    elif match.ended_by == "fight":
        _add_fight(done, seat, match, decided)
    done["lives"] -= lost


def _add_score(done: Json, score: Json, *, won: bool) -> None:
    suit = score["base"]["suit"] if score["base"] else ""
    if won and suit:
        done["colors"] = add(done["colors"], {suit: 1})
    if done["best_score"] is None or score["score"] > done["best_score"]:
        done["best_score"], done["best_suit"] = score["score"], suit


def _add_fight(done: Json, seat: int, match: Ended, decided: list[Answer]) -> None:
    """Count a fight in which the seat stood, by its round: called or faced, won or lost."""
    call = next(answer for answer in decided if answer.do == "fight")
    if call.seat == seat and call.by != PLAYER:
        return
    kind = "called" if call.seat == seat else "faced"
    end = "won" if seat in match.winners else "lost"
    done["fights"] = add(done["fights"], {f"{kind}_{end}": {str(match.round): 1}})
