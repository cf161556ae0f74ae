"""Lets the workers close made-up deadlines by one statement instead of playing a move."""

from collections.abc import Sequence
from importlib import import_module
from typing import Any

from django.apps import AppConfig
from django.db.models import F
from django.db.models.functions import Now

MADE_UP = "row"


class MadeUpDeadlines(AppConfig):
    """Rows of games whose names begin so are closed by the task; all others go on to the task."""

    name = "bench"
    label = "made_up_deadlines"

    def ready(self) -> None:
        """Wrap what answers lists of deadlines."""
        door = import_module("games.live.due")
        seats = import_module("games.models").Seat.objects
        answer = door.answer

        def close(due: Sequence[Any], by: Any) -> Any:
            for game_id, index, question in due:
                if game_id.startswith(MADE_UP):
                    asked = seats.filter(game=game_id, index=index, question=question, asked=True)
                    # when it was done and how often, for the count of what was lost or done twice
                    asked.filter(due_at__lte=Now()).update(
                        asked=False, due_at=None, turn_at=Now(), turns=F("turns") + 1
                    )
            return answer([each for each in due if not each[0].startswith(MADE_UP)], by)

        door.answer = close
