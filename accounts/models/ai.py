"""AI players with names of their own, and the rating that each has in one game."""

from django.db import models
from django.db.models import Q
from django.utils import timezone


class AiAccount(models.Model):
    """An AI player of one game and level. It is not a user: it has no login, mail or friends.

    `mu` and `sigma` start at the measured strength of the level. Only games against players of
    known strength change them, and `results` counts those games. `places` counts all finished
    games by place, as {"1": 12}. `recent` lists the ids of the last public games, oldest first.
    `days` lists [day, rating, results] after the last counted game of each day, oldest first.
    """

    slug = models.CharField(max_length=32)
    name = models.CharField(max_length=16)
    level = models.CharField(max_length=8)
    mu = models.FloatField()
    sigma = models.FloatField()
    rating = models.IntegerField()
    results = models.PositiveIntegerField(default=0)
    places = models.JSONField(default=dict, blank=True)
    recent = models.JSONField(default=list, blank=True)
    days = models.JSONField(default=list, blank=True)
    made_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        """One account per game and name."""

        verbose_name = "AI account"
        constraints = (
            models.UniqueConstraint(fields=("slug", "name"), name="ai_account_once"),
            models.CheckConstraint(condition=Q(sigma__gt=0), name="ai_account_is_never_certain"),
        )
        indexes = (models.Index(fields=("slug", "level"), name="ai_account_by_level"),)

    def __str__(self) -> str:
        """Return the name, the game and the rating."""
        return f"{self.name} {self.slug} {self.rating}"

    @property
    def games(self) -> int:
        """Return the number of finished games."""
        return sum(self.places.values())
