"""What is broken: each app spoils one promise in whatever process has it installed."""

import asyncio
import sys
import time
from collections.abc import Callable
from importlib import import_module
from typing import Any

from django.apps import AppConfig

# between telling and saving: a moment in which a kill finds the transaction open
MOMENT = 0.3


class PublishBeforeSave(AppConfig):
    """A move is published before it is committed."""

    name = "tests.faults.broken"
    label = "publish_before_save"

    def ready(self) -> None:
        """Put hasty functions in place of the patient ones, wherever they were imported."""
        publisher = import_module("games.table.broadcast")
        import_module("games.tasks")
        patient = publisher.publish_on_commit

        def hasty(game_id: str, build: Callable[[], Any]) -> None:
            publisher._publish(game_id, build())
            time.sleep(MOMENT)

        for module in list(sys.modules.values()):
            if getattr(module, "publish_on_commit", None) is patient:
                module.publish_on_commit = hasty  # type: ignore[attr-defined] # it has one

        moves = import_module("games.consumers.moves")
        write = moves.write

        async def publish_and_write(made: Any) -> Any:
            moves.publish(made)
            await asyncio.sleep(MOMENT)
            return await write(made)

        moves.write = publish_and_write  # type: ignore[attr-defined] # it has one

        due = import_module("games.table.due")
        write_all = due._write

        def publish_and_write_all(made: Any) -> Any:
            publisher.publish(*filter(None, map(due._announced, made)))
            time.sleep(MOMENT)
            return write_all(made)

        due._write = publish_and_write_all  # type: ignore[attr-defined] # it has one


class NoQuestionCheck(AppConfig):
    """Whatever question an answer names, it counts for the one that is open."""

    name = "tests.faults.broken"
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

    name = "tests.faults.broken"
    label = "no_revision_check"

    def ready(self) -> None:
        """Take the condition out of the statements."""
        rows = import_module("games.table.rows")
        statement, text = rows._statement, rows._text
        condition = " AND game.revision = row.was"

        def unconditional(*columns: Any) -> str:
            whole: str = statement(*columns)
            assert condition in whole
            return whole.replace(condition, "")

        def of_any_revision(verb: str, model: Any, names: Any, where: Any) -> str:
            found: str = text(verb, model, names, where)
            return found.replace(' AND "revision" = %s', " AND %s IS NOT NULL")

        rows._statement = unconditional  # type: ignore[attr-defined] # it has one
        rows._text = of_any_revision  # type: ignore[attr-defined] # it has one
