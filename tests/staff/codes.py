"""What an authenticator app shows (RFC 6238), worked out without the library that checks it."""

import base64
import hashlib
import hmac
import struct
import time


def code_now(secret: str, steps: int = 0) -> str:
    """The code that an app shows now, or so many steps of 30 seconds later."""
    counter = struct.pack(">Q", int(time.time()) // 30 + steps)
    digest = hmac.new(base64.b32decode(secret), counter, hashlib.sha1).digest()
    offset = digest[-1] & 15
    (number,) = struct.unpack(">I", digest[offset : offset + 4])
    return f"{(number & 0x7FFFFFFF) % 10**6:06}"
