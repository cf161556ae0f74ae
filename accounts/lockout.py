"""The lockout of password attempts: ten tries for one account from one address."""

from collections.abc import Mapping
from typing import Any

from allauth.account.auth_backends import AuthenticationBackend
from axes.models import AccessAttempt
from django.conf import settings
from django.contrib.auth.base_user import AbstractBaseUser
from django.core.exceptions import PermissionDenied
from django.db.models.functions import Now
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from accounts import limits, owners
from accounts.names import name_key

NO_ADDRESS = "0.0.0.0"
LONGEST = 255


class PasswordBackend(AuthenticationBackend):
    """Checks exactly one password hash, whether the account exists or not.

    The backends after it only know the sessions that began with them.
    """

    def authenticate(
        self, request: HttpRequest | None, **credentials: Any
    ) -> AbstractBaseUser | None:
        """Return the user of a name or address and a password.

        Raises PermissionDenied for a wrong one, so that no other backend hashes again.
        """
        password = credentials.get("password")
        if not password:
            return None
        found = owners.account_of(_typed(credentials))
        if found is None:
            self._mitigate_timing_attack(password)
        user: AbstractBaseUser | None = self._check_password(found, password)
        if user is None:
            raise PermissionDenied
        return user


def tried_account(request: HttpRequest, credentials: Mapping[str, Any] | None = None) -> str:
    """Return the key under which tries are counted: the account's, however it was called.

    What stands for no account is counted as it was typed, in one way of writing.
    """
    typed = _typed(credentials or {}) or str(request.POST.get("login") or "")
    known: dict[str, str] = request.__dict__.setdefault("tried_accounts", {})
    if typed not in known:
        found = owners.account_of(typed)
        key = name_key(typed) if found is None else found.name_key
        known[typed] = key[:LONGEST].replace("\0", "")
    return known[typed]


def tried_from(request: HttpRequest) -> str:
    """Return the address that tries are counted by: the first one of an IPv6 home network."""
    home = limits.address(request).partition("/")[0]
    return NO_ADDRESS if home == limits.UNKNOWN else home


def locked(
    request: HttpRequest, response: HttpResponse | None, credentials: Mapping[str, Any] | None
) -> HttpResponse:
    """Return the page for too many wrong passwords."""
    page = render(request, "account/locked.html", status=limits.TOO_MANY)
    page["Retry-After"] = str(round(settings.AXES_COOLOFF_TIME.total_seconds()))
    return page


def bring_back() -> None:
    """Let tries that were counted in the future be of now: the clock was set back."""
    AccessAttempt.objects.filter(attempt_time__gt=Now()).update(attempt_time=Now())


def _typed(credentials: Mapping[str, Any]) -> str:
    return str(credentials.get("username") or credentials.get("email") or "")
