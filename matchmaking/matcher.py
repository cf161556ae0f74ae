"""The matcher: one tick removes users who are gone, seats tables and publishes the status."""

import contextlib
import itertools
import logging
import secrets
import zlib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from itertools import combinations
from operator import itemgetter
from typing import NamedTuple

from django.conf import settings
from django.db import connection
from django.db.models import Q, Window
from django.db.models.functions import Now, RowNumber
from django.utils import timezone
from redis import RedisError

from accounts.models import Mute
from games import metrics
from games.models import Seat
from games.table import broadcast, drain
from games.table.clocks import span
from matchmaking import (
    calls,
    claim,
    leaving,
    meanwhile,
    queue_cache,
    queue_status,
    ranked_hours,
    shared_tables,
)
from matchmaking.arrivals import Arrivals, Estimate
from matchmaking.claim import CHUNK, Group
from matchmaking.models import SecondQueue, Slot
from matchmaking.pairing import Rules, Ticket, plan
from matchmaking.queues import (
    AGREED_SECONDS,
    ASK_SECONDS,
    JUST_MET_SECONDS,
    QUEUES,
    Queue,
)

# the status of a queue is published at most so often
PUBLISH_SECONDS = 0.9
MOST_HOUSE_BOTS = 2
# a player who was called out of a game with others counts as waiting for this part of the cap at
# most: who plays can wait for a close table, and forces no wide one
PLAYED_SHARE = 0.8
# where more users wait than for so many tables, no shared table is offered
MOST_TABLES = 1.5
# mutes that count where a game is rated: so old, and so many of each user
AVOIDANCE_AGE, MOST_AVOIDANCES = timedelta(days=1), 3
# what is read of a slot, or of a second queue and its slot
ENTRY = ("pk", "mu", "enqueued_at", "network", "ticket", "asked_at", "agreed")

log = logging.getLogger(__name__)


class WaitingList(NamedTuple):
    """The waiting players by rating, with the tickets of their waits; times are Unix times.

    `with_others` are those who play with others meanwhile: they may be asked, and are not called.
    `playing` are these and those who agreed to leave.
    """

    entries: list[Ticket]
    tickets: dict[int, str]
    now: float
    with_others: list[Ticket]
    playing: set[int]


@dataclass
class TickResult:
    """What a tick has changed: games and users by id."""

    seated: list[str] = field(default_factory=list)
    voided: list[str] = field(default_factory=list)
    gone: list[int] = field(default_factory=list)
    asked: list[int] = field(default_factory=list)


def tick(name: str) -> TickResult | None:
    """Run the matcher once for a queue; None while another process does.

    Several may do it at the same time, and any may die at any moment: every change is a
    transaction of its own that leaves the rows as they must be.
    """
    queue = QUEUES[name]
    with only_matcher(queue) as leads:
        if not leads:
            return None
        done = TickResult(voided=leaving.void_due(queue), gone=leaving.sweep(queue))
        claim.announce_pending(queue)
        shared_tables.fill_due(queue)
        shared_tables.forget_answers(queue)
        waiting = read_waiting(queue)
        metrics.note_queue(queue.name, len(waiting.entries))
        arrivals = count_arrivals(queue, waiting)
        # who waits keeps the place: the rows stay, and the time goes on
        groups = () if drain.is_on() else plan_groups(queue, waiting, arrivals.estimate())
        for chunk in chunks(groups):
            seated = claim.claim(queue, chunk)
            claim.announce(seated)
            done.seated += seated
        if waiting.with_others and not drain.is_on():
            done.asked = ask_for_tables(queue, waiting, arrivals.estimate())
        calls.call_the_missing(queue, _still(queue, waiting), arrivals.estimate())
        publish_status(queue, waiting, arrivals)
    return done


@contextlib.contextmanager
def only_matcher(queue: Queue) -> Iterator[bool]:
    """Yield whether this process alone matches the queue now.

    On PostgreSQL by an advisory lock that ends with the connection; elsewhere every process may,
    and the database lets one write at a time.
    """
    if connection.vendor != "postgresql":
        yield True
        return
    key = zlib.crc32(f"density:queue:{queue.name}".encode())
    leads = ask("SELECT pg_try_advisory_lock(%s)", key)
    try:
        yield leads
    finally:
        if leads:
            ask("SELECT pg_advisory_unlock(%s)", key)


def ask(statement: str, key: int) -> bool:
    """Return what the database says of a lock."""
    with connection.cursor() as cursor:
        cursor.execute(statement, [key])
        return bool(cursor.fetchone()[0])


def read_waiting(queue: Queue) -> WaitingList:
    """Return the players who wait in a queue, as their first or their second one."""
    own = Slot.objects.filter(queue=queue.name, state=Slot.State.WAITING)
    second = SecondQueue.objects.filter(queue=queue.name, slot__state=Slot.State.WAITING)
    # equal ones in any order: accounts that one user makes in a row are no neighbors for that
    rows = list(own.annotate(now=Now()).order_by("mu", "?").values_list(*ENTRY, "now"))
    rows += second.annotate(now=Now()).values_list(
        *("slot_id", "mu", *(f"slot__{name}" for name in ENTRY[2:])), "now"
    )
    seats = meanwhile.with_others().filter(user__slot__state=Slot.State.WAITING)
    playing = set(seats.values_list("user", flat=True))
    now = rows[0][-1] if rows else timezone.now()
    recent = now - span(AGREED_SECONDS)
    open_since = now - span(ASK_SECONDS)
    waiting = WaitingList([], {}, now.timestamp(), [], playing)
    for pk, mu, since, network, ticket, asked_at, agreed, _ in sorted(rows, key=itemgetter(1)):
        known = None if settings.RANKED_SAME_NETWORK else network or None
        entry = Ticket(pk, mu, since.timestamp(), known)
        waiting.tickets[pk] = ticket
        if pk not in playing or (agreed and asked_at > recent):
            waiting.entries.append(entry)
        elif asked_at is None or (agreed is None and asked_at > open_since):
            waiting.with_others.append(entry)
    return waiting


def ask_for_tables(queue: Queue, waiting: WaitingList, arrivals: Estimate) -> list[int]:
    """Ask players who play with others where a whole table would come about with them.

    Where one more user would make it whole they are asked, too: who comes is called with those who
    agreed, and does not wait for the end of a match.
    """
    together = _still(queue, waiting)
    may_be_asked = {entry.player for entry in waiting.with_others}
    if 1 < len(together) == queue.seats - 1:
        return shared_tables.ask(list(may_be_asked))
    groups = plan_groups(queue, waiting._replace(entries=together), arrivals)
    whole = [group.players for group in groups if len(group.players) == queue.seats]
    wanted = [player for players in whole for player in players if player in may_be_asked]
    return shared_tables.ask(wanted) if wanted else []


def _still(queue: Queue, waiting: WaitingList) -> list[Ticket]:
    """Return those who wait after the claims, by rating: also those who play with others."""
    left = set(shared_tables.waiting_in(queue).values_list("pk", flat=True))
    entries = [entry for entry in waiting.entries if entry.player in left]
    return sorted(entries + waiting.with_others, key=itemgetter(1))


def count_arrivals(queue: Queue, waiting: WaitingList) -> Arrivals:
    """Count the arrivals since the last tick; return how many come, and how strong they are."""
    arrivals, until = queue_cache.load_arrivals(queue.name, waiting.now)
    came = [entry for entry in waiting.entries if entry.enqueued_at > until]
    if waiting.entries:
        arrivals.note((entry.rating for entry in came), waiting.now)
        latest = max((entry.enqueued_at for entry in came), default=until)
        queue_cache.store_arrivals(queue.name, arrivals, latest)
    return arrivals


def plan_groups(queue: Queue, waiting: WaitingList, arrivals: Estimate) -> Iterator[Group]:
    """Yield the groups to seat now, by the best plan for all waiting players."""
    if len(waiting.entries) < (2 if settings.RANKED_HOUSE_BOTS else queue.seats):
        return
    cap = ranked_hours.cap(queue)
    rules = Rules(queue.seats, cap, met=just_met(queue), avoidances=avoidances(queue))
    since = waiting.now - PLAYED_SHARE * rules.cap
    entries = [
        entry._replace(enqueued_at=max(entry.enqueued_at, since))
        if entry.player in waiting.playing
        else entry
        for entry in waiting.entries
    ]
    left = {entry.player: entry for entry in entries}
    for table in plan(entries, waiting.now, arrivals, rules, seed=secrets.randbits(63)):
        for entry in table:
            del left[entry.player]
        yield _group(waiting, table)
    if settings.RANKED_HOUSE_BOTS:
        for few in with_house_bots(queue, list(left.values()), waiting.now, rules):
            yield _group(waiting, few)


def with_house_bots(
    queue: Queue, left: Sequence[Ticket], now: float, rules: Rules
) -> Iterator[Sequence[Ticket]]:
    """Yield tables of fewer players than seats, for those who have waited for too long."""
    free = list(left)
    for late in sorted(left, key=lambda entry: entry.enqueued_at):
        if now - late.enqueued_at < rules.cap or late not in free:
            continue
        few = [late]
        near = sorted(free, key=lambda entry: abs(entry.rating - late.rating))
        for other in near:
            if len(few) < queue.seats - 1 and all(_may_meet(other, one) for one in few):
                few.append(other)
        # at a ranked table at least two are no AI players
        if len(few) >= max(2, queue.seats - MOST_HOUSE_BOTS):
            free = [entry for entry in free if entry not in few]
            yield few


def avoidances(queue: Queue) -> list[tuple[int, int]]:
    """Return the pairs (owner, muted) of owners who wait that count where a game is rated.

    They are the MOST_AVOIDANCES oldest mutes of each that are older than a day, whether the muted
    wait or not.
    """
    waiting = shared_tables.waiting_in(queue)
    old = Mute.objects.filter(owner__slot__in=waiting, at__lt=Now() - AVOIDANCE_AGE)
    turn = Window(RowNumber(), partition_by="owner", order_by=("at", "pk"))
    return list(
        old.annotate(turn=turn)
        .filter(turn__lte=MOST_AVOIDANCES)
        .values_list("owner_id", "muted_id")
    )


def just_met(queue: Queue) -> set[tuple[int, int]]:
    """Return the pairs of waiting players who have just shared a ranked table."""
    since = Now() - timedelta(seconds=JUST_MET_SECONDS)
    seats = Seat.objects.filter(
        Q(game__finished_at=None) | Q(game__finished_at__gt=since),
        user__slot__in=shared_tables.waiting_in(queue),
        game__rated=True,
        game__slug=queue.slug,
        game__created_at__gt=Now() - timedelta(days=1),
    )
    tables: dict[str, list[int]] = defaultdict(list)
    for game_id, user_id in seats.values_list("game_id", "user_id"):
        tables[game_id].append(user_id or 0)
    return {pair for players in tables.values() for pair in combinations(sorted(players), 2)}


def chunks(found: Iterable[Group]) -> Iterator[list[Group]]:
    """Yield the groups in batches, each for one transaction."""
    source = iter(found)
    while chunk := list(itertools.islice(source, CHUNK)):
        yield chunk


def publish_status(queue: Queue, waiting: WaitingList, arrivals: Arrivals) -> None:
    """Publish the status of the queue, if no other process has just done so."""
    try:
        if not queue_cache.take_turn(f"tell:{queue.name}", PUBLISH_SECONDS):
            return
    except RedisError as fault:
        log.warning(
            "redis unavailable (%r): the status of queue %s was not published", fault, queue.name
        )
        return
    still = dict(shared_tables.waiting_in(queue).values_list("pk", "player__hides_rating"))
    entries = [entry for entry in waiting.entries if entry.player in still]
    shown = [entry.rating for entry in entries if not still[entry.player]]
    offer = shared_tables.offer(queue) if len(still) < queue.seats * MOST_TABLES else None
    status = queue_status.shared_status(
        queue, len(still), shown, arrivals, offer, free=len(entries)
    )
    queue_cache.store_status(queue.name, status)
    broadcast.publish_queue(status)


def _group(waiting: WaitingList, table: Sequence[Ticket]) -> Group:
    players = tuple(entry.player for entry in table)
    return Group(players, tuple(waiting.tickets[player] for player in players))


def _may_meet(one: Ticket, other: Ticket) -> bool:
    same = one.network is not None and one.network == other.network
    return one.player != other.player and not same
