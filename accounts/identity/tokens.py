"""Access tokens: personal ones are made here, and the API accepts those of OAuth2, too."""

import secrets
from collections.abc import Sequence
from datetime import timedelta
from hashlib import sha256
from typing import NamedTuple

from allauth.idp.oidc.models import Token as OAuthToken
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


class Grant(NamedTuple):
    """The scopes that a token gives a program, and the token's user."""

    user: User
    scopes: list[str]


def make_token(user: User, name: str, scopes: Sequence[str]) -> str:
    """Save a token of a user; return its text, which is stored nowhere."""
    text = PREFIX + secrets.token_urlsafe(TOKEN_BYTES)
    granted = [READ, *(scope for scope in SCOPES if scope in scopes)]
    AccessToken.objects.create(user=user, name=name, digest=hash_token(text), scopes=granted)
    return text


def find_grant(text: str) -> Grant | None:
    """Return what a token grants, a personal one or one of OAuth2; None if it does not work."""
    return _find_personal(text) or _find_oauth(text)


def _find_personal(text: str) -> Grant | None:
    """Return what a personal token grants, unless its user is locked out; note that it is used."""
    if not text.startswith(PREFIX):
        return None
    tokens = AccessToken.objects.filter(user__is_active=True).select_related("user")
    token = tokens.filter(digest=hash_token(text)).first()
    if token is None:
        return None
    now = timezone.now()
    if token.used_at is None or token.used_at < now - NOTED_EVERY:
        AccessToken.objects.filter(pk=token.pk).update(used_at=now)
    return Grant(token.user, token.scopes)


def _find_oauth(text: str) -> Grant | None:
    """Return what a user allowed an app, unless the user or the app's owner is locked out."""
    tokens = OAuthToken.objects.valid().by_value(text).select_related("user")
    token = (
        tokens.filter(type=OAuthToken.Type.ACCESS_TOKEN, user__is_active=True)
        .exclude(client__owner__is_active=False)
        .first()
    )
    return None if token is None else Grant(token.user, token.get_scopes())


def hash_token(text: str) -> str:
    """Return the hash by which a token is stored."""
    return sha256(text.encode()).hexdigest()


class TokenAuthentication(BaseAuthentication):
    """Logs a request in by `Authorization: Bearer`; the grant is its `auth`."""

    def authenticate(self, request: Request) -> tuple[User, Grant] | None:
        """Return the user and the grant; None without such a header."""
        kind, _space, text = get_authorization_header(request).partition(b" ")
        if kind.lower() != b"bearer":
            return None
        grant = find_grant(text.decode("latin-1").strip())
        if grant is None:
            raise AuthenticationFailed
        return grant.user, grant

    def authenticate_header(self, request: Request) -> str:
        """Return the challenge to a request without a login."""
        return "Bearer"
