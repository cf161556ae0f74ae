"""The check of a password: one hash a try, and ten tries for an account and an address."""

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

    The backend after it only knows the sessions that began with it.
    """

    def authenticate(
        self, request: HttpRequest | None, **credentials: Any
    ) -> AbstractBaseUser | None:
        """Return the user of a name or address and a password.

        Raises PermissionDenied for a wrong one, so that no other backend hashes again; TooMany;
        and RedisError when tries cannot be counted.
        """
        password = credentials.get("password")
        if not password:
            return None
        typed = str(credentials.get("username") or credentials.get("email") or "")
        found = _account_of(typed)
        tries = f"{_tried_account(found, typed)}:{limits.client_network(request or HttpRequest())}"
        limits.count_use(limits.WRONG_PASSWORDS, tries, refuse_without_redis=True)
        if found is None:
            self._mitigate_timing_attack(password)
        user: AbstractBaseUser | None = self._check_password(found, password)
        if user is not None:
            limits.reset_count(limits.WRONG_PASSWORDS, tries)
            return user
        account = "no account" if found is None else f"user {found.pk}"
        log.warning("login failed: wrong password for %s", account)
        if limits.used_up(limits.WRONG_PASSWORDS, [tries]):
            raise limits.TooMany(limits.WRONG_PASSWORDS)
        raise PermissionDenied


def _account_of(typed: str) -> User | None:
    """Return the account that a login is for: of this name, or that has confirmed this address."""
    typed = typed.replace("\0", "").strip()
    if "@" not in typed:
        return User.objects.filter(name_key=name_key(typed)).first()
    return User.objects.filter(
        emailaddress__email=typed.lower(), emailaddress__verified=True
    ).first()


def _tried_account(found: User | None, typed: str) -> str:
    """Return the key under which tries are counted: the account's, or the name as it was typed.

    A new password has another key, so that it opens the lock.
    """
    return limits.hash_subject(name_key(typed) if found is None else found.get_session_auth_hash())
