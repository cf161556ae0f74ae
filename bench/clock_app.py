"""Lets the workers close the benchmark's deadlines with one statement instead of a move."""

from collections.abc import Sequence
from importlib import import_module
from typing import Any

from django.apps import AppConfig
from django.db.models import F
from django.db.models.functions import Now

MADE_UP = "row"


class MadeUpDeadlines(AppConfig):
    """Handles rows of games whose ids begin with MADE_UP; others are answered as usual."""

    name = "bench"
    label = "made_up_deadlines"

    def ready(self) -> None:
        """Wrap the function that answers lists of deadlines."""
        module: Any = import_module("games.live.due")
        seats = import_module("games.models").Seat.objects
        answer_due = module.answer_due

        def close(due: Sequence[Any], by: Any) -> Any:
            for game_id, index, question in due:
                if game_id.startswith(MADE_UP):
                    rows = seats.filter(game=game_id, index=index, question=question, asked=True)
                    # time and number of answers, to count those that were lost or done twice
                    rows.filter(due_at__lte=Now()).update(
                        asked=False, due_at=None, turn_at=Now(), turns=F("turns") + 1
                    )
            return answer_due([entry for entry in due if not entry[0].startswith(MADE_UP)], by)

        module.answer_due = close
