"""Slots of waiting and seated users, one row each; strikes; ranked hours and who comes to them."""

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
    """Return a name for one wait: a plan that was made for an earlier one finds another."""
    return secrets.token_urlsafe(TICKET_BYTES)


class Slot(models.Model):
    """A user who is busy with ranked play: waiting in a queue, or seated by it.

    There is one for each user, so no user can be both. It stays while the seat is live.
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
    # where the player comes from, hashed; empty where that says nothing
    network = models.CharField(max_length=32, blank=True)
    # kept when a table does not come about
    enqueued_at = models.DateTimeField(default=timezone.now)
    # the player's last beat
    beat_at = models.DateTimeField(default=timezone.now)
    # --- at which table, from the claim on
    game = models.ForeignKey(
        Game, on_delete=models.PROTECT, null=True, blank=True, related_name="slots"
    )
    seat = models.PositiveSmallIntegerField(null=True, blank=True)
    # until when all players must be there, and whether one had to be called
    ready_by = models.DateTimeField(null=True, blank=True)
    called = models.BooleanField(default=False)
    # when the player was notified; null: not yet
    announced_at = models.DateTimeField(null=True, blank=True)
    # --- meanwhile: the unrated table of those who wait, where the player sat down. It may be
    # gone: who closes a table holds it, and would wait for the slot of a user who is called
    shared = models.ForeignKey(
        Game,
        on_delete=models.DO_NOTHING,
        db_constraint=False,
        null=True,
        blank=True,
        related_name="+",
    )
    # when the player was asked, in a game with others, to leave it for a table that is possible,
    # and what the answer was; null: not asked, not answered
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
    """Another queue in which the player of a slot waits as well; the first table ends both waits.

    `mu` and `sigma` are the player's in that queue. It stays while the player is seated, should
    the table not come about.
    """

    slot = models.ForeignKey(Slot, on_delete=models.CASCADE, related_name="second_queues")
    queue = models.CharField(max_length=32)
    mu = models.FloatField()
    sigma = models.FloatField()

    class Meta:
        """Once for each slot and queue."""

        constraints = (models.UniqueConstraint(fields=("slot", "queue"), name="second_queue_once"),)
        indexes = (models.Index(fields=("queue", "mu"), name="second_queue_waiting"),)

    def __str__(self) -> str:
        """Return the slot and the queue."""
        return f"{self.slot}, and {self.queue}"


class Strike(models.Model):
    """A user spoiled a ranked game for others; it counts until clean games or time remove it."""

    class Reason(models.TextChoices):
        """How."""

        NO_SHOW = "no-show"
        DECLINED = "declined"
        ABANDONED = "abandoned"

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="strikes"
    )
    game = models.CharField(max_length=12)
    reason = models.CharField(max_length=9, choices=Reason.choices)
    at = models.DateTimeField(default=timezone.now, editable=False)
    # how many counted with this one, and until when its user may not queue; null: a warning
    count = models.PositiveSmallIntegerField()
    until = models.DateTimeField(null=True, blank=True)

    class Meta:
        """One at most for each user and game."""

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
    """Raise ValidationError unless this is the IANA name of a time zone, like Europe/Berlin."""
    if zone_named(name) is None:
        raise ValidationError(f"There is no time zone {name}.", code="zone")


class RankedHour(models.Model):
    """A weekly time at which many play ranked games of one queue, by the clocks of one place."""

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
    # the beginning of the last occurrence whose users were reminded; null: there was none
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
        """Return when it is, and the queue."""
        return f"{self.get_weekday_display()} {self.at:%H:%M} {self.zone}, {self.queue}"

    @property
    def weekly(self) -> Weekly:
        """Return when it takes place."""
        return Weekly(self.weekday, self.at, self.zone, self.minutes)


class Attendance(models.Model):
    """A user has said "I'll be there" of one occurrence of a ranked hour."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="attendances"
    )
    hour = models.ForeignKey(RankedHour, on_delete=models.CASCADE, related_name="attendances")
    # the local date of the occurrence
    date = models.DateField()
    at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        """Once for each user and occurrence."""

        constraints = (
            models.UniqueConstraint(fields=("hour", "date", "user"), name="attendance_once"),
        )

    def __str__(self) -> str:
        """Return the user and the date."""
        return f"{self.user} on {self.date}"
