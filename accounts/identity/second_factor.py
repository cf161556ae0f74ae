"""The second factor: its secrets are encrypted, its codes are counted, and staff must have one."""

import base64
import time
from typing import Any

from allauth.account.authentication import get_authentication_records
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.base import forms as allauth
from allauth.mfa.models import Authenticator
from allauth.mfa.totp import forms as totp
from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django import forms
from django.conf import settings
from django.core.cache import caches
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from qrcode import QRCode
from qrcode.image.svg import SvgPathImage
from redis import RedisError

from accounts.models import User
from density.platform import limits

# what the keys of these secrets are derived for: another purpose has other keys
PURPOSE = b"density second factor 1"
# so long a session of the staff is good for the admin pages after a code
PROVEN_SECONDS = 12 * 3600
# a code is good for its 30 seconds and those beside them
CODE_SECONDS = 120


class SecondFactorAdapter(DefaultMFAAdapter):
    """Allauth's own behavior, with secrets that a copy of the database does not give away."""

    error_messages = {
        **DefaultMFAAdapter.error_messages,
        "cannot_delete_authenticator": _("You can’t remove the second factor."),
        "cannot_generate_recovery_codes": _("Set up your authenticator app first."),
        "incorrect_code": _("This code is wrong or has expired. Try a new one."),
        "unverified_email": _("Confirm your e-mail address first."),
    }

    def get_totp_label(self, user: User) -> str:
        """Return what the app calls the account: its name, not its e-mail address."""
        return user.name

    def build_totp_svg(self, url: str) -> str:
        """Return the QR code as an element that stands in a page: one path, no style."""
        code = QRCode(border=2)
        code.add_data(url)
        image = code.make_image(image_factory=SvgPathImage)
        return str(image.to_string(encoding="unicode"))

    def encrypt(self, text: str) -> str:
        """Return the secret as it is stored."""
        return encryption_keys().encrypt(text.encode()).decode()

    def decrypt(self, encrypted_text: str) -> str:
        """Return the secret; raises InvalidToken where no key of the settings made it."""
        return encryption_keys().decrypt(encrypted_text.encode()).decode()


def encryption_keys() -> MultiFernet:
    """Return the keys of SECRET_KEY, which encrypts, and of SECRET_KEY_FALLBACKS."""
    secrets = [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]
    return MultiFernet([Fernet(_derived(secret)) for secret in secrets])


def _derived(secret: str) -> bytes:
    key = HKDF(algorithm=SHA256(), length=32, salt=None, info=PURPOSE).derive(secret.encode())
    return base64.urlsafe_b64encode(key)


def renew_encryption() -> int:
    """Encrypt by the SECRET_KEY of today what a former one has encrypted; return how many were."""
    renewed, newest = 0, MultiFernet([Fernet(_derived(settings.SECRET_KEY))])
    for found in Authenticator.objects.exclude(type=Authenticator.Type.WEBAUTHN):
        name = "secret" if found.type == Authenticator.Type.TOTP else "seed"
        old = found.data[name]
        try:
            newest.decrypt(old.encode())
        except InvalidToken:
            found.data[name] = encryption_keys().rotate(old.encode()).decode()
            found.save(update_fields=["data"])
            renewed += 1
    return renewed


class CountedCode(forms.Form):
    """A form for a code: tries are counted for the account, whatever it is asked for."""

    user: User

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["code"]
        field.label = _("Code")
        field.widget.attrs.pop("placeholder", None)
        field.widget.attrs.update(inputmode="numeric", spellcheck="false", maxlength="16")

    def clean_code(self) -> str:
        """Return the code; raises TooMany or ValidationError."""
        limits.count_use("codes", self.user.pk)
        code: str = super().clean_code()  # type: ignore[misc] # allauth's form comes next
        return code


class CodeOnce(CountedCode):
    """A code that is good once, in all processes."""

    def clean_code(self) -> str:
        """Return the code; raises TooMany or ValidationError."""
        code = super().clean_code()
        key = f"code:{self.user.pk}:{''.join(filter(str.isalnum, code))}"
        try:
            new = caches["shared"].add(key, 1, CODE_SECONDS)
        except RedisError:  # allauth has kept it in this process
            return code
        if not new:
            raise SecondFactorAdapter().validation_error("incorrect_code")
        return code


class CodeForm(CodeOnce, allauth.AuthenticateForm):
    """The code of a user who logs in."""


class CodeAgainForm(CodeOnce, allauth.ReauthenticateForm):
    """The code of a user who is logged in, once more."""


class SetUpForm(CountedCode, totp.ActivateTOTPForm):
    """The first code of an app."""


def is_set_up(user: User) -> bool:
    """Return whether this user has an app with codes."""
    return bool(Authenticator.objects.filter(user=user, type=Authenticator.Type.TOTP).exists())


def is_proven(request: HttpRequest) -> bool:
    """Return whether the reader has given a code of a second factor that is still set up.

    It counts for PROVEN_SECONDS.
    """
    now = time.time()
    given = {
        record["id"]
        for record in get_authentication_records(request, request.user)
        if record.get("method") == "mfa" and abs(now - record["at"]) < PROVEN_SECONDS
    }
    known = Authenticator.objects.filter(user=request.user, pk__in=given)
    return bool(given and known.exists())


def reset_second_factor(user: User) -> bool:
    """Take every second factor of a user away and end all sessions; return whether there was one.

    The user who sets it up again may not be the one who logged in before.
    """
    found = list(Authenticator.objects.filter(user=user))
    for each in found:
        each.delete()
    if found:
        user.end_sessions()
    return bool(found)
