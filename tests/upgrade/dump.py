"""Writes the databases of a site of commit 30a70c9 as SQL, and what that site says of them.

Run by the code of that commit, in a work tree of it, with the packages of this tree:

    git worktree add ../before 30a70c9
    cd ../before
    <this tree>/.venv/bin/python <this tree>/tests/upgrade/dump.py <this tree>/tests/upgrade
    git worktree remove ../before

People play through the functions of the table until there are: a casual game of Density Deck in its
second match, a ranked one, a duel of which one throw is made in secret, a table that waits and one
that is being sealed; finished games of both, casual and ranked. `records` are what could be
downloaded of each finished game, `styles` what profiles say, `ranks` the numbers of ranked players,
`views` what each seat of a running game saw last.
"""

import gzip
import json
import os
import random
import subprocess
import sys
from datetime import date
from importlib import import_module
from pathlib import Path
from typing import Any

PASSWORD = "eleven-kinds-of-cards"
# lines of pg_dump for psql, and for the session that runs them
NOT_TABLES = ("\\", "--", "SET ", "SELECT pg_catalog.set_config")


def play(stage: Any, accounts: Any, games: Any) -> None:
    """Fill the database."""
    mira, ola, tomasz, kestrel = stage.make_users(4)
    mira.set_password(PASSWORD)
    mira.save()

    def finished(users: list[Any], *, rated: bool = False, seed: int = 1, **options: Any) -> None:
        game = stage.playing_game(users, **options)
        games.Game.objects.filter(pk=game.pk).update(rated=rated)
        stage.Driver(game.pk, random.Random(seed)).finish()

    finished([mira, ola], ais=1, lives=3)
    for seed in (2, 3):
        finished([mira, ola, tomasz, kestrel], rated=True, seed=seed, lives=3)
    finished([mira, ola], rated=True, slug="rps-extreme", target=9)
    finished([tomasz, mira], slug="rps-extreme", target=5)

    casual = stage.playing_game([mira, ola], ais=2, lives=4)
    driver = stage.Driver(casual.pk, random.Random(5))
    while games.Match.objects.filter(game=casual).count() < 2:
        driver.step()
    for _ in range(7):
        driver.step()
    users = [accounts.User.objects.create_user(f"Ranked {number}") for number in range(4)]
    rated = stage.playing_game(users, lives=2)
    games.Game.objects.filter(pk=rated.pk).update(rated=True)
    for _ in range(6):
        stage.Driver(rated.pk, random.Random(6)).step()
    duel = stage.playing_game([tomasz, kestrel], slug="rps-extreme", target=7)
    driver = stage.Driver(duel.pk, random.Random(7))
    while games.Match.objects.filter(game=duel).count() < 2:
        driver.step()
    while games.Seat.objects.filter(game=duel, asked=True).count() != 1:
        driver.step()
    waiting = [accounts.User.objects.create_user(f"Waiting {number}") for number in range(3)]
    stage.open_table(waiting[0], seats=3)
    sealing = stage.open_game(waiting[1:])
    deal = import_module("games.engine.deal")
    dealing = import_module("games.table.dealing")
    dealing.pledge(sealing.pk, waiting[1].pk, deal.pledge(stage.bytes_of(waiting[1])))


def leave_traces(accounts: Any, games: Any) -> None:
    """Have rows in the tables that no game fills, and few puzzles, which every site has."""
    mira, ola = accounts.User.objects.order_by("pk")[:2]
    accounts.User.objects.filter(pk=ola.pk).update(hides_history=True, language="de")
    accounts.Follow.objects.create(owner=mira, followed=ola)
    accounts.Block.objects.create(owner=ola, blocked=accounts.User.objects.get(name="Ranked 0"))
    accounts.Mute.objects.create(owner=mira, muted=accounts.User.objects.get(name="Ranked 1"))
    accounts.PushChoices.objects.create(user=mira, turn=True)
    accounts.PushSubscription.objects.create(
        user=mira, endpoint="https://push.example.org/1", p256dh="B" * 87, auth="A" * 22
    )
    puzzles = import_module("games.records.puzzles")
    puzzles.load()
    few = games.Puzzle.objects.order_by("pk")[:2]
    games.Puzzle.objects.exclude(pk__in=[each.pk for each in few]).delete()
    puzzles.answer(mira, few[0], puzzles.best_of(few[0]), date(2026, 11, 26))
    hours = import_module("matchmaking.models")
    hour = hours.RankedHour.objects.create(queue="density-deck", weekday=3, at="20:00")
    hours.Attendance.objects.create(hour=hour, date="2026-11-26", user=mira)
    hours.Strike.objects.create(user=ola, game="g" * 12, reason="no-show", count=1)


def said(games: Any, ranks: Any) -> dict[str, Any]:
    """What the site says of finished games, of players and to the seats of running games."""
    game_log = import_module("games.records.game_log")
    snapshots = import_module("games.table.snapshots")
    profile = import_module("games.records.profile").profile
    finished = games.Game.objects.filter(status="finished").order_by("finished_at")
    stats = games.PlayerStats.objects.order_by("user", "slug", "rated").select_related("user")
    return {
        "records": {game.pk: game_log.record(game.pk) for game in finished},
        "styles": [
            (
                row.user.name,
                row.slug,
                kind,
                profile(row.user, row.user_id, "all", kind, row.slug)["style"],
            )
            for row in stats
            for kind in (("casual", "ranked")[row.rated],)
        ],
        "ranks": list(
            ranks.order_by("pk").values_list("user__name", "slug", "rating", "games", "mu", "sigma")
        ),
        "views": [
            (seat.game_id, seat.user_id, snapshots.snapshot(seat.game_id, seat.user_id)["view"])
            for seat in games.Seat.objects.filter(game__status="playing", user__isnull=False)
        ],
    }


def sql(connection: Any) -> str:
    """The whole database, as statements that make it."""
    if connection.vendor == "sqlite":
        connection.ensure_connection()
        return "\n".join(connection.connection.iterdump())
    program = import_module("tests.postgres").programs_folder() / "pg_dump"
    chosen = connection.settings_dict
    words = (f"--host={chosen['HOST'] or chosen['OPTIONS']['host']}", "--username=postgres")
    options = ("--no-owner", "--no-privileges", "--rows-per-insert=1000", chosen["NAME"])
    made = subprocess.run([program, *words, *options], check=True, stdout=subprocess.PIPE)
    return "\n".join(
        line for line in made.stdout.decode().splitlines() if not line.startswith(NOT_TABLES)
    )


def write_site(vendor: str, folder: Path) -> None:
    """Fill a migrated database, and write the file of its kind."""
    accounts, games = import_module("accounts.models"), import_module("games.models")
    connection = import_module("django.db").connection
    import_module("django.core.management").call_command("migrate", verbosity=0)
    play(import_module("tests.table.harness"), accounts, games)
    leave_traces(accounts, games)
    made = {**said(games, accounts.Rank.objects), "sql": sql(connection)}
    target = folder / f"30a70c9-{vendor}.json.gz"
    text = json.dumps(made, default=str, sort_keys=True).encode()
    target.write_bytes(gzip.compress(text, 9, mtime=0))
    sys.stdout.write(f"{target.name}: {target.stat().st_size} bytes\n")


def main() -> None:
    """Write both files into the folder that is named."""
    folder = Path(sys.argv[1])
    sys.path.insert(0, str(Path.cwd()))
    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
    import_module("django").setup()
    settings = import_module("django.conf").settings
    connections = import_module("django.db").connections
    environment = import_module("density.environment")
    server = import_module("density.embedded.valkey").start(Path(settings.DATA_DIR))
    try:
        write_site("sqlite", folder)
        with import_module("tests.postgres").embedded() as url:
            import_module("psycopg").connect(
                url.replace("/density?", "/postgres?"), autocommit=True
            ).execute("CREATE DATABASE density")
            settings.DATABASES = {"default": environment.database(url)}
            connections.settings = connections.configure_settings(settings.DATABASES)
            connections["default"].close()
            del connections["default"]
            write_site("postgresql", folder)
            connections.close_all()
    finally:
        server.stop()


if __name__ == "__main__":
    main()
