"""Members of staff at a browser: logged in, and with the code of a second factor."""

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
    """The code that an app shows now, or so many steps of 30 seconds later."""
    app = totp.TOTP(base64.b32decode(secret), 6, SHA1(), 30, enforce_key_length=False)
    return app.generate(int(time.time()) + 30 * steps).decode()


def set_up(user: User) -> None:
    """Give this user an app with codes."""
    if not Authenticator.objects.filter(user=user).exists():
        TOTP.activate(user, SECRET)


def staff_client(user: User) -> Client:
    """A browser of this user that may open the admin pages."""
    client = Client()
    client.force_login(user, backend=BACKEND)
    prove_factor(user, client)
    return client


def prove_factor(user: User, client: Client) -> None:
    """Give the code of a second factor, where this user is logged in."""
    set_up(user)
    answer = client.post(
        "/accounts/2fa/reauthenticate/", {"code": code_now(SECRET), "next": "/admin/"}
    )
    assert (answer.status_code, answer.headers["Location"]) == (302, "/admin/")


def make_superuser(name: str = "Root") -> User:
    """A superuser."""
    return User.objects.create_superuser(name, f"{name}@example.org".lower(), "a long enough one")


def make_member(name: str, group: str) -> User:
    """A member of staff in this group."""
    user = User.objects.create_user(name, "", "a long enough one", is_staff=True)
    user.groups.add(groups.bring_up_to_date()[group])
    return user
