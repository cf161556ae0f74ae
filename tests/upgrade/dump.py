"""Writes COMMIT.json.gz: the database of a site of that commit, and what it says of it.

Run by the code of that commit, in a work tree of it, with the packages of this tree:

    git worktree add ../before e05cc4b
    cd ../before
    <this tree>/.venv/bin/python <this tree>/tests/upgrade/dump.py e05cc4b <this tree>/tests/upgrade
    git worktree remove ../before

People play through the functions of the table until there are: a casual game of Density Deck in its
second match, a ranked one, a duel of which one throw is made in secret, a table that waits and one
that is being sealed; finished games of both, casual and ranked. `rows` are those of dumpdata,
`records` what could be downloaded of each finished game, `styles` what profiles say, `ranks` the
numbers of ranked players, `views` what each seat of a running game saw last.
"""

import gzip
import json
import os
import random
import sys
from importlib import import_module
from io import StringIO
from pathlib import Path
from typing import Any, NamedTuple

APPS = ("accounts", "account", "games", "matchmaking")
PASSWORD = "eleven-kinds-of-cards"


class Names(NamedTuple):
    """Where a commit has what is used of it, and what it calls it."""

    stage: str
    users: str
    game_log: str
    snapshots: str
    profile: str
    stats: str


NAMES = {
    "665a2d0": Names(
        *("tests.table.stage", "people", "games.table.history", "games.table.history"),
        *("games.table.profile", "Tally"),
    ),
    "e05cc4b": Names(
        *("tests.table.harness", "make_users", "games.records.game_log", "games.table.snapshots"),
        *("games.records.profile", "PlayerStats"),
    ),
}


def play(stage: Any, models: Any, names: Names) -> None:
    """Fill the database."""
    mira, ola, tomasz, kestrel = getattr(stage, names.users)(4)
    mira.email = "mira@example.org"
    mira.set_password(PASSWORD)
    mira.save()

    def finished(users: list[Any], *, rated: bool = False, seed: int = 1, **options: Any) -> None:
        game = stage.playing_game(users, **options)
        models.Game.objects.filter(pk=game.pk).update(rated=rated)
        stage.Driver(game.pk, random.Random(seed)).finish()

    finished([mira, ola], ais=1, lives=3)
    for seed in (2, 3):
        finished([mira, ola, tomasz, kestrel], rated=True, seed=seed, lives=3)
    finished([mira, ola], rated=True, slug="rps-extreme", target=9)
    finished([tomasz, mira], slug="rps-extreme", target=5)

    casual = stage.playing_game([mira, ola], ais=2, lives=4)
    driver = stage.Driver(casual.pk, random.Random(5))
    while models.Match.objects.filter(game=casual).count() < 2:
        driver.step()
    for _ in range(7):
        driver.step()
    users = [models.User.objects.create_user(f"Ranked {number}") for number in range(4)]
    rated = stage.playing_game(users, lives=2)
    models.Game.objects.filter(pk=rated.pk).update(rated=True)
    for _ in range(6):
        stage.Driver(rated.pk, random.Random(6)).step()
    duel = stage.playing_game([tomasz, kestrel], slug="rps-extreme", target=7)
    driver = stage.Driver(duel.pk, random.Random(7))
    while models.Match.objects.filter(game=duel).count() < 2:
        driver.step()
    while models.Seat.objects.filter(game=duel, asked=True).count() != 1:
        driver.step()
    waiting = [models.User.objects.create_user(f"Waiting {number}") for number in range(3)]
    stage.open_table(waiting[0], seats=3)
    sealing = stage.open_game(waiting[1:])
    deal = import_module("games.engine.deal")
    dealing = import_module("games.table.dealing")
    dealing.pledge(sealing.pk, waiting[1].pk, deal.pledge(stage.bytes_of(waiting[1])))


def said(models: Any, names: Names) -> dict[str, Any]:
    """What the site says of finished games, of players and to the seats of running games."""
    game_log, snapshots = import_module(names.game_log), import_module(names.snapshots)
    profile = import_module(names.profile).profile
    finished = models.Game.objects.filter(status="finished").order_by("finished_at")
    stats = (
        getattr(models, names.stats)
        .objects.order_by("user", "slug", "rated")
        .select_related("user")
    )
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
            models.Rank.objects.order_by("pk").values_list(
                "user__name", "slug", "rating", "games", "mu", "sigma"
            )
        ),
        "views": [
            (seat.game_id, seat.user_id, snapshots.snapshot(seat.game_id, seat.user_id)["view"])
            for seat in models.Seat.objects.filter(game__status="playing", user__isnull=False)
        ],
    }


class Models:
    """The models of the older version by their names."""

    def __getattr__(self, name: str) -> Any:
        """The model of that name."""
        folder = "accounts.models" if name in ("User", "Rank") else "games.models"
        return getattr(import_module(folder), name)


def main() -> None:
    """Write the file of the commit that is named into the folder that is named."""
    commit, folder = sys.argv[1:]
    names = NAMES[commit]
    sys.path.insert(0, str(Path.cwd()))
    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
    import_module("django").setup()
    settings = import_module("django.conf").settings
    call_command = import_module("django.core.management").call_command
    server = import_module("density.embedded.valkey").start(Path(settings.DATA_DIR))
    try:
        call_command("migrate", verbosity=0)
        models = Models()
        play(import_module(names.stage), models, names)
        rows = StringIO()
        call_command("dumpdata", *APPS, stdout=rows)
        made = {"rows": json.loads(rows.getvalue()), **said(models, names)}
    finally:
        server.stop()
    text = json.dumps(made, default=str, sort_keys=True).encode()
    target = Path(folder) / f"{commit}.json.gz"
    target.write_bytes(gzip.compress(text, 9, mtime=0))
    sys.stdout.write(f"{len(made['rows'])} rows, {target.stat().st_size} bytes\n")


if __name__ == "__main__":
    main()
