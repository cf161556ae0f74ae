"""OAuth2 and OpenID Connect, by allauth: access of other people's programs to an account.

Codes are kept in the cache that all processes share, tokens and apps in the tables of allauth, and
the key that signs logins in one encrypted row.
"""

import secrets
from collections.abc import Iterable
from datetime import timedelta
from typing import Any, Literal

from allauth.idp.oidc.adapter import DefaultOIDCAdapter
from allauth.idp.oidc.models import Client, PrivateKey, Token
from cryptography.fernet import InvalidToken
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import rsa
from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.identity.second_factor import encryption_keys
from accounts.identity.tokens import READ, SCOPES
from accounts.models import SigningKey, User

LOG_IN = "openid"
# what a user is asked to allow an app
CONSENTS = {
    LOG_IN: _("Recognize you and see your name"),
    READ: _("See your account, your games and your hand"),
    **SCOPES,
}
GRANT_TYPES = [Client.GrantType.AUTHORIZATION_CODE, Client.GrantType.REFRESH_TOKEN]
KEY_PURPOSE, KEY_BITS = b"density oauth 1", 2048
SECRET_BYTES = 32
# after which an app asks its user again, however often it renewed its tokens
ACCESS_LASTS = timedelta(days=365)
# apps that one user offers
MOST_APPS = 5


class OAuthAdapter(DefaultOIDCAdapter):
    """Allauth's behavior with the scopes, claims and signing key of this site."""

    scope_display = CONSENTS

    def generate_client_secret(self) -> str:
        """Return a new secret, in characters that need no escaping in a header."""
        return secrets.token_urlsafe(SECRET_BYTES)

    def get_claims(
        self,
        purpose: Literal["id_token", "userinfo"],
        user: User,
        client: Client,
        scopes: Iterable[str],
        email: str | None = None,
        **kwargs: Any,
    ) -> dict[str, Any]:
        """Return what an app learns of a user who logs in to it: never the e-mail address."""
        return {
            "sub": self.get_user_sub(client, user),
            "name": user.name,
            "preferred_username": user.name,
        }

    def validate_resource_uris(self, *, uris: list[str], **kwargs: Any) -> None:
        """Refuse tokens for a part of the API: scopes say what a token may do."""
        if uris:
            raise ValidationError("The parameter resource is not supported.")

    def list_private_keys(self, **kwargs: Any) -> list[PrivateKey]:
        """Return the key that signs logins."""
        return [PrivateKey(pem=read_signing_key())]


def read_signing_key() -> str:
    """Return the RSA key of the site as PEM; the first call makes it, for all processes.

    A key that no secret key of the settings can decrypt is replaced.
    """
    keys = encryption_keys(KEY_PURPOSE)
    row = SigningKey.objects.first()
    if row is None:
        made = keys.encrypt(_make_key()).decode()
        row, _new = SigningKey.objects.get_or_create(pk=1, defaults={"encrypted": made})
    try:
        return keys.decrypt(row.encrypted.encode()).decode()
    except InvalidToken:
        SigningKey.objects.filter(encrypted=row.encrypted).delete()
        return read_signing_key()


def _make_key() -> bytes:
    return rsa.generate_private_key(65537, KEY_BITS).private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    )


def list_grants(user: User) -> QuerySet[Token]:
    """Return the tokens by which apps have access to the account of a user."""
    kinds = (Token.Type.ACCESS_TOKEN, Token.Type.REFRESH_TOKEN)
    grants: QuerySet[Token] = Token.objects.valid().filter(user=user, type__in=kinds)
    return grants


def find_refresh_token(text: str) -> Token | None:
    """Return the refresh token with this text, or None."""
    token: Token | None = Token.objects.lookup(Token.Type.REFRESH_TOKEN, text)
    return token


def keep_end(renewed: Token, text: str, seconds: int) -> int:
    """Let the token that replaces a refresh token end with the access that the user once gave.

    It would work for so many seconds; return for how many it does. Its `created_at` is the time of
    that access.
    """
    now = timezone.now()
    left = min(seconds, int((renewed.created_at + ACCESS_LASTS - now).total_seconds()))
    Token.objects.by_value(text).update(
        created_at=renewed.created_at, expires_at=now + timedelta(seconds=left)
    )
    return left


def may_have_apps(user: User) -> bool:
    """Return whether a user may let apps in or offer them: guests and bots may not."""
    return not (user.is_guest or user.is_bot)


def make_app(user: User, name: str, redirects: list[str], kind: str) -> tuple[Client, str]:
    """Save an app of a user; return it and its secret, which is stored nowhere.

    The secret of a public app, which could not keep it, is empty.
    """
    app = Client(owner=user, name=name, type=kind, secret="")
    app.set_redirect_uris(redirects)
    app.set_scopes(list(CONSENTS))
    app.set_default_scopes([READ])
    app.set_grant_types(GRANT_TYPES)
    secret = ""
    if kind == Client.Type.CONFIDENTIAL:
        secret = OAuthAdapter().generate_client_secret()
        app.set_secret(secret)
    app.save()
    return app, secret
