"""Puzzles (positions with one best choice), the skills of users, and their attempts."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils import timezone


class Puzzle(models.Model):
    """A position of a finished or simulated game, as one seat saw it, without names.

    `data` comes from the game's `Puzzler.find`; mu and sigma are the difficulty, on the same
    scale as PuzzleSkill.
    """

    # hash of the question and the position, so that none comes twice; also part of its URL
    fingerprint = models.CharField(max_length=16, primary_key=True)
    slug = models.CharField(max_length=32)
    question = models.CharField(max_length=8)
    # its theme, by which users practice; another value for puzzles that are no longer asked
    situation = models.CharField(max_length=8, blank=True)
    data = models.JSONField()
    # the id of a finished game, or "simulated-SEED-NUMBER" (bench/first_puzzles.py)
    source = models.CharField(max_length=32)
    mu = models.FloatField()
    sigma = models.FloatField()
    tries = models.PositiveIntegerField(default=0)
    # the last UTC day on which it was the daily puzzle
    day = models.DateField(null=True, blank=True)
    added_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("slug", "day"), name="puzzle_one_a_day"),
            models.CheckConstraint(condition=Q(sigma__gt=0), name="puzzle_is_never_certain"),
        )
        indexes = (models.Index(fields=("slug", "question"), name="puzzle_by_question"),)

    def __str__(self) -> str:
        return f"{self.slug} {self.question} {self.fingerprint}"


class PuzzleSkill(models.Model):
    """The estimated skill of one user in the puzzles of one game, apart from any rank."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="puzzle_skills"
    )
    slug = models.CharField(max_length=32)
    mu = models.FloatField()
    sigma = models.FloatField()
    tries = models.PositiveIntegerField(default=0)
    solved = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("user", "slug"), name="puzzle_skill_once"),
            models.CheckConstraint(
                condition=Q(solved__lte=F("tries")), name="puzzle_solved_are_tries"
            ),
            models.CheckConstraint(condition=Q(sigma__gt=0), name="puzzle_skill_never_certain"),
        )

    def __str__(self) -> str:
        return f"{self.user} {self.slug} {self.solved}/{self.tries}"


class PuzzleAttempt(models.Model):
    """A user's first answer to a puzzle, in practice or as the daily puzzle of a day.

    `before` and `after` are ratings in points, equal if the user knew the puzzle already.
    """

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="puzzle_attempts"
    )
    puzzle = models.ForeignKey(Puzzle, on_delete=models.CASCADE, related_name="attempts")
    # the UTC day of the daily puzzle; null for practice
    day = models.DateField(null=True, blank=True)
    choice = models.CharField(max_length=12)
    solved = models.BooleanField()
    before = models.IntegerField()
    after = models.IntegerField()
    at = models.DateTimeField(default=timezone.now, editable=False)
    # whether it is unrated because this address or browser had seen the solution
    practice = models.BooleanField(default=False, db_default=False)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("user", "puzzle", "day"), name="puzzle_daily_once"),
            models.UniqueConstraint(
                fields=("user", "puzzle"),
                condition=Q(day__isnull=True),
                name="puzzle_practiced_once",
            ),
        )
        indexes = (
            models.Index(
                fields=("user", "-day"), condition=Q(day__isnull=False), name="puzzle_days"
            ),
        )

    def __str__(self) -> str:
        return f"{self.user} {self.puzzle_id} {'solved' if self.solved else 'failed'}"

    @property
    def change(self) -> int:
        """The change of the rating, in points."""
        return self.after - self.before
