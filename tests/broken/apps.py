"""The variants, each of which breaks one guarantee in every process with this app."""

import os
import time
from importlib import import_module
from typing import Any

from django.apps import AppConfig

LEAKED_BYTES = 200_000
leaked: list[bytearray] = []
# between publishing and saving: time for a kill while the transaction is open
MOMENT = 0.3


def publish_before_save() -> None:
    """Publish a move before it is written."""
    executor = import_module("games.live.executor")
    rows: Any = import_module("games.positions.rows")
    write = rows.write_changes

    def publish_and_write(changes: Any) -> Any:
        executor.publish_committed(changes)
        time.sleep(MOMENT)
        return write(changes)

    rows.write_changes = publish_and_write


def no_question_check() -> None:
    """Accept an answer to any question as one to the open question."""
    play: Any = import_module("games.live.commands.play")
    closed = play._refuse_closed
    play._refuse_closed = lambda position, seat, _: closed(position, seat, seat.question)


def no_revision_check() -> None:
    """Write a move even if the position has changed since it was read."""
    rows: Any = import_module("games.positions.rows")
    statement, text = rows._write_statement, rows._sql_text
    condition = " AND game.revision = row.was"

    def unconditional() -> str:
        whole: str = statement()
        assert condition in whole
        return whole.replace(condition, "")

    def of_any_revision(verb: str, model: Any, names: Any, where: Any) -> str:
        found: str = text(verb, model, names, where)
        return found.replace(' AND "revision" = %s', " AND %s IS NOT NULL")

    rows._write_statement = unconditional
    rows._sql_text = of_any_revision


def leak_memory() -> None:
    """Leak memory, and a key in Valkey, with every reading of a table."""
    snapshots: Any = import_module("games.live.snapshots")
    connection = import_module("density.platform.redis")
    usual = snapshots.make_snapshots

    def keeping(game_id: str, viewers: Any) -> Any:
        leaked.append(bytearray(b"x" * LEAKED_BYTES))
        connection.redis_connection().set(f"density:seen:{game_id}", 1)
        return usual(game_id, viewers)

    snapshots.make_snapshots = keeping


VARIANTS = {
    "publish-before-save": publish_before_save,
    "no-question-check": no_question_check,
    "no-revision-check": no_revision_check,
    "leaking": leak_memory,
}


class Broken(AppConfig):
    """Breaks the site as VARIANT says."""

    name = "tests.broken"

    def ready(self) -> None:
        VARIANTS[os.environ["VARIANT"]]()
