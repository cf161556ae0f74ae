"""Guests: users who play at once, and may keep the games by signing up later."""

import secrets
from collections.abc import Callable

from django.contrib.auth import login
from django.db import IntegrityError, transaction
from django.http import HttpRequest

from accounts import limits
from accounts.models import User
from accounts.names import guest_name

BACKEND = "allauth.account.auth_backends.AuthenticationBackend"
SHORTEST_NUMBER, LONGEST_NUMBER = 4, 9
# after which a guest who has not played is deleted, and one who never sat down anywhere
IDLE_DAYS, NEVER_PLAYED_DAYS = 90, 14


def make_guest(request: HttpRequest) -> User:
    """Return the user of this request; a visitor without a login becomes a new guest, signed in.

    Raises limits.TooMany when that many guests came from the same address.
    """
    if isinstance(request.user, User):
        return request.user
    limits.count("guests", limits.address(request))
    guest = create_guest()
    login(request, guest, backend=BACKEND)
    return guest


def create_guest(draw: Callable[[int], int] = secrets.randbelow) -> User:
    """Save a guest with a free name; the numbers grow when the short ones are taken."""
    for digits in range(SHORTEST_NUMBER, LONGEST_NUMBER + 1):
        for _ in range(4):
            number = 10 ** (digits - 1) + draw(9 * 10 ** (digits - 1))
            try:
                with transaction.atomic():
                    return User.objects.create_user(guest_name(number), is_guest=True)
            except IntegrityError:
                continue
    raise RuntimeError("No free name was found for a guest.")
