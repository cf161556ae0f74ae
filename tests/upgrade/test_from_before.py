"""A site of an earlier commit goes on: running games to their end, records, profiles and ranks.

The files beside this are what those commits wrote (dump.py). What they had in Redis is gone, as
after a restart of all.
"""

import gzip
import json
import random
from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.core.management.color import no_style
from django.db import connection, transaction
from django.db.migrations.executor import MigrationExecutor
from django.test import Client

from accounts import tiers
from accounts.models import Rank, User
from games import clock
from games.engine import deal
from games.engine.contract import Refused
from games.engine.verify import verify
from games.models import Game, Seat
from games.records import game_log
from games.records.profile import profile
from games.table import deadlines, dealing, seating, snapshots
from games.table.redis import redis
from tests.table.harness import Driver, bytes_of, make_users, open_all_pages, seal
from tests.upgrade.dump import PASSWORD

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]

# the newest migrations of each commit
BEFORE = {
    "665a2d0": {
        "accounts": "0005_language",
        "games": "0008_second_game",
        "matchmaking": "0001_slots",
    },
    "e05cc4b": {
        "accounts": "0008_performance_noise",
        "games": "0012_revision",
        "matchmaking": "0001_slots",
    },
}
APPS = BEFORE["665a2d0"]
# later an address counts when it is confirmed only (decision 29)
LOGINS = {"665a2d0": "mira@example.org", "e05cc4b": "Person 0"}


def migrate(targets: list[tuple[str, str]] | None = None) -> Any:
    """Bring the tables to these migrations, or to the newest; the models as they are then."""
    executor = MigrationExecutor(connection)
    targets = targets or [key for key in executor.loader.graph.leaf_nodes() if key[0] in APPS]
    executor.migrate(targets)
    return executor.loader.project_state(targets).apps


def load(rows: list[Any], apps: Any) -> None:
    """Write rows of dumpdata with the models of their time."""
    models = dict.fromkeys(apps.get_model(row["model"]) for row in rows)
    with transaction.atomic():  # foreign keys are looked at when it ends
        for row in rows:
            model = apps.get_model(row["model"])
            made = model(pk=model._meta.pk.to_python(row["pk"]))
            for name, value in row["fields"].items():
                field = model._meta.get_field(name)
                if not field.many_to_many:
                    target = field.target_field if field.is_relation else field
                    setattr(made, field.attname, target.to_python(value))
            made.save_base(raw=True, force_insert=True)
    with connection.cursor() as cursor:
        for statement in connection.ops.sequence_reset_sql(no_style(), list(models)):
            cursor.execute(statement)


@pytest.fixture(params=list(BEFORE))
def before(request: pytest.FixtureRequest) -> Iterator[Any]:
    """What a commit said, on its database brought to the newest tables."""
    file = Path(__file__).with_name(f"{request.param}.json.gz")
    written = json.loads(gzip.decompress(file.read_bytes()))
    written["login"] = LOGINS[request.param]
    apps = migrate(list(BEFORE[request.param].items()))
    load(written["rows"], apps)
    # a badge of better days, which did not fall then: Chalk I
    apps.get_model("accounts", "Rank").objects.filter(rating=1426).update(best=1490, rung=5)
    migrate()
    yield written
    migrate()


def decoded(values: Any) -> Any:
    """Values as they come back from a file."""
    return json.loads(json.dumps(values, default=str))


def test_what_is_over_stays_what_it_was_and_what_runs_goes_on(
    before: Any, client: Client, tmp_path: Path
) -> None:
    check_records(before["records"], client, tmp_path)
    check_numbers(before, client)
    check_running_games(before["views"])
    check_waiting_tables()


def check_running_games(views: list[Any]) -> None:
    """Running games stand as they stood, and are played to their end."""
    for game_id, user_id, view in views:
        snapshot = snapshots.snapshot(game_id, user_id)
        assert not isinstance(snapshot, Refused)
        assert decoded(snapshot["view"]) == view
    running = list(Game.objects.filter(status=Game.Status.PLAYING))
    assert sorted((game.slug, game.rated) for game in running) == [
        ("density-deck", False),
        ("density-deck", True),
        ("rps-extreme", False),
    ]
    for game in running:
        assert not Seat.objects.filter(game=game, asked=True, due_at=None).exists()
    # the clock finds what is due though nothing of it is left in Redis
    assert not redis().exists(deadlines.INDEX)
    clock.reconcile()
    due = {str(member).split(":")[0] for member in redis().zrange(deadlines.INDEX, 0, -1)}
    assert due >= {game.pk for game in running}
    ratings = dict(Rank.objects.values_list("user__name", "rating"))
    for game in running:
        finished = Driver(game.pk, random.Random(8)).finish()
        assert finished.status == Game.Status.FINISHED
        assert verify(game_log.record(game.pk)) is None
    names = Seat.objects.filter(game__in=running, game__rated=True).values_list("name", flat=True)
    ranked = dict(Rank.objects.values_list("user__name", "rating"))
    assert {name for name in ranked if name not in ratings} == set(names)


def check_waiting_tables() -> None:
    """A table that waited is filled; it and one that was being sealed are dealt and played."""
    waiting = Game.objects.get(status=Game.Status.OPEN)
    host = User.objects.get(name="Waiting 0")
    guests = make_users(2, "Newcomer")
    for guest in guests:
        assert isinstance(seating.join(waiting.pk, guest), seating.Seated)
    sealing = Game.objects.exclude(pk=waiting.pk).get(status=Game.Status.SEALING)
    open_all_pages(waiting.pk)
    seal(waiting, [host, *guests])
    for user in User.objects.filter(name__in=("Waiting 1", "Waiting 2")).order_by("name"):
        if user.name == "Waiting 2":  # the other had pledged before
            assert dealing.pledge(sealing.pk, user.pk, deal.pledge(bytes_of(user))) is None
    for user in User.objects.filter(name__in=("Waiting 1", "Waiting 2")):
        assert dealing.reveal(sealing.pk, user.pk, bytes_of(user).hex()) is None
    for game in (waiting, sealing):
        assert Driver(game.pk, random.Random(9)).finish().status == Game.Status.FINISHED
        assert verify(game_log.record(game.pk)) is None


def check_records(old: Any, client: Client, tmp_path: Path) -> None:
    """Finished games have the records that they had, which are verified, and are replayed."""
    assert len(old) == 5
    for game_id, record in old.items():
        assert decoded(game_log.record(game_id)) == record
        for page in ("", "replay/", "replay/?view=all&match=1&step=3", "record.json"):
            assert client.get(f"/game/{game_id}/{page}").status_code == 200, page
    records = tmp_path / "records.jsonl"
    records.write_text("".join(f"{json.dumps(each)}\n" for each in old.values()))
    log = tmp_path / "deals.json"
    log.write_bytes(client.get("/api/deals/").content)
    call_command("verify", str(records), log=str(log), stdout=StringIO())
    first = next(iter(old.values()))
    first["matches"][0]["moves"].pop()
    records.write_text(json.dumps(first))
    with pytest.raises(SystemExit):
        call_command("verify", str(records), stdout=StringIO())


def check_numbers(before: Any, client: Client) -> None:
    """Players have the statistics and ratings that they had, and sign in as before."""
    assert len(before["styles"]) == 10
    for name, slug, kind, style in before["styles"]:
        user = User.objects.get(name=name)
        assert decoded(profile(user, user.pk, "all", kind, slug)["style"]) == style
        page = client.get(f"/players/{name}/?game={slug}&kind={kind}")
        assert page.status_code == 200
    columns = ("user__name", "slug", "rating", "games", "mu", "sigma")
    ranks = Rank.objects.order_by("pk").values_list(*columns)
    assert decoded(list(ranks)) == before["ranks"]
    for rank in Rank.objects.filter(rating=1426):  # e05cc4b has none that is so low
        assert str(tiers.badge(rank.rung or 0)) == "Chalk II"
    login = {"login": before["login"], "password": PASSWORD}
    assert client.post("/accounts/login/", login).status_code == 302
    assert client.get("/accounts/data.json").status_code == 200
