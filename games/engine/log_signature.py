"""Signatures of the public log: a day's statement of its length and last hash, by Ed25519."""

from typing import NamedTuple

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import (
    Ed25519PrivateKey,
    Ed25519PublicKey,
)

FORMAT = "deal-log/1"


class Signature(NamedTuple):
    """The site's statement that the log ended on this day with this entry.

    `day` is like 2026-11-21; `hash`, `key` and `signature` are hex: 32, 32 and 64 bytes.
    """

    day: str
    sequence: int
    hash: str
    key: str
    signature: str

    @property
    def statement(self) -> bytes:
        """The signed bytes: the format, the day, the sequence and the hash, a line each."""
        return f"{FORMAT}\n{self.day}\n{self.sequence}\n{self.hash}\n".encode()

    @property
    def is_valid(self) -> bool:
        """Whether the owner of the key signed this statement."""
        try:
            key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(self.key))
            key.verify(bytes.fromhex(self.signature), self.statement)
        except (InvalidSignature, ValueError):
            return False
        return True


def public_key(secret: bytes) -> str:
    """Return the public key of a private key of 32 bytes, as hex."""
    return Ed25519PrivateKey.from_private_bytes(secret).public_key().public_bytes_raw().hex()


def sign_entry(secret: bytes, day: str, sequence: int, last_hash: str) -> Signature:
    """Return the signature of the log that ends with this entry."""
    unsigned = Signature(day, sequence, last_hash, public_key(secret), "")
    signed = Ed25519PrivateKey.from_private_bytes(secret).sign(unsigned.statement)
    return unsigned._replace(signature=signed.hex())
