"""Pages for operators only: /healthz, /readyz and /metrics.

They are served before Django, so they use no slot of density.server.page_limiter and respond even
when all slots are taken. Other clients get 404.
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

# headers that proxies add
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
    """Answers these paths for clients in OPERATOR_NETWORKS, and passes other requests on."""

    def __init__(self, application: Application) -> None:
        self.application = application
        self.readiness = Readiness()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        is_ours = scope["path"] in PATHS and scope["method"] in METHODS and is_operator(scope)
        if not is_ours:
            await self.application(scope, receive, send)
            return
        status, kind, body = await self.page(scope["path"])
        await send_answer(send, status, kind, b"" if scope["method"] == "HEAD" else body)

    async def page(self, path: str) -> Answer:
        """Return the response of a path: liveness, readiness or metrics."""
        if path == "/healthz":
            return HTTPStatus.OK, JSON, b'{"alive":true}'
        if path == "/metrics":
            return (
                HTTPStatus.OK,
                CONTENT_TYPE_LATEST.encode(),
                generate_latest(metrics.process_registry()),
            )
        health = await self.readiness.ask()
        status = HTTPStatus.OK if health["ready"] else HTTPStatus.SERVICE_UNAVAILABLE
        return status, JSON, orjson.dumps(health)


def is_operator(scope: Scope) -> bool:
    """Return whether a request certainly comes from OPERATOR_NETWORKS.

    density.server.clients has set the real client. A request through an undeclared proxy, or one
    that names no client, is refused.
    """
    names = {name for name, _ in scope["headers"]}
    if names & OF_PROXIES and not client_of("", forwarded_for(scope), settings.TRUSTED_PROXIES):
        return False
    address = parse_address((scope.get("client") or ("", 0))[0])
    return address is not None and any(address in network for network in settings.OPERATOR_NETWORKS)


# ----------------------------------------------------------------------- metrics port
def expose_metrics(offset: int) -> None:
    """Serve the metrics of this process on localhost at METRICS_PORT + offset, in a thread."""
    if not settings.METRICS_PORT:
        return
    port = settings.METRICS_PORT + offset
    try:
        start_http_server(port, addr="127.0.0.1", registry=metrics.process_registry())
    except OSError as fault:
        log.error("metrics port %s is not open (%s): this process is not measured", port, fault)
