"""Web Push: subscribed browsers, and the kinds of notification that users chose."""

from django.db import models
from django.utils import timezone

from accounts.models.users import User

LONGEST_ENDPOINT = 1000


class PushSubscription(models.Model):
    """The push subscription of a browser: the endpoint of its push service, and its keys.

    After a logout the subscription has no user until the next login in this browser.
    """

    user = models.ForeignKey(
        User, on_delete=models.CASCADE, null=True, blank=True, related_name="push_subscriptions"
    )
    endpoint = models.CharField(max_length=LONGEST_ENDPOINT)
    # the browser's public key and secret, in base64url
    p256dh = models.CharField(max_length=88)
    auth = models.CharField(max_length=24)
    # display name: "Firefox, Android"
    browser = models.CharField(max_length=40, blank=True)
    # the language of the page that subscribed, used if the account has none
    language = models.CharField(max_length=12, blank=True)
    made_at = models.DateTimeField(default=timezone.now, editable=False)
    delivered_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        """One row per browser."""

        constraints = (
            models.UniqueConstraint(fields=("endpoint",), name="push_subscription_once"),
        )

    def __str__(self) -> str:
        """Return the user and the browser, never the endpoint: anyone who knows it can send."""
        return f"{self.user} in {self.browser or 'a browser'}"


class PushChoices(models.Model):
    """The kinds of notification that a user switched on, and the quiet hours."""

    user = models.OneToOneField(
        User, on_delete=models.CASCADE, primary_key=True, related_name="push_choices"
    )
    ready = models.BooleanField(default=False)
    short = models.BooleanField(default=False)
    hour = models.BooleanField(default=False)
    turn = models.BooleanField(default=False)
    invite = models.BooleanField(default=False)
    # both or neither; if `quiet_to` is earlier, the hours span midnight
    quiet_from = models.TimeField(null=True, blank=True)
    quiet_to = models.TimeField(null=True, blank=True)
    time_zone = models.CharField(max_length=64, default="UTC")

    class Meta:
        """Quiet hours have a beginning and an end."""

        verbose_name_plural = "push choices"
        constraints = (
            models.CheckConstraint(
                condition=models.Q(quiet_from__isnull=True, quiet_to__isnull=True)
                | models.Q(quiet_from__isnull=False, quiet_to__isnull=False),
                name="push_quiet_from_and_to",
            ),
        )

    def __str__(self) -> str:
        """Return the user."""
        return f"{self.user}"
