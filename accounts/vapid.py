"""The site's own key of Web Push (VAPID, RFC 8292): a push service takes messages signed by it."""

import json
import time
from functools import cache

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from django.conf import settings

from accounts import base64url, push_encryption

# push services refuse signatures that hold for longer than a day
HOLDS_SECONDS = 3600
HEADER = {"typ": "JWT", "alg": "ES256"}
NUMBER_BYTES = 32


@cache
def _key(private: str) -> ec.EllipticCurvePrivateKey:
    number = int.from_bytes(base64url.decode(private.strip()))
    return ec.derive_private_key(number, push_encryption.CURVE)


def public_key() -> str:
    """Return the key by which browsers subscribe, in base64url."""
    return base64url.encode(push_encryption.public_point(_key(settings.VAPID_PRIVATE_KEY)))


def signed_headers(origin: str) -> dict[str, str]:
    """Return the headers that prove this site to the push service of this origin."""
    contact = settings.SECURITY_CONTACT
    if not contact.startswith("mailto:"):
        address = settings.DEFAULT_FROM_EMAIL.rpartition("<")[2].rstrip(">")
        contact = f"mailto:{address}"
    ends = int(time.time()) + HOLDS_SECONDS
    token = _signed({"aud": origin, "sub": contact, "exp": ends})
    return {"Authorization": f"vapid t={token},k={public_key()}"}


def _signed(claims: dict[str, str | int]) -> str:
    """Return a JSON web token of these claims, signed by the site's key."""
    parts = (json.dumps(part, separators=(",", ":")).encode() for part in (HEADER, claims))
    text = ".".join(map(base64url.encode, parts))
    key = _key(settings.VAPID_PRIVATE_KEY)
    numbers = decode_dss_signature(key.sign(text.encode(), ec.ECDSA(hashes.SHA256())))
    signature = b"".join(number.to_bytes(NUMBER_BYTES) for number in numbers)
    return f"{text}.{base64url.encode(signature)}"
