"""Voids tables to which a player did not come, and removes absent users from the queues."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from django.db import transaction
from django.db.models import Exists, OuterRef, Q
from django.db.models.functions import Now

from accounts.contact import push
from games.live import broadcast
from games.live.commands import dealing
from games.models import Game, Seat
from games.positions.clocks import paced_timedelta
from games.positions.position import lock_position
from matchmaking import penalties, queue, queue_cache
from matchmaking.models import Slot, Strike
from matchmaking.queues import AWAY_SECONDS, GO_SECONDS, STALE_SECONDS, Queue


def void_due(of: Queue) -> list[str]:
    """Void every table of a queue to which a player did not come; return the ids of the games."""
    seated = Slot.objects.filter(game=OuterRef("pk"))
    late = seated.filter(ready_by__lte=Now(), announced_at__isnull=False)
    own_seat = Seat.objects.filter(game=OuterRef("game"), user=OuterRef("player"))
    declined = seated.filter(~Exists(own_seat))
    deleted = Seat.objects.filter(game=OuterRef("pk"), user=None).exclude(kind=Seat.Kind.AI)
    games = Game.objects.filter(
        rated=True, slug=of.slug, for_bots=of.for_bots, status=Game.Status.OPEN
    )
    games = games.filter(Q(Exists(late)) | Q(Exists(declined)) | Q(Exists(deleted)))
    return [pk for pk in games.order_by("pk").values_list("pk", flat=True) if void_table(pk)]


def void_table(game_id: str) -> bool:
    """Void a table to which a player did not come; return False if nothing is wrong with it.

    In one transaction, players who were there return to the queue and keep their waiting time,
    those who declined or did not come leave it with a strike, and the game is deleted.
    """
    with transaction.atomic():
        opened = Game.objects.filter(pk=game_id, rated=True, status=Game.Status.OPEN)
        game = opened.select_for_update().first()
        if game is None:
            return False
        slots = list(
            Slot.objects.select_for_update().filter(game=game).annotate(now=Now()).order_by("pk")
        )
        faults = _strike_reasons(game, slots)
        gone = Seat.objects.filter(game=game, user=None).exclude(kind=Seat.Kind.AI).exists()
        if not faults and not gone:
            _start_if_all_here(game, slots)
            return False
        requeue_players([slot.pk for slot in slots if slot.pk not in faults])
        Slot.objects.filter(pk__in=faults).delete()
        for slot in slots:
            if (reason := faults.get(slot.pk)) is not None:
                penalties.add_strike(slot.pk, game.pk, reason, slot.now)
        broadcast.close_on_commit(game.pk)
        broadcast.notify_queuers_on_commit([slot.pk for slot in slots])
        transaction.on_commit(queue_cache.wake_matcher)
        game.delete()
    return True


def requeue_players(players: list[int]) -> None:
    """Put these seated players back in the queue and keep their waiting time."""
    Slot.objects.filter(pk__in=players).update(
        state=Slot.State.WAITING,
        game=None,
        seat=None,
        ready_by=None,
        called=False,
        announced_at=None,
        asked_at=None,
        agreed=None,
    )


def sweep_queue(of: Queue) -> list[int]:
    """Remove users who are gone or have finished from a queue; return their ids.

    A user who meanwhile plays a casual game stays. So does, for AWAY_SECONDS, a user without an
    open page whom a notification reaches.
    """
    out: list[int] = []
    stale = Q(beat_at__lt=Now() - timedelta(seconds=STALE_SECONDS))
    gone = Slot.objects.filter(stale, queue=of.name, state=Slot.State.WAITING)
    if gone.exists() and queue_cache.uptime_seconds() >= STALE_SECONDS:
        away = gone.filter(beat_at__gte=Now() - timedelta(seconds=AWAY_SECONDS))
        called = push.find_reachable(list(away.values_list("pk", flat=True)), "ready")
        out += queue.drop_slots(gone.exclude(pk__in=called))
    if out:
        broadcast.notify_queuers(out)
    return out + queue.release_finished()


def bring_back() -> None:
    """Set times of slots that lie in the future to now: the clock was set back."""
    for name in ("enqueued_at", "beat_at", "asked_at"):
        Slot.objects.filter(**{f"{name}__gt": Now()}).update(**{name: Now()})
    seated = Slot.objects.filter(announced_at__gt=Now())
    seated.update(announced_at=Now(), ready_by=Now() + paced_timedelta(GO_SECONDS))


def _strike_reasons(game: Game, slots: Sequence[Any]) -> dict[int, Strike.Reason | None]:
    """Return, by player id, the strike reason of those who declined or did not come in time.

    None means no strike: for excused players who have not been at the table. Players who were
    there have seen the names of the others, so leaving costs them a strike.
    """
    here = {seat.user_id: seat for seat in Seat.objects.filter(game=game)}
    # after an outage all players need their time to come back
    due = queue_cache.uptime_seconds() >= paced_timedelta(GO_SECONDS).total_seconds()
    faults: dict[int, Strike.Reason | None] = {}
    for slot in slots:
        seat = here.get(slot.pk)
        if seat is None:
            faults[slot.pk] = Strike.Reason.DECLINED
        elif due and _is_late(slot) and seat.away_since is not None:
            excused = penalties.is_excused(slot) and seat.away_since <= seat.joined_at
            faults[slot.pk] = None if excused else Strike.Reason.NO_SHOW
    return faults


def _is_late(slot: Any) -> bool:
    return slot.announced_at is not None and bool(slot.ready_by <= slot.now)


def _start_if_all_here(game: Game, slots: Sequence[Any]) -> None:
    """Start a game whose players are all there, in case no page has done so."""
    absent = Seat.objects.filter(game=game, away_since__isnull=False).exclude(kind=Seat.Kind.AI)
    if all(_is_late(slot) for slot in slots) and not absent.exists():
        dealing.seal_deal(lock_position(game.pk))
