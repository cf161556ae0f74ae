"""Personal access tokens, with which programs use the API as a user, and the key of OAuth2."""

from django.db import models
from django.utils import timezone

from accounts.models.users import User

LONGEST_TOKEN_NAME = 40


class AccessToken(models.Model):
    """A token of a user; only its hash is stored."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="access_tokens")
    name = models.CharField(max_length=LONGEST_TOKEN_NAME)
    # SHA-256 of the token, which is too random to be guessed
    digest = models.CharField(max_length=64, editable=False)
    # accounts.identity.tokens.SCOPES
    scopes = models.JSONField(default=list)
    made_at = models.DateTimeField(default=timezone.now, editable=False)
    # to the hour
    used_at = models.DateTimeField(null=True, blank=True, editable=False)

    class Meta:
        """One row per token."""

        constraints = (models.UniqueConstraint(fields=("digest",), name="access_token_once"),)

    def __str__(self) -> str:
        """Return the user and the name of the token."""
        return f"{self.name} of {self.user}"


class SigningKey(models.Model):
    """The key that signs logins to apps, in one row for all processes."""

    # by keys derived from SECRET_KEY (accounts.identity.oauth)
    encrypted = models.TextField(editable=False)

    def __str__(self) -> str:
        """Return what the key is for."""
        return "key that signs logins to apps"
