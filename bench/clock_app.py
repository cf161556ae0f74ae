"""Lets the workers close made-up deadlines by one statement instead of playing a move."""

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
        """Wrap the task."""
        door = import_module("games.table.play")
        seats = import_module("games.models").Seat.objects
        expire_turn = door.expire_turn

        def close(game_id: str, index: int, question: int) -> Any:
            if not game_id.startswith(MADE_UP):
                return expire_turn(game_id, index, question)
            asked = seats.filter(game=game_id, index=index, question=question, asked=True)
            # when it was done and how often, for the count of what was lost or done twice
            return asked.filter(due_at__lte=Now()).update(
                asked=False, due_at=None, turn_at=Now(), turns=F("turns") + 1
            )

        door.expire_turn = close
