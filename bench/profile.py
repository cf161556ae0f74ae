"""Measures how a profile's time grows with its games: ten thousand of them against a hundred.

Run `python -m bench.profile`; `--write` puts the table into bench/README.md. It exits 1 when a
goal is not met. It uses a temporary database, by default in a temporary folder; DATABASE_URL
can name a PostgreSQL server.
"""

import argparse
import os
import shutil
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from platform import python_version
from statistics import median
from time import perf_counter, process_time

FOLDER = tempfile.mkdtemp(prefix="density-bench-")
(Path(FOLDER) / "static").mkdir()
os.environ["DATA_DIR"] = FOLDER
os.environ["DJANGO_SETTINGS_MODULE"] = "density.settings"

import django  # noqa: E402

django.setup()

from django.conf import settings  # noqa: E402
from django.db import connection  # noqa: E402
from django.test import Client  # noqa: E402
from django.test.utils import CaptureQueriesContext  # noqa: E402
from django.utils import timezone  # noqa: E402

from accounts.models import User  # noqa: E402
from bench.report import write_section  # noqa: E402
from tests.profile import finished_games  # noqa: E402

FEW, MANY = 100, 10_000
ROUNDS = 25  # of each page, in turns, so that a slow moment affects all pages
LIMIT = 1.5
PAGES = {
    "profile, 3 months": "",
    "profile, 20 games": "?span=20",
    "profile, all time": "?span=all",
    "history": "games/",
    "history, ranked third places": "games/?mode=ranked&place=3",
    "history, wins with Blue": "games/?color=blue",
    "history, one opponent": "games/?opponent=Ola",
    "history, halfway back": "games/?before={middle}",
}


def save_games() -> dict[str, dict[str, str]]:
    """Save the finished games; return the URLs by page and player."""
    finished_games.LAST = timezone.now()
    others = [User.objects.create_user(name) for name in ("Ola", "Jun", "Vera")]
    addresses: dict[str, dict[str, str]] = {page: {} for page in PAGES}
    for name, count in (("Few", FEW), ("Many", MANY)):
        user = User.objects.create_user(name)
        User.objects.filter(pk=user.pk).update(
            joined_at=finished_games.LAST - finished_games.APART * count
        )
        games = finished_games.finish_games(user, count, others)
        at = games[count // 2].finished_at
        middle = f"{int(at.timestamp() * 1e6)}-{10**9}" if at else ""
        for page, query in PAGES.items():
            addresses[page][name] = f"/players/{name}/{query.format(middle=middle)}"
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    return addresses


def time_pages(client: Client, addresses: dict[str, str]) -> dict[str, float]:
    """Return the median milliseconds for one page of each player, measured in turns."""
    times: dict[str, list[float]] = {name: [] for name in addresses}
    clock = _clock()
    for _ in range(ROUNDS):
        for name, address in addresses.items():
            start = clock()
            answer = client.get(address)
            times[name].append(1000 * (clock() - start))
            if answer.status_code != 200:
                raise SystemExit(f"{address} answers {answer.status_code}")
    return {name: median(values) for name, values in times.items()}


def _clock() -> Callable[[], float]:
    """Return a clock: processor time if the database is in this process, otherwise wall time."""
    return process_time if connection.vendor == "sqlite" else perf_counter


def count_queries(client: Client, address: str) -> int:
    """Return the number of queries for a page."""
    with CaptureQueriesContext(connection) as queries:
        client.get(address)
    return len(queries)


def time_export(client: Client, name: str) -> float:
    """Return the microseconds per game for a player's CSV export."""
    clock = _clock()
    start = clock()
    answer = client.get(f"/players/{name}/games.csv")
    lines = answer.content.count(b"\n") - 1
    return 1e6 * (clock() - start) / lines


def measure_pages() -> tuple[str, bool]:
    """Return the tables as Markdown, and whether every goal is met."""
    client = Client()
    addresses = save_games()
    engine = connection.display_name
    rows, met = [], True
    for page, of in addresses.items():
        times = time_pages(client, of)
        queries = count_queries(client, of["Few"]), count_queries(client, of["Many"])
        ratio = times["Many"] / times["Few"]
        page_met = ratio <= LIMIT and queries[0] == queries[1]
        met &= page_met
        rows.append(
            f"| {page} | {times['Few']:.1f} | {times['Many']:.1f} | {ratio:.2f} | "
            f"{queries[0]} and {queries[1]} | {'met' if page_met else 'MISSED'} |"
        )
    lines = [
        f"Python {python_version()}, {engine}, medians of {ROUNDS} in turns, processor time if the",
        f"database has no separate process. The goal: a ratio of at most {LIMIT:.2f} and equally",
        "many queries.",
        "",
        f"| page | ms, {FEW} games | ms, {MANY:,} games | ratio | queries | |",
        "|---|---:|---:|---:|---:|---|",
        *rows,
        "",
        f"The whole history as CSV takes {time_export(client, 'Many'):.0f} µs a game.",
    ]
    return "\n".join(lines), met


def run_in_test_database(work: Callable[[], tuple[str, bool]]) -> tuple[str, bool]:
    """Run the work in a temporary database and return its result."""
    settings.STORAGES["staticfiles"]["BACKEND"] = (
        "django.contrib.staticfiles.storage.StaticFilesStorage"
    )
    settings.ALLOWED_HOSTS.append("testserver")
    name = connection.creation.create_test_db(verbosity=0, autoclobber=True, serialize=False)
    try:
        return work()
    finally:
        connection.creation.destroy_test_db(name, verbosity=0)
        shutil.rmtree(FOLDER, ignore_errors=True)


def main() -> None:
    """Measure and print; exit with 1 if a goal is not met."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help="put the table into the README")
    arguments = parser.parse_args()
    section, met = run_in_test_database(measure_pages)
    print(section)
    if arguments.write:
        write_section("profile", "Profile and history", section)
    sys.exit(0 if met else 1)


if __name__ == "__main__":
    main()
