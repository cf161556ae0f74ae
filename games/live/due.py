"""Questions whose time is over, many at once: moves of the clock, and of AI players.

A list is read by one statement, written by one and published in one round trip. What that is not
made for (the end of a game, a game that has changed meanwhile) is executed alone. A fault in one
game stops no other: the reconciler finds its question again.
"""

import logging
import sys
import time
from collections.abc import Mapping, Sequence

from django.db import close_old_connections

from density.platform import availability
from games.live import executor
from games.live.commands import play
from games.live.executor import Change, Outcome
from games.models import Game, Move
from games.positions import position, rows

# a list that has taken so much of the processor leaves its rest to other workers
SECONDS = 0.05
# a list that no worker took by then is not needed: the reconciler has sent another
EXPIRES_SECONDS = 30
# game, seat and question
Due = tuple[str, int, int]

log = logging.getLogger(__name__)


def answer(due: Sequence[Due], by: Move.By) -> list[list[Due]]:
    """Make the moves of seats whose time is over, by the clock or AI players.

    What is answered, or not due yet, is left out; so a list may be given any number of times.
    Return those for which there was no time, in lists for which there will be.
    """
    until = time.thread_time() + SECONDS
    waiting, count = [(game_id, index, number) for game_id, index, number in due], 0
    while waiting and (count == 0 or time.thread_time() < until):
        # the next move of a game is made from what the first leads to
        first: dict[str, Due] = {}
        for each in waiting:
            first.setdefault(each[0], each)
        done = _together(list(first.values()), by, until)
        count += len(done)
        waiting = [each for each in waiting if each not in done]
    return [waiting[start : start + count] for start in range(0, len(waiting), max(1, count))]


def _together(due: Sequence[Due], by: Move.By, until: float) -> Sequence[Due]:
    """Answer questions of different games; return those for which there was time."""
    found = rows.read_many([game_id for game_id, _, _ in due])
    made: dict[Due, Change] = {}
    alone: list[Due] = []
    done: list[Due] = []
    for each in due:
        if done and time.thread_time() >= until:
            break
        done.append(each)
        change = _make(each, found, by)
        if isinstance(change, Change) and change.then is None:
            made[each] = change
        elif isinstance(change, Change):
            alone.append(each)
    written = executor.write_together(list(made.values()))
    executor.publish([change for change in made.values() if change.game.pk in written])
    for each in [*alone, *(each for each in made if each[0] not in written)]:
        _alone(each, by)
    return done


def _make(due: Due, found: Mapping[str, rows.Rows], by: Move.By) -> Outcome:
    game_id, index, question = due
    if game_id not in found:
        return None
    try:
        return play.answer_due(position.of(found[game_id]), index, question, by)
    except Exception:
        _report(due)
        return None


def _alone(due: Due, by: Move.By) -> None:
    game_id, index, question = due
    try:
        executor.execute(game_id, play.answer_due, index, question, by)
    except Game.DoesNotExist:
        return
    except Exception:
        _report(due)
        close_old_connections()


def _report(due: Due) -> None:
    game_id, index, _ = due
    words = f"deadline of seat {index} of game {game_id} waits; the reconciler repeats it"
    if availability.report(sys.exception(), words):
        return
    log.exception(
        "deadline of seat %s of game %s failed; the reconciler repeats it", index, game_id
    )
