"""Removal of accounts: by their owner, or of guests who never came back.

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
from games.positions.position import hold_games

IDLE = timedelta(days=IDLE_DAYS)
NEVER_PLAYED = timedelta(days=NEVER_PLAYED_DAYS)
# a game that its last player left can be looked at for so long
LEFT = timedelta(days=30)
# games that wait for a user who has set them aside
MOST_KEPT = 3
BATCH = 200


def remove_account(user: User) -> None:
    """Delete an account, what it said and its place at a table together, or nothing of it."""
    # an entry by a member of staff who leaves would name an account that is gone
    with disable_auditlog(), transaction.atomic():
        hold_games(user.pk)
        _leave_table(user)
        user.lines.all().delete()
        user.reported_by.update(name="")
        user.delete()


def remove_idle_guests(now: datetime, most: int = BATCH) -> int:
    """Delete guests who have been idle for long, the oldest first; return how many."""
    found = list(idle_guests(now).order_by("pk").values_list("pk", flat=True)[:most])
    return sum(_remove_if_idle(user_id, now) for user_id in found)


def idle_guests(now: datetime) -> QuerySet[User]:
    """Return the guests who play nowhere and have not for IDLE, or never did for NEVER_PLAYED.

    A user who has answered a puzzle has played.
    """
    seats = Seat.objects.filter(user=OuterRef("pk"))
    # a guest who is away holds up no one but AI players, which wait (Position.hurried)
    here = Q(live=True) & ~Q(game__status=Game.Status.FINISHED)
    here &= Q(away_since=None) | Q(away_since__gt=now - IDLE)
    lately = Q(joined_at__gt=now - IDLE) | Q(game__finished_at__gt=now - IDLE)
    guests = User.objects.filter(is_guest=True, is_staff=False, slot__isnull=True)
    guests = guests.exclude(
        Q(joined_at__gt=now - NEVER_PLAYED) | Q(last_login__gt=now - NEVER_PLAYED)
    )
    answers = PuzzleAttempt.objects.filter(user=OuterRef("pk"))
    guests = guests.exclude(Exists(seats.filter(here | lately)))
    guests = guests.exclude(Exists(answers.filter(at__gt=now - IDLE)))
    before = Q(joined_at__lt=now - IDLE) & ~Q(last_login__gt=now - IDLE)
    return guests.filter(before | ~(Exists(seats) | Exists(answers)))


def remove_left_games(now: datetime, most: int = BATCH) -> int:
    """Delete games that their last players left long ago, the oldest first; return how many."""
    left = Game.objects.filter(left_at__lt=now - LEFT).order_by("left_at")
    found = list(left.values_list("pk", flat=True)[:most])
    Game.objects.filter(pk__in=found).delete()
    return len(found)


def leave_surplus() -> None:
    """Let users leave the games that they have set aside first, beyond MOST_KEPT."""
    kept = Seat.objects.filter(kept_at__isnull=False, user__isnull=False, abandoned_at=None)
    kept = kept.exclude(game__status=Game.Status.FINISHED)
    many = kept.order_by().values("user").annotate(games=Count("pk")).filter(games__gt=MOST_KEPT)
    for user_id in many.values_list("user", flat=True):
        newest = kept.filter(user=user_id).order_by("-kept_at", "-pk")
        for game_id in newest.values_list("game", flat=True)[MOST_KEPT:]:
            with suppress(Game.DoesNotExist):
                stand_ins.abandon_seat(game_id, user_id)


def _remove_if_idle(user_id: int, now: datetime) -> bool:
    with transaction.atomic():
        hold_games(user_id)
        locked = idle_guests(now).filter(pk=user_id).select_for_update(of=("self",)).first()
        if locked is not None:
            remove_account(locked)
    return locked is not None


def _leave_table(user: User) -> None:
    """Give up the table where the user sits, so that no player waits for a deleted account.

    Kept games are given up as well.
    """
    table = table_list.your_table(user.pk)
    kept = Seat.objects.filter(user=user, kept_at__isnull=False)
    games = list(kept.exclude(game__status=Game.Status.FINISHED).values_list("game", flat=True))
    with suppress(Game.DoesNotExist):
        if table and table["status"] == Game.Status.OPEN:
            seating.leave_chair(table["id"], user.pk)
        elif table:
            stand_ins.abandon_seat(table["id"], user.pk)
        for game_id in games:
            stand_ins.abandon_seat(game_id, user.pk)
