"""How strong users are, every change of it, and the fitted parameters of the ratings.

Games are named by their id alone: accounts know nothing of the tables above them.
"""

from django.db import models
from django.db.models import F, Q
from django.utils import timezone

from accounts.models.users import User


class Mode(models.TextChoices):
    """The ways to play that are rated, each with its own ranks."""

    RANKED = "ranked"


class Rank(models.Model):
    """The estimated skill of one player in one game and mode, and the rating that pages show.

    `standing` is the careful guess, mu - sigma, by which the leaderboard is ordered. A rank without
    games is a first guess from games against AI players, which only the player sees.
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
    # the highest rating, and the rung of ratings/tiers.py; null while the rating is provisional
    best = models.IntegerField(null=True, blank=True)
    rung = models.PositiveSmallIntegerField(null=True, blank=True)
    # the places of the last ten rated games, oldest first
    trend = models.JSONField(default=list, blank=True)
    # the last rated game; null before the first
    rated_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        """One for each player, game and mode."""

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
    """One finished game of one player: what the rank was, what it became, and why.

    Written once, never changed. `lines` are the parts of the change, one for each opponent:
    {"seat", "name", "expected", "actual", "points", "new"}; the points sum to it. "new" says that
    the opponent was new and counted little; lines of earlier times do not have it.
    """

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="rating_events")
    game = models.CharField(max_length=12)
    slug = models.CharField(max_length=32)
    mode = models.CharField(max_length=8, choices=Mode.choices, default=Mode.RANKED)
    at = models.DateTimeField(default=timezone.now, editable=False)
    seat = models.PositiveSmallIntegerField()
    place = models.PositiveSmallIntegerField()
    # whether the player abandoned the game, and a stand-in reached the place
    left = models.BooleanField(default=False)
    # the performance noise by which this game was rated
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
        """The points that the game brought."""
        return self.rating_after - self.rating_before


class PerformanceNoise(models.Model):
    """The performance noise of a game (TrueSkill's beta), as fitted from pairs of players."""

    slug = models.CharField(max_length=32)
    mode = models.CharField(max_length=8, choices=Mode.choices, default=Mode.RANKED)
    version = models.PositiveIntegerField()
    noise = models.FloatField(db_column="luck")
    pairs = models.PositiveIntegerField(default=0)
    at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        """Versions are numbered from 1."""

        db_table = "accounts_luck"
        verbose_name_plural = "performance noise"
        constraints = (
            models.UniqueConstraint(fields=("slug", "mode", "version"), name="luck_once"),
            models.CheckConstraint(condition=Q(noise__gt=0), name="luck_is_never_nothing"),
        )

    def __str__(self) -> str:
        """Which version, how much."""
        return f"{self.slug} {self.version}: {self.noise:.2f}"


class Ladder(models.Model):
    """The lines between the rungs, as the ratings of players drew them; the newest counts."""

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
        """Which version, of how many."""
        return f"{self.slug} {self.version}: {self.players} players"
