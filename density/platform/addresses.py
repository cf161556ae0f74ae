"""From which address a request comes, behind a declared number of proxies; pure."""

import ipaddress
from collections.abc import Sequence

Address = ipaddress.IPv4Address | ipaddress.IPv6Address
IPV6_HOME = 64
UNKNOWN = "unknown"


def client_of(peer: str, forwarded: Sequence[str], proxies: int) -> str:
    """Return the address of the client, given the peer of the connection.

    `forwarded` are the values of X-Forwarded-For in the order of the header lines. Each proxy
    appends the address that it saw, so that with n trusted proxies the n-th from the right was
    written by one of them, and everything left of it is not to be trusted. Without proxies, or
    when that entry is missing or is no address, it is the peer.
    """
    if proxies < 1:
        return peer
    entries = ",".join(forwarded).split(",")
    if len(entries) < proxies:
        return peer
    found = parse_address(entries[-proxies])
    return peer if found is None else str(found)


def home_of(address: str) -> str:
    """Return what is counted as one client: an IPv4 address, or the /64 network of an IPv6 one.

    An IPv4 address that a socket for both calls ::ffff:… is that IPv4 address. A client without
    an address, as on a Unix socket, is "unknown".
    """
    found = parse_address(address)
    if found is None:
        return UNKNOWN
    if found.version == 4:
        return str(found)
    return str(ipaddress.ip_network((found, IPV6_HOME), strict=False))


def parse_address(text: str) -> Address | None:
    """Return the address in "192.0.2.7", "192.0.2.7:80", "2001:db8::1" or "[2001:db8::1]:80"."""
    bare = text.strip()
    if bare.startswith("["):
        bare = bare[1:].partition("]")[0]
    elif bare.count(":") == 1:
        bare = bare.partition(":")[0]
    try:
        found = ipaddress.ip_address(bare)
    except ValueError:
        return None
    if isinstance(found, ipaddress.IPv6Address) and found.ipv4_mapped is not None:
        return found.ipv4_mapped
    return found
