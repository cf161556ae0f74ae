"""Reports of users about other users, for the staff."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class Report(models.Model):
    """A report of one user about another, with the table's chat that the reporter could read.

    A report outlives both accounts and the table, of which it has only the id. `said` has the chat
    lines, oldest first: {"user": id, "kind", "text", "at", "reported": whether the report is about
    this line}. A line has no name, so that nothing is left of a deleted account.
    """

    class Reason(models.TextChoices):
        INSULTS = "insults", _("Insults or threats")
        NAME = "name", _("Offensive name")
        CHEATING = "cheating", _("Cheating or leaving on purpose")
        SPAM = "spam", _("Spam")
        OTHER = "other", _("Something else")

    class Status(models.TextChoices):
        OPEN = "open", "open"
        LOOKED_AT = "looked-at", "looked at"
        DISMISSED = "dismissed", "dismissed"

    reporter = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="reports",
    )
    reported = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="reported_by",
    )
    # the reported user's name when it was reported; empty once the account is deleted
    name = models.CharField(max_length=16, blank=True)
    # the id of the game; empty: the report came from the player's page
    game = models.CharField(max_length=12, blank=True, default="")
    reason = models.CharField(max_length=8, choices=Reason.choices)
    note = models.TextField(max_length=500, blank=True)
    said = models.JSONField(default=list, blank=True)
    at = models.DateTimeField(default=timezone.now, editable=False)
    status = models.CharField(max_length=9, choices=Status.choices, default=Status.OPEN)
    staff_note = models.TextField("note of the staff", max_length=500, blank=True)
    # whether the reporter has seen that the report was looked at
    told = models.BooleanField(default=False)

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=("reporter", "reported", "game"),
                condition=Q(status="open"),
                name="report_one_open",
            ),
            models.CheckConstraint(
                condition=Q(status__in=("open", "looked-at", "dismissed")),
                name="report_status_known",
            ),
        )
        indexes = (
            models.Index(fields=("reporter",), condition=Q(told=False), name="report_untold"),
        )

    def __str__(self) -> str:
        return f"report {self.pk} about {self.name or 'a deleted account'}, {self.status}"
