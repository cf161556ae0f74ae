"""Into the queue, out of it, and still there: one row for each busy player."""

import ipaddress
from collections.abc import Iterable, Mapping, Sequence

from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet
from django.db.models.functions import Now

from accounts.models import User
from accounts.ratings import ranks
from density.platform import limits
from games.engine.contract import Refused
from games.live.broadcast import notify_queuers_on_commit
from games.lobby import drain
from games.models import Game, Seat
from games.records import against_ai
from matchmaking import penalties, queue_cache
from matchmaking.models import SecondQueue, Slot, Strike
from matchmaking.queues import EVERY, QUEUES, Queue

# where ::1 is at home
OWN_NETWORK = "::/64"
# mu and sigma
Strength = tuple[float, float]


def join_queue(user: User, name: str, network: str = "") -> Slot | Refused:
    """Let a user wait in a queue; return the slot, also one that was there already.

    `network` is where the player comes from, as network_of() marks it.
    EVERY is all queues at once. A user who is already queued is added to this queue too; being
    seated ends every wait. Refused as "no-such-queue", "guests-play-casual", "busy" (a live
    seat in a rated game), "cooldown" or "draining" (no new games begin; who waits already waits
    on).
    """
    wanted = list(QUEUES.values()) if name == EVERY else [QUEUES[name]] if name in QUEUES else []
    if not wanted:
        return Refused("no-such-queue")
    if user.is_guest:
        return Refused("guests-play-casual")
    release_finished([user.pk])
    # before the slot is held: a first rank holds its user
    strengths = {queue.name: _strength(user.pk, queue) for queue in wanted}
    with transaction.atomic():
        slot = Slot.objects.select_for_update().filter(player=user).first()
        if slot is not None and slot.state == Slot.State.SEATED:
            return slot
        refused = None if slot is not None else _refusal(user.pk)
        if refused is not None:
            return refused
        slot = slot or _wait(user, wanted[0], strengths[wanted[0].name], network)
        _wait_as_well(slot, strengths)
        notify_queuers_on_commit([user.pk])
        transaction.on_commit(queue_cache.wake_matcher)
    return slot


def network_of(home: str) -> str:
    """Return the mark of the network of a client, as density.platform.limits.client_network returns
    it.

    It is "" for own and private addresses: many users may share those behind a proxy.
    """
    try:
        shared = not ipaddress.ip_network(home).is_global or home == OWN_NETWORK
    except ValueError:
        return ""
    return "" if shared else limits.hash_subject(home)


def leave_queue(user_id: int) -> Refused | None:
    """Let a user wait no more; Refused("too-late") for one who is seated."""
    with transaction.atomic():
        left = drop_slots(Slot.objects.filter(player_id=user_id))
        if Slot.objects.filter(player_id=user_id).exists():
            return Refused("too-late")
        if left:
            # every socket of the queue is sent this: not for a user who did not wait
            notify_queuers_on_commit([user_id])
    return None


def drop_slots(slots: QuerySet[Slot]) -> list[int]:
    """Delete the slots of these that wait, and not one that is seated meanwhile; return the users.

    They are held first: Django deletes what it has read, for the second queues that go with it.
    """
    with transaction.atomic():
        held = slots.filter(state=Slot.State.WAITING).select_for_update(of=("self",))
        found = [slot.pk for slot in held.order_by("pk")]
        Slot.objects.filter(pk__in=found).delete()
    return found


def refresh_slots(user_ids: Sequence[int]) -> dict[int, str]:
    """Record that these users are there; return the state of each who has a slot.

    Rows that are being claimed are passed over: they are noted the next time.
    """
    with transaction.atomic():
        held = Slot.objects.select_for_update(skip_locked=True).filter(pk__in=user_ids)
        pks = list(held.order_by("pk").values_list("pk", flat=True))
        Slot.objects.filter(pk__in=pks).update(beat_at=Now())
    return dict(Slot.objects.filter(pk__in=user_ids).values_list("pk", "state"))


def release_finished(user_ids: Iterable[int] | None = None) -> list[int]:
    """Delete the slots of seated users who are done, of all or of these; return the users.

    A user who abandoned the seat gets the strike for it, in the same transaction.
    """
    live = Seat.objects.filter(game=OuterRef("game"), user=OuterRef("player"), live=True)
    over = Slot.objects.filter(~Exists(live), state=Slot.State.SEATED)
    over = over.exclude(game__status=Game.Status.OPEN)
    if user_ids is not None:
        over = over.filter(pk__in=user_ids)
    return [pk for pk in over.order_by("pk").values_list("pk", flat=True) if _release(pk)]


def _release(user_id: int) -> bool:
    with transaction.atomic():
        held = Slot.objects.select_for_update().filter(pk=user_id, state=Slot.State.SEATED)
        slot = held.annotate(now=Now()).first()
        if slot is None:
            return False
        seat = Seat.objects.filter(game_id=slot.game_id, user_id=user_id).first()
        if seat is not None and seat.live:
            return False
        if seat is not None and seat.abandoned_at is not None:
            penalties.add_strike(user_id, str(slot.game_id), Strike.Reason.ABANDONED, slot.now)
        slot.delete()
        notify_queuers_on_commit([user_id])
    return True


def _wait(user: User, queue: Queue, strength: Strength, network: str) -> Slot:
    """Return the row of a user who waits from now on, or the one that came before it."""
    mu, sigma = strength
    times = {"enqueued_at": Now(), "beat_at": Now()}
    slot = Slot(player=user, queue=queue.name, mu=mu, sigma=sigma, network=network, **times)
    while True:
        Slot.objects.bulk_create([slot], ignore_conflicts=True)
        # the one that came before it may be over by now
        written = Slot.objects.filter(player=user).first()
        if written is not None:
            return written


def _wait_as_well(slot: Slot, strengths: Mapping[str, Strength]) -> None:
    """Let a user who waits in one queue wait in these as well."""
    rows = [
        SecondQueue(slot=slot, queue=name, mu=mu, sigma=sigma)
        for name, (mu, sigma) in strengths.items()
        if name != slot.queue
    ]
    SecondQueue.objects.bulk_create(rows, ignore_conflicts=True)


def _strength(user_id: int, queue: Queue) -> Strength:
    """Return mu and sigma with which a user waits; a newcomer's are those of the first rank."""
    rank = ranks.rank_of(user_id, queue.name)
    if rank.games:
        return rank.mu, rank.sigma
    games = against_ai.before_ranked(user_id, queue.name)
    return ranks.start_rank(user_id, queue.name, games)


def _refusal(user_id: int) -> Refused | None:
    if drain.is_on():
        return drain.REFUSED
    if Seat.objects.filter(user_id=user_id, live=True, game__rated=True).exists():
        return Refused("busy")
    out = penalties.find_cooldown(user_id)
    return Refused("cooldown") if out is not None and out.until is not None else None
