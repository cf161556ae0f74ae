"""What is stored of people: who they are, whom they mute, how strong they are."""

from accounts.models.people import Mute, User, UserManager
from accounts.models.ranks import Ladder, Mode, PerformanceNoise, Rank, RatingEvent

__all__ = [
    "Ladder",
    "Mode",
    "Mute",
    "PerformanceNoise",
    "Rank",
    "RatingEvent",
    "User",
    "UserManager",
]
