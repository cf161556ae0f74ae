"""The client's address of a request behind a declared number of proxies; pure functions."""

import ipaddress
from collections.abc import Sequence

Address = ipaddress.IPv4Address | ipaddress.IPv6Address
IPV6_HOME = 64
UNKNOWN = "unknown"


def client_of(peer: str, forwarded: Sequence[str], proxies: int) -> str:
    """Return the address of the client, given the peer of the connection.

    `forwarded` are the values of X-Forwarded-For in the order of the header lines. Each proxy
    appends the address that it saw. So with n trusted proxies, the n-th entry from the right is
    trusted, and everything left of it is not. Without proxies, or when that entry is missing or
    invalid, the client is the peer.
    """
    if proxies < 1:
        return peer
    entries = ",".join(forwarded).split(",")
    if len(entries) < proxies:
        return peer
    client = parse_address(entries[-proxies])
    return peer if client is None else str(client)


def home_of(address: str) -> str:
    """Return the network that counts as one client: an IPv4 address, or an IPv6 /64 network.

    An address mapped as ::ffff:… counts as IPv4. A client without an address, as on a Unix socket,
    is "unknown".
    """
    parsed = parse_address(address)
    if parsed is None:
        return UNKNOWN
    if parsed.version == 4:
        return str(parsed)
    return str(ipaddress.ip_network((parsed, IPV6_HOME), strict=False))


def parse_address(text: str) -> Address | None:
    """Return the address in "192.0.2.7", "192.0.2.7:80", "2001:db8::1" or "[2001:db8::1]:80"."""
    bare = text.strip()
    if bare.startswith("["):
        bare = bare[1:].partition("]")[0]
    elif bare.count(":") == 1:
        bare = bare.partition(":")[0]
    try:
        parsed = ipaddress.ip_address(bare)
    except ValueError:
        return None
    if isinstance(parsed, ipaddress.IPv6Address) and parsed.ipv4_mapped is not None:
        return parsed.ipv4_mapped
    return parsed


def is_public(text: str) -> bool:
    """Return whether an address is one of the public Internet, and reaches no other by translation.

    An address mapped as ::ffff:… counts as IPv4. Multicast and reserved addresses are not public,
    nor are 6to4, Teredo and NAT64 addresses, which contain an IPv4 address.
    """
    address = parse_address(text)
    if address is None or not address.is_global or address.is_multicast or address.is_reserved:
        return False
    return address.version == 4 or not (address.sixtofour or address.teredo)
