"""The site's own key of Web Push (VAPID, RFC 8292): a push service takes messages signed by it."""

import base64
import time
from functools import cache

from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.conf import settings
from py_vapid import Vapid02

# push services refuse signatures that hold for longer than a day
HOLDS_SECONDS = 3600


@cache
def _key(private: str) -> Vapid02:
    return Vapid02.from_raw(private.encode())


def public_key() -> str:
    """Return the key by which browsers subscribe, in base64url."""
    public = _key(settings.VAPID_PRIVATE_KEY).public_key
    point = public.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return base64.urlsafe_b64encode(point).rstrip(b"=").decode()


def signed_headers(origin: str) -> dict[str, str]:
    """Return the headers that prove this site to the push service of this origin."""
    contact = settings.SECURITY_CONTACT
    if not contact.startswith("mailto:"):
        address = settings.DEFAULT_FROM_EMAIL.rpartition("<")[2].rstrip(">")
        contact = f"mailto:{address}"
    claims = {"aud": origin, "sub": contact, "exp": int(time.time()) + HOLDS_SECONDS}
    headers: dict[str, str] = _key(settings.VAPID_PRIVATE_KEY).sign(claims)
    return headers
