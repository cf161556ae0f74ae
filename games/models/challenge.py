"""A challenge: one user invites another to a private table."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models.game import Game


class Challenge(models.Model):
    """An invitation to a table that is already open, with the options chosen for it.

    `game` is null once the table has closed; `options` still describe it.
    """

    class Status(models.TextChoices):
        OPEN = "open"
        ACCEPTED = "accepted"
        DECLINED = "declined"
        WITHDRAWN = "withdrawn"
        EXPIRED = "expired"

    class Word(models.TextChoices):
        NONE = "", _("No message")
        LATER = "later", _("Happy to play later")
        BUSY = "busy", _("No time right now")
        OPTIONS = "options", _("Prefer other options")
        ENOUGH = "enough", _("Done for today")

    challenger = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="challenges_sent"
    )
    challenged = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="challenges_received"
    )
    game = models.ForeignKey(
        Game, on_delete=models.SET_NULL, null=True, blank=True, related_name="challenges"
    )
    # {"slug", "edition", "free": seconds a turn or null, "seats"}
    options = models.JSONField()
    status = models.CharField(max_length=9, choices=Status.choices, default=Status.OPEN)
    word = models.CharField(max_length=8, choices=Word.choices, default=Word.NONE, blank=True)
    made_at = models.DateTimeField(default=timezone.now, editable=False)
    answered_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=("challenger", "challenged"),
                condition=Q(status="open"),
                name="challenge_one_open_per_pair",
            ),
            models.CheckConstraint(
                condition=~Q(challenger=F("challenged")), name="challenge_another"
            ),
            models.CheckConstraint(
                condition=Q(status__in=("open", "accepted", "declined", "withdrawn", "expired")),
                name="challenge_status_known",
            ),
            models.CheckConstraint(
                condition=Q(word="") | Q(status="declined"), name="challenge_word_declines"
            ),
        )
        indexes = (
            models.Index(
                fields=("made_at",), condition=Q(status="open"), name="challenge_open_by_time"
            ),
        )

    def __str__(self) -> str:
        return f"{self.challenger} challenges {self.challenged}, {self.status}"
