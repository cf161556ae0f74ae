"""Simulates a site with few visitors: they come, wait, play meanwhile, get a table, and leave.

The site's own code makes the decisions: the planner, its count of arrivals, and the time of the
offer. The behavior of visitors is a model, the same for every system; bench.habits has its numbers.
"""

import heapq
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from math import inf
from random import Random
from typing import Any, NamedTuple

from bench.habits import ALONE, MATCHES, RANGE, TICK, TOGETHER, Habits
from bench.halls import CENTER, SPREAD
from games.density_deck.game_type import LOOKS
from matchmaking.arrivals import Arrivals, Estimate
from matchmaking.matcher import MOST_TABLES, PLAYED_SHARE
from matchmaking.pairing import Rules, Table, Ticket, plan_tables
from matchmaking.queue_status import offer_seconds
from matchmaking.queues import (
    AGREED_SECONDS,
    ASK_SECONDS,
    DEFAULT,
    GATHER_SECONDS,
    GO_SECONDS,
    JUST_MET_SECONDS,
    QUEUES,
)

QUEUE = QUEUES[DEFAULT]
SEATS = QUEUE.seats
PAUSE_SECONDS = LOOKS["match_over"]
# seconds after which a visitor starts a game against AI players if nothing better is offered
ALONE_AFTER = 60.0
Planner = Callable[[Sequence[Ticket], float, Estimate, Rules], Iterable[Table]]


class System(NamedTuple):
    """How waiting visitors are treated: whether they share tables, and when an offer comes."""

    shares: bool
    offer: Callable[[Estimate, int], float]
    planner: Planner = plan_tables
    cap: Callable[[float], float] = lambda _now: 300.0


@dataclass(eq=False)
class Visitor:
    """A visitor; `place` is where the visitor is now, and `stamp` changes with it."""

    number: int
    rating: float
    came: float
    dice: Random
    accepts: bool
    since: float = 0.0
    place: str = "away"
    stamp: int = 0
    hidden: bool = False
    table: "Meanwhile | None" = None
    asked_at: float | None = None
    agreed: bool | None = None
    company_at: float = inf
    ranked_at: float = inf
    left_at: float = inf


@dataclass(eq=False)
class Meanwhile:
    """A table of waiting visitors, with AI players on the other seats."""

    people: list[Visitor]
    left: int
    shared: bool
    begun: bool = False
    pause_until: float = 0.0


@dataclass
class Seen:
    """The results: visitors, and the waits and widths of ranked tables."""

    visitors: list[Visitor] = field(default_factory=list)
    waits: list[float] = field(default_factory=list)
    widths: list[float] = field(default_factory=list)
    starts: list[float] = field(default_factory=list)
    called: int = 0
    no_shows: int = 0
    voided: int = 0
    asked: int = 0
    agreed: int = 0


def make_visitors(times: Iterable[float], habits: Habits, seed: int) -> list[Visitor]:
    """Return visitors who come at these times; each has the same dice in every system."""
    visitors = []
    for number, came in enumerate(times):
        dice = Random(f"{seed} {number}")
        rating = dice.gauss(CENTER, SPREAD)
        visitors.append(Visitor(number, rating, came, dice, dice.random() < habits.accepts))
    return visitors


class Site:
    """The site of one system, from the first visitor to the last."""

    def __init__(self, system: System, habits: Habits, came: Sequence[Visitor]) -> None:
        self.system, self.habits, self.now = system, habits, 0.0
        self.events: list[tuple[float, int, Callable[..., None], tuple[Any, ...]]] = []
        self.serial, self.next_look = 0, inf
        self.waiting: dict[int, Visitor] = {}
        self.tables: list[Meanwhile] = []
        self.met: dict[tuple[int, int], float] = {}
        self.arrivals = Arrivals(0.0, 0.0)
        self.seen = Seen(list(came))
        for visitor in came:
            self.at(visitor.came, self.enqueue, visitor)

    def run(self, check: Callable[["Site"], None] | None = None) -> Seen:
        """Process all events in order; call `check` after each."""
        while self.events:
            self.now, _, action, details = heapq.heappop(self.events)
            action(*details)
            if check is not None:
                check(self)
        return self.seen

    def at(self, when: float, action: Callable[..., None], *details: Any) -> None:
        """Schedule an action."""
        self.serial += 1
        heapq.heappush(self.events, (when, self.serial, action, details))

    # ------------------------------------------------------------------------ at the page
    def enqueue(self, visitor: Visitor) -> None:
        """Add a visitor to the queue."""
        visitor.since = self.now
        self.arrivals.note([visitor.rating], self.now)
        self.wait_on(visitor)

    def wait_on(self, visitor: Visitor) -> None:
        """Let a visitor wait at the queue page, with the waiting time so far."""
        dice, habits = visitor.dice, self.habits
        self.waiting[visitor.number] = visitor
        self.move(visitor, "page")
        visitor.hidden = dice.random() < habits.hidden
        self.at(
            self.now + dice.expovariate(1 / habits.patience), self.lose_patience, *at_place(visitor)
        )
        if visitor.accepts:
            self.consider(visitor)
        self.look_soon()

    def move(self, visitor: Visitor, place: str) -> None:
        """Move a visitor to another place; events scheduled for the old place become void."""
        visitor.place, visitor.stamp = place, visitor.stamp + 1

    def lose_patience(self, visitor: Visitor, stamp: int) -> None:
        """Let a visitor leave if still in the same place."""
        if visitor.stamp == stamp:
            self.leave(visitor)

    def leave(self, visitor: Visitor) -> None:
        """Let a visitor leave the site."""
        self.waiting.pop(visitor.number, None)
        self.move(visitor, "gone")
        visitor.left_at = self.now

    def offer_at(self, visitor: Visitor) -> float:
        """Return when this visitor gets an offer."""
        return visitor.since + self.system.offer(self.arrivals.estimate(), len(self.entries()[0]))

    def consider(self, visitor: Visitor) -> None:
        """Schedule a visitor's answer to the present or the next offer."""
        shown_at = max(self.now, self.offer_at(visitor))
        reaction = visitor.dice.expovariate(1 / self.habits.reaction)
        self.at(shown_at + reaction, self.accept, *at_place(visitor))

    def accept(self, visitor: Visitor, stamp: int) -> None:
        """Let a visitor accept an offer, if it is still valid."""
        if visitor.stamp != stamp:
            return
        shares = self.system.shares and len(self.waiting) < SEATS * MOST_TABLES
        at = self.offer_at(visitor) if shares else visitor.since + ALONE_AFTER
        if self.now < at:
            self.at(self.now + 5.0, self.accept, visitor, stamp)
            return
        self.sit(visitor, shares=shares)

    # ------------------------------------------------------------------- played meanwhile
    def sit(self, visitor: Visitor, *, shares: bool) -> None:
        """Seat a visitor at the shared table, or alone with AI players."""
        table = self.table_with_room() if shares else None
        if table is None:
            table = Meanwhile([], visitor.dice.randint(*MATCHES), shares)
            self.tables.append(table)
            self.at(self.now + GATHER_SECONDS, self.begin, table)
        table.people.append(visitor)
        visitor.table = table
        self.move(visitor, "meanwhile")
        if not shares or len(table.people) == SEATS or not self.others_free(table):
            self.begin(table)
        self.note_company(table)

    def table_with_room(self) -> Meanwhile | None:
        """Return the shared table for the next visitor: one that has not begun, or the oldest."""
        tables = [table for table in self.tables if table.shared and len(table.people) < SEATS]
        return min(tables, key=lambda table: table.begun, default=None)

    def others_free(self, table: Meanwhile) -> bool:
        """Return whether other visitors, without company, could still join."""
        return any(one.table is not table and not in_company(one) for one in self.waiting.values())

    def begin(self, table: Meanwhile) -> None:
        """Begin a game with AI players on the free seats."""
        if not table.begun and table.people:
            table.begun = True
            self.note_company(table)
            self.at(self.now + self.match(table), self.end_match, table)

    def match(self, table: Meanwhile) -> float:
        """Return the length of the next match in seconds."""
        game = ALONE + (TOGETHER - ALONE) * (len(table.people) - 1) / (SEATS - 1)
        return game / (sum(MATCHES) / 2) * table.people[0].dice.uniform(*RANGE)

    def note_company(self, table: Meanwhile) -> None:
        """Record when each visitor first played with another one."""
        if table.begun and len(table.people) > 1:
            for visitor in table.people:
                visitor.company_at = min(visitor.company_at, self.now)

    def end_match(self, table: Meanwhile) -> None:
        """End a match: begin a pause, in which users are asked, or end the game."""
        if not table.people:
            return
        table.left -= 1
        if table.left:
            table.pause_until = self.now + PAUSE_SECONDS
            self.at(table.pause_until + self.match(table), self.end_match, table)
            self.look_soon()
            return
        for visitor in list(table.people):
            self.get_up(visitor)
            if visitor.dice.random() < self.habits.again:
                self.wait_on(visitor)
            else:
                self.leave(visitor)

    def get_up(self, visitor: Visitor) -> None:
        """Replace a visitor at a table by an AI player; a last remaining visitor has no company."""
        table = visitor.table
        if table is not None:
            table.people.remove(visitor)
            visitor.table = None
            for one in (visitor, *(table.people if len(table.people) == 1 else ())):
                one.asked_at = one.agreed = None
            if not table.people:
                self.tables.remove(table)

    # ------------------------------------------------------------------------ the matcher
    def look_soon(self) -> None:
        """Schedule the matcher within a tick, if it could find a table."""
        if self.next_look == inf and len(self.waiting) >= SEATS - 1:
            self.next_look = self.now + TICK / 2
            self.at(self.next_look, self.look)

    def look(self) -> None:
        """Run one tick of the matcher."""
        self.next_look = inf
        free, company = self.entries()
        if len(free) >= SEATS:
            for table in self.plan(free):
                self.claim([self.waiting[ticket.player] for ticket in table])
            free, company = self.entries()
        together, askable = len(free) + len(company), [one for one in company if self.may_ask(one)]
        if askable and together >= SEATS - 1:
            wanted = {one.number for one in askable}
            if together >= SEATS:
                wanted &= {each.player for table in self.plan(free + company) for each in table}
            for one in askable:
                if one.number in wanted and one.asked_at is None:
                    self.ask(one)
        waits = len(free) >= SEATS or any(one.asked_at is None for one in company)
        if waits and together >= SEATS - 1 and self.next_look == inf:
            self.next_look = self.now + TICK
            self.at(self.next_look, self.look)

    def entries(self) -> tuple[list[Visitor], list[Visitor]]:
        """Return the visitors who can be seated, and those who must be asked first."""
        free, company = [], []
        for one in self.waiting.values():
            asked_at = -inf if one.asked_at is None else one.asked_at
            if not in_company(one) or (one.agreed and asked_at > self.now - AGREED_SECONDS):
                free.append(one)
            elif one.asked_at is None or (one.agreed is None and asked_at > self.now - ASK_SECONDS):
                company.append(one)
        return free, company

    def plan(self, people: Sequence[Visitor]) -> list[Table]:
        """Return the planner's tables for these visitors."""
        tickets = [Ticket(one.number, one.rating, self.counted_since(one)) for one in people]
        pairs = combinations(sorted(one.number for one in people), 2)
        met = [pair for pair in pairs if self.met.get(pair, 0.0) > self.now]
        rules = Rules(SEATS, self.system.cap(self.now), met=met)
        return list(self.system.planner(tickets, self.now, self.arrivals.estimate(), rules))

    def counted_since(self, visitor: Visitor) -> float:
        """Return a visitor's start of waiting, at most some time ago if in company."""
        least = self.now - PLAYED_SHARE * self.system.cap(self.now)
        return max(visitor.since, least) if in_company(visitor) else visitor.since

    def may_ask(self, visitor: Visitor) -> bool:
        """Return whether this visitor is in a pause between matches."""
        return visitor.table is not None and visitor.table.pause_until > self.now

    def ask(self, visitor: Visitor) -> None:
        """Ask a visitor to leave a game with others."""
        visitor.asked_at = self.now
        self.seen.asked += 1
        self.at(self.now + visitor.dice.uniform(2, 12), self.answer, *at_place(visitor))

    def answer(self, visitor: Visitor, stamp: int) -> None:
        """Record the answer."""
        if visitor.stamp == stamp and visitor.asked_at is not None:
            visitor.agreed = visitor.dice.random() < self.habits.yes
            self.seen.agreed += visitor.agreed
            self.look_soon()

    # ------------------------------------------------------------------ the ranked table
    def claim(self, group: Sequence[Visitor]) -> None:
        """Call four visitors to their table; a no-show voids it for all."""
        self.seen.called += len(group)
        missing, slowest = [], 0.0
        for one in group:
            place = 1 if one.table is not None else 2 if one.hidden else 0
            del self.waiting[one.number]
            self.get_up(one)
            self.move(one, "called")
            slowest = max(slowest, one.dice.uniform(1, GO_SECONDS - 2 if place == 2 else 8))
            if one.dice.random() < self.habits.missing[place]:
                missing.append(one)
        if missing:
            self.at(self.now + GO_SECONDS, self.void, group, missing)
        else:
            self.at(self.now + slowest, self.start, group, self.now)

    def void(self, group: Sequence[Visitor], missing: Sequence[Visitor]) -> None:
        """Put those who came back in the queue; no-shows leave."""
        self.seen.voided += 1
        self.seen.no_shows += len(missing)
        for one in group:
            if one in missing:
                self.leave(one)
            else:
                self.wait_on(one)

    def start(self, group: Sequence[Visitor], called_at: float) -> None:
        """Begin a ranked game."""
        ratings = [one.rating for one in group]
        self.seen.widths.append(max(ratings) - min(ratings))
        self.seen.starts.append(self.now)
        for one in group:
            self.seen.waits.append(called_at - one.since)
            self.move(one, "ranked")
            one.company_at = min(one.company_at, self.now)
            one.ranked_at = min(one.ranked_at, called_at)
        over = self.now + TOGETHER * group[0].dice.uniform(*RANGE)
        numbers = sorted(one.number for one in group)
        self.met |= dict.fromkeys(combinations(numbers, 2), over + JUST_MET_SECONDS)
        self.at(over, self.finish, group)

    def finish(self, group: Sequence[Visitor]) -> None:
        """End a ranked game: some visitors rest and queue again, the others leave."""
        for one in group:
            if one.dice.random() < self.habits.requeues:
                self.move(one, "resting")
                self.at(self.now + one.dice.expovariate(1 / self.habits.rest), self.enqueue, one)
            else:
                self.leave(one)


def at_place(visitor: Visitor) -> tuple[Visitor, int]:
    """Return a visitor with the stamp of the present place."""
    return visitor, visitor.stamp


def in_company(visitor: Visitor) -> bool:
    """Return whether a visitor plays with other waiting visitors."""
    return visitor.table is not None and len(visitor.table.people) > 1


def offered_now(arrivals: Estimate, free: int) -> float:
    """Return after how many seconds a shared table is offered."""
    return offer_seconds(arrivals, free, QUEUE)


# the queue before shared tables offered a game against AI players after a minute
BEFORE = System(shares=False, offer=lambda _arrivals, _free: ALONE_AFTER)
NOW = System(shares=True, offer=offered_now)
