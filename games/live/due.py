"""Due questions, many at once: moves of the clock and of AI players.

A fault in one game stops no other; the reconciler finds its question again.
"""

import logging
import time
from collections.abc import Sequence
from functools import partial

from density.platform import availability
from games.live import executor
from games.live.commands import play
from games.models import Move

# processor time after which a worker passes the rest of its list to other workers
SECONDS = 0.05
# a list that no worker has taken by then is not needed: the reconciler has sent another one
EXPIRES_SECONDS = 30
# game id, seat and question
Due = tuple[str, int, int]

log = logging.getLogger(__name__)


def answer_due(due: Sequence[Due], by: Move.By) -> list[list[Due]]:
    """Make the moves of the clock or of AI players for due questions.

    Questions that are answered or not due yet are skipped, so a list may be passed any number of
    times. Return the questions for which there was no time, in lists that take one worker's time.
    """
    until = time.thread_time() + SECONDS
    waiting, count = [(game_id, index, number) for game_id, index, number in due], 0
    while waiting and (count == 0 or time.thread_time() < until):
        # one move of each game: the next one depends on it
        first: dict[str, Due] = {}
        for question in waiting:
            first.setdefault(question[0], question)
        commands = {
            game_id: partial(play.answer_due, index=index, question=number, by=by)
            for game_id, index, number in first.values()
        }
        outcomes = executor.execute_together(commands, until)
        for game_id, outcome in outcomes.items():
            if isinstance(outcome, Exception):
                _report_fault(first[game_id], outcome)
        count += len(outcomes)
        answered = {first[game_id] for game_id in outcomes}
        waiting = [question for question in waiting if question not in answered]
    return [waiting[start : start + count] for start in range(0, len(waiting), max(1, count))]


def _report_fault(due: Due, fault: Exception) -> None:
    game_id, index, _ = due
    words = f"deadline of seat {index} of game {game_id} waits; the reconciler repeats it"
    if not availability.report_outage(fault, words):
        log.error(
            "deadline of seat %s of game %s failed; the reconciler repeats it",
            *(index, game_id),
            exc_info=fault,
        )
