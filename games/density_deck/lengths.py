"""How long games of Density Deck take: medians of simulated games."""

from games.game_type import Minutes

# minutes by the level of the AI players, or among people, and by length
# what follows is measured: python -m bench.lengths --write
MINUTES: Minutes = {
    "easy": {"usual": 3, "quick": 2},
    "steady": {"usual": 3, "quick": 1},
    "medium": {"usual": 3, "quick": 1},
    "hard": {"usual": 3, "quick": 1},
    "master": {"usual": 3, "quick": 1},
    "people": {"usual": 9},
}
