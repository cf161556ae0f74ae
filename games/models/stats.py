"""Statistics of finished games: one row per seat and game, and the sums per player."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from games.models.game import MOST_SEATS, Game


class GameStats(models.Model):
    """The statistics of one seat in a single game, or the sums over many games."""

    # matches played and matches won
    matches = models.PositiveIntegerField(default=0)
    won = models.PositiveIntegerField(default=0)
    # {"called_won", "called_lost", "faced_won", "faced_lost": {round, as text: times}}
    fights = models.JSONField(default=dict)
    # all surrenders, and those that cost less than the fight that ended their match
    surrenders = models.PositiveIntegerField(default=0)
    saved = models.PositiveIntegerField(default=0)
    # lives that others lost in fights that this seat won, and lives that this seat lost
    dealt = models.PositiveIntegerField(default=0)
    taken = models.PositiveIntegerField(default=0)
    # {suit: matches won with it as the base}
    colors = models.JSONField(default=dict)
    # other numbers that the game counts, by name: GameType.stats
    counts = models.JSONField(default=dict)
    # all answers to questions, and those that a stand-in gave
    answers = models.PositiveIntegerField(default=0)
    helped = models.PositiveIntegerField(default=0)

    class Meta:
        abstract = True


class Result(GameStats):
    """The result of a finished game for one player's or guest's seat; never changed.

    The user is null once the account is deleted: the seat keeps its numbers.
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="results")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="results"
    )
    slug = models.CharField(max_length=32)
    rated = models.BooleanField()
    finished_at = models.DateTimeField()
    seat = models.PositiveSmallIntegerField()
    place = models.PositiveSmallIntegerField()
    seats = models.PositiveSmallIntegerField()
    # lives left at the end, or the points of a game that is played for points
    lives = models.PositiveSmallIntegerField()
    # the highest score of the game, if any match was scored, and its base color, if it had one
    best_score = models.IntegerField(null=True)
    best_suit = models.CharField(max_length=16, blank=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("game", "seat"), name="result_once_per_seat"),
            models.CheckConstraint(
                condition=Q(place__gte=1, place__lte=MOST_SEATS, seat__lt=MOST_SEATS),
                name="result_place_and_seat_range",
            ),
        )
        indexes = (
            models.Index(fields=("user", "-finished_at", "-id"), name="result_by_user_and_time"),
        )

    def __str__(self) -> str:
        return f"{self.game_id}/{self.seat} place {self.place}"


class Attribution(models.Model):
    """The parts of luck and decisions in the result of a seat, in games won; not used in ratings.

    The parts add up to the result: games.engine.contract.Attribution. A newer version of the
    calculation replaces it. AI players have one too; the owner of a seat is in its Result.
    The decisions are `others` plus `own`: old rows have two parts, new ones have all in `own`.
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="attributions")
    seat = models.PositiveSmallIntegerField()
    version = models.PositiveSmallIntegerField()
    start = models.FloatField()
    deal = models.FloatField()
    flips = models.FloatField()
    draws = models.FloatField()
    others = models.FloatField()
    own = models.FloatField()

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("game", "seat"), name="attribution_once_per_seat"),
            models.CheckConstraint(
                condition=Q(seat__lt=MOST_SEATS, start__gt=0, start__lte=1),
                name="attribution_seat_and_start_range",
            ),
        )

    def __str__(self) -> str:
        return f"{self.game_id}/{self.seat}"

    @property
    def decisions(self) -> float:
        """The part of the result that decisions caused."""
        return self.others + self.own


class PlayerStats(GameStats):
    """The sums of a user's results in one game, rated and unrated games apart."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="stats"
    )
    slug = models.CharField(max_length=32)
    rated = models.BooleanField()
    games = models.PositiveIntegerField(default=0)
    # {place, as text: times}
    places = models.JSONField(default=dict)

    class Meta:
        verbose_name = "player stats"
        verbose_name_plural = "player stats"
        constraints = (
            models.UniqueConstraint(
                fields=("user", "slug", "rated"), name="player_stats_once_per_user"
            ),
        )

    def __str__(self) -> str:
        return f"{self.user_id} {self.slug} {'ranked' if self.rated else 'casual'}"


class DealStatistics(models.Model):
    """How often each card was dealt in the finished games of a game type.

    `counts` is {part: {code of a card: times}}, with the parts of games.game_type.DealCounts. The
    games up to `counted_until` and `last_game`, in this order, are counted.
    """

    slug = models.CharField(primary_key=True, max_length=32)
    games = models.PositiveIntegerField(default=0)
    matches = models.PositiveIntegerField(default=0)
    counts = models.JSONField(default=dict)
    counted_until = models.DateTimeField(null=True)
    last_game = models.CharField(max_length=12, blank=True)

    class Meta:
        verbose_name_plural = "deal statistics"

    def __str__(self) -> str:
        return f"deals of {self.slug}"
