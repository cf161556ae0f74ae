"""The models of a table and its seats, with their database constraints."""

import secrets

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

MOST_SEATS = 4
ID_BYTES = 9
SECRET_BYTES = 32


def new_id() -> str:
    """Return a public id that cannot be guessed: 12 characters that need no escaping in a URL."""
    return secrets.token_urlsafe(ID_BYTES)


def new_secret() -> bytes:
    """Return the server's share of the randomness of one game."""
    return secrets.token_bytes(SECRET_BYTES)


class Game(models.Model):
    """One game at one table, from the opening of the table to the end."""

    class Status(models.TextChoices):
        OPEN = "open"
        SEALING = "sealing"
        PLAYING = "playing"
        FINISHED = "finished"

    class Access(models.TextChoices):
        PUBLIC = "public"
        LINK = "link"
        PASSWORD = "password"

    # what happens to the seat of a user who does not come back, as the host chooses
    class Absence(models.TextChoices):
        AI = "ai"
        SUBSTITUTE = "substitute"
        WAIT = "wait"

    id = models.CharField(primary_key=True, max_length=12, default=new_id, editable=False)
    title = models.CharField(max_length=40, blank=True)
    slug = models.CharField(max_length=32)
    edition = models.CharField(max_length=32)
    ruleset = models.JSONField()
    rated = models.BooleanField(default=False)
    # a rated game of bots, which counts on their own ladder
    for_bots = models.BooleanField(default=False, db_default=False)
    watchable = models.BooleanField(default=True)
    access = models.CharField(max_length=8, choices=Access.choices, default=Access.LINK)
    # hashed; empty unless `access` is PASSWORD
    password = models.CharField(max_length=128, blank=True)
    # whether players may write free text to each other
    chat = models.BooleanField(default=False)
    absence = models.CharField(max_length=10, choices=Absence.choices, default=Absence.AI)
    # ids of users whom the host removed, or whose seat a substitute took for good
    barred = models.JSONField(default=list, blank=True)
    # the table of the rematch
    again = models.OneToOneField(
        "self", on_delete=models.SET_NULL, null=True, blank=True, related_name="played_before"
    )
    status = models.CharField(max_length=8, choices=Status.choices, default=Status.OPEN)
    # {"free": seconds a turn, "bank": seconds a game}; null: no clock
    clock = models.JSONField(null=True, blank=True)
    host = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="hosted_games",
    )
    # the state of the rules as JSON; null before the deal
    state = models.JSONField(null=True, blank=True)
    # raised by every change that is published to viewers
    version = models.PositiveIntegerField(default=0)
    # raised by every change of this row or of a seat: positions of a lower revision are outdated
    revision = models.PositiveIntegerField(default=0)
    # number of moves in the log
    ply = models.PositiveIntegerField(default=0)
    # for a game that continues another one: {"pasts": the field `fork` of its record, "state": the
    # state of the rules where it continues}; its log begins with the moves up to there
    fork = models.JSONField(null=True, blank=True)
    secret = models.BinaryField(max_length=SECRET_BYTES, default=new_secret, editable=False)
    # the first match's dealer; null before the deal
    first_dealer = models.PositiveSmallIntegerField(null=True, blank=True)
    # until then viewers see the match that just ended
    pause_until = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    started_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)
    # when the last player left this unrated game, which ended it; it counts for nothing
    left_at = models.DateTimeField(null=True, blank=True)
    # hash of the address that opened the table (density.platform.limits.hash_subject), until the
    # game is finished
    origin = models.CharField(max_length=16, blank=True, default="", db_default="")

    class Meta:
        constraints = (
            models.CheckConstraint(
                condition=Q(status__in=("open", "sealing", "playing", "finished")),
                name="game_status_known",
            ),
            models.CheckConstraint(
                condition=Q(access__in=("public", "link"), password="")
                | Q(Q(access="password") & ~Q(password="")),
                name="game_password_fits_access",
            ),
            models.CheckConstraint(
                condition=Q(absence__in=("ai", "substitute", "wait")), name="game_absence_known"
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
        indexes = (
            models.Index(fields=("status", "-created_at"), name="game_by_status"),
            models.Index(fields=("left_at",), condition=~Q(left_at=None), name="game_left"),
            models.Index(fields=("origin",), condition=~Q(origin=""), name="game_by_origin"),
        )

    def __str__(self) -> str:
        return self.id


class Seat(models.Model):
    """A taken seat at a table. It belongs to a user or an AI player, never to a socket.

    A question is a decision that the game expects from this seat; questions are numbered from 0.
    `due_at` is the deadline of a user's open question, and the wake-up time of an AI player. A
    turn can have several questions but has one clock: free time first, then the time bank.

    A stand-in, an AI player of the level `stand_in`, plays for an owner who is away or lets turns
    lapse. An owner who does not come back has abandoned the seat, but still owns it.
    """

    class Kind(models.TextChoices):
        PLAYER = "player"
        GUEST = "guest"
        AI = "ai"

    class BytesBy(models.TextChoices):
        CLIENT = "client"
        SERVER = "server"

    # what a user failed to send in time for the deal; LATER: an AI player sat here at the deal
    class Silent(models.TextChoices):
        PLEDGE = "no-pledge"
        REVEAL = "no-reveal"
        LATER = "sat-later"

    class AiPace(models.TextChoices):
        NORMAL = "normal"
        FAST = "fast"
        INSTANT = "instant"

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
    # whether lists of tables and the frames of spectators leave out the name
    hides_name = models.BooleanField(default=False, db_default=False)
    # the avatar of the owner when they sat down, as in the account (accounts.avatars)
    avatar = models.CharField(max_length=16, blank=True, default="", db_default="")
    # the level of an AI player, one of those of its game (games.game_type)
    level = models.CharField(max_length=8, blank=True)
    question = models.PositiveIntegerField(default=0)
    asked = models.BooleanField(default=False)
    # the whole time for the open question, for the ring around the clock
    allowed_ms = models.PositiveIntegerField(default=0)
    due_at = models.DateTimeField(null=True, blank=True)
    # --- the clock of the turn
    turns = models.PositiveIntegerField(default=0)
    turn_at = models.DateTimeField(null=True, blank=True)
    free_ms = models.PositiveIntegerField(default=0)
    bank_ms = models.PositiveIntegerField(default=0)
    # round-trip time to the owner's browser
    lag_ms = models.PositiveSmallIntegerField(default=0)
    # turns in a row that the clock had to finish
    lapses = models.PositiveSmallIntegerField(default=0)
    # --- where the owner is; null: at the table
    away_since = models.DateTimeField(null=True, blank=True)
    # the owner's turns that began in this absence, and the time of turns spent away in the game
    absent_turns = models.PositiveSmallIntegerField(default=0)
    absent_ms = models.PositiveIntegerField(default=0)
    # which of the owner's open pages may act
    tab = models.CharField(max_length=32, blank=True)
    # how fast AI players answer when the owner plays alone against them
    ai_pace = models.CharField(
        max_length=7,
        choices=AiPace.choices,
        default=AiPace.NORMAL,
        db_default=AiPace.NORMAL,
    )
    # --- the AI that plays for the owner
    stand_in = models.CharField(max_length=8, blank=True)
    stand_in_at = models.DateTimeField(null=True, blank=True)
    stand_in_match = models.PositiveSmallIntegerField(null=True, blank=True)
    # coming back is free in the match of the first stand-in, and counted in all others
    free_match = models.PositiveSmallIntegerField(null=True, blank=True)
    returns = models.PositiveSmallIntegerField(default=0)
    abandoned_at = models.DateTimeField(null=True, blank=True)
    # whether the owner agrees to end the game now that others have abandoned it
    wants_end = models.BooleanField(default=False)
    # in a pause at a table without a clock: whether the owner is ready; null: not answered
    ready = models.BooleanField(null=True, blank=True)
    # whether this is the one table where the owner sits now
    live = models.BooleanField(default=True)
    # when the owner set this game against AI players aside, to resume it later; null: never
    kept_at = models.DateTimeField(null=True, blank=True)
    pledge = models.CharField(max_length=64, blank=True)
    client_bytes = models.BinaryField(max_length=16, null=True, blank=True)
    bytes_by = models.CharField(max_length=6, choices=BytesBy.choices, blank=True)
    # why and when the server gave its own bytes in place of the owner's
    silent = models.CharField(max_length=9, choices=Silent.choices, blank=True)
    silent_at = models.DateTimeField(null=True, blank=True)
    place = models.PositiveSmallIntegerField(null=True, blank=True)
    joined_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ("index",)
        constraints = (
            models.UniqueConstraint(fields=("game", "index"), name="seat_once_per_game"),
            models.UniqueConstraint(
                fields=("game", "user"),
                condition=Q(user__isnull=False),
                name="seat_once_per_person",
            ),
            models.UniqueConstraint(
                fields=("user",),
                condition=Q(user__isnull=False, live=True),
                name="seat_one_live_per_person",
            ),
            models.CheckConstraint(
                condition=Q(abandoned_at__isnull=True) | Q(live=False),
                name="seat_abandoned_is_not_live",
            ),
            models.CheckConstraint(
                condition=Q(kept_at__isnull=True) | Q(live=False), name="seat_kept_is_not_live"
            ),
            models.CheckConstraint(
                condition=Q(stand_in="", stand_in_at__isnull=True, stand_in_match__isnull=True)
                | Q(
                    ~Q(stand_in=""),
                    kind__in=("player", "guest"),
                    stand_in_at__isnull=False,
                    stand_in_match__isnull=False,
                ),
                name="seat_stand_in_for_people",
            ),
            models.CheckConstraint(condition=Q(index__lt=MOST_SEATS), name="seat_index_range"),
            models.CheckConstraint(
                condition=Q(~Q(level=""), kind="ai", user__isnull=True)
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
                condition=Q(silent="", silent_at__isnull=True)
                | Q(
                    silent__in=("no-pledge", "no-reveal", "sat-later"),
                    silent_at__isnull=False,
                    bytes_by="server",
                ),
                name="seat_silent_has_a_reason_and_a_time",
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
            models.Index(
                fields=("away_since",),
                condition=Q(away_since__isnull=False, live=True),
                name="seat_by_absence",
            ),
            models.Index(
                fields=("user",), condition=Q(kept_at__isnull=False), name="seat_kept_by_user"
            ),
        )

    def __str__(self) -> str:
        return f"{self.game_id}/{self.index} {self.name}"

    @property
    def played_by_ai(self) -> bool:
        """Whether an AI player or a stand-in answers for this seat now."""
        return self.kind == Seat.Kind.AI or bool(self.stand_in)
