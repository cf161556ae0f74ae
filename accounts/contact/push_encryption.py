"""Web Push encryption (RFC 8291, 8188) and authorization by the site's key (RFC 8292).

Uses the primitives of `cryptography`; decision 56 says why no library does it.
"""

import base64
import json
import os
import re
import time
from functools import cache

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.conf import settings

CURVE = ec.SECP256R1()
# push services accept no more, so every message is one record
RECORD_BYTES = 4096
SALT_BYTES, INPUT_BYTES, KEY_BYTES, NONCE_BYTES = 16, 32, 16, 12
POINT_BYTES, SECRET_BYTES = 65, 16
LAST_RECORD = b"\x02"
# push services refuse signatures that are valid for longer than a day
HOLDS_SECONDS = 3600
NUMBER_BYTES = 32
BASE64URL = re.compile(r"[A-Za-z0-9_+/-]*={0,2}")


def encrypt_message(
    message: bytes,
    p256dh: str,
    auth: str,
    *,
    sender: ec.EllipticCurvePrivateKey | None = None,
    salt: bytes | None = None,
) -> bytes:
    """Return the request body of a message that only the browser with these keys can read.

    The keys are in base64url. `sender` and `salt` must be new for each message; pass them only to
    reproduce a published example. Raises ValueError for invalid keys.
    """
    browser_key, secret = decode_base64url(p256dh), decode_base64url(auth)
    if (len(browser_key), len(secret)) != (POINT_BYTES, SECRET_BYTES):
        raise ValueError("These are not the keys of a browser.")
    browser = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, browser_key)
    sender, salt = sender or ec.generate_private_key(CURVE), salt or os.urandom(SALT_BYTES)
    own_key = public_point(sender)
    purpose = b"WebPush: info\x00" + browser_key + own_key
    key = _derive(sender.exchange(ec.ECDH(), browser), secret, purpose, INPUT_BYTES)
    content_key = _derive(key, salt, b"Content-Encoding: aes128gcm\x00", KEY_BYTES)
    nonce = _derive(key, salt, b"Content-Encoding: nonce\x00", NONCE_BYTES)
    header = salt + RECORD_BYTES.to_bytes(4) + bytes([len(own_key)]) + own_key
    return header + AESGCM(content_key).encrypt(nonce, message + LAST_RECORD, None)


def public_point(key: ec.EllipticCurvePrivateKey) -> bytes:
    """Return the public key as the 65 bytes of an uncompressed point."""
    return key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def public_key() -> str:
    """Return the site's public key, with which browsers subscribe, in base64url."""
    return encode_base64url(public_point(_site_key(settings.VAPID_PRIVATE_KEY)))


def make_authorization(origin: str) -> str:
    """Return the Authorization header for the push service at this origin."""
    contact = settings.SECURITY_CONTACT
    if not contact.startswith("mailto:"):
        address = settings.DEFAULT_FROM_EMAIL.rpartition("<")[2].rstrip(">")
        contact = f"mailto:{address}"
    claims = {"aud": origin, "sub": contact, "exp": int(time.time()) + HOLDS_SECONDS}
    parts = (json.dumps(part).encode() for part in ({"typ": "JWT", "alg": "ES256"}, claims))
    text = ".".join(map(encode_base64url, parts))
    signed = _site_key(settings.VAPID_PRIVATE_KEY).sign(text.encode(), ec.ECDSA(hashes.SHA256()))
    signature = b"".join(
        part_of_signature.to_bytes(NUMBER_BYTES)
        for part_of_signature in decode_dss_signature(signed)
    )
    return f"vapid t={text}.{encode_base64url(signature)},k={public_key()}"


def encode_base64url(data: bytes) -> str:
    """Return bytes in base64url without padding."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def decode_base64url(text: str) -> bytes:
    """Return the bytes of a base64url or base64 text, with or without padding.

    Raises ValueError for any other text.
    """
    if not BASE64URL.fullmatch(text):
        raise ValueError("This is not base64url.")
    plain = text.replace("-", "+").replace("_", "/")
    return base64.b64decode(plain + "=" * (-len(plain) % 4))


@cache
def _site_key(private: str) -> ec.EllipticCurvePrivateKey:
    return ec.derive_private_key(int.from_bytes(decode_base64url(private.strip())), CURVE)


def _derive(key: bytes, salt: bytes, purpose: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, purpose).derive(key)
