"""The users whom a user follows and blocks."""

from django.db import models
from django.utils import timezone

from accounts.models.users import User


class Follow(models.Model):
    """A follow: the followed user is on the owner's list of friends."""

    owner = models.ForeignKey(User, on_delete=models.CASCADE, related_name="follows")
    followed = models.ForeignKey(User, on_delete=models.CASCADE, related_name="followers")
    at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        """Once for each pair, and never oneself."""

        constraints = (
            models.UniqueConstraint(fields=("owner", "followed"), name="follow_once"),
            models.CheckConstraint(
                condition=~models.Q(owner=models.F("followed")), name="follow_another"
            ),
        )

    def __str__(self) -> str:
        """Return the owner and the followed user."""
        return f"{self.owner} follows {self.followed}"


class Block(models.Model):
    """A block: the two users never meet, see or invite each other."""

    owner = models.ForeignKey(User, on_delete=models.CASCADE, related_name="blocks")
    blocked = models.ForeignKey(User, on_delete=models.CASCADE, related_name="blocked_by")
    at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        """Once for each pair, and never oneself."""

        constraints = (
            models.UniqueConstraint(fields=("owner", "blocked"), name="block_once"),
            models.CheckConstraint(
                condition=~models.Q(owner=models.F("blocked")), name="block_another"
            ),
        )

    def __str__(self) -> str:
        """Return the owner and the blocked user."""
        return f"{self.owner} blocks {self.blocked}"
