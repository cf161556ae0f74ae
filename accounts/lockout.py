"""The password check: one hash per try, and ten tries per account and network."""

import logging
from typing import Any

from allauth.account.auth_backends import AuthenticationBackend
from django.contrib.auth.base_user import AbstractBaseUser
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest

from accounts.models import User
from accounts.names import name_key
from density.platform import limits

log = logging.getLogger(__name__)


class PasswordBackend(AuthenticationBackend):
    """Checks exactly one password hash, whether the account exists or not.

    The backend after it in the settings only recognizes the sessions that it began.
    """

    def authenticate(
        self, request: HttpRequest | None, **credentials: Any
    ) -> AbstractBaseUser | None:
        """Return the user with this name or address and password.

        Raises PermissionDenied for a wrong password, so that no other backend hashes again;
        TooMany; and RedisError when tries cannot be counted.
        """
        password = credentials.get("password")
        if not password:
            return None
        typed = str(credentials.get("username") or credentials.get("email") or "")
        account = _account_of(typed)
        network = limits.client_network(request or HttpRequest())
        tries = f"{_tries_key(account, typed)}:{network}"
        limits.count_use(limits.WRONG_PASSWORDS, tries, refuse_without_redis=True)
        if account is None:
            self._mitigate_timing_attack(password)
        user: AbstractBaseUser | None = self._check_password(account, password)
        if user is not None:
            limits.reset_count(limits.WRONG_PASSWORDS, tries)
            return user
        label = "no account" if account is None else f"user {account.pk}"
        log.warning("login failed: wrong password for %s", label)
        if limits.used_up(limits.WRONG_PASSWORDS, [tries]):
            raise limits.TooMany(limits.WRONG_PASSWORDS)
        raise PermissionDenied


def _account_of(typed: str) -> User | None:
    """Return the account with this name or this confirmed address."""
    typed = typed.replace("\0", "").strip()
    if "@" not in typed:
        return User.objects.filter(name_key=name_key(typed)).first()
    return User.objects.filter(
        emailaddress__email=typed.lower(), emailaddress__verified=True
    ).first()


def _tries_key(account: User | None, typed: str) -> str:
    """Return the key under which tries are counted: a hash of the account, or of the typed name.

    A new password changes the key, so it ends a lockout.
    """
    subject = name_key(typed) if account is None else account.get_session_auth_hash()
    return limits.hash_subject(subject)
