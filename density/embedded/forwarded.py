"""Lets Daphne's access log name the client that the trusted proxies saw."""

from typing import Any

from daphne import http_protocol, ws_protocol
from daphne.server import Server
from django.conf import settings
from twisted.web.http_headers import Headers

from accounts.addresses import client_of

HEADER = "X-Forwarded-For"
Client = list[Any] | None


def forwarded_client(
    headers: Headers | dict[bytes, bytes],
    address_header: str,
    port_header: str | None = None,
    proto_header: str | None = None,
    peer: Client = None,
    scheme: str | None = None,
) -> tuple[Client, str | None]:
    """Return the client and the scheme of a connection, as Daphne asks for them.

    Daphne's own reading believes the first entry of the header, which any client can write.
    """
    name = address_header.lower().encode()
    if isinstance(headers, Headers):
        values = headers.getRawHeaders(name) or []
    else:
        values = [value for key, value in headers.items() if key.lower() == name]
    address, port = peer or ("", 0)
    texts = [value.decode("latin-1") for value in values]
    found = client_of(address, texts, settings.TRUSTED_PROXIES)
    if found == address:
        return peer, scheme
    return [found, port], scheme


def install(server: Server) -> None:
    """Make this server ask `forwarded_client` for the client of every connection."""
    http_protocol.parse_x_forwarded_for = forwarded_client
    ws_protocol.parse_x_forwarded_for = forwarded_client
    server.proxy_forwarded_address_header = HEADER
