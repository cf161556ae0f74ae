"""People who queue as fast as they can while matchers seat them: nobody may be in both places.

The same is done with tickets in one table and seats in another, as a queue is often written.
"""

import random
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from threading import Event, Thread

from django.db import connection, transaction
from django.db.models import Exists, OuterRef

from accounts.models import User
from games.models import Game, Seat
from matchmaking import claim, matcher, queue
from matchmaking.models import Slot
from matchmaking.queues import QUEUES

QUEUE = QUEUES["density-deck"]
ENQUEUERS, MATCHERS = 4, 2


class Slots:
    """The queue of this site."""

    def __init__(self, users: Sequence[User]) -> None:
        self.users = {user.pk: user for user in users}

    def enqueue(self, player: int) -> None:
        """Through the queue's own functions."""
        queue.enqueue(self.users[player], QUEUE.name)

    def look(self) -> int:
        """As a tick does, but nobody leads: all do it."""
        waiting_list = matcher.read_waiting(QUEUE)
        arrivals = matcher.count_arrivals(QUEUE, waiting_list).estimate()
        return len(claim.claim(QUEUE, list(matcher.plan_groups(QUEUE, waiting_list, arrivals))))

    def end(self, dice: random.Random) -> None:
        """Games end as they do when the last life is lost."""
        for game in Game.objects.filter(rated=True, status="open", seats__live=True).distinct():
            if dice.random() < 0.5:
                with transaction.atomic():
                    Seat.objects.filter(game=game).update(live=False)
                    Slot.objects.filter(game=game).delete()

    def both(self) -> int:
        """A waiting slot beside a live seat of a ranked game."""
        live = Seat.objects.filter(user=OuterRef("player"), live=True, game__rated=True)
        return Slot.objects.filter(Exists(live), state=Slot.State.WAITING).count()


class TwoTables:
    """The control: a ticket is taken away and a seat is put down, in one transaction."""

    TABLES = ("hammer_tickets", "hammer_seats")

    def __init__(self) -> None:
        with connection.cursor() as cursor:
            for table in self.TABLES:
                cursor.execute(f"CREATE TABLE {table} (player integer PRIMARY KEY)")

    def drop(self) -> None:
        """Take the tables away."""
        with connection.cursor() as cursor:
            for table in self.TABLES:
                cursor.execute(f"DROP TABLE {table}")

    def enqueue(self, player: int) -> None:
        """Who has no seat gets a ticket."""
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1 FROM hammer_seats WHERE player = %s", [player])
            if cursor.fetchone() is None:
                cursor.execute(
                    "INSERT INTO hammer_tickets VALUES (%s) ON CONFLICT DO NOTHING", [player]
                )

    def look(self) -> int:
        """Four tickets become four seats."""
        lock = " FOR UPDATE SKIP LOCKED" if connection.vendor == "postgresql" else ""
        tables = 0
        while True:
            with transaction.atomic(), connection.cursor() as cursor:
                cursor.execute(f"SELECT player FROM hammer_tickets ORDER BY player LIMIT 4{lock}")
                four = [row[0] for row in cursor.fetchall()]
                if len(four) < 4:
                    return tables
                for player in four:
                    cursor.execute("DELETE FROM hammer_tickets WHERE player = %s", [player])
                    cursor.execute(
                        "INSERT INTO hammer_seats VALUES (%s) ON CONFLICT DO NOTHING", [player]
                    )
            tables += 1

    def end(self, dice: random.Random) -> None:
        """Some get up."""
        with connection.cursor() as cursor:
            cursor.execute("DELETE FROM hammer_seats WHERE player %% 8 = %s", [dice.randrange(8)])

    def both(self) -> int:
        """Who has a ticket and a seat."""
        with connection.cursor() as cursor:
            cursor.execute("SELECT count(*) FROM hammer_tickets JOIN hammer_seats USING (player)")
            return int(cursor.fetchone()[0])


def hammer(
    backend: Slots | TwoTables, players: Sequence[int], enqueues: int, *, enough: int = 0
) -> Counter[str]:
    """Ask so often to be enqueued, from several threads, while others seat and look.

    Ends earlier when `enough` were seen in both places. Counts "enqueues", "tables", "looks" and
    "both", the sum over all looks.
    """
    blows = Blows(backend, players, enough)
    share = enqueues // ENQUEUERS
    asking = [_thread(partial(blows.enqueue, number, share)) for number in range(ENQUEUERS)]
    others = [_thread(partial(blows.match, number)) for number in range(MATCHERS)]
    others.append(_thread(blows.watch))
    for thread in asking:
        thread.join()
    blows.over.set()
    for thread in others:
        thread.join()
    return blows.done


@dataclass
class Blows:
    """What the threads do, and what they have counted."""

    backend: Slots | TwoTables
    players: Sequence[int]
    enough: int
    done: Counter[str] = field(default_factory=Counter)
    over: Event = field(default_factory=Event)

    def enqueue(self, number: int, times: int) -> None:
        """Ask for one player after another."""
        dice = random.Random(number)
        for _ in range(times):
            if self.over.is_set():
                return
            self.backend.enqueue(dice.choice(self.players))
            self.done["enqueues"] += 1

    def match(self, number: int) -> None:
        """Seat whoever waits; one of several also ends games."""
        dice = random.Random(number)
        while not self.over.is_set():
            self.done["tables"] += self.backend.look()
            if number == 0:
                self.backend.end(dice)

    def watch(self) -> None:
        """Look whether anybody is in both places."""
        while not self.over.is_set():
            self.done["both"] += self.backend.both()
            self.done["looks"] += 1
            if self.enough and self.done["both"] >= self.enough:
                self.over.set()


def _thread(work: Callable[[], None]) -> Thread:
    def run() -> None:
        try:
            work()
        finally:
            connection.close()

    thread = Thread(target=run)
    thread.start()
    return thread
