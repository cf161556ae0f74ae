"""Questions whose time is over, many at once: moves of the clock, and of AI players.

A fault in one game stops no other: the reconciler finds its question again.
"""

import logging
import time
from collections.abc import Sequence
from functools import partial

from density.platform import availability
from games.live import executor
from games.live.commands import play
from games.models import Move

# a list that has taken so much of the processor leaves its rest to other workers
SECONDS = 0.05
# a list that no worker took by then is not needed: the reconciler has sent another
EXPIRES_SECONDS = 30
# game, seat and question
Due = tuple[str, int, int]

log = logging.getLogger(__name__)


def answer_due(due: Sequence[Due], by: Move.By) -> list[list[Due]]:
    """Make the moves of seats whose time is over, by the clock or AI players.

    Entries that are answered or not due yet are skipped; so a list may be given any number of
    times. Return those for which there was no time, in lists for which there will be.
    """
    until = time.thread_time() + SECONDS
    waiting, count = [(game_id, index, number) for game_id, index, number in due], 0
    while waiting and (count == 0 or time.thread_time() < until):
        # the next move of a game is made from what the first leads to
        first: dict[str, Due] = {}
        for each in waiting:
            first.setdefault(each[0], each)
        commands = {
            game_id: partial(play.answer_due, index=index, question=question, by=by)
            for game_id, index, question in first.values()
        }
        done = executor.execute_together(commands, until)
        for game_id, made in done.items():
            if isinstance(made, Exception):
                _report(first[game_id], made)
        count += len(done)
        answered = {first[game_id] for game_id in done}
        waiting = [each for each in waiting if each not in answered]
    return [waiting[start : start + count] for start in range(0, len(waiting), max(1, count))]


def _report(due: Due, fault: Exception) -> None:
    game_id, index, _ = due
    words = f"deadline of seat {index} of game {game_id} waits; the reconciler repeats it"
    if not availability.report_outage(fault, words):
        log.error(
            "deadline of seat %s of game %s failed; the reconciler repeats it",
            *(index, game_id),
            exc_info=fault,
        )
