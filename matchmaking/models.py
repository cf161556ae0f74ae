"""Slots of waiting and seated users, strikes, and ranked hours with their attendance."""

import calendar
import secrets

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Q
from django.utils import timezone

from accounts.zones import zone_named
from games.models import Game
from matchmaking.occurrences import Weekly

TICKET_BYTES = 12
SHORTEST_HOUR, LONGEST_HOUR = 30, 180  # minutes
WEEKDAYS = list(enumerate(calendar.day_name))


def new_ticket() -> str:
    """Return a random id for a stay in the queue, so that plans for an earlier stay fail."""
    return secrets.token_urlsafe(TICKET_BYTES)


class Slot(models.Model):
    """A user who waits in a queue or has been seated by it.

    There is at most one per user. It stays while the seat is live.
    """

    class State(models.TextChoices):
        """The state of its player."""

        WAITING = "waiting"
        SEATED = "seated"

    player = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, primary_key=True, related_name="slot"
    )
    queue = models.CharField(max_length=32)
    state = models.CharField(max_length=7, choices=State.choices, default=State.WAITING)
    ticket = models.CharField(max_length=16, default=new_ticket)
    mu = models.FloatField()
    sigma = models.FloatField()
    # hash of the player's network; empty for private addresses
    network = models.CharField(max_length=32, blank=True)
    # stays unchanged when a table is voided
    enqueued_at = models.DateTimeField(default=timezone.now)
    # the player's last heartbeat
    beat_at = models.DateTimeField(default=timezone.now)
    # --- the table, once seated
    game = models.ForeignKey(
        Game, on_delete=models.PROTECT, null=True, blank=True, related_name="slots"
    )
    seat = models.PositiveSmallIntegerField(null=True, blank=True)
    # deadline for joining the table, and whether the player had to be called to it
    ready_by = models.DateTimeField(null=True, blank=True)
    called = models.BooleanField(default=False)
    # when the player was notified of the table; null: not yet
    announced_at = models.DateTimeField(null=True, blank=True)
    # --- while waiting: the shared casual table that the player joined. The game may be deleted:
    # with a constraint, closing a table would wait for locked slots
    shared = models.ForeignKey(
        Game,
        on_delete=models.DO_NOTHING,
        db_constraint=False,
        null=True,
        blank=True,
        related_name="+",
    )
    # when the player was asked to leave a game with others for a ranked table, and the answer;
    # null: not asked, not answered
    asked_at = models.DateTimeField(null=True, blank=True)
    agreed = models.BooleanField(null=True, blank=True)

    class Meta:
        """A waiting user has no game; a seated one has one."""

        constraints = (
            models.CheckConstraint(
                condition=Q(
                    state="waiting",
                    game__isnull=True,
                    seat__isnull=True,
                    ready_by__isnull=True,
                    announced_at__isnull=True,
                    called=False,
                )
                | Q(
                    state="seated",
                    game__isnull=False,
                    seat__isnull=False,
                    ready_by__isnull=False,
                ),
                name="slot_waits_or_is_seated",
            ),
            models.UniqueConstraint(fields=("game", "seat"), name="slot_one_for_a_chair"),
        )
        indexes = (
            # in the order in which the planner reads them
            models.Index(fields=("queue", "mu"), condition=Q(state="waiting"), name="slot_waiting"),
            models.Index(
                fields=("queue", "ready_by"), condition=Q(state="seated"), name="slot_seated"
            ),
        )

    def __str__(self) -> str:
        """Return the user, the state and the queue."""
        return f"{self.player} {self.state} in {self.queue}"


class SecondQueue(models.Model):
    """Another queue in which the player of a slot waits; being seated ends both.

    `mu` and `sigma` are the player's in that queue. The row stays while the player is seated, in
    case the table is voided.
    """

    slot = models.ForeignKey(Slot, on_delete=models.CASCADE, related_name="second_queues")
    queue = models.CharField(max_length=32)
    mu = models.FloatField()
    sigma = models.FloatField()

    class Meta:
        """One row per slot and queue."""

        constraints = (models.UniqueConstraint(fields=("slot", "queue"), name="second_queue_once"),)
        indexes = (models.Index(fields=("queue", "mu"), name="second_queue_waiting"),)

    def __str__(self) -> str:
        """Return the slot and the queue."""
        return f"{self.slot}, and {self.queue}"


class Strike(models.Model):
    """A penalty for spoiling a ranked game; it counts until clean games or time remove it."""

    class Reason(models.TextChoices):
        """The offense."""

        NO_SHOW = "no-show"
        DECLINED = "declined"
        ABANDONED = "abandoned"

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="strikes"
    )
    game = models.CharField(max_length=12)
    reason = models.CharField(max_length=9, choices=Reason.choices)
    at = models.DateTimeField(default=timezone.now, editable=False)
    # active strikes including this one, and the end of the cooldown; null: a warning
    count = models.PositiveSmallIntegerField()
    until = models.DateTimeField(null=True, blank=True)

    class Meta:
        """At most one strike per user and game."""

        constraints = (
            models.UniqueConstraint(fields=("user", "game"), name="strike_once"),
            models.CheckConstraint(
                condition=Q(reason__in=("no-show", "declined", "abandoned")),
                name="strike_reason_known",
            ),
            models.CheckConstraint(condition=Q(count__gte=1), name="strike_counts_itself"),
        )
        indexes = (models.Index(fields=("user", "-at"), name="strike_by_user"),)

    def __str__(self) -> str:
        """Return the user and the reason."""
        return f"{self.user} {self.reason}"


def check_zone(name: str) -> None:
    """Raise ValidationError unless this is the IANA name of a known time zone."""
    if zone_named(name) is None:
        raise ValidationError(f"Unknown time zone: {name}.", code="zone")


class RankedHour(models.Model):
    """A weekly meeting time for ranked games of one queue, in one time zone."""

    queue = models.CharField(max_length=32)
    weekday = models.PositiveSmallIntegerField(choices=WEEKDAYS)
    at = models.TimeField("local time")
    zone = models.CharField("time zone", max_length=64, default="UTC", validators=[check_zone])
    minutes = models.PositiveSmallIntegerField(
        default=60,
        validators=[MinValueValidator(SHORTEST_HOUR), MaxValueValidator(LONGEST_HOUR)],
        help_text=f"How long it takes: from {SHORTEST_HOUR} to {LONGEST_HOUR} minutes.",
    )
    active = models.BooleanField(default=True)
    # start of the last occurrence with reminders; null: none yet
    reminded_of = models.DateTimeField(null=True, blank=True, editable=False)

    class Meta:
        """Hours may overlap."""

        constraints = (
            models.CheckConstraint(condition=Q(weekday__lte=6), name="hour_on_a_weekday"),
            models.CheckConstraint(
                condition=Q(minutes__range=(SHORTEST_HOUR, LONGEST_HOUR)), name="hour_length"
            ),
        )

    def __str__(self) -> str:
        """Return the time and the queue."""
        return f"{self.get_weekday_display()} {self.at:%H:%M} {self.zone}, {self.queue}"

    @property
    def weekly(self) -> Weekly:
        """The weekly time."""
        return Weekly(self.weekday, self.at, self.zone, self.minutes)


class Attendance(models.Model):
    """A user who signed up for one occurrence of a ranked hour."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="attendances"
    )
    hour = models.ForeignKey(RankedHour, on_delete=models.CASCADE, related_name="attendances")
    # the local date of the occurrence
    date = models.DateField()
    at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        """One row per user and occurrence."""

        constraints = (
            models.UniqueConstraint(fields=("hour", "date", "user"), name="attendance_once"),
        )

    def __str__(self) -> str:
        """Return the user and the date."""
        return f"{self.user} on {self.date}"
