"""The pages for operators and their programs alone: /healthz, /readyz and /metrics.

They stand before Django: they take no place among the pages (density.server.page_limiter), and
answer while all of these are taken. To other clients their addresses do not exist.
"""

import logging
from http import HTTPStatus

import orjson
from django.conf import settings
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest, start_http_server

from density.operations.health import Readiness
from density.platform import metrics
from density.platform.addresses import client_of, parse_address
from density.server.clients import forwarded_for
from density.server.request_limits import Application, Receive, Scope, Send, send_answer

# a request with one of these came through a proxy
OF_PROXIES = {
    *(b"x-forwarded-for", b"x-forwarded-proto", b"x-forwarded-host", b"x-forwarded-port"),
    *(b"x-real-ip", b"forwarded", b"via"),
}
PATHS = {"/healthz", "/readyz", "/metrics"}
METHODS = {"GET", "HEAD"}
JSON = b"application/json"

Answer = tuple[int, bytes, bytes]
log = logging.getLogger(__name__)


class OperatorPages:
    """Answers these addresses to clients of OPERATOR_NETWORKS; passes all else on."""

    def __init__(self, application: Application) -> None:
        self.application = application
        self.readiness = Readiness()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        asked = scope["path"] in PATHS and scope["method"] in METHODS and is_operator(scope)
        if not asked:
            await self.application(scope, receive, send)
            return
        status, kind, body = await self.page(scope["path"])
        await send_answer(send, status, kind, b"" if scope["method"] == "HEAD" else body)

    async def page(self, path: str) -> Answer:
        """Say that this process lives, what of the site can serve, or the process's numbers."""
        if path == "/healthz":
            return HTTPStatus.OK, JSON, b'{"alive":true}'
        if path == "/metrics":
            return (
                HTTPStatus.OK,
                CONTENT_TYPE_LATEST.encode(),
                generate_latest(metrics.process_registry()),
            )
        found = await self.readiness.ask()
        status = HTTPStatus.OK if found["ready"] else HTTPStatus.SERVICE_UNAVAILABLE
        return status, JSON, orjson.dumps(found)


def is_operator(scope: Scope) -> bool:
    """Return whether a request comes from OPERATOR_NETWORKS, as far as that is surely known.

    The client is the real one (density.server.clients). A request through a proxy that is
    undeclared, or that names no client, belongs to no operator.
    """
    names = {name for name, _ in scope["headers"]}
    if names & OF_PROXIES and not client_of("", forwarded_for(scope), settings.TRUSTED_PROXIES):
        return False
    found = parse_address((scope.get("client") or ("", 0))[0])
    return found is not None and any(found in network for network in settings.OPERATOR_NETWORKS)


# ------------------------------------------------------------------ a port of their own
def expose_metrics(place: int) -> None:
    """Give the numbers of this process to this machine at METRICS_PORT + place, in a thread."""
    if not settings.METRICS_PORT:
        return
    port = settings.METRICS_PORT + place
    try:
        start_http_server(port, addr="127.0.0.1", registry=metrics.process_registry())
    except OSError as fault:
        log.error("metrics port %s is not open (%s): this process is not measured", port, fault)
