"""Ranks of users, every change of them, and the fitted parameters of the ratings.

Games are referred to by id alone, since accounts must not depend on the games app.
"""

from django.db import models
from django.db.models import F, Q
from django.utils import timezone

from accounts.models.users import User


class Mode(models.TextChoices):
    """The rated ways to play, each with its own ranks: bots play among themselves."""

    RANKED = "ranked"
    BOTS = "bots"


class Rank(models.Model):
    """The estimated skill of one player in one game and mode, and the rating that pages show.

    `standing` is the cautious estimate, mu - sigma, that orders the leaderboard. A rank without
    games is an estimate from games against AI players, which only the player sees.
    """

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="ranks")
    slug = models.CharField(max_length=32)
    mode = models.CharField(max_length=8, choices=Mode.choices, default=Mode.RANKED)
    mu = models.FloatField()
    sigma = models.FloatField()
    games = models.PositiveIntegerField(default=0)
    wins = models.PositiveIntegerField(default=0)
    rating = models.IntegerField()
    standing = models.FloatField()
    # highest rating, and rung (see ratings/tiers.py); null while the rating is provisional
    best = models.IntegerField(null=True, blank=True)
    rung = models.PositiveSmallIntegerField(null=True, blank=True)
    # the places of the last ten rated games, oldest first
    trend = models.JSONField(default=list, blank=True)
    # end of the last rated game; null before the first
    rated_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        """One rank per player, game and mode."""

        constraints = (
            models.UniqueConstraint(fields=("user", "slug", "mode"), name="rank_once"),
            models.CheckConstraint(condition=Q(wins__lte=F("games")), name="rank_wins_are_games"),
            models.CheckConstraint(condition=Q(sigma__gt=0), name="rank_is_never_certain"),
            models.CheckConstraint(
                condition=Q(best__isnull=True, rung__isnull=True)
                | Q(best__isnull=False, rung__isnull=False),
                name="rank_best_with_rung",
            ),
        )
        indexes = (
            models.Index(fields=("slug", "mode", "-standing"), name="rank_by_standing"),
            models.Index(fields=("slug", "mode", "-rated_at"), name="rank_by_time"),
        )

    def __str__(self) -> str:
        """Return the user, the game and the rating."""
        return f"{self.user} {self.slug} {self.rating}"


class RatingEvent(models.Model):
    """The rating change of one player by one finished game, and its reasons.

    Written once, never changed. `lines` splits the change by opponent:
    {"seat", "name", "expected", "actual", "points", "new"}; the points add up to the change. "new"
    says that the opponent was new and counted little; old lines lack it.
    """

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="rating_events")
    game = models.CharField(max_length=12)
    slug = models.CharField(max_length=32)
    mode = models.CharField(max_length=8, choices=Mode.choices, default=Mode.RANKED)
    at = models.DateTimeField(default=timezone.now, editable=False)
    seat = models.PositiveSmallIntegerField()
    place = models.PositiveSmallIntegerField()
    # the player abandoned the game, and a stand-in reached the place
    left = models.BooleanField(default=False)
    # the performance noise used to rate this game
    noise = models.FloatField(db_column="luck")
    mu_before = models.FloatField()
    sigma_before = models.FloatField()
    mu_after = models.FloatField()
    sigma_after = models.FloatField()
    rating_before = models.IntegerField()
    rating_after = models.IntegerField()
    rung_before = models.PositiveSmallIntegerField(null=True, blank=True)
    rung_after = models.PositiveSmallIntegerField(null=True, blank=True)
    lines = models.JSONField(default=list)

    class Meta:
        """A game changes the rank of a user at most once."""

        constraints = (
            models.UniqueConstraint(fields=("user", "game"), name="rating_event_once"),
            models.CheckConstraint(condition=Q(place__gte=1), name="rating_event_has_a_place"),
        )
        indexes = (
            models.Index(fields=("user", "slug", "mode", "-at"), name="rating_event_by_user"),
            models.Index(fields=("slug", "mode", "-at"), name="rating_event_by_time"),
            models.Index(fields=("game",), name="rating_event_by_game"),
        )

    def __str__(self) -> str:
        """Return the user, the game and the change."""
        return f"{self.user} {self.game} {self.rating_after - self.rating_before:+d}"

    @property
    def change(self) -> int:
        """The change in points."""
        return self.rating_after - self.rating_before


class PerformanceNoise(models.Model):
    """The performance noise of a game (TrueSkill's beta), fitted from pairs of players.

    Version 0 is the scale of the shown points, which the first fit saves for good.
    """

    slug = models.CharField(max_length=32)
    mode = models.CharField(max_length=8, choices=Mode.choices, default=Mode.RANKED)
    version = models.PositiveIntegerField()
    noise = models.FloatField(db_column="luck")
    pairs = models.PositiveIntegerField(default=0)
    at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        """Fits are numbered from 1."""

        db_table = "accounts_luck"
        verbose_name_plural = "performance noise"
        constraints = (
            models.UniqueConstraint(fields=("slug", "mode", "version"), name="luck_once"),
            models.CheckConstraint(condition=Q(noise__gt=0), name="luck_is_never_nothing"),
        )

    def __str__(self) -> str:
        """Return the game, the version and the noise."""
        return f"{self.slug} {self.version}: {self.noise:.2f}"


class Ladder(models.Model):
    """The boundaries between the rungs, computed from the players' ratings; the newest applies."""

    slug = models.CharField(max_length=32)
    mode = models.CharField(max_length=8, choices=Mode.choices, default=Mode.RANKED)
    version = models.PositiveIntegerField()
    players = models.PositiveIntegerField(default=0)
    lines = models.JSONField()
    at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        """Versions are numbered from 1."""

        constraints = (
            models.UniqueConstraint(fields=("slug", "mode", "version"), name="ladder_once"),
        )

    def __str__(self) -> str:
        """Return the game, the version and the number of players."""
        return f"{self.slug} {self.version}: {self.players} players"
