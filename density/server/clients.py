"""Sets the client's address of every connection from trusted proxies."""

from collections.abc import Mapping
from typing import Any

from django.conf import settings

from density.platform.addresses import client_of


class TrustedClient:
    """Replaces the client of a connection with the one that the trusted proxies saw.

    Django's REMOTE_ADDR, rate limits, lockouts and networks use it. No other code reads
    X-Forwarded-For.
    """

    def __init__(self, application: Any) -> None:
        self.application = application

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        """Pass the connection on with its real client."""
        if "client" in scope or "headers" in scope:
            scope["client"] = trusted_client(scope)
        await self.application(scope, receive, send)


def trusted_client(scope: dict[str, Any]) -> tuple[str, int] | None:
    """Return the client of an ASGI scope; None on a Unix socket without a trusted proxy."""
    peer, port = scope.get("client") or ("", 0)
    client = client_of(peer, forwarded_for(scope), settings.TRUSTED_PROXIES)
    if client == peer:
        return (peer, port) if peer else None
    return client, 0


def forwarded_for(scope: Mapping[str, Any]) -> list[str]:
    """Return the values of X-Forwarded-For in an ASGI scope."""
    headers = scope.get("headers", ())
    return [value.decode("latin-1") for name, value in headers if name == b"x-forwarded-for"]
