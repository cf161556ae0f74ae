"""Browsers of staff, logged in and with a second factor."""

import base64
import time

from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import TOTP
from cryptography.hazmat.primitives.hashes import SHA1
from cryptography.hazmat.primitives.twofactor import totp
from django.test import Client

from accounts.identity import groups
from accounts.models import User

BACKEND = "allauth.account.auth_backends.AuthenticationBackend"
SECRET = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP"


def code_now(secret: str, steps: int = 0) -> str:
    """Return the code of an app now, or some steps of 30 seconds later."""
    app = totp.TOTP(base64.b32decode(secret), 6, SHA1(), 30, enforce_key_length=False)
    return app.generate(int(time.time()) + 30 * steps).decode()


def set_up(user: User) -> None:
    """Set up an authenticator app for a user."""
    if not Authenticator.objects.filter(user=user).exists():
        TOTP.activate(user, SECRET)


def staff_client(user: User) -> Client:
    """Return a browser of a user that may open the admin pages."""
    client = Client()
    client.force_login(user, backend=BACKEND)
    prove_factor(user, client)
    return client


def prove_factor(user: User, client: Client) -> None:
    """Enter the code of the second factor in a logged-in browser."""
    set_up(user)
    answer = client.post(
        "/accounts/2fa/reauthenticate/", {"code": code_now(SECRET), "next": "/admin/"}
    )
    assert (answer.status_code, answer.headers["Location"]) == (302, "/admin/")


def make_superuser(name: str = "Root") -> User:
    """Make a superuser."""
    return User.objects.create_superuser(name, f"{name}@example.org".lower(), "a long enough one")


def make_member(name: str, group: str) -> User:
    """Make a staff member in this group."""
    user = User.objects.create_user(name, "", "a long enough one", is_staff=True)
    user.groups.add(groups.bring_up_to_date()[group])
    return user
