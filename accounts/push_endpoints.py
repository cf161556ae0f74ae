"""Which addresses are those of push services: what a browser gives is a client's input."""

import re

from cryptography.hazmat.primitives.asymmetric import ec
from django.conf import settings

from accounts import base64url

# so strict that all who read an address find the same host in it, and that it can be looked up
LABEL = r"[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?"
PATH = r"[\w.~:/?=&%+!$'()*,;@-]*"
ADDRESS = re.compile(
    rf"https://(?P<host>(?=[a-z0-9.-]{{1,253}}(?![a-z0-9.-])){LABEL}(?:\.{LABEL})*)"
    rf"(?::(?P<port>[0-9]{{1,5}}))?/{PATH}",
    re.ASCII,
)
HTTPS_PORT = 443
POINT_BYTES, SECRET_BYTES = 65, 16


def origin_of(endpoint: str) -> str:
    """Return the origin of an endpoint; "" for one that is no push service's of PUSH_SERVICES."""
    found = ADDRESS.fullmatch(endpoint)
    if found is None:
        return ""
    host, port = found["host"], int(found["port"] or HTTPS_PORT)
    if not any(_matches(service, host, port) for service in settings.PUSH_SERVICES):
        return ""
    return f"https://{host}" if port == HTTPS_PORT else f"https://{host}:{port}"


def _matches(service: str, host: str, port: int) -> bool:
    """Return whether a host is this service: a name, or *.name for all below it, and a port."""
    name, _, at = service.partition(":")
    below = name.startswith("*.") and host.endswith(name[1:])
    return port == int(at or HTTPS_PORT) and (host == name or below)


def is_public_key(text: str) -> bool:
    """Return whether this is a point of the curve P-256 in base64url, as browsers give it."""
    point = _decoded(text)
    if len(point) != POINT_BYTES:
        return False
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)
    except ValueError:
        return False
    return True


def is_secret(text: str) -> bool:
    """Return whether these are 16 bytes in base64url."""
    return len(_decoded(text)) == SECRET_BYTES


def _decoded(text: str) -> bytes:
    try:
        return base64url.decode(text)
    except ValueError:
        return b""
