"""One look at a queue: who is gone, who sits with whom, and what everybody is told of it."""

import contextlib
import itertools
import logging
import secrets
import time
import zlib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from itertools import combinations
from typing import NamedTuple

from django.conf import settings
from django.db import connection
from django.db.models import Q, QuerySet, Window
from django.db.models.functions import Now, RowNumber
from redis import RedisError

from accounts.models import Mode, Mute
from games.models import Seat
from games.table import broadcast
from matchmaking import claim, leaving, picture, pulse
from matchmaking.arrivals import Arrivals, Estimate
from matchmaking.claim import CHUNK, Group
from matchmaking.models import Slot
from matchmaking.pairing import Rules, Ticket, plan
from matchmaking.queues import JUST_MET_SECONDS, QUEUES, Queue, cap

# what is told of a queue is told at most so often
TELL_SECONDS = 0.9
MOST_HOUSE_BOTS = 2
# mutes that count where a game is rated: so old, and so many of each person
WISH_AGE, WISHES = timedelta(days=1), 3
PAIR = ("owner_id", "muted_id")

log = logging.getLogger(__name__)


class Line(NamedTuple):
    """Who waits now, ordered by rating, with the tickets of their waits; times are Unix times."""

    people: list[Ticket]
    tickets: dict[int, str]
    now: float


@dataclass
class Done:
    """What a look has changed: games by id, people by theirs."""

    seated: list[str] = field(default_factory=list)
    voided: list[str] = field(default_factory=list)
    gone: list[int] = field(default_factory=list)


def tick(name: str) -> Done | None:
    """Look at a queue once; None when somebody else is just doing so.

    Several may do it at the same time, and any may die at any moment: every change is a
    transaction of its own that leaves the rows as they must be.
    """
    queue = QUEUES[name]
    with leading(queue) as leads:
        if not leads:
            return None
        done = Done(voided=leaving.void_due(queue), gone=leaving.sweep(queue))
        claim.announce_the_untold(queue)
        line = read(queue)
        arrivals = note_arrivals(queue, line)
        for chunk in chunks(groups(queue, line, arrivals.estimate())):
            seated = claim.claim(queue, chunk)
            claim.announce(seated)
            done.seated += seated
        tell(queue, line, arrivals)
    return done


@contextlib.contextmanager
def leading(queue: Queue) -> Iterator[bool]:
    """Whether this is the only look at the queue now.

    On PostgreSQL by an advisory lock that ends with the connection; elsewhere everybody may, and
    the database lets one write at a time.
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


def read(queue: Queue) -> Line:
    """Everybody who waits in a queue."""
    # equal ones in any order: accounts that one person makes in a row are no neighbors for that
    rows = _waiting(queue).annotate(now=Now()).order_by("mu", "?")
    people, tickets, now = [], {}, time.time()
    for pk, mu, since, network, ticket, at in rows.values_list(
        "pk", "mu", "enqueued_at", "network", "ticket", "now"
    ):
        known = None if settings.RANKED_SAME_NETWORK else network or None
        people.append(Ticket(pk, mu, since.timestamp(), known))
        tickets[pk] = ticket
        now = at.timestamp()
    return Line(people, tickets, now)


def note_arrivals(queue: Queue, line: Line) -> Arrivals:
    """Count who came since the last look; how many come, and how strong they are."""
    arrivals, until = pulse.load_arrivals(queue.name, line.now)
    came = [person for person in line.people if person.enqueued_at > until]
    if line.people:
        arrivals.note((person.rating for person in came), line.now)
        latest = max((person.enqueued_at for person in came), default=until)
        pulse.store_arrivals(queue.name, arrivals, latest)
    return arrivals


def groups(queue: Queue, line: Line, arrivals: Estimate) -> Iterator[Group]:
    """Who is to share a table now, by the best plan for all of them."""
    if len(line.people) < (2 if settings.RANKED_HOUSE_BOTS else queue.seats):
        return
    ranked = queue.mode == Mode.RANKED
    rules = Rules(
        queue.seats,
        cap(),
        blocked=() if ranked else blocked(queue),
        met=just_met(queue),
        wishes=wishes(queue) if ranked else (),
    )
    left = {person.player: person for person in line.people}
    for table in plan(line.people, line.now, arrivals, rules, seed=secrets.randbits(63)):
        for person in table:
            del left[person.player]
        yield _group(line, table)
    if settings.RANKED_HOUSE_BOTS:
        for few in with_house_bots(queue, list(left.values()), line.now, rules):
            yield _group(line, few)


def with_house_bots(
    queue: Queue, left: Sequence[Ticket], now: float, rules: Rules
) -> Iterator[Sequence[Ticket]]:
    """Tables of fewer people than chairs, for who has waited for too long and has nobody."""
    apart = {frozenset(pair) for pair in rules.blocked}
    free = list(left)
    for late in sorted(left, key=lambda person: person.enqueued_at):
        if now - late.enqueued_at < rules.cap or late not in free:
            continue
        few = [late]
        near = sorted(free, key=lambda person: abs(person.rating - late.rating))
        for other in near:
            if len(few) < queue.seats - 1 and all(_may_meet(other, one, apart) for one in few):
                few.append(other)
        # at a ranked table at least two are people
        if len(few) >= max(2, queue.seats - MOST_HOUSE_BOTS):
            free = [person for person in free if person not in few]
            yield few


def blocked(queue: Queue) -> list[tuple[int, int]]:
    """Pairs of those who wait of whom one has muted the other."""
    return list(_mutes_of_waiting(queue).filter(muted__slot__in=_waiting(queue)).values_list(*PAIR))


def wishes(queue: Queue) -> list[tuple[int, int]]:
    """Return the pairs (owner, muted) of owners who wait that count where a game is rated.

    They are the oldest WISHES mutes of each, whether the muted wait or not, older than a day.
    """
    old = _mutes_of_waiting(queue).filter(at__lt=Now() - WISH_AGE)
    turn = Window(RowNumber(), partition_by="owner", order_by=("at", "pk"))
    return list(old.annotate(turn=turn).filter(turn__lte=WISHES).values_list(*PAIR))


def _waiting(queue: Queue) -> QuerySet[Slot]:
    return Slot.objects.filter(queue=queue.name, state=Slot.State.WAITING)


def _mutes_of_waiting(queue: Queue) -> QuerySet[Mute]:
    return Mute.objects.filter(owner__slot__in=_waiting(queue))


def just_met(queue: Queue) -> set[tuple[int, int]]:
    """Pairs of those who wait who have just shared a ranked table."""
    since = Now() - timedelta(seconds=JUST_MET_SECONDS)
    seats = Seat.objects.filter(
        Q(game__finished_at=None) | Q(game__finished_at__gt=since),
        user__slot__state=Slot.State.WAITING,
        user__slot__queue=queue.name,
        game__rated=True,
        game__slug=queue.slug,
        game__created_at__gt=Now() - timedelta(days=1),
    )
    tables: dict[str, list[int]] = defaultdict(list)
    for game_id, user_id in seats.values_list("game_id", "user_id"):
        tables[game_id].append(user_id or 0)
    return {pair for players in tables.values() for pair in combinations(sorted(players), 2)}


def chunks(found: Iterable[Group]) -> Iterator[list[Group]]:
    """The groups in batches, each for one transaction."""
    source = iter(found)
    while chunk := list(itertools.islice(source, CHUNK)):
        yield chunk


def tell(queue: Queue, line: Line, arrivals: Arrivals) -> None:
    """Tell everybody in the queue how it is, if nobody has just done so."""
    try:
        if not pulse.takes_turn(f"tell:{queue.name}", TELL_SECONDS):
            return
    except RedisError as fault:
        log.warning("nobody is told of the queue: %s", fault)
        return
    still = dict(_waiting(queue).values_list("pk", "player__hides_rating"))
    people = [person for person in line.people if person.player in still]
    shown = [person.rating for person in people if not still[person.player]]
    news = picture.news(queue, len(people), shown, arrivals)
    pulse.store_news(queue.name, news)
    broadcast.publish_queue(news)


def _group(line: Line, table: Sequence[Ticket]) -> Group:
    players = tuple(person.player for person in table)
    return Group(players, tuple(line.tickets[player] for player in players))


def _may_meet(one: Ticket, other: Ticket, apart: set[frozenset[int]]) -> bool:
    if one.player == other.player:
        return False
    same = one.network is not None and one.network == other.network
    return not same and frozenset((one.player, other.player)) not in apart
