"""What the workers do for the games: call one function each, nothing else.

A task names the question it is about; nothing is done when that question is closed.
"""

import logging

from celery import shared_task
from django.db import close_old_connections
from django.utils import timezone

from games.records import review
from games.table import dealing, lobby, play, presence, removal, seating, stand_ins

log = logging.getLogger(__name__)


@shared_task(name="games.expire_turns")
def expire_turns(turns: list[tuple[str, int, int]]) -> None:
    """Play the moves of users whose deadlines are over; a fault in one game stops no other game."""
    for game_id, seat, question in turns:
        try:
            play.expire_turn(game_id, seat, question)
        except Exception:
            log.exception(
                "deadline of seat %s of game %s failed; the reconciler repeats it", seat, game_id
            )
            close_old_connections()


@shared_task(name="games.take_bot_turn")
def take_bot_turn(game_id: str, seat: int, question: int) -> None:
    """An AI seat has thought long enough."""
    play.take_bot_turn(game_id, seat, question)


@shared_task(name="games.expire_stage")
def expire_stage(game_id: str, seat: int, question: int) -> None:
    """A seat did not pledge or reveal in time."""
    dealing.expire_stage(game_id, seat, question)


@shared_task(name="games.tidy_tables")
def tidy_tables() -> None:
    """Free the chairs of users who vanished, and publish the list of tables, every few seconds."""
    seating.tidy()
    lobby.refresh()


@shared_task(name="games.note_absence")
def note_absence(game_id: str, user_id: int) -> None:
    """Note the absence of a user without heartbeats."""
    presence.depart(game_id, user_id)


@shared_task(name="games.settle_seat")
def settle_seat(game_id: str, seat: int) -> None:
    """A stand-in has played for long."""
    stand_ins.settle(game_id, seat)


@shared_task(name="games.review_match")
def review_match(game_id: str, match: int) -> None:
    """Review a finished match for the pages that ask for it."""
    review.make(game_id, match)


@shared_task(name="games.remove_idle_guests")
def remove_idle_guests() -> None:
    """A day may have begun: some guests have not come back for long."""
    removal.remove_idle_guests(timezone.now())
