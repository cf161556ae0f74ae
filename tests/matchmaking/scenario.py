"""Steps of queue scenarios, with the real functions."""

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
    """Return the HTML of a user's page."""
    return browser_of(user).get(address).content.decode()


def join_queue(*users: User, network: str = "", name: str = NAME) -> None:
    """Add these users to a queue."""
    for user in users:
        slot = queue.join_queue(user, name, network)
        assert isinstance(slot, Slot), slot


def run_tick(name: str = NAME) -> TickResult:
    """Run one tick of the matcher."""
    done = matcher.run_matcher(name)
    assert done is not None
    return done


def plan_now(of: Queue = QUEUE) -> list[Group]:
    """Return the groups that the matcher would seat now."""
    waiting_list = matcher.read_waiting(of)
    arrivals = matcher.count_arrivals(of, waiting_list).estimate()
    return matcher.plan_groups(of, waiting_list, arrivals)


def make_crowd(count: int = 4, prefix: str = "Person") -> list[User]:
    """Make a number of waiting users."""
    users = make_users(count, prefix)
    join_queue(*users)
    return users


def seat_players(count: int = 4) -> tuple[list[User], Game]:
    """Seat new users at a table; return them and their game."""
    users = make_crowd(count)
    (game_id,) = run_tick().seated
    return users, Game.objects.get(pk=game_id)


def open_tables(game: Game, users: Sequence[User]) -> None:
    """Open the page of the table for these users."""
    for user in users:
        presence.mark_arrival(game.pk, user.pk, f"tab{user.pk}", watching=False)


def pass_time(seconds: float, **rows: Any) -> None:
    """Move the times of the queue's rows into the past."""
    past = timedelta(seconds=seconds)
    Slot.objects.filter(**rows).update(enqueued_at=F("enqueued_at") - past)
    Slot.objects.filter(state="seated", **rows).update(ready_by=F("ready_by") - past)


def slot_states() -> dict[str, str]:
    """Return the states of all slots, by user name."""
    return dict(Slot.objects.values_list("player__name", "state"))


def strike_reasons() -> list[tuple[str, str]]:
    """Return all strikes as pairs of name and reason."""
    return list(Strike.objects.order_by("pk").values_list("user__name", "reason"))


def check_slots() -> None:
    """Assert that no user has two seats, and that every seated slot has its seat."""
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
    """Have these users accept the shared table in turn; return the table of the last."""
    games = [shared_tables.sit_at_shared_table(user) for user in users]
    assert isinstance(games[-1], Game), games
    return Game.objects.get(pk=games[-1].pk)


def start_shared_table(users: Sequence[User]) -> Game:
    """Start a shared table of these users, up to the deal."""
    game = accept_shared_table(*users)
    end_gathering(game)
    run_tick()
    open_tables(game, users)
    seal_deal(game, users)
    return Game.objects.get(pk=game.pk)


def end_gathering(game: Game) -> None:
    """End the time in which a shared table waits for others."""
    Game.objects.filter(pk=game.pk).update(created_at=F("created_at") - timedelta(seconds=11))


def end_match(game: Game) -> None:
    """Play until a match is over, before the first move of the next one."""
    driver, match = Driver(game.pk, random.Random(1)), game.matches.count()
    while game.matches.count() == match:
        end_pause(game.pk)
        driver.step()


def people_at(game: Game) -> set[str]:
    """Return the users with a live seat in a game."""
    return set(
        Seat.objects.filter(game=game, user__isnull=False, live=True).values_list("name", flat=True)
    )


def read_frame(user: User) -> Any:
    """Return the user's queue frame after a tick."""
    redis_connection().delete(f"{queue_cache.TURN}tell:{NAME}")
    run_tick()
    return queue_status.current_frame(user.pk)
