"""The second factor: encrypted secrets, limited tries of codes, and the check for staff."""

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

# purpose of the derived keys: another purpose gives other keys
PURPOSE = b"density second factor 1"
# for this long after a code, a staff session may use the admin pages
PROVEN_SECONDS = 12 * 3600
# a code is valid for its 30 seconds and the intervals next to it
CODE_SECONDS = 120


class SecondFactorAdapter(DefaultMFAAdapter):
    """Allauth's behavior with encrypted secrets: a copy of the database does not reveal them."""

    error_messages = {
        **DefaultMFAAdapter.error_messages,
        "cannot_delete_authenticator": _("You can’t remove the second factor."),
        "cannot_generate_recovery_codes": _("Set up your authenticator app first."),
        "incorrect_code": _("This code is wrong or has expired. Try a new one."),
        "unverified_email": _("Confirm your e-mail address first."),
    }

    def get_totp_label(self, user: User) -> str:
        """Return the account's label in the app: its name, not its e-mail address."""
        return user.name

    def build_totp_svg(self, url: str) -> str:
        """Return the QR code as an inline SVG element: one path, no style."""
        code = QRCode(border=2)
        code.add_data(url)
        image = code.make_image(image_factory=SvgPathImage)
        return str(image.to_string(encoding="unicode"))

    def encrypt(self, text: str) -> str:
        """Return the encrypted secret."""
        return encryption_keys().encrypt(text.encode()).decode()

    def decrypt(self, encrypted_text: str) -> str:
        """Return the secret; raises InvalidToken if no key of the settings encrypted it."""
        return encryption_keys().decrypt(encrypted_text.encode()).decode()


def encryption_keys(purpose: bytes = PURPOSE) -> MultiFernet:
    """Return the keys derived from SECRET_KEY, which encrypts, and from SECRET_KEY_FALLBACKS."""
    secrets = [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]
    return MultiFernet([Fernet(_derived(secret, purpose)) for secret in secrets])


def _derived(secret: str, purpose: bytes = PURPOSE) -> bytes:
    key = HKDF(algorithm=SHA256(), length=32, salt=None, info=purpose).derive(secret.encode())
    return base64.urlsafe_b64encode(key)


def renew_encryption() -> int:
    """Re-encrypt secrets of former keys with the current SECRET_KEY; return their number."""
    renewed, newest = 0, MultiFernet([Fernet(_derived(settings.SECRET_KEY))])
    for factor in Authenticator.objects.exclude(type=Authenticator.Type.WEBAUTHN):
        name = "secret" if factor.type == Authenticator.Type.TOTP else "seed"
        old = factor.data[name]
        try:
            newest.decrypt(old.encode())
        except InvalidToken:
            factor.data[name] = encryption_keys().rotate(old.encode()).decode()
            factor.save(update_fields=["data"])
            renewed += 1
    return renewed


class CountedCode(forms.Form):
    """A form for a code that limits the tries of an account across all such forms."""

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
    """A form that accepts each code only once, in all processes."""

    def clean_code(self) -> str:
        """Return the code; raises TooMany or ValidationError."""
        code = super().clean_code()
        key = f"code:{self.user.pk}:{''.join(filter(str.isalnum, code))}"
        try:
            is_unused = caches["shared"].add(key, 1, CODE_SECONDS)
        except RedisError:  # allauth checks it within this process
            return code
        if not is_unused:
            raise SecondFactorAdapter().validation_error("incorrect_code")
        return code


class CodeForm(CodeOnce, allauth.AuthenticateForm):
    """The code of a user who logs in."""


class CodeAgainForm(CodeOnce, allauth.ReauthenticateForm):
    """The code of a logged-in user who has to confirm it."""


class SetUpForm(CountedCode, totp.ActivateTOTPForm):
    """The first code of a new authenticator app."""


def is_set_up(user: User) -> bool:
    """Return whether this user has an authenticator app."""
    return bool(Authenticator.objects.filter(user=user, type=Authenticator.Type.TOTP).exists())


def is_proven(request: HttpRequest) -> bool:
    """Return whether the session has a code from the last PROVEN_SECONDS.

    It counts only while the second factor that it came from is still set up.
    """
    now = time.time()
    factor_ids = {
        record["id"]
        for record in get_authentication_records(request, request.user)
        if record.get("method") == "mfa" and abs(now - record["at"]) < PROVEN_SECONDS
    }
    factors = Authenticator.objects.filter(user=request.user, pk__in=factor_ids)
    return bool(factor_ids and factors.exists())


def reset_second_factor(user: User) -> bool:
    """Remove all second factors of a user and end all sessions; return whether there was one.

    Sessions end because an attacker might be logged in to one of them.
    """
    factors = list(Authenticator.objects.filter(user=user))
    for factor in factors:
        factor.delete()
    if factors:
        user.end_sessions()
    return bool(factors)
