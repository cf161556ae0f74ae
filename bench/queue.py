"""Measures how fast the queue's tables are written, in batches and one by one.

Run `python -m bench.queue`; `--write` puts the tables into bench/README.md. It exits 1 when a goal
is not met. It starts a PostgreSQL with full durability.
"""

import argparse
import gc
import os
import signal
import sys
import tempfile
from collections.abc import Callable
from platform import python_version
from statistics import median
from time import perf_counter

import django
import psycopg

from bench.report import Goal, goal_table, write_section
from tests import postgres

NAME = "density-deck"
TABLES, TIMES = 250, 3


def prepare_database(url: str, folder: str) -> None:
    """Configure Django for the server and create its tables."""
    os.environ.update(DATABASE_URL=url, DATA_DIR=folder, DJANGO_SETTINGS_MODULE="density.settings")
    os.environ["LOG_LEVEL"] = "CRITICAL"  # nothing is published: there is no Valkey
    django.setup()
    from django.core.management import call_command  # noqa: PLC0415 - after the setup

    call_command("migrate", verbosity=0)


def time_work(work: Callable[[], object]) -> float:
    """Return the seconds that the work takes, with garbage collection disabled."""
    gc.collect()
    gc.disable()
    started = perf_counter()
    work()
    seconds = perf_counter() - started
    gc.enable()
    return seconds


def measure_commits() -> tuple[float, float]:
    """Return tables per second, in batches and one by one, measured in turns."""
    from accounts.models import User  # noqa: PLC0415 - after the setup
    from games.models import Game  # noqa: PLC0415
    from matchmaking import claim  # noqa: PLC0415
    from matchmaking.models import Slot  # noqa: PLC0415
    from matchmaking.queues import QUEUES  # noqa: PLC0415

    queue = QUEUES[NAME]
    users = [User(name=f"U{n}", name_key=f"u{n}") for n in range(TABLES * queue.seats)]
    User.objects.bulk_create(users)

    def make_groups() -> list[claim.Group]:
        Slot.objects.all().delete()
        Game.objects.all().delete()
        slots = [Slot(player=user, queue=NAME, mu=25, sigma=8) for user in users]
        Slot.objects.bulk_create(slots)
        return [
            {slot.pk: slot.ticket for slot in slots[start : start + queue.seats]}
            for start in range(0, len(slots), queue.seats)
        ]

    def one_by_one(groups: list[claim.Group]) -> None:
        for group in groups:
            claim.claim_groups(queue, [group])

    batched, single = [], []
    for _ in range(TIMES):
        groups = make_groups()
        batched.append(time_work(lambda: claim.claim_groups(queue, groups)))  # noqa: B023 - called at once
        assert Game.objects.count() == TABLES
        groups = make_groups()
        single.append(time_work(lambda: one_by_one(groups)))  # noqa: B023
        assert Game.objects.count() == TABLES
    Slot.objects.all().delete()
    Game.objects.all().delete()
    return TABLES / median(batched), TABLES / median(single)


def write_report(batch: float, single: float) -> list[str]:
    """Return the figures as Markdown."""
    return [
        f"Python {python_version()}, {TABLES} tables, median of {TIMES}; one client.",
        "",
        "| PostgreSQL, tables written a second | |",
        "|---|---:|",
        f"| in batches of {TABLES} | {batch:,.0f} |",
        f"| a transaction for each | {single:,.0f} |",
    ]


def main() -> int:
    """Measure and print; return 1 if a goal is not met."""
    parser = argparse.ArgumentParser(prog="python -m bench.queue", description=__doc__)
    parser.add_argument("--write", action="store_true", help="put the table into bench/README.md")
    arguments = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # so that PostgreSQL is stopped, too
    postgres.OPTIONS = ("-c", "listen_addresses=")  # the tests' own takes no care of its disk
    with (
        tempfile.TemporaryDirectory(prefix="density-bench-") as folder,
        postgres.run_postgres() as url,
    ):
        with psycopg.connect(url.replace("/density?", "/postgres?"), autocommit=True) as line:
            line.execute("CREATE DATABASE density")
        prepare_database(url, folder)
        batch, single = measure_commits()
        django.db.connections.close_all()
    goals = [Goal("times a transaction for each table", batch / single, 4.0, at_least=True)]
    text = "\n".join([*write_report(batch, single), "", *goal_table(goals)])
    print(text)
    if arguments.write:
        write_section("queue", "The queue", text)
    return 0 if all(goal.met for goal in goals) else 1


if __name__ == "__main__":
    sys.exit(main())
