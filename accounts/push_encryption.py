"""Encrypts a message for one browser: Web Push (RFC 8291), one record of aes128gcm (RFC 8188)."""

import os

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

CURVE = ec.SECP256R1()
# a push service takes no more, so that every message is one record
RECORD_BYTES = 4096
SALT_BYTES, INPUT_BYTES, KEY_BYTES, NONCE_BYTES = 16, 32, 16, 12
LAST_RECORD = b"\x02"


def encrypt(
    message: bytes,
    browser_key: bytes,
    secret: bytes,
    *,
    sender: ec.EllipticCurvePrivateKey | None = None,
    salt: bytes | None = None,
) -> bytes:
    """Return the body of a request that only this browser can read.

    `browser_key` is its point of P-256, `secret` what it shares with the site. A `sender` and a
    `salt` are given only to reproduce a published example: both are used once. Raises ValueError
    for a key that is no point of the curve.
    """
    sender = sender or ec.generate_private_key(CURVE)
    browser = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, browser_key)
    own_key = public_point(sender)
    purpose = b"WebPush: info\x00" + browser_key + own_key
    shared = sender.exchange(ec.ECDH(), browser)
    return seal(message, _derive(shared, secret, purpose, INPUT_BYTES), own_key, salt)


def seal(message: bytes, key: bytes, key_id: bytes, salt: bytes | None = None) -> bytes:
    """Return a message as a single record of aes128gcm behind its header."""
    salt = salt or os.urandom(SALT_BYTES)
    content_key = _derive(key, salt, b"Content-Encoding: aes128gcm\x00", KEY_BYTES)
    nonce = _derive(key, salt, b"Content-Encoding: nonce\x00", NONCE_BYTES)
    header = salt + RECORD_BYTES.to_bytes(4) + bytes([len(key_id)]) + key_id
    return header + AESGCM(content_key).encrypt(nonce, message + LAST_RECORD, None)


def public_point(key: ec.EllipticCurvePrivateKey) -> bytes:
    """Return the public key as the 65 bytes of an uncompressed point."""
    return key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def _derive(key: bytes, salt: bytes, purpose: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, purpose).derive(key)
