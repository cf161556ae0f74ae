"""What is broken: each app spoils one promise in whatever process has it installed."""

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
        """Put the hasty publisher in place of the patient one, wherever it was imported."""
        publisher = import_module("games.table.broadcast")
        import_module("games.tasks")
        patient = publisher.publish_on_commit

        def hasty(game_id: str, build: Callable[[], Any]) -> None:
            publisher._tell(game_id, build())
            time.sleep(MOMENT)

        for module in list(sys.modules.values()):
            if getattr(module, "publish_on_commit", None) is patient:
                module.publish_on_commit = hasty  # type: ignore[attr-defined] # it has one


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
