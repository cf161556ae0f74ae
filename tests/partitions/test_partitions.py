"""A database of several months is partitioned, played on, archived and made plain again."""

import random
import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from io import StringIO
from typing import Any

import pytest
from django.apps import apps
from django.core.management import CommandError, call_command
from django.db import IntegrityError, connection, migrations, models, transaction
from django.db.migrations.state import ProjectState
from django.test import Client

from games.engine.contract import Json
from games.engine.verify import verify
from games.management.partitions import TABLES
from games.models import Game, Match, Move
from games.records import game_log
from games.table import position as positions
from tests.table.harness import Driver, frozen, make_users, playing_game
from tests.upgrade.test_empty_database import POSTGRES

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.concurrent_writes]

NOW = datetime.now(UTC)
THIS_MONTH = NOW.replace(day=1, hour=0, minute=0, second=0, microsecond=0)
LAST_MONTH = (THIS_MONTH - timedelta(days=1)).replace(day=1)
BEFORE = (LAST_MONTH - timedelta(days=1)).replace(day=1)
TOKEN = re.compile(rb'(?<="csrfmiddlewaretoken" value=")\w+')


def partition(*arguments: str) -> str:
    """Run the command; what it said."""
    said = StringIO()
    call_command("partition", *arguments, stdout=said)
    return said.getvalue()


@pytest.fixture(autouse=True)
def _plain_again() -> Iterator[None]:
    """Leave the tables to other tests as they were."""
    yield
    partition("--undo")
    # what a test detached and did not take back
    with connection.cursor() as cursor:
        for name in connection.introspection.table_names(cursor):
            if re.match(r"games_(move|match)_", name):
                cursor.execute(f"DROP TABLE {name}")


def finished(seed: int, began: datetime, **options: Any) -> Game:
    """A game that was played to its end then."""
    users = make_users(2, f"Player {seed}")
    game = playing_game(users, **(options or {"lives": 2}))
    Driver(game.pk, random.Random(seed)).finish()
    shift = game.started_at - began if game.started_at else timedelta()
    Move.objects.filter(game=game).update(at=models.F("at") - shift)
    Game.objects.filter(pk=game.pk).update(
        started_at=began, finished_at=models.F("finished_at") - shift
    )
    return game


@pytest.fixture
def games() -> dict[str, Game]:
    """Games of three months, one over the end of a month, and one that is played."""
    running = playing_game(make_users(2, "Runner"), ais=1)
    for _ in range(5):
        Driver(running.pk).step()
    over_the_end = finished(3, LAST_MONTH + timedelta(hours=1))
    half = Move.objects.filter(game=over_the_end).count() // 2
    Move.objects.filter(game=over_the_end, ply__lt=half).update(
        at=models.F("at") - timedelta(hours=2)
    )
    Game.objects.filter(pk=over_the_end.pk).update(started_at=LAST_MONTH - timedelta(hours=1))
    return {
        "old": finished(1, BEFORE + timedelta(days=3), slug="rps-extreme", target=5),
        "recent": finished(2, LAST_MONTH + timedelta(days=3), lives=2, ais=2),
        "over the end": over_the_end,
        "running": running,
    }


def rows() -> list[Json]:
    """All rows of the tables, as the models read them."""
    both = (model._default_manager.order_by("pk").values() for model in (Move, Match))
    return [{**row} for found in both for row in found]


def answers(client: Client, games: dict[str, Game]) -> dict[str, Any]:
    """What pages and records say of the finished games."""
    said: dict[str, Any] = {}
    for name, game in games.items():
        if name == "running":
            continue
        for page in ("", "replay/", "replay/?match=2&step=1", "record.json"):
            answer = client.get(f"/game/{game.pk}/{page}")
            said[f"{name}: {page}"] = answer.status_code, TOKEN.sub(b"", answer.content)
        replay = client.get(f"/api/games/{game.pk}/replay/?view=all&match=1")
        said[f"{name}: api"] = replay.status_code, replay.content
    return said


def schema() -> Json:
    """All that the database is made of."""
    with connection.cursor() as cursor:
        made = {}
        for name, query in POSTGRES.items():
            cursor.execute(query)
            made[name] = sorted(map(repr, cursor.fetchall()))
    return made


def counts() -> dict[str, int]:
    """How many moves each partition has."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT tableoid::regclass::text, count(*) FROM games_move GROUP BY 1")
        return dict(cursor.fetchall())


def test_old_data_stays_what_it_was_and_games_go_on(games: dict[str, Game], client: Client) -> None:
    before, said, log = rows(), answers(client, games), frozen(games["running"].pk)
    assert all(status == 200 for status, _ in said.values())
    assert "split into 7 partitions" in partition()  # three months, three to come, and the rest
    assert rows() == before
    assert answers(client, games) == said
    assert frozen(games["running"].pk) == log
    found = counts()
    assert sorted(found) == [
        f"games_move_{each:%Y_%m}" for each in (BEFORE, LAST_MONTH, THIS_MONTH)
    ]

    Driver(games["running"].pk, random.Random(4)).finish()
    fresh = finished(9, NOW)
    for game in (games["running"], fresh):
        assert verify(game_log.record(game.pk)) is None
        assert Move.objects.filter(game=game).count() == Game.objects.get(pk=game.pk).ply
    assert counts()[f"games_move_{THIS_MONTH:%Y_%m}"] > found[f"games_move_{THIS_MONTH:%Y_%m}"]
    keys = Move.objects.values_list("pk", flat=True)
    assert len(set(keys)) == len(keys)


def test_a_second_time_nothing_is_done(games: dict[str, Game]) -> None:
    partition()
    made, stored = schema(), rows()
    assert partition().splitlines() == [f"{each.name}: nothing to do" for each in TABLES]
    assert (schema(), rows()) == (made, stored)


def test_no_ply_and_no_question_is_there_twice(games: dict[str, Game]) -> None:
    partition()
    move = Move.objects.filter(game=games["running"]).latest("ply")
    move.pk = None
    with pytest.raises(IntegrityError, match="move_once_per_ply"), transaction.atomic():
        move.save(force_insert=True)
    move.ply += 1
    with pytest.raises(IntegrityError, match="move_once_per_question"), transaction.atomic():
        move.save(force_insert=True)
    match = Match.objects.filter(game=games["running"]).latest("number")
    match.pk = None
    with pytest.raises(IntegrityError, match="match_once_per_game"), transaction.atomic():
        match.save(force_insert=True)
    move.game_id, move.question = "no-such-game", 1
    with pytest.raises(IntegrityError), transaction.atomic():
        move.save(force_insert=True)


def test_a_month_without_a_partition_is_written_to_all_the_same(games: dict[str, Game]) -> None:
    partition("--ahead", "0")
    later = THIS_MONTH + timedelta(days=100)
    move = Move.objects.filter(game=games["running"]).latest("ply")
    Move.objects.filter(pk=move.pk).update(at=later)
    assert counts()["games_move_rest"] == 1
    stored = rows()
    assert f"games_move_{later:%Y_%m}" in partition("--ahead", "1")
    assert rows() == stored
    assert "games_move_rest" not in counts()


def test_an_archived_month_is_missing_until_it_is_back(
    games: dict[str, Game], client: Client
) -> None:
    said, stored = answers(client, games), rows()
    partition()
    partition("--detach", f"{BEFORE:%Y-%m}")
    gone = answers(client, games)
    for name, (status, content) in gone.items():
        in_it = name.startswith(("old", "over the end"))
        assert status == (404 if in_it else 200), name
        if not in_it:
            assert content == said[name][1]
    with pytest.raises(Game.DoesNotExist):
        game_log.record(games["old"].pk)
    assert client.get("/players/Player 1 0/games/").status_code == 200
    assert positions.read(games["running"].pk).game.ply == 5
    partition("--attach", f"{BEFORE:%Y-%m}")
    assert answers(client, games) == said
    assert rows() == stored


def test_the_running_month_cannot_be_archived(games: dict[str, Game]) -> None:
    partition()
    with pytest.raises(CommandError, match="is over"):
        partition("--detach", f"{THIS_MONTH:%Y-%m}")
    with pytest.raises(CommandError, match="games_move_2001_01"):
        partition("--attach", "2001-01")


def test_it_can_be_undone(games: dict[str, Game]) -> None:
    made, stored = schema(), rows()
    partition()
    assert schema() != made
    partition("--undo")
    assert schema() == made
    assert rows() == stored
    Driver(games["running"].pk, random.Random(4)).finish()


def test_models_and_later_migrations_know_nothing_of_it(games: dict[str, Game]) -> None:
    partition()
    call_command("makemigrations", check=True, dry_run=True, verbosity=0)
    operations = [
        migrations.AddField("move", "note", models.CharField(max_length=9, null=True)),
        migrations.AddIndex("move", models.Index(fields=["game", "by"], name="move_by_author")),
        migrations.AddConstraint(
            "move",
            models.CheckConstraint(condition=models.Q(round__gte=0), name="move_round_range"),
        ),
        migrations.AlterField("move", "note", models.TextField(null=True)),
        migrations.RemoveIndex("move", "move_by_author"),
        migrations.RemoveConstraint("move", "move_seat_range"),
        migrations.AlterField("match", "ended_by", models.CharField(blank=True, max_length=20)),
    ]
    states = [ProjectState.from_apps(apps)]
    for operation in operations:
        state = states[-1].clone()
        operation.state_forwards("games", state)
        with connection.schema_editor() as editor:
            operation.database_forwards("games", editor, states[-1], state)
        states.append(state)
    Driver(games["running"].pk).step()
    assert partition("--ahead", "5").count("games_move_") == 2
    for operation in reversed(operations):
        state = states.pop()
        with connection.schema_editor() as editor:
            operation.database_backwards("games", editor, state, states[-1])
    Driver(games["running"].pk, random.Random(4)).finish()
