"""How long games of Rock Paper Scissors Extreme take: medians of simulated games."""

from games.game_type import Minutes

# minutes by the level of the AI players, or among people, and by length
# what follows is measured: python -m bench.lengths --write
MINUTES: Minutes = {
    "easy": {"usual": 12},
    "medium": {"usual": 10},
    "hard": {"usual": 10},
    "people": {"usual": 12},
}
