"""Personal access tokens: made, found, and accepted by the API."""

import secrets
from collections.abc import Sequence
from datetime import timedelta
from hashlib import sha256

from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from rest_framework.authentication import BaseAuthentication, get_authorization_header
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request

from accounts.models import AccessToken, User

# by which scanners of leaked secrets recognize a token
PREFIX = "ddo_"
TOKEN_BYTES = 32
# tokens of one user
MOST_TOKENS = 20
NOTED_EVERY = timedelta(hours=1)
READ = "read"
# every token may read
SCOPES = {
    "play": _("Play at your tables"),
    "tables": _("Open, join and leave tables"),
    "queue": _("Join and leave the ranked queue"),
    "friends": _("See and change whom you follow"),
}


def make_token(user: User, name: str, scopes: Sequence[str]) -> str:
    """Save a token of a user; return its text, which is stored nowhere."""
    text = PREFIX + secrets.token_urlsafe(TOKEN_BYTES)
    granted = [READ, *(scope for scope in SCOPES if scope in scopes)]
    AccessToken.objects.create(user=user, name=name, digest=hash_token(text), scopes=granted)
    return text


def find_token(text: str) -> AccessToken | None:
    """Return the token with this text, unless its user is locked out; note that it is used."""
    tokens = AccessToken.objects.filter(user__is_active=True).select_related("user")
    token = tokens.filter(digest=hash_token(text)).first()
    now = timezone.now()
    if token is not None and (token.used_at is None or token.used_at < now - NOTED_EVERY):
        AccessToken.objects.filter(pk=token.pk).update(used_at=now)
    return token


def hash_token(text: str) -> str:
    """Return the hash by which a token is stored."""
    return sha256(text.encode()).hexdigest()


class TokenAuthentication(BaseAuthentication):
    """Logs a request in by `Authorization: Bearer`; the token is its `auth`."""

    def authenticate(self, request: Request) -> tuple[User, AccessToken] | None:
        """Return the user and the token; None without such a header."""
        kind, _space, text = get_authorization_header(request).partition(b" ")
        if kind.lower() != b"bearer":
            return None
        token = find_token(text.decode("latin-1").strip())
        if token is None:
            raise AuthenticationFailed
        return token.user, token

    def authenticate_header(self, request: Request) -> str:
        """Return the challenge to a request without a login."""
        return "Bearer"
