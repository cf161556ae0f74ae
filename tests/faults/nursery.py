"""Raises matchmakers by fork, one after the other, and lets each die at the step that it is told.

It reads a waiting "label number" for each and answers with the label at which the child died. Of
itself it never touches the database or Redis: a child begins with nothing open.
"""

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

from games.models import Game, Seat  # noqa: E402
from matchmaking import claim, leaving, matcher, penalties  # noqa: E402
from matchmaking.claim import Group  # noqa: E402
from matchmaking.models import Slot  # noqa: E402
from matchmaking.queues import Queue  # noqa: E402
from tests.faults.matchmakers import ANYWHERE  # noqa: E402

NAME = "density-deck"
# a step that does not come by then is not waited for
PATIENCE = 20.0
# between two looks
REST = 0.01


class Fuse:
    """Counts how often a step is reached, and ends the process at the chosen time."""

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

    def lay(self) -> None:
        """Lay the steps into the real functions."""
        self.after("after read", matcher, "read_waiting")
        self.before("after plan", claim, "claim")
        self.before("before lock", claim, "lock_slots")
        self.after("after lock", claim, "lock_slots")
        self.after("claimed, uncommitted", claim, "seat")
        self.before("committed, unannounced", claim, "announce")
        self.before("announced", claim, "mark_announced")
        self.after("mid-void", leaving, "requeue")
        self.after("mid-strike", penalties, "strike")


def claim_naively(fuse: Fuse) -> Callable[[Queue, list[Group]], list[str]]:
    """Seats people step by step: no transaction, no lock, no second look."""

    def naive(queue: Queue, groups: list[Group]) -> list[str]:
        seated = []
        for group in groups:
            fuse.reach("before lock")
            held = Slot.objects.filter(pk__in=group.players, state=Slot.State.WAITING)
            if len(held) < len(group.players):
                continue
            fuse.reach("after lock")
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
                    fuse.reach("claimed, uncommitted")
            for index, player in enumerate(group.players):
                Slot.objects.filter(pk=player).update(
                    state=Slot.State.SEATED, game=game, seat=index, ready_by=Now()
                )
                if index == 1:
                    fuse.reach("committed, unannounced")
            seated.append(game.pk)
        return seated

    return naive


def live(label: str, times: int, *, naive: bool, leads: bool) -> None:
    """Look at the queue until dead."""
    fuse = Fuse(label, times)
    if naive:
        claim.claim = claim_naively(fuse)  # type: ignore[assignment] # as one would write it first
    fuse.lay()
    if not leads:
        matcher.connection = _Elsewhere()  # type: ignore[assignment,attr-defined] # nobody leads: all may look
    while True:
        matcher.tick(NAME)
        time.sleep(REST)


class _Elsewhere:
    vendor = "elsewhere"


@dataclass
class Child:
    """A matchmaker that lives until a step, or until it is ended at some other moment."""

    label: str
    until: float


def fork(waiting: str, *, naive: bool) -> tuple[int, Child]:
    """Let a child live as the waiting says; its process id."""
    label, _, number = waiting.rpartition(" ")
    pid = os.fork()
    if not pid:
        try:
            live(label, int(number) // 2 % 2 + 1, naive=naive, leads=int(number) % 2 == 0)
        finally:
            traceback.print_exc()
            os._exit(1)
    left = PATIENCE if label != ANYWHERE else int(number) % 100 / 100
    return pid, Child(label, time.monotonic() + left)


def bury(children: dict[int, Child]) -> None:
    """End who has lived for too long, and say where the dead have died."""
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
    children: dict[int, Child] = {}
    while True:
        if select.select([sys.stdin], [], [], 0.002)[0]:
            waiting = os.read(0, 1000).decode()
            if not waiting:
                break
            for order in waiting.splitlines():
                pid, child = fork(order, naive="--naive" in sys.argv)
                children[pid] = child
        bury(children)
    for pid in children:
        os.kill(pid, signal.SIGKILL)


if __name__ == "__main__":
    main()
