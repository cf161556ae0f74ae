"""Forks matchers, and processes that seat users at shared tables; kills each at the ordered step.

It reads a waiting "label number" for each and answers with the label at which the child died. Of
itself it never touches the database or Redis: a child begins with nothing open.
"""

import itertools
import math
import os
import select
import signal
import sys
import time
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import django
from django.conf import settings

django.setup()

from django.db.models.functions import Now  # noqa: E402

from accounts.models import User  # noqa: E402
from games.models import Game, Seat  # noqa: E402
from matchmaking import (  # noqa: E402
    claim,
    leaving,
    matcher,
    meanwhile,
    penalties,
    queue_cache,
    shared_tables,
)
from matchmaking.claim import Group  # noqa: E402
from matchmaking.models import Slot  # noqa: E402
from matchmaking.queues import QUEUES, Queue  # noqa: E402
from tests.faults.matchmakers import ANYWHERE, SIT_LABELS  # noqa: E402

# a step that does not come by then is not waited for
PATIENCE = 10.0
# between two looks
REST = 0.03


class KillPoint:
    """Counts how often a step is reached, and kills the process at the chosen time."""

    def __init__(self, label: str, times: int) -> None:
        self.label, self.times = label, times

    def reach(self, label: str) -> None:
        """Die, if it is time."""
        if label == self.label:
            self.times -= 1
            if self.times <= 0:
                os.kill(os.getpid(), signal.SIGKILL)

    def before(self, label: str, module: Any, name: str) -> None:
        """Let this function begin with a step."""
        inner: Callable[..., Any] = getattr(module, name)

        def outer(*args: Any, **kwargs: Any) -> Any:
            self.reach(label)
            return inner(*args, **kwargs)

        setattr(module, name, outer)

    def after(self, label: str, module: Any, name: str) -> None:
        """Let this function end with a step."""
        inner: Callable[..., Any] = getattr(module, name)

        def outer(*args: Any, **kwargs: Any) -> Any:
            answer = inner(*args, **kwargs)
            self.reach(label)
            return answer

        setattr(module, name, outer)

    def install(self) -> None:
        """Wrap the real functions with the steps."""
        self.after("after read", matcher, "read_waiting")
        self.before("after plan", claim, "claim")
        self.before("before lock", claim, "lock_slots")
        self.after("after lock", claim, "lock_slots")
        self.after("claimed, uncommitted", claim, "seat")
        self.before("committed, unannounced", claim, "announce")
        self.before("announced", claim, "mark_announced")
        self.after("mid-void", leaving, "requeue")
        self.after("mid-strike", penalties, "strike")
        if self.label in SIT_LABELS:
            self.after("mid-sit", meanwhile, "give_way")
            self.before("sitting, uncommitted", shared_tables, "others_free")
            return
        self.before("mid-ask", shared_tables, "notify_queuers_on_commit")
        self.before("shared, unfilled", shared_tables, "_fill")
        self.after("shared, filled", shared_tables, "_fill")


def claim_naively(kill_point: KillPoint) -> Callable[[Queue, list[Group]], list[str]]:
    """Seats players step by step: no transaction, no lock, no second look."""

    def naive(queue: Queue, groups: list[Group]) -> list[str]:
        seated = []
        for group in groups:
            kill_point.reach("before lock")
            held = Slot.objects.filter(pk__in=group.players, state=Slot.State.WAITING)
            if len(held) < len(group.players):
                continue
            kill_point.reach("after lock")
            game = Game.objects.create(
                slug=queue.slug,
                edition=queue.edition,
                ruleset=queue.ruleset,
                rated=True,
                clock=dict(queue.clock),
            )
            for index, player in enumerate(group.players):
                Seat.objects.bulk_create(
                    [Seat(game=game, index=index, user_id=player, kind="player", away_since=Now())],
                    ignore_conflicts=True,
                )
                if index == 1:
                    kill_point.reach("claimed, uncommitted")
            for index, player in enumerate(group.players):
                Slot.objects.filter(pk=player).update(
                    state=Slot.State.SEATED, game=game, seat=index, ready_by=Now()
                )
                if index == 1:
                    kill_point.reach("committed, unannounced")
            seated.append(game.pk)
        return seated

    return naive


def run_until_killed(label: str, times: int, *, naive: bool, leads: bool) -> None:
    """Run the matcher until killed."""
    kill_point = KillPoint(label, times)
    if naive:
        claim.claim = claim_naively(kill_point)  # type: ignore[assignment] # as one would write it first
    kill_point.install()
    # a Redis that answers late is no outage here: who stays away gets the strike that is counted
    queue_cache.uptime_seconds = lambda: math.inf
    if not leads:
        matcher.connection = _Elsewhere()  # type: ignore[assignment,attr-defined] # without the lock: all may run
    names = itertools.cycle(QUEUES)
    while True:
        if label in SIT_LABELS:
            sit_one_down()
        else:
            matcher.tick(next(names))
        time.sleep(REST)


def sit_one_down() -> None:
    """Let a user who waits accept the shared table."""
    user = User.objects.filter(slot__state=Slot.State.WAITING).order_by("?").first()
    if user is not None:
        shared_tables.sit(user)


class _Elsewhere:
    vendor = "elsewhere"


@dataclass
class ForkedMatcher:
    """A forked matcher that runs until a step, or until it is killed at another moment."""

    label: str
    until: float


def fork(waiting: str, *, naive: bool) -> tuple[int, ForkedMatcher]:
    """Let a child live as the waiting says; its process id."""
    label, _, number = waiting.rpartition(" ")
    pid = os.fork()
    if not pid:
        try:
            run_until_killed(
                label, int(number) // 2 % 2 + 1, naive=naive, leads=int(number) % 2 == 0
            )
        finally:
            traceback.print_exc()
            os._exit(1)
    left = PATIENCE if label != ANYWHERE else int(number) % 100 / 100
    return pid, ForkedMatcher(label, time.monotonic() + left)


def reap(children: dict[int, ForkedMatcher]) -> None:
    """Kill matchers that have run for too long, and report at which step each ended."""
    for pid, child in children.items():
        if time.monotonic() > child.until:
            os.kill(pid, signal.SIGKILL)
            child.label = ANYWHERE
            child.until = float("inf")
    pid, status = os.waitpid(-1, os.WNOHANG) if children else (0, 0)
    if pid:
        killed = os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGKILL
        label = children.pop(pid).label
        sys.stdout.write((label if killed else f"fault {status}") + "\n")
        sys.stdout.flush()


def main() -> None:
    """A child for each waiting; several live at the same time."""
    assert settings.CLOCK_PACE < 1
    children: dict[int, ForkedMatcher] = {}
    while True:
        if select.select([sys.stdin], [], [], 0.002)[0]:
            waiting = os.read(0, 1000).decode()
            if not waiting:
                break
            for order in waiting.splitlines():
                pid, child = fork(order, naive="--naive" in sys.argv)
                children[pid] = child
        reap(children)
    for pid in children:
        os.kill(pid, signal.SIGKILL)


if __name__ == "__main__":
    main()
