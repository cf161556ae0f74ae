"""A site of an earlier version goes on: running games to their end, records, profiles and ranks.

The files beside this are what commit 30a70c9 wrote, by the dump.py that git has of commit 6575350.
What it had in Redis is gone, as after a restart of all. `records` are what could be downloaded of
each finished game, `styles` what profiles said, `ranks` the numbers of ranked players, `views` what
each seat of a running game saw last.
"""

import contextlib
import gzip
import json
import random
import re
import sqlite3
from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.core.management.base import SystemCheckError
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.recorder import MigrationRecorder
from django.test import Client

from accounts.models import Rank, User
from density.operations.empty_database import make_tables
from density.platform.redis import redis_connection
from games import clock
from games.engine import deal
from games.engine.contract import Json, Refused
from games.engine.verify import verify_record
from games.live import deadlines, snapshots
from games.live.commands import dealing
from games.lobby import seating
from games.models import Game, Seat
from games.players.profile import read_profile
from games.records import game_log
from tests.table.harness import Driver, bytes_of, make_users, open_all_pages, seal_deal

pytestmark = pytest.mark.django_db(transaction=True)
PASSWORD = "eleven-kinds-of-cards"

# what upgrades compute again
COMPUTED = {"accounts_user": {"skeleton", "shares_skeleton"}}
# names that Django makes, of which some are those of a former table
MADE_NAME = re.compile(r"_[0-9a-f]{8}|_(pkey|key|check|not_null)$|^(__unnamed|sqlite|fk)_")


@contextlib.contextmanager
def database_of(sql: str) -> Iterator[None]:
    """Have what this SQL makes in place of the database of the run, for a while."""
    if connection.vendor == "sqlite":
        with (
            contextlib.closing(sqlite3.connect(":memory:")) as kept,
            contextlib.closing(sqlite3.connect(":memory:")) as other,
        ):
            connection.ensure_connection()
            connection.connection.backup(kept)
            other.executescript(sql)
            other.backup(connection.connection)
            yield
            kept.backup(connection.connection)
        return
    with connection.cursor() as cursor:
        cursor.execute("ALTER SCHEMA public RENAME TO kept")
        cursor.execute("CREATE SCHEMA public")
        try:
            if sql:
                cursor.execute(sql)
            yield
        finally:
            cursor.execute("DROP SCHEMA public CASCADE")
            cursor.execute("ALTER SCHEMA kept RENAME TO public")


@pytest.fixture(scope="module")
def before(pytestconfig: pytest.Config) -> Json:
    """What the earlier version wrote and said."""
    vendor = {"sqlite": "sqlite", "postgres": "postgresql"}[pytestconfig.getoption("--database")]
    file = Path(__file__).with_name(f"30a70c9-{vendor}.json.gz")
    written: Json = json.loads(gzip.decompress(file.read_bytes()))
    return written


def describe_tables() -> Json:
    """The columns, constraints and indexes of all tables, without names that Django makes."""
    look = connection.introspection
    found: Json = {}
    with connection.cursor() as cursor:
        for name in look.table_names(cursor):
            columns = look.get_table_description(cursor, name)
            found[name] = sorted(
                repr((each.name, each.type_code, each.null_ok, each.default)) for each in columns
            )
            for key, rule in look.get_constraints(cursor, name).items():
                made = "" if MADE_NAME.search(key) else key
                rule["columns"] = sorted(rule["columns"] or ())
                rule.pop("definition", None)
                found[name].append(repr((made, sorted(rule.items(), key=str))))
            found[name].sort()
    return found


def read_rows() -> dict[str, list[dict[str, Any]]]:
    """All rows, by table; no bookkeeping of Django."""
    found = {}
    with connection.cursor() as cursor:
        for name in connection.introspection.table_names(cursor):
            if not name.startswith("django_"):
                cursor.execute(f"SELECT * FROM {connection.ops.quote_name(name)} ORDER BY 1")
                columns = [column[0] for column in cursor.description]
                found[name] = [dict(zip(columns, row, strict=True)) for row in cursor.fetchall()]
    return found


def decode_values(values: Any) -> Any:
    """Values as they come back from a file."""
    return json.loads(json.dumps(values, default=str))


def test_a_new_site_and_an_upgraded_one_have_the_same_tables(before: Json) -> None:
    at_once = describe_tables()
    for sql in ("", before["sql"]):
        with database_of(sql):
            call_command("migrate", verbosity=0)
            migrated = describe_tables()
        for name, made in at_once.items():
            assert migrated[name] == made, name


def test_an_interrupted_first_start_leaves_the_database_empty() -> None:
    def interrupt(execute: Any, sql: str, values: Any, many: bool, context: Any) -> Any:
        if sql.startswith("INSERT") and "0002_left_games" in values:
            raise KeyboardInterrupt
        return execute(sql, values, many, context)

    with database_of(""):
        with pytest.raises(KeyboardInterrupt), connection.execute_wrapper(interrupt):
            make_tables(connection)
        assert connection.introspection.table_names() == []


def test_a_database_that_has_the_former_migrations_is_up_to_date(before: Json) -> None:
    with database_of(before["sql"]):
        call_command("migrate", verbosity=0)
        recorder = MigrationRecorder(connection)
        for app, name in MigrationExecutor(connection).loader.replacements:
            recorder.record_unapplied(app, name)
        executor = MigrationExecutor(connection)
        assert executor.migration_plan(executor.loader.graph.leaf_nodes()) == []


@pytest.mark.parametrize("missing", ["0022_puzzles", "0024_left_games"])
def test_a_database_of_a_version_in_between_is_refused(before: Json, missing: str) -> None:
    with database_of(before["sql"]):
        recorder = MigrationRecorder(connection)
        recorder.record_applied("games", "0023_hidden_names")
        if missing == "0022_puzzles":
            recorder.record_applied("games", "0024_left_games")
            recorder.record_unapplied("games", missing)
        with pytest.raises(SystemCheckError, match="Upgrade to commit 30a70c9 first"):
            call_command("migrate", verbosity=0, skip_checks=False)


def test_what_is_over_stays_what_it_was_and_what_runs_goes_on(
    before: Json, client: Client, tmp_path: Path
) -> None:
    with database_of(before["sql"]):
        old = read_rows()
        call_command("migrate", verbosity=0)
        check_rows(old)
        check_records(before["records"], client, tmp_path)
        check_numbers(before, client)
        check_running_games(before["views"])
        check_waiting_tables()


def check_rows(old: dict[str, list[dict[str, Any]]]) -> None:
    """Every row is there with what it had."""
    new = read_rows()
    assert all(
        old[f"{table}"]
        for table in ("accounts_follow", "accounts_pushsubscription", "games_puzzleattempt")
    )
    for table, former in old.items():
        computed = COMPUTED.get(table, set())
        now = [
            {name: row[name] for name in was if name not in computed}
            for row, was in zip(new[table], former, strict=True)
        ]
        was = [
            {name: value for name, value in row.items() if name not in computed} for row in former
        ]
        assert now == was, table


def check_running_games(views: list[Any]) -> None:
    """Running games stand as they stood, and are played to their end."""
    for game_id, user_id, view in views:
        snapshot = snapshots.make_snapshot(game_id, user_id)
        assert not isinstance(snapshot, Refused)
        assert decode_values(snapshot["view"]) == view
    running = list(Game.objects.filter(status=Game.Status.PLAYING))
    assert sorted((game.slug, game.rated) for game in running) == [
        ("density-deck", False),
        ("density-deck", True),
        ("rps-extreme", False),
    ]
    for game in running:
        assert not Seat.objects.filter(game=game, asked=True, due_at=None).exists()
    # the clock finds what is due though nothing of it is left in Redis
    assert not redis_connection().exists(deadlines.INDEX)
    clock.reconcile_index()
    due = {
        str(member).split(":")[0] for member in redis_connection().zrange(deadlines.INDEX, 0, -1)
    }
    assert due >= {game.pk for game in running}
    ratings = dict(Rank.objects.values_list("user__name", "rating"))
    for game in running:
        finished = Driver(game.pk, random.Random(8)).finish()
        assert finished.status == Game.Status.FINISHED
        assert verify_record(game_log.read_record(game.pk)) is None
    names = Seat.objects.filter(game__in=running, game__rated=True).values_list("name", flat=True)
    ranked = dict(Rank.objects.values_list("user__name", "rating"))
    assert {name for name in ranked if name not in ratings} == set(names)


def check_waiting_tables() -> None:
    """A table that waited is filled; it and one that was being sealed are dealt and played."""
    waiting = Game.objects.get(status=Game.Status.OPEN)
    host = User.objects.get(name="Waiting 0")
    guests = make_users(2, "Newcomer")
    for guest in guests:
        assert seating.join_table(waiting.pk, guest) is None
    sealing = Game.objects.exclude(pk=waiting.pk).get(status=Game.Status.SEALING)
    open_all_pages(waiting.pk)
    seal_deal(waiting, [host, *guests])
    pledged, late = User.objects.filter(name__in=("Waiting 1", "Waiting 2")).order_by("name")
    assert dealing.take_pledge(sealing.pk, late.pk, deal.hash_pledge(bytes_of(late))) is None
    for user in (pledged, late):
        assert dealing.take_reveal(sealing.pk, user.pk, bytes_of(user).hex()) is None
    for game in (waiting, sealing):
        assert Driver(game.pk, random.Random(9)).finish().status == Game.Status.FINISHED
        assert verify_record(game_log.read_record(game.pk)) is None


def check_records(old: Any, client: Client, tmp_path: Path) -> None:
    """Finished games have the records that they had, which are verified, and are replayed."""
    assert len(old) == 5
    for game_id, record in old.items():
        assert decode_values(game_log.read_record(game_id)) == record
        for page in ("", "replay/", "replay/?view=all&match=1&step=3", "record.json"):
            assert client.get(f"/game/{game_id}/{page}").status_code == 200, page
    records = tmp_path / "records.jsonl"
    records.write_text("".join(f"{json.dumps(each)}\n" for each in old.values()))
    log = tmp_path / "deals.json"
    log.write_bytes(client.get("/api/deals/").content)
    call_command("verify", str(records), log=str(log), stdout=StringIO())


def check_numbers(before: Any, client: Client) -> None:
    """Players have the statistics and ratings that they had, and log in as before."""
    assert len(before["styles"]) == 10
    for name, slug, kind, style in before["styles"]:
        user = User.objects.get(name=name)
        now = decode_values(read_profile(user, user.pk, "all", kind, slug)["style"])
        assert {name: now[name] for name in style} == style
        page = client.get(f"/players/{name}/?game={slug}&kind={kind}")
        assert page.status_code == 200
    columns = ("user__name", "slug", "rating", "games", "mu", "sigma")
    ranks = Rank.objects.order_by("pk").values_list(*columns)
    assert decode_values(list(ranks)) == before["ranks"]
    login = {"login": "Person 0", "password": PASSWORD}
    assert client.post("/accounts/login/", login).status_code == 302
    assert client.get("/accounts/data.json").status_code == 200
