"""Creates the rows whose deadlines bench.clock measures, and reports how late they were handled.

`python -m bench.clock` starts this next to a site with workers. Each line of output is JSON: a
scenario that has begun, or a result.
"""

import argparse
import random
import time
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from statistics import median
from typing import NamedTuple

import django
import orjson

django.setup()

from django.db.models import Count  # noqa: E402
from django.db.models.functions import Now  # noqa: E402
from django.utils import timezone  # noqa: E402

from accounts.models import User  # noqa: E402
from accounts.names import name_key  # noqa: E402
from bench.clock_app import MADE_UP  # noqa: E402
from density.platform.redis import redis_connection  # noqa: E402
from games.clock import SWEEP_SECONDS  # noqa: E402
from games.live import deadlines  # noqa: E402
from games.models import Game, Move, Seat  # noqa: E402
from games.registry import GAMES  # noqa: E402
from tests.table import harness  # noqa: E402

PATIENCE = 40.0
CHUNK = 1000
QUESTION = 5


class Row(NamedTuple):
    """The deadline of a game."""

    game_id: str
    due: datetime


def print_line(**line: object) -> None:
    """Print a line for the parent process."""
    print(orjson.dumps(line).decode(), flush=True)


def spread_times(count: int, first: float, last: float) -> list[datetime]:
    """Return `count` random times from `first` to `last` seconds from now, evenly distributed."""
    now, dice = timezone.now(), random.Random(count)
    return [now + timedelta(seconds=dice.uniform(first, last)) for _ in range(count)]


def lateness_figures(name: str, late: Sequence[float], expected: int, twice: int) -> None:
    """Report how late a scenario's deadlines were handled, in milliseconds."""
    ordered = sorted(seconds * 1000 for seconds in late) or [PATIENCE * 1000]
    print_line(
        name=name,
        count=expected,
        p50=median(ordered),
        p99=ordered[min(len(ordered) - 1, int(len(ordered) * 0.99))],
        most=ordered[-1],
        lost=expected - len(late),
        twice=twice,
    )


# ---------------------------------------------------------------------------- made-up rows
def make_rows(count: int, prefix: str, seconds: tuple[float, float]) -> list[Row]:
    """Save and index `count` seats with an open question, each in a separate game.

    Their owners are away, so there are no sockets to publish to.
    """
    names = [f"{MADE_UP}{prefix}{number:07}" for number in range(count)]
    users = [User(name=name, name_key=name_key(name), password="!") for name in names]
    users = User.objects.bulk_create(users, CHUNK)
    ruleset = GAMES["density-deck"].rules.ruleset("current", seats=2, lives=1)
    now = timezone.now()
    Game.objects.bulk_create(
        (
            Game(
                id=name,
                slug="density-deck",
                edition="current",
                ruleset=GAMES["density-deck"].rules.ruleset_to_json(ruleset),
                status=Game.Status.PLAYING,
                clock={"free": 20, "bank": 90},
                state={},
                started_at=now,
            )
            for name in names
        ),
        CHUNK,
    )
    times = spread_times(count, *seconds)
    seats = [
        Seat(
            game_id=name,
            index=0,
            user=user,
            kind=Seat.Kind.PLAYER,
            name="row",
            question=QUESTION,
            asked=True,
            due_at=due,
            away_since=now,
        )
        for name, user, due in zip(names, users, times, strict=True)
    ]
    Seat.objects.bulk_create(seats, CHUNK)
    for start in range(0, count, CHUNK):
        part = seats[start : start + CHUNK]
        deadlines.add_missing(deadlines.index_entries(part))
    return [Row(seat.game_id, due) for seat, due in zip(seats, times, strict=True)]


def measure_made_up(name: str, count: int, seconds: tuple[float, float], kill: float) -> None:
    """Measure made-up deadlines on their way through index, clock, broker and worker."""
    # the first deadline is due only after all rows are in the index
    making = count / 2500
    rows = make_rows(count, name[0], (seconds[0] + making, seconds[1] + making))
    print_line(scenario=name)
    last = max(row.due for row in rows)
    prefix = f"{MADE_UP}{name[0]}"
    rows_of_scenario = Seat.objects.filter(game__id__startswith=prefix)
    wait_until_done(last, lambda: not rows_of_scenario.filter(asked=True).exists(), kill)
    answered_at = dict(rows_of_scenario.filter(asked=False).values_list("game_id", "turn_at"))
    lateness = [
        (answered - row.due).total_seconds()
        for row in rows
        if (answered := answered_at.get(row.game_id))
    ]
    lateness_figures(name, lateness, count, rows_of_scenario.filter(turns__gt=1).count())
    print_line(early=sum(seconds < 0 for seconds in lateness))


def wait_until_done(last: datetime, done: Callable[[], bool], kill: float) -> None:
    """Wait until all deadlines are handled or PATIENCE is over; request a kill on the way."""
    kill_at = last - timedelta(seconds=kill) if kill else None
    while timezone.now() < last + timedelta(seconds=PATIENCE):
        if kill_at is not None and timezone.now() > kill_at:
            print_line(kill="worker 0")
            kill_at = None
        if timezone.now() > last and done():
            return
        time.sleep(0.25)


# ------------------------------------------------------------------------------ real turns
def measure_turns(name: str, count: int, seconds: tuple[float, float]) -> None:
    """Measure real games of two users who are away: the clock plays for the seat to act."""
    ids = [harness.playing_game(harness.make_users(2, f"t{n}"), lives=1).pk for n in range(count)]
    times = spread_times(count, *seconds)
    rows = [Row(*row) for row in zip(ids, times, strict=True)]
    Seat.objects.filter(game__in=ids).update(away_since=Now())
    for row in rows:
        Seat.objects.filter(game=row.game_id, asked=True).update(due_at=row.due)
    seats = list(Seat.objects.filter(game__in=ids, asked=True))
    redis_connection().zadd(deadlines.INDEX, deadlines.index_entries(seats))
    print_line(scenario=name)
    moves = Move.objects.filter(game__in=ids, by=Move.By.CLOCK)
    wait_until_done(max(times), lambda: moves.filter(ply=1).count() == count, 0)
    answered_at = dict(moves.filter(ply=1).values_list("game_id", "at"))
    lateness = [
        (answered_at[row.game_id] - row.due).total_seconds()
        for row in rows
        if row.game_id in answered_at
    ]
    answers = Move.objects.filter(game__in=ids).values("game", "seat", "question")
    lateness_figures(name, lateness, count, answers.annotate(n=Count("pk")).filter(n__gt=1).count())


# -------------------------------------------------------------------------------- baseline
def measure_sweep(name: str, count: int, seconds: tuple[float, float]) -> None:
    """Measure a sweep of a sorted set at the same interval that only claims its members."""
    line, key = redis_connection(), "bench:due"
    due = {f"{n}": at.timestamp() for n, at in enumerate(spread_times(count, *seconds))}
    line.zadd(key, due)
    print_line(scenario=name)
    lateness: list[float] = []
    while len(lateness) < count:
        now = time.time()
        for member in map(str, line.zrangebyscore(key, "-inf", now, start=0, num=count)):
            if line.zrem(key, member):
                lateness.append(time.time() - due[member])
        time.sleep(SWEEP_SECONDS)
    lateness_figures(name, lateness, count, 0)


def main() -> None:
    """Run every scenario in turn."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, required=True)
    parser.add_argument("--first", type=float, required=True)
    parser.add_argument("--last", type=float, required=True)
    arguments = parser.parse_args()
    count, seconds = arguments.count, (arguments.first, arguments.last)
    measure_sweep("bare sweep", count, seconds)
    measure_made_up("outstanding", count, seconds, 0)
    measure_made_up("worker killed", count * 3 // 10, seconds, (seconds[1] - seconds[0]) / 2)
    measure_turns("real turns", count // 25, seconds)


if __name__ == "__main__":
    main()
