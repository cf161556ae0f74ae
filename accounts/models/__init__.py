"""The models of accounts: users, friends, ranks, AI players, Web Push, tokens, webhooks."""

from accounts.models.ai import AiAccount
from accounts.models.friends import Block, Follow
from accounts.models.push import PushChoices, PushSubscription
from accounts.models.ranks import Ladder, Mode, PerformanceNoise, Rank, RatingEvent
from accounts.models.tokens import AccessToken, SigningKey
from accounts.models.users import Audience, FormerName, Mute, User, UserManager
from accounts.models.webhooks import Webhook

__all__ = [
    "AccessToken",
    "AiAccount",
    "Audience",
    "Block",
    "Follow",
    "FormerName",
    "Ladder",
    "Mode",
    "Mute",
    "PerformanceNoise",
    "PushChoices",
    "PushSubscription",
    "Rank",
    "RatingEvent",
    "SigningKey",
    "User",
    "UserManager",
    "Webhook",
]
