"""What is broken: each app spoils one promise in whatever process has it installed."""

import time
from importlib import import_module
from typing import Any

from django.apps import AppConfig

LEAKED_BYTES = 200_000
leaked: list[bytearray] = []
# between telling and saving: a moment in which a kill finds the transaction open
MOMENT = 0.3


class PublishBeforeSave(AppConfig):
    """A move is published before it is committed."""

    name = "tests.broken"
    label = "publish_before_save"

    def ready(self) -> None:
        """Publish before the statement that every change is written by."""
        executor, rows = import_module("games.table.executor"), import_module("games.table.rows")
        write = rows.write

        def publish_and_write(changes: Any) -> Any:
            executor.publish(changes)
            time.sleep(MOMENT)
            return write(changes)

        rows.write = publish_and_write  # type: ignore[attr-defined] # it has one


class NoQuestionCheck(AppConfig):
    """Whatever question an answer names, it counts for the one that is open."""

    name = "tests.broken"
    label = "no_question_check"

    def ready(self) -> None:
        """Let the handler believe that the question named is the open one."""
        handler = import_module("games.table.play")
        closed = handler._closed

        def believing(position: Any, seat: Any, question: int) -> Any:
            return closed(position, seat, seat.question)

        handler._closed = believing  # type: ignore[attr-defined] # it has one


class NoRevisionCheck(AppConfig):
    """A move is written whatever has changed since the position was read that it is made from."""

    name = "tests.broken"
    label = "no_revision_check"

    def ready(self) -> None:
        """Take the condition out of the statements."""
        rows = import_module("games.table.rows")
        statement, text = rows._statement, rows._text
        condition = " AND game.revision = row.was"

        def unconditional() -> str:
            whole: str = statement()
            assert condition in whole
            return whole.replace(condition, "")

        def of_any_revision(verb: str, model: Any, names: Any, where: Any) -> str:
            found: str = text(verb, model, names, where)
            return found.replace(' AND "revision" = %s', " AND %s IS NOT NULL")

        rows._statement = unconditional  # type: ignore[attr-defined] # it has one
        rows._text = of_any_revision  # type: ignore[attr-defined] # it has one


class Leaking(AppConfig):
    """What is read for a table stays in memory, and a key for it in Valkey."""

    name = "tests.broken"
    label = "leaking"

    def ready(self) -> None:
        """Put a reader that forgets nothing in place of the usual one."""
        snapshots = import_module("games.table.snapshots")
        connection = import_module("games.table.redis")
        usual = snapshots.snapshots

        def leaking(game_id: str, viewers: Any) -> Any:
            leaked.append(bytearray(b"x" * LEAKED_BYTES))
            connection.redis().set(f"density:seen:{game_id}", 1)
            return usual(game_id, viewers)

        snapshots.snapshots = leaking  # type: ignore[attr-defined] # it has one
