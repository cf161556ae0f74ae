"""A player's costliest decision in the last game that the coach has reviewed."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import Max

from games.analysis.review import VERSION, review_progress
from games.analysis.weighing import LEAST
from games.models import Result, Review


class Reviewed(NamedTuple):
    """A game of a player, when its last review was asked for, and whether all matches have one."""

    result: Result
    at: datetime
    complete: bool


class Costliest(NamedTuple):
    """A decision by its place in the replay, and its cost in games won."""

    result: Result
    match: int
    step: int
    cost: float


def find_reviewed(results: Sequence[Result]) -> Reviewed | None:
    """Return the first of these results whose game the coach has begun to review."""
    rows = _reviews_of([result.game_id for result in results]).order_by()
    asked_at = dict(rows.values_list("game").annotate(Max("asked_at")))
    reviewed = (result for result in results if result.game_id in asked_at)
    result = next(reviewed, None)
    if result is None:
        return None
    progress = review_progress(result.game_id)
    return Reviewed(result, asked_at[result.game_id], progress["made"] >= progress["of"])


def find_costliest(result: Result) -> Costliest | None:
    """Return the owner's costliest decision that is known of a game, in one query.

    At first the coach has a single finding, before the review of its match.
    """
    columns = ("match", "data__decisions", "data__finding")
    rows: Any = _reviews_of([result.game_id]).values_list(*columns)
    own = [
        Costliest(result, match, choice["step"], choice["cost"])
        for match, decisions, finding in rows
        for choice in decisions or [finding]
        if choice["seat"] == result.seat and choice["own"] and choice["cost"] >= LEAST
    ]
    return max(own, key=lambda decision: decision.cost, default=None)


def _reviews_of(game_ids: Sequence[str]) -> Any:
    return Review.objects.filter(game__in=game_ids, version=VERSION, data__isnull=False)
