"""Puzzles for tests, without mining."""

from typing import Any

from games.analysis import puzzles
from games.engine.contract import Json
from games.models import Puzzle

SLUG = "density-deck"
SEATS = [
    {"lives": 4, "status": "standing", "known": [], "discards": ["Bl5"]},
    {"lives": 6, "status": "standing", "known": ["Aq5"], "discards": ["Re3", "Pu3"]},
    {"lives": 2, "status": "surrendered", "known": [], "discards": []},
    {"lives": 0, "status": "out", "known": [], "discards": []},
]
POSITION = {
    "round": 3,
    "stake": 3,
    "price": 2,
    "pile": 21,
    "dealer": 1,
    "hand": ["Ye4", "Ye3", "Co8"],
    "drawn": None,
    "center": ["Ye5", "Bl3"],
    "scores": 60,
    "seats": SEATS,
}
FIGHT = [["fight", 0.512], ["on", 0.401], ["surrender", 0.313]]
HAND = ["Ye4", "Ye3", "Co8", "Wh6"]
DISCARDING = {
    "hand": HAND,
    "drawn": "Wh6",
    "scores": dict(zip(HAND, (12, 9, 40, 68), strict=True)),
}
DISCARDS = [["Wh6", 0.5], ["Co8", 0.4], ["Ye4", 0.3], ["Ye3", 0.2]]


def make_found_puzzle(number: int = 1, **changes: Any) -> Json:
    """Return a mined puzzle; the number makes its position unique."""
    return {
        "question": "fight",
        "kind": "fight",
        "theme": "timing",
        "position": {**POSITION, "pile": number, **changes.pop("position", {})},
        "worth": FIGHT,
        "gap": 0.1,
        "top": 0.71,
        "rating": 1500,
        "match": number,
        **changes,
    }


def save_puzzle(number: int = 1, **changes: Any) -> Puzzle:
    """Save such a puzzle."""
    made = puzzles.build_puzzle(SLUG, make_found_puzzle(number, **changes), f"simulated-1-{number}")
    made.save()
    return made
