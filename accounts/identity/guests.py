"""Guests: users who play without an account and keep their games if they sign up later."""

import re
import secrets
import time
from collections.abc import Callable

from django.contrib.auth import login
from django.db import IntegrityError, transaction
from django.http import HttpRequest

from accounts.models import User
from accounts.names import guest_name, name_key, tidy_name
from density.platform import limits

BACKEND = "allauth.account.auth_backends.AuthenticationBackend"
SHORTEST_NUMBER, LONGEST_NUMBER = 4, 9
# the lowest suggested number, and the pattern of generated names
SUGGESTED = 1_000
DRAWN = re.compile(r"Guest [0-9]{4,9}")
# days until an idle guest is deleted, and one who never joined a table
IDLE_DAYS, NEVER_PLAYED_DAYS = 90, 14
# the session key of a guest who chose to sign up later, and how long that counts
LATER, LATER_SECONDS = "keep_later", 24 * 3600


def make_guest(request: HttpRequest, name: str = "") -> User:
    """Return the user of this request; log a visitor in as a new guest.

    The guest gets the given name, as free_name() returned it, or a generated one. Raises
    limits.TooMany.
    """
    if isinstance(request.user, User):
        return request.user
    limits.count_use("guests", limits.client_network(request))
    guest = (_save_guest(name) if name else None) or create_guest()
    login(request, guest, backend=BACKEND)
    return guest


def guest_of(request: HttpRequest) -> User | None:
    """Return the guest of this request; None for a registered user or a visitor."""
    user = request.user
    return user if isinstance(user, User) and user.is_guest else None


def put_off(request: HttpRequest) -> None:
    """Remember in the session that a guest chose to sign up later."""
    request.session[LATER] = int(time.time())


def has_put_off(request: HttpRequest) -> bool:
    """Return whether a guest chose to sign up later within the last day."""
    return abs(time.time() - int(request.session.get(LATER, 0))) < LATER_SECONDS


def suggested_name() -> str:
    """Return a suggestion for a guest's name, most probably free."""
    return guest_name(SUGGESTED + secrets.randbelow(9 * SUGGESTED))


def free_name(name: str) -> str:
    """Return the tidy form of a guest's chosen name; "" for a generated name that is taken.

    Raises ValidationError when another name is not allowed or taken.
    """
    if DRAWN.fullmatch(tidy_name(name)):
        return "" if User.objects.filter(name_key=name_key(name)).exists() else tidy_name(name)
    return User.objects.free_name(name)


def create_guest(draw: Callable[[int], int] = secrets.randbelow) -> User:
    """Save a guest with a free name, using more digits when the short numbers are taken."""
    for digits in range(SHORTEST_NUMBER, LONGEST_NUMBER + 1):
        for _ in range(4):
            number = 10 ** (digits - 1) + draw(9 * 10 ** (digits - 1))
            if (guest := _save_guest(guest_name(number))) is not None:
                return guest
    raise RuntimeError("No free name was found for a guest.")


def _save_guest(name: str) -> User | None:
    """Return a new guest with this name; None if another user has it."""
    try:
        with transaction.atomic():
            return User.objects.create_user(name, is_guest=True)
    except IntegrityError:
        return None
