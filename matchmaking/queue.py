"""Joining and leaving the queue, and heartbeats of waiting players."""

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
from matchmaking.queues import BOT_QUEUES, EVERY, QUEUES, Queue

# the network of ::1
OWN_NETWORK = "::/64"
# mu and sigma
Strength = tuple[float, float]


def join_queue(user: User, name: str, network: str = "") -> Slot | Refused:
    """Add a user to a queue, or to all of them with EVERY; return the new or existing slot.

    `name` is the slug of a game; a bot is added to the queue of bots. `network` comes from
    network_of(). A user who is already queued joins this queue too; being seated removes them from
    every queue. Refused as "no-such-queue", "guests-play-casual", "busy" (a live seat in a rated
    game), "cooldown" or "draining" (no new games start, but queued users stay).
    """
    queues = BOT_QUEUES if user.is_bot else QUEUES
    joined = [queue for slug, queue in queues.items() if name in (EVERY, slug)]
    if not joined:
        return Refused("no-such-queue")
    if user.is_guest:
        return Refused("guests-play-casual")
    release_finished([user.pk])
    # before locking the slot: a first rank locks its user
    strengths = {queue.name: _strength(user.pk, queue) for queue in joined}
    with transaction.atomic():
        slot = Slot.objects.select_for_update().filter(player=user).first()
        if slot is not None and slot.state == Slot.State.SEATED:
            return slot
        refused = None if slot is not None else _refusal(user.pk)
        if refused is not None:
            return refused
        slot = slot or _wait(user, joined[0], strengths[joined[0].name], network)
        _wait_as_well(slot, strengths)
        notify_queuers_on_commit([user.pk])
        transaction.on_commit(queue_cache.wake_matcher)
    return slot


def network_of(home: str) -> str:
    """Return the hash of a client network, as returned by limits.client_network().

    It is "" for private addresses, which many users behind a proxy may share.
    """
    try:
        shared = not ipaddress.ip_network(home).is_global or home == OWN_NETWORK
    except ValueError:
        return ""
    return "" if shared else limits.hash_subject(home)


def leave_queue(user_id: int) -> Refused | None:
    """Remove a user from the queue; Refused("too-late") if they are seated."""
    with transaction.atomic():
        dropped = drop_slots(Slot.objects.filter(player_id=user_id))
        if Slot.objects.filter(player_id=user_id).exists():
            return Refused("too-late")
        if dropped:
            # only if the user was queued, since this goes to every socket of the queue
            notify_queuers_on_commit([user_id])
    return None


def drop_slots(slots: QuerySet[Slot]) -> list[int]:
    """Delete those of these slots that still wait; return the ids of their users.

    They are locked first: Django reads them before deleting, to cascade to second queues, and one
    could be seated in between.
    """
    with transaction.atomic():
        waiting = slots.filter(state=Slot.State.WAITING).select_for_update(of=("self",))
        user_ids = [slot.pk for slot in waiting.order_by("pk")]
        Slot.objects.filter(pk__in=user_ids).delete()
    return user_ids


def refresh_slots(user_ids: Sequence[int]) -> dict[int, str]:
    """Save a heartbeat of these users; return the states of those who have a slot.

    Rows that are being claimed are skipped until the next heartbeat.
    """
    with transaction.atomic():
        unlocked = Slot.objects.select_for_update(skip_locked=True).filter(pk__in=user_ids)
        pks = list(unlocked.order_by("pk").values_list("pk", flat=True))
        Slot.objects.filter(pk__in=pks).update(beat_at=Now())
    return dict(Slot.objects.filter(pk__in=user_ids).values_list("pk", "state"))


def release_finished(user_ids: Iterable[int] | None = None) -> list[int]:
    """Delete the slots of seated users who have finished; return the ids of the users.

    `user_ids` limits it to these users. A user who abandoned the seat gets a strike in the same
    transaction.
    """
    live = Seat.objects.filter(game=OuterRef("game"), user=OuterRef("player"), live=True)
    over = Slot.objects.filter(~Exists(live), state=Slot.State.SEATED)
    over = over.exclude(game__status=Game.Status.OPEN)
    if user_ids is not None:
        over = over.filter(pk__in=user_ids)
    return [pk for pk in over.order_by("pk").values_list("pk", flat=True) if _release(pk)]


def _release(user_id: int) -> bool:
    with transaction.atomic():
        seated = Slot.objects.select_for_update().filter(pk=user_id, state=Slot.State.SEATED)
        slot = seated.annotate(now=Now()).first()
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
    """Insert the slot of a waiting user; return it, or the one of a concurrent request."""
    mu, sigma = strength
    times = {"enqueued_at": Now(), "beat_at": Now()}
    slot = Slot(player=user, queue=queue.name, mu=mu, sigma=sigma, network=network, **times)
    while True:
        Slot.objects.bulk_create([slot], ignore_conflicts=True)
        # the other slot may have been deleted since
        saved = Slot.objects.filter(player=user).first()
        if saved is not None:
            return saved


def _wait_as_well(slot: Slot, strengths: Mapping[str, Strength]) -> None:
    """Add a queued user to these queues too."""
    rows = [
        SecondQueue(slot=slot, queue=name, mu=mu, sigma=sigma)
        for name, (mu, sigma) in strengths.items()
        if name != slot.queue
    ]
    SecondQueue.objects.bulk_create(rows, ignore_conflicts=True)


def _strength(user_id: int, queue: Queue) -> Strength:
    """Return mu and sigma of a user in a queue, estimating the first rank of a newcomer."""
    rank = ranks.rank_of(user_id, queue.slug, queue.mode)
    if rank.games or queue.for_bots:
        return rank.mu, rank.sigma
    games = against_ai.before_ranked(user_id, queue.slug)
    return ranks.start_rank(user_id, queue.slug, games)


def _refusal(user_id: int) -> Refused | None:
    if drain.is_on():
        return drain.REFUSED
    if Seat.objects.filter(user_id=user_id, live=True, game__rated=True).exists():
        return Refused("busy")
    cooldown = penalties.find_cooldown(user_id)
    return Refused("cooldown") if cooldown is not None and cooldown.until is not None else None
