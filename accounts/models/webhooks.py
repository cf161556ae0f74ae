"""Webhooks: the address of a program that is told about a user's games."""

from django.db import models
from django.utils import timezone

from accounts.models.users import User

LONGEST_ADDRESS = 500


class Webhook(models.Model):
    """The address to which the site posts the events that its user chose.

    It also gets the events of the user's bots.
    """

    user = models.OneToOneField(
        User, on_delete=models.CASCADE, primary_key=True, related_name="webhook"
    )
    address = models.CharField(max_length=LONGEST_ADDRESS)
    # those of accounts.contact.webhooks.EVENTS that are sent
    events = models.JSONField(default=list)
    # the key is derived from this and SECRET_KEY: a copy of the database does not reveal it
    seed = models.CharField(max_length=32, editable=False)
    made_at = models.DateTimeField(default=timezone.now, editable=False)
    is_on = models.BooleanField(default=True)
    # messages in a row that were given up
    failures = models.PositiveSmallIntegerField(default=0, editable=False)
    # the last attempt: its event, its time, and the status of the response or why there is none
    sent_event = models.CharField(max_length=20, blank=True, editable=False)
    sent_at = models.DateTimeField(null=True, blank=True, editable=False)
    outcome = models.CharField(max_length=12, blank=True, editable=False)

    def __str__(self) -> str:
        """Return the user, never the address: it may contain a password."""
        return f"webhook of {self.user}"
