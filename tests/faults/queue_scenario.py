"""Two queues whose matchers are killed: scripted users, who wait, play meanwhile and are seated."""

import contextlib
import os
import random
import select
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any

import django
from django.conf import settings

django.setup()

from django.core.management import call_command  # noqa: E402
from django.db import connection, transaction  # noqa: E402
from django.db.models.functions import Now  # noqa: E402

from accounts.models import User  # noqa: E402
from density.embedded import valkey  # noqa: E402
from games.engine import deal  # noqa: E402
from games.engine.contract import Refused  # noqa: E402
from games.models import Game, Match, Seat  # noqa: E402
from games.table import dealing, handlers, keeping, presence, seating  # noqa: E402
from games.table.clocks import span  # noqa: E402
from games.table.keeping import RUNNING  # noqa: E402
from games.table.new_game import Options  # noqa: E402
from games.table.position import size_of  # noqa: E402
from matchmaking import matcher, queue, shared_tables  # noqa: E402
from matchmaking.models import Slot, Strike  # noqa: E402
from matchmaking.queues import ASK_SECONDS, EVERY, QUEUES  # noqa: E402
from tests.faults.matchmakers import ANYWHERE, LABELS, MATCHMAKERS, OTHERS, PLAYERS  # noqa: E402
from tests.faults.queue_audit import overdue, snapshot, unaccounted  # noqa: E402
from tests.serve_process import ROOT  # noqa: E402

NAME, RPS = QUEUES
AUDIT_EVERY = 8
BEAT_SECONDS = 5.0
# a shared table that is due has begun by so many looks later: matchers have lived in between
LOOKS = 5
BYTES = bytes(range(16))


class MatcherForks:
    """The process that forks matchers; `alive` counts those whose end it has not reported."""

    def __init__(self, *, naive: bool) -> None:
        command = [
            sys.executable,
            "-m",
            "tests.faults.matcher_forks",
            *(["--naive"] if naive else []),
        ]
        self.process = subprocess.Popen(
            command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        self.alive = 0
        self.heard = b""

    def order(self, label: str, number: int) -> None:
        """Have a matcher run until that step."""
        assert self.process.stdin is not None
        self.process.stdin.write(f"{label} {number}\n".encode())
        self.process.stdin.flush()
        self.alive += 1

    def died(self) -> list[str]:
        """At which steps matchmakers have died since the last call."""
        assert self.process.stdout is not None
        if not select.select([self.process.stdout], [], [], 0)[0]:
            return []
        self.heard += os.read(self.process.stdout.fileno(), 10_000)
        *labels, self.heard = self.heard.split(b"\n")
        self.alive -= len(labels)
        return [label.decode() for label in labels]

    def end(self) -> None:
        """End the matchers that are alive, and the process that forks them."""
        assert self.process.stdin is not None
        self.process.stdin.close()
        self.process.wait()


class QueueUsers:
    """The users of two queues: what each does, and the counts of what happened.

    Meanwhile they play AI players, share tables, and answer what they are asked. The last few wait
    for nothing, and play where others gather.
    """

    def __init__(self, seed: int) -> None:
        self.dice = random.Random(seed)
        self.users = [User.objects.create_user(f"Player {number}") for number in range(PLAYERS)]
        self.others = [User.objects.create_user(f"Other {number}") for number in range(OTHERS)]
        self.never_waited = {user.pk for user in self.others}
        self.received: Counter[str] = Counter()
        # by user: how often each began to wait, and how often that ended by its own doing,
        # and how often each agreed to be called out of a game
        self.waits: Counter[int] = Counter()
        self.ended: Counter[int] = Counter()
        self.agreed: Counter[int] = Counter()
        self.meanwhile: Counter[str] = Counter()
        self.plans: dict[str, str] = {}
        self.next_beat = 0.0

    def act(self) -> None:
        """Let every user act once."""
        slots = Slot.objects.in_bulk()
        live = Seat.objects.filter(live=True, user__isnull=False).select_related("game")
        sitting = {seat.user_id: seat for seat in live.defer("game__state")}
        for number, user in enumerate(self.users):
            self.beat()
            if number % 8 == 0:
                self.answer()
            slot = slots.get(user.pk)
            if slot is None and self.dice.random() < 0.5:
                self.join(user)
            elif slot is not None and slot.state == Slot.State.WAITING:
                self.wait(user, slot, sitting.get(user.pk))
        for user in self.others:
            self.play_on(user, sitting.get(user.pk))
        for game in Game.objects.filter(rated=True, seats__live=True).distinct():
            self.beat()
            # it may be void before somebody does something there
            with contextlib.suppress(Game.DoesNotExist):
                self.play(game)
        for game in Game.objects.filter(rated=False, seats__live=True).distinct():
            with contextlib.suppress(Game.DoesNotExist):
                self.play_unrated(game)

    def beat(self) -> None:
        """Be there, once in a while."""
        if time.monotonic() >= self.next_beat:
            queue.beat([user.pk for user in self.users])
            self.next_beat = time.monotonic() + BEAT_SECONDS
            # no user is kept out for long: they are needed
            Strike.objects.filter(until__gt=Now()).update(until=Now())

    def answer(self) -> None:
        """Say yes, no or nothing where users are asked, soon enough."""
        asked = Slot.objects.filter(agreed=None, asked_at__gt=Now() - span(ASK_SECONDS))
        for pk in asked.values_list("pk", flat=True):
            if self.dice.random() < 0.7:
                yes = self.dice.random() < 0.7
                said = f"answered {'yes' if yes else 'no'}"
                self.agreed[pk] += yes
                self.note(said, shared_tables.answer(pk, yes=yes))

    def join(self, user: User) -> None:
        """Queue, for one game or for both; a new wait is noted."""
        answer = queue.enqueue(user, self.dice.choices((NAME, RPS, EVERY), (7, 1, 2))[0])
        if isinstance(answer, Slot) and answer.state == Slot.State.WAITING:
            self.waits[user.pk] += 1
            self.begin_to_wait(user)
        elif isinstance(answer, Refused):
            self.received[f"refused as {answer.code}"] += 1

    def begin_to_wait(self, user: User) -> None:
        """Accept the shared table at once, or play an AI player, or only wait."""
        draw = self.dice.random()
        if draw < 0.3:
            self.note("sat down", shared_tables.sit(user))
        elif draw < 0.45:
            self.sit_alone(user)

    def wait(self, user: User, slot: Slot, seat: Seat | None) -> None:
        """Do something of what one may do who waits, or nothing."""
        draw = self.dice.random()
        if draw < 0.02:
            self.cancel(user)
        elif draw < 0.04:
            again = queue.enqueue(user, self.dice.choice((NAME, RPS)))
            # the wait that was read may be over by now, and this one new
            self.waits[user.pk] += isinstance(again, Slot) and again.ticket != slot.ticket
            self.note("waits for both", again)
        elif draw < 0.2:
            self.note("sat down", shared_tables.sit(user))
        elif seat is None and draw < 0.4:
            self.sit_alone(user)
        elif seat is not None and draw < 0.25:
            self.leave(seat)

    def sit_alone(self, user: User) -> None:
        """Resume a game that was kept, or begin one against AI players."""
        kept = Seat.objects.filter(user=user, kept_at__isnull=False, game__status__in=RUNNING)
        seat = kept.first()
        if seat is not None and self.dice.random() < 0.7:
            self.note("resumed", keeping.resume(seat.game_id, user.pk))
            return
        options = Options(slug=self.dice.choice((NAME, RPS)), free=None)
        self.note("opened against AI", seating.open_against_ai(user, "easy", options))

    def leave(self, seat: Seat) -> None:
        """Leave a table that is not rated."""
        with contextlib.suppress(Game.DoesNotExist):
            if not seat.game.rated:
                self.note("left", handlers.leave(seat.game_id, seat.user_id))

    def play_on(self, user: User, seat: Seat | None) -> None:
        """Sit down where others gather, without waiting for anything, and leave again."""
        gathering = Game.objects.filter(rated=False, status=Game.Status.OPEN).order_by("pk")
        game = gathering.last()
        if seat is not None and self.dice.random() < 0.2:
            self.leave(seat)
        elif seat is None and game is not None and self.dice.random() < 0.3:
            with contextlib.suppress(Game.DoesNotExist):
                self.note("joined by others", seating.join(game.pk, user))

    def note(self, what: str, answer: object) -> None:
        """Count what was done, or refused."""
        if isinstance(answer, Refused):
            what += f": refused as {answer.code}"
        self.meanwhile[what] += 1

    def cancel(self, user: User) -> None:
        """Leave the queue, unless it is too late."""
        if Slot.objects.filter(pk=user.pk).exists() and queue.cancel(user.pk) is None:
            self.received["cancelled"] += 1
            self.ended[user.pk] += 1

    def play(self, game: Game) -> None:
        """Come to a table, all or not; a game that is dealt ends at once."""
        plan = self.plans.setdefault(
            game.pk, self.dice.choices(("come", "decline", "stay away"), (6, 2, 2))[0]
        )
        seats = list(Seat.objects.filter(game=game, user__isnull=False))
        if game.status != Game.Status.OPEN:
            self.end(game, seats)
            return
        # who was called out of a game with others gets no strike, and the counts are by strikes
        agreed = set(Slot.objects.filter(game=game, agreed=True).values_list("pk", flat=True))
        unreliable = [seat for seat in seats if seat.user_id not in agreed]
        absent = None if plan == "come" or not unreliable else unreliable[-1]
        for seat in seats:
            if seat.away_since is not None and seat is not absent:
                presence.arrive(game.pk, seat.user_id or 0, "page", watching=False)
        if plan == "decline" and unreliable and len(seats) == QUEUES[game.slug].seats:
            seating.leave(game.pk, unreliable[0].user_id)

    def end(self, game: Game, seats: list[Seat]) -> None:
        """The game is over; some have abandoned it before."""
        self.received["played"] += len(seats)
        self.ended.update(seat.user_id or 0 for seat in seats)
        for seat in seats:
            gone = Now() if self.dice.random() < 0.1 else None
            self.received["abandoned"] += gone is not None
            Seat.objects.filter(pk=seat.pk).update(live=False, abandoned_at=gone)

    def play_unrated(self, game: Game) -> None:
        """Deal the cards, pause as after a match, and end now and then."""
        if game.status == Game.Status.SEALING and self.dice.random() < 0.7:
            users = list(game.seats.filter(live=True, user__isnull=False))
            for seat in users:
                dealing.pledge(game.pk, seat.user_id, deal.pledge(BYTES))
            for seat in users:
                dealing.reveal(game.pk, seat.user_id, BYTES.hex())
        elif game.status == Game.Status.PLAYING and self.dice.random() < 0.3:
            # a match is over, and no move was made in the next one
            living = list(range(size_of(game.ruleset)))
            Match.objects.get_or_create(game=game, number=2, defaults={"living": living})
        elif game.status == Game.Status.PLAYING and self.dice.random() < 0.03:
            with transaction.atomic():
                Game.objects.filter(pk=game.pk).update(
                    status=Game.Status.FINISHED, finished_at=Now(), pause_until=None
                )
                game.seats.update(live=False, asked=False, due_at=None)


# ----------------------------------------------------------------------------- the scenario
def run_scenario(kills: int, seed: int, *, naive: bool) -> dict[str, Any]:
    """Kill so many matchers while users queue and play; what was done and what was lost."""
    started = time.monotonic()
    server = valkey.start(Path(settings.DATA_DIR))
    try:
        call_command("migrate", verbosity=0)
        crowd = QueueUsers(seed)
        steps, losses = inject_faults(crowd, kills, naive=naive)
        seconds = time.monotonic() - started
        if not losses:
            for name in (*QUEUES, *QUEUES, *QUEUES, *QUEUES):
                crowd.beat()
                matcher.tick(name)
            losses = snapshot(crowd.never_waited)
            abandoned = crowd.received["abandoned"]
            losses += unaccounted(crowd.waits, crowd.ended, crowd.agreed, abandoned)
    finally:
        server.stop()
    out = Counter(Strike.objects.values_list("reason", flat=True))
    return {
        "database": connection.vendor,
        "seed": seed,
        "seconds": round(seconds),
        "kills": steps.total(),
        "steps": dict(sorted(steps.items())),
        "people": {
            "enqueued": crowd.waits.total(),
            **dict(sorted(crowd.received.items())),
            **dict(out),
        },
        "meanwhile": dict(sorted(crowd.meanwhile.items())),
        "games": Game.objects.filter(rated=True).count(),
        "lost, duplicated or broken": len(losses),
        "losses": losses,
    }


def inject_faults(crowd: QueueUsers, kills: int, *, naive: bool) -> tuple[Counter[str], list[str]]:
    """Kill matchers until there were enough of them, or something is lost."""
    forks = MatcherForks(naive=naive)
    steps: Counter[str] = Counter(dict.fromkeys(LABELS, 0))
    losses: list[str] = []
    looked, due = 0, Counter[str]()
    try:
        while steps.total() < kills and not losses:
            steps.update(forks.died())
            while forks.alive < MATCHMAKERS:
                forks.order(next_label(steps, crowd.dice), crowd.dice.randrange(10_000))
            crowd.act()
            if steps.total() >= looked + AUDIT_EVERY:
                looked = steps.total()
                losses = snapshot(crowd.never_waited)
                due = Counter({game_id: due[game_id] + 1 for game_id in overdue()})
                stuck = [game_id for game_id, looks in due.items() if looks > LOOKS]
                losses += [f"unfilled: {game_id} gathers on" for game_id in stuck]
                print(f"{looked} killed, {len(losses)} lost", file=sys.stderr, flush=True)
    finally:
        forks.end()
    return steps, losses + [f"fault: {name}" for name in steps if name.startswith("fault")]


def next_label(steps: Counter[str], dice: random.Random) -> str:
    """The step of three that was reached least often, mostly: some are waited for in vain."""
    if dice.random() < 0.05:
        return ANYWHERE
    return min(dice.sample(LABELS, 3), key=lambda label: (steps[label], dice.random()))
