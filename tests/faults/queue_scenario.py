"""A queue whose matchers are killed: scripted users, and the audit of the rows."""

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
from games.engine.contract import Refused  # noqa: E402
from games.models import Game, Seat  # noqa: E402
from games.table import presence, seating  # noqa: E402
from matchmaking import matcher, queue  # noqa: E402
from matchmaking.models import Slot, Strike  # noqa: E402
from matchmaking.queues import QUEUES  # noqa: E402
from tests.faults.matchmakers import ANYWHERE, LABELS, MATCHMAKERS, PLAYERS  # noqa: E402
from tests.serve_process import ROOT  # noqa: E402

NAME = "density-deck"
AUDIT_EVERY = 8
BEAT_SECONDS = 5.0


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
    """The users of the queue: what each does, and the counts of what happened."""

    def __init__(self, seed: int) -> None:
        self.dice = random.Random(seed)
        self.users = [User.objects.create_user(f"Player {number}") for number in range(PLAYERS)]
        self.received: Counter[str] = Counter()
        self.settled: set[str] = set()
        self.plans: dict[str, str] = {}
        self.next_beat = 0.0

    def act(self) -> None:
        """Let every user act once."""
        if time.monotonic() >= self.next_beat:
            queue.beat([user.pk for user in self.users])
            self.next_beat = time.monotonic() + BEAT_SECONDS
            # no user is kept out for long: they are needed
            Strike.objects.filter(until__gt=Now()).update(until=Now())
        busy = dict(Slot.objects.values_list("pk", "state"))
        for user in self.users:
            if user.pk not in busy and self.dice.random() < 0.5:
                self.join(user)
            elif busy.get(user.pk) == "waiting" and self.dice.random() < 0.02:
                self.cancel(user)
        for game in Game.objects.filter(rated=True, seats__live=True).distinct():
            # it may be void before somebody does something there
            with contextlib.suppress(Game.DoesNotExist):
                self.play(game)

    def join(self, user: User) -> None:
        """Queue; a new wait is noted."""
        answer = queue.enqueue(user, NAME)
        if isinstance(answer, Slot) and answer.state == Slot.State.WAITING:
            self.received["enqueued"] += 1
        elif isinstance(answer, Refused):
            self.received[f"refused as {answer.code}"] += 1

    def cancel(self, user: User) -> None:
        """Leave the queue, unless it is too late."""
        if Slot.objects.filter(pk=user.pk).exists() and queue.cancel(user.pk) is None:
            self.received["cancelled"] += 1

    def play(self, game: Game) -> None:
        """Come to a table, all or not; a game that is dealt ends at once."""
        plan = self.plans.setdefault(
            game.pk, self.dice.choices(("come", "decline", "stay away"), (6, 2, 2))[0]
        )
        seats = list(Seat.objects.filter(game=game, user__isnull=False))
        if game.status != Game.Status.OPEN:
            self.end(game, seats)
            return
        coming = seats if plan == "come" else seats[:-1]
        for seat in coming:
            if seat.away_since is not None:
                presence.arrive(game.pk, seat.user_id or 0, "page", watching=False)
        if plan == "decline" and len(seats) == settings_seats():
            seating.leave(game.pk, seats[0].user_id)

    def end(self, game: Game, seats: list[Seat]) -> None:
        """The game is over; some have abandoned it before."""
        self.received["played"] += len(seats)
        for seat in seats:
            gone = Now() if self.dice.random() < 0.1 else None
            self.received["abandoned"] += gone is not None
            Seat.objects.filter(pk=seat.pk).update(live=False, abandoned_at=gone)


def settings_seats() -> int:
    """How many chairs a table of the queue has."""
    return QUEUES[NAME].seats


# ------------------------------------------------------------------------------ the audit
def snapshot() -> list[str]:
    """What is broken in the rows as they are committed now: nothing may be, at any moment."""
    with transaction.atomic():
        if connection.vendor == "postgresql":
            connection.cursor().execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
        slots = {slot.pk: slot for slot in Slot.objects.all()}
        games = {game.pk: game for game in Game.objects.filter(rated=True)}
        seats = list(Seat.objects.filter(game__rated=True))
    wrong = [fault for seat in seats if (fault := _misplaced(seat, slots.get(seat.user_id or 0)))]
    sitting: dict[str, set[int | None]] = {pk: set() for pk in games}
    for seat in seats:
        sitting[seat.game_id].add(seat.user_id)
    for pk, game in games.items():
        own = {slot.pk for slot in slots.values() if slot.game_id == pk}
        gathers = game.status == Game.Status.OPEN
        people = own | sitting[pk] if gathers else sitting[pk]
        if len(people) != settings_seats():
            wrong.append(f"broken: {game.status} {pk} has {len(sitting[pk])} on its chairs")
    return wrong


def _misplaced(seat: Seat, slot: Slot | None) -> str | None:
    """What is wrong with a chair and the slot of its owner."""
    if not seat.live:
        return None
    if slot is None:
        return f"lost: {seat} has a chair and no slot"
    if slot.state == Slot.State.WAITING:
        return f"duplicated: {seat} is queued and seated"
    if (slot.game_id, slot.seat) != (seat.game_id, seat.index):
        return f"duplicated: {seat} is also at {slot.game_id}"
    return None


def unaccounted(labels: Counter[str]) -> list[str]:
    """Return what is missing when every enqueued user must be accounted for."""
    slots = Counter(Slot.objects.values_list("state", flat=True))
    out = Strike.objects.filter(reason__in=("no-show", "declined")).count()
    known = slots.total() + labels["cancelled"] + out + labels["played"]
    wrong = []
    if known != labels["enqueued"]:
        wrong.append(f"counts: {labels['enqueued']} enqueued, {known} accounted for")
    if Strike.objects.filter(reason="abandoned").count() != labels["abandoned"]:
        wrong.append(f"counts: {labels['abandoned']} abandoned, others were struck")
    if Slot.objects.filter(state="seated", announced_at=None).exists():
        wrong.append("unannounced: a user is seated and was not notified")
    return wrong


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
            for _ in range(4):
                matcher.tick(NAME)
            losses = snapshot() + unaccounted(crowd.received)
    finally:
        server.stop()
    out = Counter(Strike.objects.values_list("reason", flat=True))
    return {
        "database": connection.vendor,
        "seed": seed,
        "seconds": round(seconds),
        "kills": steps.total(),
        "steps": dict(sorted(steps.items())),
        "people": {**dict(sorted(crowd.received.items())), **dict(out)},
        "games": Game.objects.filter(rated=True).count(),
        "lost, duplicated or broken": len(losses),
        "losses": losses,
    }


def inject_faults(crowd: QueueUsers, kills: int, *, naive: bool) -> tuple[Counter[str], list[str]]:
    """Kill matchers until there were enough of them, or something is lost."""
    forks = MatcherForks(naive=naive)
    steps: Counter[str] = Counter(dict.fromkeys(LABELS, 0))
    losses: list[str] = []
    looked = 0
    try:
        while steps.total() < kills and not losses:
            steps.update(forks.died())
            while forks.alive < MATCHMAKERS:
                forks.order(next_label(steps, crowd.dice), crowd.dice.randrange(10_000))
            crowd.act()
            if steps.total() >= looked + AUDIT_EVERY:
                looked = steps.total()
                losses = snapshot()
                print(f"{looked} killed, {len(losses)} lost", file=sys.stderr, flush=True)
    finally:
        forks.end()
    return steps, losses + [f"fault: {name}" for name in steps if name.startswith("fault")]


def next_label(steps: Counter[str], dice: random.Random) -> str:
    """The step that was reached least often, mostly."""
    if dice.random() < 0.3:
        return dice.choice((*LABELS, ANYWHERE))
    return min(LABELS, key=lambda label: (steps[label], dice.random()))
