"""The log of a table: chat lines, matches, moves, reviews and sealed deals."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils import timezone

from games.models.game import MOST_SEATS, Game


class Line(models.Model):
    """A chat line of a seat owner at a table."""

    class Kind(models.TextChoices):
        PHRASE = "phrase"
        SIGN = "sign"
        TEXT = "text"

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="lines")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="lines"
    )
    seat = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=16)
    kind = models.CharField(max_length=6, choices=Kind.choices)
    text = models.CharField(max_length=200)
    at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ("pk",)
        indexes = (models.Index(fields=("game", "user", "-at"), name="line_by_speaker"),)

    def __str__(self) -> str:
        return f"{self.name}: {self.text}"


class Match(models.Model):
    """One match of a game; the columns from `ended_by` on are filled in when it ends."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="matches")
    number = models.PositiveSmallIntegerField()
    # null in a game without a dealer
    dealer = models.PositiveSmallIntegerField(null=True, blank=True)
    # the seats that take part
    living = models.JSONField()
    # Merkle root of all salted cards, published with the deal
    merkle_root = models.CharField(max_length=64)
    ended_by = models.CharField(max_length=12, blank=True)
    round = models.PositiveSmallIntegerField(null=True, blank=True)
    # by seat (as text): `scores` are explained scores, or the points so far; `damage` the lives
    # lost; `lives` the lives left
    scores = models.JSONField(null=True, blank=True)
    winners = models.JSONField(null=True, blank=True)
    damage = models.JSONField(null=True, blank=True)
    lives = models.JSONField(null=True, blank=True)

    class Meta:
        verbose_name_plural = "matches"
        ordering = ("number",)
        constraints = (
            models.UniqueConstraint(fields=("game", "number"), name="match_once_per_game"),
            models.CheckConstraint(
                condition=Q(ended_by="", round__isnull=True)
                | Q(~Q(ended_by=""), round__isnull=False),
                name="match_end_known",
            ),
        )

    def __str__(self) -> str:
        return f"{self.game_id} match {self.number}"


class Move(models.Model):
    """An accepted answer to a question, or the end of a game on which its players agreed.

    Moves are never deleted while the game exists. An agreed end is the last move of its game; it
    has no seat and no question.
    """

    # what made the move; ALL: an agreed end
    class By(models.TextChoices):
        PLAYER = "player"
        CLOCK = "clock"
        AI = "ai"
        ALL = "all"

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="moves")
    ply = models.PositiveIntegerField()
    seat = models.PositiveSmallIntegerField(null=True, blank=True)
    question = models.PositiveIntegerField(null=True, blank=True)
    match = models.PositiveSmallIntegerField()
    round = models.PositiveSmallIntegerField()
    action = models.JSONField()
    by = models.CharField(max_length=6, choices=By.choices)
    at = models.DateTimeField()

    class Meta:
        ordering = ("ply",)
        constraints = (
            models.UniqueConstraint(fields=("game", "ply"), name="move_once_per_ply"),
            models.UniqueConstraint(
                fields=("game", "seat", "question"), name="move_once_per_question"
            ),
            models.CheckConstraint(condition=Q(seat__lt=MOST_SEATS), name="move_seat_range"),
            models.CheckConstraint(
                condition=Q(
                    by__in=("player", "clock", "ai"), seat__isnull=False, question__isnull=False
                )
                | Q(by="all", seat__isnull=True, question__isnull=True),
                name="move_by_known",
            ),
        )

    def __str__(self) -> str:
        return f"{self.game_id} move {self.ply}"


class Review(models.Model):
    """The coach's review of every choice in one match of a finished game, for each seat.

    `data` is null until a worker has made it. A newer version of the reviewer replaces it.
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="reviews")
    match = models.PositiveSmallIntegerField()
    version = models.PositiveSmallIntegerField()
    asked_at = models.DateTimeField(default=timezone.now)
    data = models.JSONField(null=True, blank=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("game", "match"), name="review_once_per_match"),
        )

    def __str__(self) -> str:
        return f"{self.game_id} match {self.match}"


class LogSignature(models.Model):
    """A day's signature of the public log, which ended with this entry; never changed."""

    day = models.DateField(primary_key=True)
    sequence = models.PositiveBigIntegerField()
    hash = models.CharField(max_length=64)
    # the public key
    key = models.CharField(max_length=64)
    signature = models.CharField(max_length=128)

    class Meta:
        ordering = ("day",)

    def __str__(self) -> str:
        return f"{self.day} {self.sequence}"


class DealCommitment(models.Model):
    """One link of the public log of sealed deals; links are added, never changed.

    `hash` covers the previous link, so that no entry can be altered or left out later. A link has
    only the id of the game, so it stays when the game is deleted. From scheme 2 on, the hash also
    covers the game's public name, and the commitment its ruleset.
    """

    sequence = models.PositiveBigIntegerField(primary_key=True)
    game_id = models.CharField(max_length=12, unique=True)
    # version of the commitment: the number at the end of "density-deck-fair/2"
    scheme = models.PositiveSmallIntegerField()
    commitment = models.CharField(max_length=64)
    previous = models.CharField(max_length=64)
    hash = models.CharField(max_length=64, unique=True)
    at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ("sequence",)
        constraints = (
            models.CheckConstraint(
                condition=~Q(hash=F("previous")), name="commitment_hash_moves_on"
            ),
        )

    def __str__(self) -> str:
        return f"{self.sequence} {self.game_id}"
