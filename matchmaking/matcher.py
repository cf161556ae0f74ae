"""The matcher. A tick removes users who are gone, seats tables and publishes the status."""

import contextlib
import random
import zlib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import timedelta
from itertools import combinations
from operator import itemgetter

from django.conf import settings
from django.db import connection
from django.db.models import Q, Window
from django.db.models.functions import Now, RowNumber
from django.utils import timezone

from accounts.models import Mute
from density.platform import metrics
from density.platform.redis import passing_over_outages
from games.live import broadcast
from games.lobby import drain
from games.models import Seat
from games.positions.clocks import paced_timedelta
from matchmaking import (
    calls,
    claim,
    leaving,
    queue_cache,
    queue_status,
    ranked_hours,
    shared_tables,
)
from matchmaking.arrivals import Arrivals, Estimate
from matchmaking.claim import CHUNK, Group
from matchmaking.models import Slot
from matchmaking.pairing import Rules, Table, Ticket, plan_tables
from matchmaking.queues import (
    AGREED_SECONDS,
    ALL_QUEUES,
    ASK_SECONDS,
    JUST_MET_SECONDS,
    Queue,
)
from matchmaking.shared_tables import waiting_in

# least seconds between two published statuses of a queue
PUBLISH_SECONDS = 0.9
MOST_HOUSE_BOTS = 2
# The waiting time of a player who leaves a game with others counts up to this share of the cap. A
# player who has a game can wait for a close table and must not force a wide one.
PLAYED_SHARE = 0.8
# with enough waiting users for more tables than this, no shared table is offered
MOST_TABLES = 1.5
# mutes that count in rated games: the least age, and the most per user
AVOIDANCE_AGE, MOST_AVOIDANCES = timedelta(days=1), 3
# the columns read from a slot
ENTRY = (
    *("pk", "strength", "enqueued_at", "network", "ticket", "asked_at", "agreed"),
    *("player__hides_rating", "player__bot_owner", "now"),
)


@dataclass
class WaitingList:
    """The players in a queue; times are Unix times.

    `entries`, by rating, can be seated. `with_others`, by rating, meanwhile play with other users
    and can be asked to leave. `playing` has these and those who agreed to leave, `hiding` those who
    hide their rating. `tickets` are the tickets of all, by player.
    """

    now: float
    entries: list[Ticket] = field(default_factory=list)
    with_others: list[Ticket] = field(default_factory=list)
    playing: set[int] = field(default_factory=set)
    hiding: set[int] = field(default_factory=set)
    tickets: dict[int, str] = field(default_factory=dict)

    @property
    def together(self) -> list[Ticket]:
        """The players who can be seated or asked, by rating."""
        return sorted(self.entries + self.with_others, key=itemgetter(1))

    def group_of(self, table: Sequence[Ticket]) -> Group:
        """Return the players of a table with their tickets, in random seats."""
        seats = random.SystemRandom().sample(table, len(table))
        return {entry.player: self.tickets[entry.player] for entry in seats}

    def remove(self, groups: Iterable[Group]) -> None:
        """Remove the players of these groups, who are seated."""
        for group in groups:
            for player in group:
                del self.tickets[player]
        self.entries = [entry for entry in self.entries if entry.player in self.tickets]


@dataclass
class TickResult:
    """The changes made by a tick: ids of games and users."""

    seated: list[str] = field(default_factory=list)
    voided: list[str] = field(default_factory=list)
    gone: list[int] = field(default_factory=list)
    asked: list[int] = field(default_factory=list)


def run_matcher(name: str) -> TickResult | None:
    """Run one tick for a queue; return None while another process does.

    Several processes may run it at the same time, and any may die at any moment: every change is a
    separate transaction that leaves the rows consistent.
    """
    queue = ALL_QUEUES[name]
    with only_matcher(queue) as leads:
        if not leads:
            return None
        result = TickResult(voided=leaving.void_due(queue), gone=leaving.sweep_queue(queue))
        claim.announce_tables(queue=queue.name)
        shared_tables.fill_due(queue)
        shared_tables.forget_answers(queue)
        waiting = read_waiting(queue)
        metrics.note_queue(queue.name, len(waiting.entries))
        arrivals = count_arrivals(queue, waiting)
        estimate = arrivals.estimate()
        # while the site drains, users keep their places in the queue
        if not drain.is_on():
            groups = plan_groups(queue, waiting, estimate)
            for start in range(0, len(groups), CHUNK):
                seated = claim.claim_groups(queue, groups[start : start + CHUNK])
                claim.announce_tables(game__in=seated)
                result.seated += seated
            waiting.remove(groups)
            if waiting.with_others:
                result.asked = ask_for_tables(queue, waiting, estimate)
        claim.notify_absent(queue)
        if not queue.for_bots:
            calls.call_the_missing(queue, waiting.together, estimate)
        publish_status(queue, waiting, arrivals)
    return result


@contextlib.contextmanager
def only_matcher(queue: Queue) -> Iterator[bool]:
    """Yield whether this process may match the queue now.

    On PostgreSQL an advisory lock decides, which ends with the connection. On SQLite every process
    may, since only one transaction can write at a time.
    """
    if connection.vendor != "postgresql":
        yield True
        return
    key = zlib.crc32(f"density:queue:{queue.name}".encode())
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_lock(%s)", [key])
        leads = bool(cursor.fetchone()[0])
    try:
        yield leads
    finally:
        if leads:
            with connection.cursor() as cursor:
                cursor.execute("SELECT pg_advisory_unlock(%s)", [key])


def read_waiting(queue: Queue) -> WaitingList:
    """Return the players in a queue, whether it is their main queue or a second one."""
    # equal ratings in random order, so that accounts created in a row are not neighbors
    slots = waiting_in(queue).annotate(now=Now()).order_by("strength", "?")
    rows = list(slots.values_list(*ENTRY))
    seats = shared_tables.seats_with_others().filter(user__slot__state=Slot.State.WAITING)
    playing = {user or 0 for user in seats.values_list("user", flat=True)}
    now = rows[0][-1] if rows else timezone.now()
    recently, open_since = now - paced_timedelta(AGREED_SECONDS), now - paced_timedelta(ASK_SECONDS)
    waiting = WaitingList(now.timestamp(), playing=playing)
    for pk, strength, since, network, ticket, asked_at, agreed, hides, owner, _ in rows:
        network_key = None if settings.RANKED_SAME_NETWORK else network or None
        if owner is not None:
            # bots of one owner never share a table
            network_key = f"owner {owner}"
        entry = Ticket(pk, strength, since.timestamp(), network_key)
        waiting.tickets[pk] = ticket
        if hides:
            waiting.hiding.add(pk)
        if pk not in playing or (agreed and asked_at > recently):
            waiting.entries.append(entry)
        elif asked_at is None or (agreed is None and asked_at > open_since):
            waiting.with_others.append(entry)
    return waiting


def ask_for_tables(queue: Queue, waiting: WaitingList, arrivals: Estimate) -> list[int]:
    """Ask players who play with others to leave if they would complete a table.

    They are also asked when just one more user is missing. That user is then seated with those who
    agreed, without waiting for the end of a match.
    """
    together = waiting.together
    may_be_asked = {entry.player for entry in waiting.with_others}
    if 1 < len(together) == queue.seats - 1:
        return shared_tables.ask_players(list(may_be_asked))
    groups = plan_groups(queue, replace(waiting, entries=together), arrivals)
    whole = [group for group in groups if len(group) == queue.seats]
    players = [player for group in whole for player in group if player in may_be_asked]
    return shared_tables.ask_players(players) if players else []


def count_arrivals(queue: Queue, waiting: WaitingList) -> Arrivals:
    """Add the arrivals since the last tick; return the arrivals of the queue."""
    arrivals, until = queue_cache.load_arrivals(queue.name, waiting.now)
    new_entries = [entry for entry in waiting.entries if entry.enqueued_at > until]
    if waiting.entries:
        arrivals.note((entry.rating for entry in new_entries), waiting.now)
        latest = max((entry.enqueued_at for entry in new_entries), default=until)
        queue_cache.store_arrivals(queue.name, arrivals, latest)
    return arrivals


def plan_groups(queue: Queue, waiting: WaitingList, arrivals: Estimate) -> list[Group]:
    """Return the groups to seat now."""
    if len(waiting.entries) < (2 if settings.RANKED_HOUSE_BOTS else queue.seats):
        return []
    cap = ranked_hours.wait_cap(queue)
    rules = Rules(queue.seats, cap, met=just_met(queue), avoidances=find_avoidances(queue))
    since = waiting.now - PLAYED_SHARE * cap
    entries = [
        entry._replace(enqueued_at=max(entry.enqueued_at, since))
        if entry.player in waiting.playing
        else entry
        for entry in waiting.entries
    ]
    tables = plan_tables(entries, waiting.now, arrivals, rules)
    if settings.RANKED_HOUSE_BOTS:
        seated = {entry for table in tables for entry in table}
        left = [entry for entry in entries if entry not in seated]
        tables += with_house_bots(left, waiting.now, arrivals, rules)
    return [waiting.group_of(table) for table in tables]


def with_house_bots(
    left: list[Ticket], now: float, arrivals: Estimate, rules: Rules
) -> Iterator[Table]:
    """Yield tables with two or more players and free seats, once a player has waited the cap."""
    for size in range(rules.size - 1, max(2, rules.size - MOST_HOUSE_BOTS) - 1, -1):
        for table in plan_tables(left, now, arrivals, rules._replace(size=size)):
            if now - min(entry.enqueued_at for entry in table) >= rules.cap:
                left = [entry for entry in left if entry not in table]
                yield table


def find_avoidances(queue: Queue) -> list[tuple[int, int]]:
    """Return the mutes that count in rated games, as pairs (owner, muted) of waiting owners.

    They are the oldest MOST_AVOIDANCES mutes of each owner that are older than a day, whether the
    muted users wait or not.
    """
    waiting = waiting_in(queue)
    old = Mute.objects.filter(owner__slot__in=waiting, at__lt=Now() - AVOIDANCE_AGE)
    turn = Window(RowNumber(), partition_by="owner", order_by=("at", "pk"))
    return list(
        old.annotate(turn=turn)
        .filter(turn__lte=MOST_AVOIDANCES)
        .values_list("owner_id", "muted_id")
    )


def just_met(queue: Queue) -> set[tuple[int, int]]:
    """Return the pairs of waiting players who have recently shared a ranked table."""
    since = Now() - timedelta(seconds=JUST_MET_SECONDS)
    seats = Seat.objects.filter(
        Q(game__finished_at=None) | Q(game__finished_at__gt=since),
        user__slot__in=waiting_in(queue),
        game__rated=True,
        game__slug=queue.slug,
        game__created_at__gt=Now() - timedelta(days=1),
    )
    tables: dict[str, list[int]] = defaultdict(list)
    for game_id, user_id in seats.values_list("game_id", "user_id"):
        tables[game_id].append(user_id or 0)
    return {pair for players in tables.values() for pair in combinations(sorted(players), 2)}


def publish_status(queue: Queue, waiting: WaitingList, arrivals: Arrivals) -> None:
    """Publish the status of the queue unless another process has just done so.

    A queue without players is paused.
    """
    with passing_over_outages("the status of %s was not published", queue.name):
        if not queue_cache.take_turn(f"tell:{queue.name}", PUBLISH_SECONDS):
            return
        count, free = len(waiting.tickets), len(waiting.entries)
        shown = [entry.rating for entry in waiting.entries if entry.player not in waiting.hiding]
        offer = shared_tables.offer_table(queue) if count < queue.seats * MOST_TABLES else None
        status = queue_status.shared_status(queue, count, shown, arrivals, offer, free)
        queue_cache.store_status(queue.name, status)
        broadcast.publish_queue(status)
        queue_cache.pause_ticks(queue.name)
        # read after the pause began: whoever joins later ends it
        if Slot.objects.filter(player__bot_owner__isnull=not queue.for_bots).exists():
            queue_cache.resume_ticks([queue.name])
