"""Base64url without padding, as Web Push and its tokens write bytes; pure."""

import base64
import re

WRITTEN = re.compile(r"[A-Za-z0-9_+/-]*={0,2}")


def encode(data: bytes) -> str:
    """Return the text of these bytes."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def decode(text: str) -> bytes:
    """Return the bytes of a text, with or without padding; plain base64 is taken, too.

    Raises ValueError for any other text.
    """
    if not WRITTEN.fullmatch(text):
        raise ValueError("This is not base64url.")
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
