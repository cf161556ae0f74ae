"""Measures the storage of games: tables, indexes, write-ahead log, and Valkey.

Run `python -m bench.bytes`; `--write` puts the table into bench/README.md. AI players
play rated games of both types to their end, in users' seats and through the handlers. PostgreSQL
writes its log as it would with a replica. A real site is used to measure idle sockets.
"""

import argparse
import os
import signal
import sys
import tempfile
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from platform import python_version
from random import Random
from typing import Any
from urllib.parse import parse_qs, urlsplit

import redis

from bench.report import write_section
from density.server.valkey import socket_path
from tests import postgres

TYPES = {"density-deck": 4, "rps-extreme": 2}
LEVEL, PLAYERS, MILLION = "medium", 200, 1_000_000
# the settings of a server with a replica
LOGGED = ("-c", "wal_level=replica", "-c", "full_page_writes=on", "-c", "max_wal_size=4GB")
# tables that grow with every game; those of players do not
KEPT = ("games_%", "accounts_rating%")
# many, so that the cost of a single one can be seen
TABLES, SOCKETS = 48, 1000
SIZES = """
    SELECT relname, pg_table_size(oid), pg_indexes_size(oid), reltuples::bigint FROM pg_class
    WHERE relkind = 'r' AND relname LIKE ANY (%s) AND reltuples > 0
    AND relname <> 'games_playerstats' ORDER BY 2 + 3 DESC
"""
INDEXES = """
    SELECT indexrelid::regclass::text, pg_relation_size(indexrelid) FROM pg_index
    WHERE indrelid = %s::regclass ORDER BY 2 DESC
"""


@dataclass
class Played:
    """The storage used by games of one type; `tables` has (name, rows, bytes, bytes of indexes)."""

    slug: str
    games: int
    moves: int
    log_bytes: int
    grown: int
    tables: list[tuple[str, int, int, int]]
    indexes: list[tuple[str, int]]

    @property
    def packed(self) -> int:
        """Bytes of all tables and indexes after VACUUM FULL."""
        return sum(of_rows + of_indexes for _, _, of_rows, of_indexes in self.tables)


def play_games(database: str, slug: str, games: int) -> Played:
    """Play games on a separate database, and measure the storage that they use."""
    from django.db import connection  # noqa: PLC0415 - Django is set up by now

    def fetch(query: str, *values: Any) -> list[Any]:
        with connection.cursor() as cursor:
            cursor.execute(query, values)
            return list(cursor.fetchall())

    def size() -> int:
        return int(fetch("SELECT pg_database_size(current_database())")[0][0])

    connection.settings_dict["NAME"] = database
    connection.close()
    users = make_tables()
    before, log_before = size(), fetch("SELECT pg_current_wal_insert_lsn()")[0][0]
    for number in range(games):
        play_rated_game(slug, Random(f"{slug} {number}"), users)
        show_progress(slug, number + 1, games)
    log = fetch("SELECT pg_current_wal_insert_lsn() - %s::pg_lsn", log_before)[0][0]
    grown = size() - before
    with connection.cursor() as cursor:
        cursor.execute("VACUUM FULL ANALYZE")
    tables = [(name, rows, heap, index) for name, heap, index, rows in fetch(SIZES, list(KEPT))]
    indexes = fetch(INDEXES, "games_move")
    moves = fetch("SELECT count(*) FROM games_move")[0][0]
    connection.close()
    return Played(slug, games, moves, int(log), grown, tables, indexes)


def make_tables() -> list[Any]:
    """Create all tables and the users."""
    from django.core.management import call_command  # noqa: PLC0415
    from django.db import connection  # noqa: PLC0415

    from density.operations import empty_database  # noqa: PLC0415
    from tests.table.harness import make_users  # noqa: PLC0415

    empty_database.make_tables(connection)
    call_command("migrate", verbosity=0)
    return make_users(PLAYERS)


def play_rated_game(slug: str, dice: Random, users: list[Any]) -> None:
    """Play one rated game to its end."""
    from games.engine.contract import Refused  # noqa: PLC0415
    from games.live import executor  # noqa: PLC0415
    from games.live.commands import play  # noqa: PLC0415
    from games.models import Game  # noqa: PLC0415
    from games.positions import rows  # noqa: PLC0415
    from games.positions.position import read_position  # noqa: PLC0415
    from games.registry import GAMES  # noqa: PLC0415
    from tests.table.harness import open_game, seal_deal, write_action  # noqa: PLC0415

    sitting = dice.sample(users, TYPES[slug])
    game = open_game(sitting, slug=slug)
    # as the queue creates its tables
    Game.objects.filter(pk=game.pk).update(rated=True, secret=dice.randbytes(32))
    seal_deal(game, sitting)
    bot, position = GAMES[slug].bots[LEVEL], read_position(game.pk)
    # the position is cached between moves, as for sockets
    while asked := position.rules.asked(position.state):
        seat = position.seats[asked[0]]
        action = bot(position.rules.observe(position.state, seat.index), dice)
        position.now = rows.clock.now() or position.now
        message = write_action(position, action)
        change = play.answer_question.change(position, seat.user_id, seat.question, message, None)
        if isinstance(change, Refused) or not executor.write_change(change):
            raise RuntimeError(f"{action} was not written: {change}")


def show_progress(slug: str, done: int, of: int) -> None:
    """Print the progress to stderr."""
    if done == of or not done % 50:
        print(f"{slug}: {done} of {of} games", file=sys.stderr, flush=True)


# ------------------------------------------------------------------------------- Valkey
def valkey_bytes() -> dict[str, float]:
    """Return the bytes that Valkey uses for a table of four and for an idle socket."""
    from bench.live_site import run_site  # noqa: PLC0415
    from tests.serve_process import ROOT  # noqa: PLC0415

    with (
        run_site("now", ROOT, "", None) as site,
        site.players("watched") as players,
        redis.Redis(unix_socket_path=str(socket_path(site.folder))) as line,
    ):

        def used() -> int:
            return int(line.info("memory")["used_memory"])

        players.fill(4)  # for what exists only once
        players.phase("", "rest", 6)
        first = used()
        players.fill(TABLES)
        players.phase("", "rest", 6)
        tables = used()
        players.phase("", "idle", SOCKETS)
        return {
            "at rest": first,
            "a table of four": (tables - first) / (TABLES - 4),
            "an idle socket": (used() - tables) / SOCKETS,
        }


# ------------------------------------------------------------------------------- report
def write_report(results: list[Played], valkey: dict[str, float]) -> str:
    """Return all figures as Markdown."""
    lines = [
        f"Python {python_version()}, PostgreSQL 18; rated games between players of the level",
        f"“{LEVEL}”, weighed after VACUUM FULL. A GB has 10⁹ bytes.",
        "",
    ]
    for result in results:
        games = result.games
        lines += [
            f"**{result.slug}**: {games:,} games, {result.moves / games:.0f} moves each.",
            "",
            "| table | rows a game | bytes | of indexes | GB of a million games |",
            "|---|---:|---:|---:|---:|",
        ]
        lines += [
            f"| {name} | {rows / games:.1f} | {of_rows / games:,.0f} | {of_indexes / games:,.0f}"
            f" | {(of_rows + of_indexes) / games * MILLION / 1e9:.2f} |"
            for name, rows, of_rows, of_indexes in result.tables
            if of_rows + of_indexes > 0.001 * result.packed
        ]
        per_game = result.packed / result.games
        log = result.log_bytes / result.moves
        log_gb = log * result.moves / games * MILLION / 1e9
        lines += [
            f"| **all** | | | **{per_game:,.0f}** | **{per_game * MILLION / 1e9:.2f}** |",
            "",
            f"Before that the database had grown by {result.grown / games:,.0f} bytes a game. Its"
            f" log had {log:,.0f} bytes a move, {log_gb:,.0f} GB of a million games."
            " Indexes of games_move, bytes a move: "
            + ", ".join(f"{name} {size / result.moves:.0f}" for name, size in result.indexes)
            + ".",
            "",
        ]
    lines += ["| Valkey | bytes |", "|---|---:|"]
    lines += [f"| {name} | {value:,.0f} |" for name, value in valkey.items()]
    return "\n".join(lines)


def main() -> None:
    """Play, measure and report."""
    parser = argparse.ArgumentParser(prog="python -m bench.bytes", description=__doc__)
    parser.add_argument("--games", type=int, default=500, help="of each type")
    parser.add_argument("--write", action="store_true", help="put the table into bench/README.md")
    arguments = parser.parse_args()
    # if it is terminated, no process is left behind
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("ended"))
    results = []
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="density-bytes-")))
        url = stack.enter_context(postgres.run_embedded(*LOGGED))
        settings = {"DATA_DIR": str(folder), "DATABASE_URL": url, "AI_PACE": "0", "LIMITS": "0"}
        os.environ.update(settings, DJANGO_SETTINGS_MODULE="density.settings")
        import django  # noqa: PLC0415 - the environment is set above

        django.setup()
        from density.server import valkey  # noqa: PLC0415

        store = valkey.start_server(folder)
        stack.callback(store.stop)
        for slug in TYPES:
            database = slug.replace("-", "_")
            make_database(url, database)
            results.append(play_games(database, slug, arguments.games))
    report = write_report(results, valkey_bytes())
    print(report)
    if arguments.write:
        write_section("bytes", "What games take", report)


def make_database(url: str, name: str) -> None:
    """Create an empty database on the server of the URL."""
    import psycopg  # noqa: PLC0415

    host = parse_qs(urlsplit(url).query)["host"][0]
    with psycopg.connect(host=host, user="postgres", dbname="postgres", autocommit=True) as line:
        line.execute(f"CREATE DATABASE {name}")


if __name__ == "__main__":
    main()
