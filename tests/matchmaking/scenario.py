"""Scenarios of a queue: users wait, are seated, come and play, through the real functions."""

import random
from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from django.db.models import F

from accounts.models import User
from density.platform.redis import redis_connection
from games.live.commands import presence
from games.models import Game, Seat
from matchmaking import matcher, queue, queue_cache, queue_status, shared_tables
from matchmaking.claim import Group
from matchmaking.matcher import TickResult
from matchmaking.models import SecondQueue, Slot, Strike
from matchmaking.queues import QUEUES, Queue
from tests.pages.markup import browser_of
from tests.table.harness import Driver, end_pause, make_users, seal_deal

NAME, RPS = "density-deck", "rps-extreme"
QUEUE = QUEUES[NAME]


def read_page(user: User | None, address: str) -> str:
    """What a user's page holds."""
    return browser_of(user).get(address).content.decode()


def join_queue(*users: User, network: str = "", name: str = NAME) -> None:
    """Let these wait."""
    for user in users:
        slot = queue.join_queue(user, name, network)
        assert isinstance(slot, Slot), slot


def run_tick(name: str = NAME) -> TickResult:
    """One tick."""
    done = matcher.run_matcher(name)
    assert done is not None
    return done


def plan_now(of: Queue = QUEUE) -> list[Group]:
    """The groups that the matcher would seat now."""
    waiting_list = matcher.read_waiting(of)
    arrivals = matcher.count_arrivals(of, waiting_list).estimate()
    return matcher.plan_groups(of, waiting_list, arrivals)


def make_crowd(count: int = 4, prefix: str = "Person") -> list[User]:
    """So many people who wait."""
    users = make_users(count, prefix)
    join_queue(*users)
    return users


def seat_players(count: int = 4) -> tuple[list[User], Game]:
    """People who have just been seated together, and their game."""
    users = make_crowd(count)
    (game_id,) = run_tick().seated
    return users, Game.objects.get(pk=game_id)


def open_tables(game: Game, users: Sequence[User]) -> None:
    """Let these open the page of their table."""
    for user in users:
        presence.mark_arrival(game.pk, user.pk, f"tab{user.pk}", watching=False)


def pass_time(seconds: float, **rows: Any) -> None:
    """Let so much time pass for the rows of the queue."""
    past = timedelta(seconds=seconds)
    Slot.objects.filter(**rows).update(enqueued_at=F("enqueued_at") - past)
    Slot.objects.filter(state="seated", **rows).update(ready_by=F("ready_by") - past)


def slot_states() -> dict[str, str]:
    """What everybody is who is in a slot, by name."""
    return dict(Slot.objects.values_list("player__name", "state"))


def strike_reasons() -> list[tuple[str, str]]:
    """All strikes: whose, and why."""
    return list(Strike.objects.order_by("pk").values_list("user__name", "reason"))


def check_slots() -> None:
    """Whatever happened: nobody is in two places, and every seated slot has its chair."""
    for slot in Slot.objects.all():
        live = Seat.objects.filter(user=slot.player_id, live=True)
        if slot.state == Slot.State.WAITING:
            assert not live.filter(game__rated=True).exists()
        else:
            assert [(seat.game_id, seat.index) for seat in live] == [(slot.game_id, slot.seat)]
    for game in Game.objects.filter(rated=True):
        assert game.seats.count() == QUEUES[game.slug].seats
    live = Seat.objects.filter(user__isnull=False, live=True)
    assert live.count() == live.values("user").distinct().count()
    assert not live.exclude(kept_at=None).exists()
    assert not live.filter(game__rated=True, user__slot=None).exists()
    assert not SecondQueue.objects.filter(queue=F("slot__queue")).exists()


# ------------------------------------------------------------------------- shared tables
def accept_shared_table(*users: User) -> Game:
    """Let these accept the shared table one after the other; the table of the last one."""
    games = [shared_tables.sit_at_shared_table(user) for user in users]
    assert isinstance(games[-1], Game), games
    return Game.objects.get(pk=games[-1].pk)


def start_shared_table(users: Sequence[User]) -> Game:
    """A shared table of these, whose first cards are dealt."""
    game = accept_shared_table(*users)
    end_gathering(game)
    run_tick()
    open_tables(game, users)
    seal_deal(game, users)
    return Game.objects.get(pk=game.pk)


def end_gathering(game: Game) -> None:
    """Let the time be over in which others may come before it begins."""
    Game.objects.filter(pk=game.pk).update(created_at=F("created_at") - timedelta(seconds=11))


def end_match(game: Game) -> None:
    """Play until a match is over, and no move of the next one is made."""
    driver, match = Driver(game.pk, random.Random(1)), game.matches.count()
    while game.matches.count() == match:
        end_pause(game.pk)
        driver.step()


def people_at(game: Game) -> set[str]:
    """The users with a live seat there."""
    return set(
        Seat.objects.filter(game=game, user__isnull=False, live=True).values_list("name", flat=True)
    )


def read_frame(user: User) -> Any:
    """What the user's queue page shows a moment later."""
    redis_connection().delete(f"{queue_cache.TURN}tell:{NAME}")
    run_tick()
    return queue_status.current_frame(user.pk)
