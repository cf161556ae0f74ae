"""The statistics of a site that has them under their old name, or has none yet."""

import importlib
from collections.abc import Iterator
from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction
from django.db.migrations.executor import MigrationExecutor

from games.models import PlayerStats, Result
from tests.records.test_stats import played, rows
from tests.table.harness import make_users, playing_game

pytestmark = pytest.mark.django_db(transaction=True)
BEFORE = [("games", "0010_levels_of_games")]


def go_on() -> None:
    """Bring the database to where it is now."""
    executor = MigrationExecutor(connection)
    executor.migrate(executor.loader.graph.leaf_nodes())


@pytest.fixture
def taken_back() -> Iterator[Any]:
    """A function that takes the database back to the old name and returns the models of then."""

    def migrate_back() -> Any:
        executor = MigrationExecutor(connection)
        executor.migrate(BEFORE)
        return executor.loader.project_state(BEFORE).apps

    yield migrate_back
    go_on()


def test_the_sums_of_before_keep_their_rows(taken_back: Any) -> None:
    users = make_users(2)
    old = taken_back()
    sums = {"games": 3, "matches": 7, "places": {"1": 2, "2": 1}, "counts": {"potions": 4}}
    for user in users:
        for rated in (False, True):
            old.get_model("games", "Tally").objects.create(
                user_id=user.pk, slug="rps-extreme", rated=rated, **sums
            )
    go_on()
    kept = PlayerStats.objects.order_by("user", "rated")
    assert [(row.user_id, row.slug, row.rated) for row in kept] == [
        (user.pk, "rps-extreme", rated) for user in users for rated in (False, True)
    ]
    for row in kept:
        assert {name: getattr(row, name) for name in sums} == sums
    assert users[0].stats.count() == 2
    with pytest.raises(IntegrityError), transaction.atomic():
        users[0].stats.create(slug="rps-extreme", rated=True)
    users[0].delete()
    assert PlayerStats.objects.count() == 2


def test_the_games_of_before_get_the_same_rows_from_their_logs(taken_back: Any) -> None:
    users = make_users(3)
    for seed in range(2):
        played(seed, users, ais=1, lives=3)
    playing_game(make_users(2, "Other"))
    written = rows(Result), rows(PlayerStats)
    Result.objects.all().delete()
    PlayerStats.objects.all().delete()
    past = importlib.import_module("games.migrations.0005_careers_of_the_past")
    past.read_the_logs(taken_back(), None)
    go_on()
    assert (rows(Result), rows(PlayerStats)) == written
