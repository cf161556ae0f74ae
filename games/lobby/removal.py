"""Removal of accounts: by their owners, or of guests who never came back.

Finished games stay, with seats that no longer have an account. Games that their last player left,
which count for nothing, are deleted after a while.
"""

from contextlib import suppress
from datetime import datetime, timedelta

from auditlog.context import disable_auditlog
from django.db import transaction
from django.db.models import Count, Exists, OuterRef, Q, QuerySet

from accounts.identity.guests import IDLE_DAYS, NEVER_PLAYED_DAYS
from accounts.models import User
from games.live import table_list
from games.live.commands import stand_ins
from games.lobby import seating
from games.models import Game, PuzzleAttempt, Seat
from games.positions.position import lock_games

IDLE = timedelta(days=IDLE_DAYS)
NEVER_PLAYED = timedelta(days=NEVER_PLAYED_DAYS)
# how long a game that its last player left is kept
LEFT = timedelta(days=30)
# the most games that a user can set aside
MOST_KEPT = 3
BATCH = 200


def remove_account(user: User) -> None:
    """Delete an account with its bots, chat lines and seat at a table, in one transaction."""
    # audit log entries by a member of staff would refer to the deleted account
    with disable_auditlog(), transaction.atomic():
        for bot in user.bots.order_by("pk"):
            remove_account(bot)
        lock_games(user.pk)
        _leave_table(user)
        user.lines.all().delete()
        user.reported_by.update(name="")
        user.delete()


def remove_idle_guests(now: datetime, most: int = BATCH) -> int:
    """Delete guests who have been idle for long, oldest first; return their number."""
    user_ids = list(idle_guests(now).order_by("pk").values_list("pk", flat=True)[:most])
    return sum(_remove_if_idle(user_id, now) for user_id in user_ids)


def idle_guests(now: datetime) -> QuerySet[User]:
    """Return the guests who have not played for IDLE, or never played for NEVER_PLAYED.

    Answering a puzzle counts as playing.
    """
    seats = Seat.objects.filter(user=OuterRef("pk"))
    # a guest who has been away for long holds up only AI players (Position.hurried)
    at_table = Q(live=True) & ~Q(game__status=Game.Status.FINISHED)
    at_table &= Q(away_since=None) | Q(away_since__gt=now - IDLE)
    recent = Q(joined_at__gt=now - IDLE) | Q(game__finished_at__gt=now - IDLE)
    guests = User.objects.filter(is_guest=True, is_staff=False, slot__isnull=True)
    guests = guests.exclude(
        Q(joined_at__gt=now - NEVER_PLAYED) | Q(last_login__gt=now - NEVER_PLAYED)
    )
    answers = PuzzleAttempt.objects.filter(user=OuterRef("pk"))
    guests = guests.exclude(Exists(seats.filter(at_table | recent)))
    guests = guests.exclude(Exists(answers.filter(at__gt=now - IDLE)))
    before = Q(joined_at__lt=now - IDLE) & ~Q(last_login__gt=now - IDLE)
    return guests.filter(before | ~(Exists(seats) | Exists(answers)))


def remove_left_games(now: datetime, most: int = BATCH) -> int:
    """Delete games that their last players left long ago, oldest first; return their number."""
    left_games = Game.objects.filter(left_at__lt=now - LEFT).order_by("left_at")
    game_ids = list(left_games.values_list("pk", flat=True)[:most])
    Game.objects.filter(pk__in=game_ids).delete()
    return len(game_ids)


def leave_surplus() -> None:
    """Have users with more than MOST_KEPT games set aside leave the oldest ones."""
    set_aside = Seat.objects.filter(kept_at__isnull=False, user__isnull=False, abandoned_at=None)
    set_aside = set_aside.exclude(game__status=Game.Status.FINISHED)
    surplus = (
        set_aside.order_by().values("user").annotate(games=Count("pk")).filter(games__gt=MOST_KEPT)
    )
    for user_id in surplus.values_list("user", flat=True):
        newest = set_aside.filter(user=user_id).order_by("-kept_at", "-pk")
        for game_id in newest.values_list("game", flat=True)[MOST_KEPT:]:
            with suppress(Game.DoesNotExist):
                stand_ins.abandon_seat(game_id, user_id)


def _remove_if_idle(user_id: int, now: datetime) -> bool:
    with transaction.atomic():
        lock_games(user_id)
        locked = idle_guests(now).filter(pk=user_id).select_for_update(of=("self",)).first()
        if locked is not None:
            remove_account(locked)
    return locked is not None


def _leave_table(user: User) -> None:
    """Give up the user's seat and set-aside games, so that no player waits for the account."""
    table = table_list.your_table(user.pk)
    set_aside = Seat.objects.filter(user=user, kept_at__isnull=False)
    games = list(
        set_aside.exclude(game__status=Game.Status.FINISHED).values_list("game", flat=True)
    )
    with suppress(Game.DoesNotExist):
        if table and table["status"] == Game.Status.OPEN:
            seating.leave_seat(table["id"], user.pk)
        elif table:
            stand_ins.abandon_seat(table["id"], user.pk)
        for game_id in games:
            stand_ins.abandon_seat(game_id, user.pk)
