"""Finds the kind of mistake that cost a player most in a game, from the coach's reviews."""

from collections import defaultdict

from django.utils.formats import number_format

from games.analysis.review import read_decisions, review_progress
from games.game_type import GameType

# the least that a kind of mistake costs in a whole game to be mentioned, in games won
LEAST = 0.03


def describe_costliest(game_type: GameType, game_id: str, seat: int) -> str | None:
    """Return a sentence about the costliest kind of mistake of a seat's owner; "" without one.

    It is None until the coach has reviewed every match.
    """
    reviewer = game_type.reviewer
    if reviewer is None or reviewer.habit is None:
        return ""
    progress = review_progress(game_id)
    if progress["made"] < progress["of"]:
        return None
    costs = defaultdict[str, float](float)
    for decision in read_decisions(game_id):
        if decision["seat"] == seat and decision["own"] and decision["cost"] > 0:
            # equally costly actions are nearly always of the same kind
            chosen = next(
                option for option in decision["options"] if option["cost"] == decision["cost"]
            )
            best = decision["options"][0]
            costs[str(reviewer.habit(best["action"], chosen["action"]))] += decision["cost"]
    sentence, cost = max(costs.items(), key=lambda item: item[1], default=("", 0.0))
    return sentence % {"cost": number_format(100 * cost, 1)} if cost >= LEAST else ""
