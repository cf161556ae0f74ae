"""What is stored of a game: tables and the promises that the database itself keeps."""

import secrets

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils import timezone

MOST_SEATS = 4
ID_BYTES = 9
SECRET_BYTES = 32


def new_id() -> str:
    """A public id that cannot be guessed: 12 characters that need no escaping in a URL."""
    return secrets.token_urlsafe(ID_BYTES)


def new_secret() -> bytes:
    """The server's part of all the chance of one game."""
    return secrets.token_bytes(SECRET_BYTES)


class Game(models.Model):
    """One contest at one table, from the first person who sits down to the last life."""

    class Status(models.TextChoices):
        """How far it has come."""

        OPEN = "open"
        SEALING = "sealing"
        PLAYING = "playing"
        FINISHED = "finished"

    id = models.CharField(primary_key=True, max_length=12, default=new_id, editable=False)
    slug = models.CharField(max_length=32)
    edition = models.CharField(max_length=32)
    ruleset = models.JSONField()
    rated = models.BooleanField(default=False)
    watchable = models.BooleanField(default=True)
    status = models.CharField(max_length=8, choices=Status.choices, default=Status.OPEN)
    # {"free": seconds a turn}; null: nobody is hurried
    clock = models.JSONField(null=True, blank=True)
    host = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="hosted_games",
    )
    # what the engine dumped; null before the deal
    state = models.JSONField(null=True, blank=True)
    # raised by everything that viewers are told of
    version = models.PositiveIntegerField(default=0)
    # how many moves the log has
    ply = models.PositiveIntegerField(default=0)
    secret = models.BinaryField(max_length=SECRET_BYTES, default=new_secret, editable=False)
    # the first match's dealer; null before the deal
    first_dealer = models.PositiveSmallIntegerField(null=True, blank=True)
    # until then everybody looks at the match that just ended
    pause_until = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    started_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        """A game has a state exactly from the deal on, and an end exactly when finished."""

        constraints = (
            models.CheckConstraint(
                condition=Q(status__in=("open", "sealing", "playing", "finished")),
                name="game_status_known",
            ),
            models.CheckConstraint(
                condition=Q(
                    status__in=("open", "sealing"), state__isnull=True, started_at__isnull=True
                )
                | Q(
                    status__in=("playing", "finished"),
                    state__isnull=False,
                    started_at__isnull=False,
                ),
                name="game_state_from_the_deal_on",
            ),
            models.CheckConstraint(
                condition=Q(status="finished", finished_at__isnull=False)
                | Q(~Q(status="finished"), finished_at__isnull=True),
                name="game_finished_has_a_time",
            ),
            models.CheckConstraint(
                condition=Q(first_dealer__isnull=True) | Q(first_dealer__lt=MOST_SEATS),
                name="game_first_dealer_range",
            ),
        )
        indexes = (models.Index(fields=("status", "-created_at"), name="game_by_status"),)

    def __str__(self) -> str:
        """The public id."""
        return self.id


class Seat(models.Model):
    """A taken chair: it belongs to a user or to an AI, never to a socket.

    A question is what the game waits for from this seat; they are numbered from 0. A person
    with a clock has `due_at` as the deadline of the open question, an AI as its wake-up time.
    """

    class Kind(models.TextChoices):
        """Who sits here."""

        PLAYER = "player"
        GUEST = "guest"
        AI = "ai"

    class Level(models.TextChoices):
        """How well an AI plays."""

        EASY = "easy"
        MEDIUM = "medium"
        HARD = "hard"
        MASTER = "master"

    class BytesBy(models.TextChoices):
        """Who chose this seat's part of the deal."""

        CLIENT = "client"
        SERVER = "server"

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="seats")
    index = models.PositiveSmallIntegerField()
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="seats",
    )
    kind = models.CharField(max_length=6, choices=Kind.choices)
    name = models.CharField(max_length=16)
    level = models.CharField(max_length=8, choices=Level.choices, blank=True)
    question = models.PositiveIntegerField(default=0)
    asked = models.BooleanField(default=False)
    # how long the open question's answer may take, for the ring around the clock
    allowed_ms = models.PositiveIntegerField(default=0)
    due_at = models.DateTimeField(null=True, blank=True)
    pledge = models.CharField(max_length=64, blank=True)
    client_bytes = models.BinaryField(max_length=16, null=True, blank=True)
    bytes_by = models.CharField(max_length=6, choices=BytesBy.choices, blank=True)
    place = models.PositiveSmallIntegerField(null=True, blank=True)
    joined_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        """One chair, one sitter; one person, one chair; nothing is due that was not asked."""

        ordering = ("index",)
        constraints = (
            models.UniqueConstraint(fields=("game", "index"), name="seat_once_per_game"),
            models.UniqueConstraint(
                fields=("game", "user"),
                condition=Q(user__isnull=False),
                name="seat_once_per_person",
            ),
            models.CheckConstraint(condition=Q(index__lt=MOST_SEATS), name="seat_index_range"),
            models.CheckConstraint(
                condition=Q(
                    kind="ai",
                    user__isnull=True,
                    level__in=("easy", "medium", "hard", "master"),
                )
                | Q(kind__in=("player", "guest"), level=""),
                name="seat_kind_fits_sitter",
            ),
            models.CheckConstraint(
                condition=Q(due_at__isnull=True) | Q(asked=True), name="seat_due_only_when_asked"
            ),
            models.CheckConstraint(
                condition=Q(client_bytes__isnull=True, bytes_by="")
                | Q(client_bytes__isnull=False, bytes_by__in=("client", "server")),
                name="seat_bytes_have_an_author",
            ),
            models.CheckConstraint(
                condition=Q(place__isnull=True) | Q(place__gte=1, place__lte=MOST_SEATS),
                name="seat_place_range",
            ),
        )
        indexes = (
            models.Index(
                fields=("due_at",), condition=Q(due_at__isnull=False), name="seat_by_due_time"
            ),
        )

    def __str__(self) -> str:
        """Where and who."""
        return f"{self.game_id}/{self.index} {self.name}"


class Match(models.Model):
    """One deal inside a game; what ended it is filled in when it ends."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="matches")
    number = models.PositiveSmallIntegerField()
    dealer = models.PositiveSmallIntegerField()
    living = models.JSONField()
    # of the 50 salted cards, made known with the deal
    merkle_root = models.CharField(max_length=64)
    ended_by = models.CharField(max_length=12, blank=True)
    round = models.PositiveSmallIntegerField(null=True, blank=True)
    # by seat, as text: the explained score, the lives lost, the lives left
    scores = models.JSONField(null=True, blank=True)
    winners = models.JSONField(null=True, blank=True)
    damage = models.JSONField(null=True, blank=True)
    lives = models.JSONField(null=True, blank=True)

    class Meta:
        """Matches are numbered inside a game."""

        ordering = ("number",)
        constraints = (
            models.UniqueConstraint(fields=("game", "number"), name="match_once_per_game"),
            models.CheckConstraint(
                condition=Q(ended_by="", round__isnull=True)
                | Q(ended_by__in=("fight", "surrenders", "showdown"), round__isnull=False),
                name="match_end_known",
            ),
        )

    def __str__(self) -> str:
        """Which deal of which game."""
        return f"{self.game_id} match {self.number}"


class Move(models.Model):
    """An accepted answer to a question, kept for ever."""

    class By(models.TextChoices):
        """Who answered."""

        PLAYER = "player"
        CLOCK = "clock"
        AI = "ai"

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="moves")
    ply = models.PositiveIntegerField()
    seat = models.PositiveSmallIntegerField()
    question = models.PositiveIntegerField()
    match = models.PositiveSmallIntegerField()
    round = models.PositiveSmallIntegerField()
    action = models.JSONField()
    by = models.CharField(max_length=6, choices=By.choices)
    at = models.DateTimeField()

    class Meta:
        """Moves are numbered inside a game, and no question is ever answered twice."""

        ordering = ("ply",)
        constraints = (
            models.UniqueConstraint(fields=("game", "ply"), name="move_once_per_ply"),
            models.UniqueConstraint(
                fields=("game", "seat", "question"), name="move_once_per_question"
            ),
            models.CheckConstraint(condition=Q(seat__lt=MOST_SEATS), name="move_seat_range"),
            models.CheckConstraint(
                condition=Q(by__in=("player", "clock", "ai")), name="move_by_known"
            ),
        )

    def __str__(self) -> str:
        """Which move of which game."""
        return f"{self.game_id} move {self.ply}"


class DealCommitment(models.Model):
    """One link of the public log of sealed deals; links are added, never changed.

    `hash` covers the link before it, so that no entry can be altered or left out later. The
    game is named by its id alone: the log outlives whatever happens to the game.
    """

    sequence = models.PositiveBigIntegerField(primary_key=True)
    game_id = models.CharField(max_length=12, unique=True)
    commitment = models.CharField(max_length=64)
    previous = models.CharField(max_length=64)
    hash = models.CharField(max_length=64, unique=True)
    at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        """In the order in which they were added."""

        ordering = ("sequence",)
        constraints = (
            models.CheckConstraint(
                condition=~Q(hash=F("previous")), name="commitment_hash_moves_on"
            ),
        )

    def __str__(self) -> str:
        """Number and game."""
        return f"{self.sequence} {self.game_id}"
