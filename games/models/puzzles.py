"""Puzzles: moments of games with one best choice, how users are rated by them, what they chose."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils import timezone


class Puzzle(models.Model):
    """One moment of a finished or simulated game, as one seat knew it, without a name.

    `data` is what the game's `GameType.puzzle` made of it; mu and sigma are how hard it is, on the
    scale of the users that are rated by it.
    """

    # of the question and the position, so that none comes twice; also its address
    fingerprint = models.CharField(max_length=16, primary_key=True)
    slug = models.CharField(max_length=32)
    # by what users choose what to practice: what is asked, and what is special about the moment
    question = models.CharField(max_length=8)
    situation = models.CharField(max_length=8, blank=True)
    data = models.JSONField()
    # the id of a finished game, or "simulated-SEED-NUMBER" (python manage.py mine_puzzles)
    source = models.CharField(max_length=32)
    mu = models.FloatField()
    sigma = models.FloatField()
    tries = models.PositiveIntegerField(default=0)
    # the last UTC day of which it was the daily one
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
    """The estimated skill of one user in the puzzles of one game; it has nothing to do with
    ranks.
    """

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
    """The first answer of a user to a puzzle, and the first one to it on a day as the daily one.

    The ratings are in points; they are equal where the puzzle was known before.
    """

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="puzzle_attempts"
    )
    puzzle = models.ForeignKey(Puzzle, on_delete=models.CASCADE, related_name="attempts")
    # the UTC day of which it was the daily one, null for practice
    day = models.DateField(null=True, blank=True)
    choice = models.CharField(max_length=12)
    solved = models.BooleanField()
    before = models.IntegerField()
    after = models.IntegerField()
    at = models.DateTimeField(default=timezone.now, editable=False)
    # the solution had been shown at this address or in this browser: it is in no rating
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
        """The points that it brought."""
        return self.after - self.before
