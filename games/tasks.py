"""The Celery tasks of the games; each calls one function.

A task names the question that it answers, and does nothing if that question is closed.
"""

from contextlib import suppress
from typing import Any

from celery import Task, shared_task
from celery.exceptions import SoftTimeLimitExceeded
from django.utils import timezone

from games import coach
from games.analysis import luck, mining, review, review_queue
from games.live import due, outage, play_out, reminders, table_list
from games.live.commands import presence, stand_ins
from games.live.due import EXPIRES_SECONDS, Due
from games.lobby import challenges, removal, reports, seating
from games.models import Move
from games.records import deal_chain, deal_statistics, exports


@shared_task(name="games.expire_turns")
def expire_turns(turns: list[Due]) -> None:
    """Answer for users whose deadlines have passed; a fault in one game stops no other."""
    if outage.make_up_for_refused_writes():
        _pass_on(expire_turns, due.answer_due(turns, Move.By.CLOCK))


@shared_task(name="games.expire_stage")
def expire_stage(*question: Any) -> None:
    """End a stage of the deal; clocks of 1.0 send this while workers are upgraded in turn."""
    expire_turns([question])


@shared_task(name="games.take_bot_turns")
def take_bot_turns(turns: list[Due]) -> None:
    """Answer for AI players whose thinking time is over."""
    _pass_on(take_bot_turns, due.answer_due(turns, Move.By.AI))


def _pass_on(task: Task[..., None], lists: list[list[Due]]) -> None:
    """Send the rest of a list, which would take this worker too long, to other workers."""
    for turns in lists:
        task.apply_async((turns,), expires=EXPIRES_SECONDS)


@shared_task(name="games.play_out")
def play_out_game(game_id: str) -> None:
    """Play on a game that is left to AI players, a while in each task, until it ends."""
    if play_out.play_out(game_id):
        play_out_game.apply_async((game_id,), expires=EXPIRES_SECONDS)


@shared_task(name="games.tidy_tables")
def tidy_tables() -> None:
    """Free the seats of users who vanished, end old challenges and games, publish the tables.

    The clock sends this every few seconds.
    """
    seating.free_vanished_seats()
    removal.leave_surplus()
    challenges.end_old(timezone.now())
    table_list.refresh_list()


@shared_task(name="games.send_reminders")
def send_reminders() -> None:
    """Remind absent seat owners that it is their turn."""
    reminders.send_reminders()


@shared_task(name="games.note_absence")
def note_absence(game_id: str, user_id: int) -> None:
    """Mark a user without heartbeats as away."""
    presence.mark_departure(game_id, user_id)


@shared_task(name="games.settle_seat")
def settle_seat(game_id: str, seat: int) -> None:
    """Mark a seat as abandoned if its stand-in has played for too long."""
    if outage.make_up_for_refused_writes():
        stand_ins.settle_stand_in(game_id, seat)


@shared_task(name="games.count_deals")
def count_deals() -> None:
    """Add the games of the days before today to the statistics of all deals, and sign the log."""
    deal_chain.sign_log(timezone.now())
    deal_statistics.count_deals(timezone.now())


# The soft and the hard time limit of low-priority work, in seconds of real time: others may have
# the processor. Such tasks are acknowledged at once, since pages ask again for lost work.
ENDS, PATIENCE = 600, 900
# the soft time limit of the monthly file, in seconds: enough for a hundred thousand games
EXPORT_ENDS = 7200
# seconds after which a resting coach looks for a reader who waits
LOOKS_AGAIN = 2.0


@shared_task(name="games.review_game", acks_late=False, soft_time_limit=ENDS, time_limit=PATIENCE)
def review_game(game_id: str) -> None:
    """Review a finished game for the pages that ask for it, a while in each task.

    The next task is for the next waiting game of the same address, one without a first finding
    before others. A task does nothing while the coach has to rest, unless a reader waits.
    """
    more = True
    if not _rest_before(game_id):
        more = False
        with suppress(SoftTimeLimitExceeded), coach.PACE.work():
            more = review.review_game(game_id)
    urgent = more and review.is_awaited(game_id)
    following = review_queue.choose_next(game_id, more=more, urgent=urgent)
    if following is not None:
        wait = min(_rest_before(following), LOOKS_AGAIN)
        review_game.apply_async((following,), countdown=wait, expires=review_queue.LOST)


def _rest_before(game_id: str) -> float:
    """Return the seconds that the coach has to rest before it goes on with a game."""
    return coach.PACE.rest_left(urgent=review.is_awaited(game_id))


@shared_task(name=luck.TASK)
def attribute_results(game_ids: list[str]) -> None:
    """Split the results of finished games into luck and decisions."""
    for game_id in game_ids:
        luck.calculate_luck(game_id)


@shared_task(name="games.remove_idle_guests")
def remove_idle_guests() -> None:
    """Delete idle guests, games that their players left, and old reports."""
    if outage.is_steady():
        removal.remove_idle_guests(timezone.now())
        removal.remove_left_games(timezone.now())
        reports.delete_old_reports(timezone.now())


@shared_task(name="games.mine_puzzles", acks_late=False, soft_time_limit=ENDS, time_limit=PATIENCE)
def mine_puzzles() -> None:
    """Look for puzzles in a recently finished game, and save them, unless the coach has to rest."""
    if coach.PACE.rest_left(urgent=False):
        return
    with suppress(SoftTimeLimitExceeded), coach.PACE.work():
        mining.mine_newest_game(timezone.now())


@shared_task(
    name="games.export_last_month",
    acks_late=False,
    soft_time_limit=EXPORT_ENDS,
    time_limit=EXPORT_ENDS * 5 // 4,
)
def export_last_month() -> None:
    """Write the file of last month, unless it exists, and one in which names have changed."""
    exports.export_last_month(timezone.now())
    exports.renew_month(timezone.now())
