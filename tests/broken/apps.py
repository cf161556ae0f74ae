"""What is broken: each variant spoils one promise in whatever process has this app installed."""

import os
import time
from importlib import import_module
from typing import Any

from django.apps import AppConfig

LEAKED_BYTES = 200_000
leaked: list[bytearray] = []
# between telling and saving: a moment in which a kill finds the transaction open
MOMENT = 0.3


def publish_before_save() -> None:
    """Publish a move before the statement that it is written by."""
    executor = import_module("games.live.executor")
    rows: Any = import_module("games.positions.rows")
    write = rows.write

    def publish_and_write(changes: Any) -> Any:
        executor.publish(changes)
        time.sleep(MOMENT)
        return write(changes)

    rows.write = publish_and_write


def no_question_check() -> None:
    """Take whatever question an answer names for the one that is open."""
    play: Any = import_module("games.live.commands.play")
    closed = play._closed
    play._closed = lambda position, seat, _: closed(position, seat, seat.question)


def no_revision_check() -> None:
    """Write a move whatever has changed since the position was read that it is made from."""
    rows: Any = import_module("games.positions.rows")
    statement, text = rows._statement, rows._text
    condition = " AND game.revision = row.was"

    def unconditional() -> str:
        whole: str = statement()
        assert condition in whole
        return whole.replace(condition, "")

    def of_any_revision(verb: str, model: Any, names: Any, where: Any) -> str:
        found: str = text(verb, model, names, where)
        return found.replace(' AND "revision" = %s', " AND %s IS NOT NULL")

    rows._statement = unconditional
    rows._text = of_any_revision


def leaking() -> None:
    """Keep what is read for a table in memory, and a key for it in Valkey."""
    snapshots: Any = import_module("games.live.snapshots")
    connection = import_module("density.platform.redis")
    usual = snapshots.snapshots

    def keeping(game_id: str, viewers: Any) -> Any:
        leaked.append(bytearray(b"x" * LEAKED_BYTES))
        connection.redis().set(f"density:seen:{game_id}", 1)
        return usual(game_id, viewers)

    snapshots.snapshots = keeping


VARIANTS = {
    "publish-before-save": publish_before_save,
    "no-question-check": no_question_check,
    "no-revision-check": no_revision_check,
    "leaking": leaking,
}


class Broken(AppConfig):
    """Spoils what VARIANT names."""

    name = "tests.broken"

    def ready(self) -> None:
        VARIANTS[os.environ["VARIANT"]]()
