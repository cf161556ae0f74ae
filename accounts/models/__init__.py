"""The models of accounts: users, mutes, ranks and rating parameters."""

from accounts.models.ranks import Ladder, Mode, PerformanceNoise, Rank, RatingEvent
from accounts.models.users import Mute, User, UserManager

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
