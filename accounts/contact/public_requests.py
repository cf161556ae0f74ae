"""Requests to hosts that users name, which must be on the public Internet.

A host is looked up once for each request. All its addresses must be public, and the connection goes
to one of them, so a second answer of the name server changes nothing (DNS rebinding). Proxies of
the environment are not used, because they would look the host up again.
"""

import re
import socket
from urllib.parse import urlsplit

from certifi import where
from urllib3 import HTTPSConnectionPool, Timeout
from urllib3.exceptions import HTTPError

from accounts.contact.push import LABEL, PATH
from density.platform.addresses import is_public

HTTPS_PORT = 443
# so strict that every URL parser finds the same host in it, which is a valid DNS name
ADDRESS = re.compile(
    rf"https://(?P<host>(?=[a-z0-9.-]{{1,253}}/){LABEL}(?:\.{LABEL})+)/{PATH}", re.ASCII
)
# seconds to connect, and to wait for a response
TIMEOUT = Timeout(connect=2.0, read=3.0)


class NotPublic(Exception):
    """Raised when a host has an address that is not on the public Internet."""


# every error that a request, or a malformed response, can raise
FAULTS = (HTTPError, OSError, ValueError)


def find_host(address: str) -> str:
    """Return the host of an https address with the usual port; "" if it is another address."""
    found = ADDRESS.fullmatch(address)
    return "" if found is None else found["host"]


def find_public_address(host: str) -> str:
    """Look a host up, and return its IP address, IPv4 before IPv6.

    Raises NotPublic if one of its addresses is not public, and OSError if it has none.
    """
    rows = socket.getaddrinfo(host, HTTPS_PORT, type=socket.SOCK_STREAM)
    addresses = {str(row[4][0]) for row in rows}
    if not addresses or not all(map(is_public, addresses)):
        raise NotPublic(host)
    return min(addresses, key=lambda address: (":" in address, address))


def post_publicly(address: str, body: bytes, headers: dict[str, str]) -> int:
    """Post to an https address; return the status of the response, of which no body is read.

    Follows no redirect. Raises NotPublic, or one of FAULTS.
    """
    parts, host = urlsplit(address), find_host(address)
    target = f"{parts.path}?{parts.query}" if parts.query else parts.path
    pool = HTTPSConnectionPool(
        find_public_address(host),
        HTTPS_PORT,
        timeout=TIMEOUT,
        ca_certs=where(),
        server_hostname=host,
        assert_hostname=host,
    )
    with pool:
        answer = pool.urlopen(
            "POST",
            target,
            body,
            {**headers, "Host": host},
            retries=False,
            redirect=False,
            preload_content=False,
        )
        answer.close()
        return answer.status
