"""Out of the queue without asking: tables that do not come about, and who is not there any more."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet
from django.db.models.functions import Now

from games.models import Game, Seat
from games.table import broadcast, dealing
from games.table.clocks import span
from games.table.position import lock
from matchmaking import conduct, pulse, queue
from matchmaking.models import Slot, Strike
from matchmaking.queues import GO_SECONDS, STALE_SECONDS, Queue


def void_due(of: Queue) -> list[str]:
    """Void every table of the queue to which somebody did not come; the ids of the games."""
    seated = Slot.objects.filter(
        queue=of.name, state=Slot.State.SEATED, game__status=Game.Status.OPEN
    )
    chair = Seat.objects.filter(game=OuterRef("game"), user=OuterRef("player"))
    late = seated.filter(ready_by__lte=Now()).exclude(announced_at=None)
    declined = seated.filter(~Exists(chair))
    gone = Seat.objects.filter(
        user=None, game__rated=True, game__slug=of.slug, game__status=Game.Status.OPEN
    ).exclude(kind=Seat.Kind.AI)
    found = {
        *late.values_list("game", flat=True),
        *declined.values_list("game", flat=True),
        *gone.values_list("game", flat=True),
    }
    return [game_id for game_id in sorted(map(str, found)) if void(game_id)]


def void(game_id: str) -> bool:
    """Take a table away to which somebody did not come; false when all is well with it.

    In one transaction: who was there waits on as long as before, who declined or did not come
    is out and gets a strike, and the game is gone.
    """
    with transaction.atomic():
        opened = Game.objects.filter(pk=game_id, rated=True, status=Game.Status.OPEN)
        game = opened.select_for_update().first()
        if game is None:
            return False
        slots = list(
            Slot.objects.select_for_update().filter(game=game).annotate(now=Now()).order_by("pk")
        )
        faults = _faults(game, slots)
        gone = Seat.objects.filter(game=game, user=None).exclude(kind=Seat.Kind.AI).exists()
        if not faults and not gone:
            _begin_if_late(game, slots)
            return False
        now = max((slot.now for slot in slots), default=game.created_at)
        take_away(game, slots, faults, now)
    return True


def take_away(
    game: Game, slots: Sequence[Any], faults: dict[int, Strike.Reason], now: datetime
) -> None:
    """Put the players back who did nothing wrong, strike the others, and delete the game."""
    put_back(game, [slot.pk for slot in slots if slot.pk not in faults])
    Slot.objects.filter(pk__in=faults).delete()
    for player, reason in faults.items():
        conduct.strike(player, game.pk, reason, now)
    broadcast.close_on_commit(game.pk)
    broadcast.notify_queuers_on_commit([slot.pk for slot in slots])
    pulse.kick_on_commit()
    game.delete()


def put_back(game: Game, players: list[int]) -> None:
    """Let these wait on, as long as before."""
    Slot.objects.filter(pk__in=players, game=game).update(
        state=Slot.State.WAITING,
        game=None,
        seat=None,
        ready_by=None,
        called=False,
        announced_at=None,
    )


def sweep(of: Queue) -> list[int]:
    """Take out who is not there any more, sits elsewhere or has finished; who it was."""
    waiting = Slot.objects.filter(queue=of.name, state=Slot.State.WAITING)
    live = Seat.objects.filter(user=OuterRef("player"), live=True)
    out = _drop(waiting.filter(Exists(live)))
    if pulse.seconds_up() >= STALE_SECONDS:
        out += _drop(waiting.filter(beat_at__lt=Now() - timedelta(seconds=STALE_SECONDS)))
    if out:
        broadcast.notify_queuers(out)
    return out + queue.free_the_finished()


def _drop(slots: QuerySet[Slot]) -> list[int]:
    found = list(slots.values_list("pk", flat=True))
    if found:
        slots.filter(pk__in=found).delete()
    return found


def _faults(game: Game, slots: Sequence[Any]) -> dict[int, Strike.Reason]:
    """Who of a table's players has declined, or is not there when the time is over, and why."""
    here = dict(Seat.objects.filter(game=game).values_list("user_id", "away_since"))
    # nobody can come while the house is away, nor all at once when it is back
    due = pulse.seconds_up() >= span(GO_SECONDS).total_seconds()
    faults = {}
    for slot in slots:
        if slot.pk not in here:
            faults[slot.pk] = Strike.Reason.DECLINED
        elif due and _is_late(slot) and here[slot.pk] is not None:
            faults[slot.pk] = Strike.Reason.NO_SHOW
    return faults


def _is_late(slot: Any) -> bool:
    return slot.announced_at is not None and bool(slot.ready_by <= slot.now)


def _begin_if_late(game: Game, slots: Sequence[Any]) -> None:
    """Begin a game for which all are there, should nobody have noticed."""
    here = Seat.objects.filter(game=game, away_since__isnull=False).exclude(kind=Seat.Kind.AI)
    if all(_is_late(slot) for slot in slots) and not here.exists():
        dealing.seal(lock(game.pk))
