"""What operators and their programs read: /healthz, /readyz and /metrics, and no other client.

They stand before Django: they take no place among the pages (density.page_limiter), and answer
while all of these are taken. To other clients their addresses do not exist.
"""

import logging
from collections.abc import Awaitable, Callable
from http import HTTPStatus

import orjson
from django.conf import settings
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest, start_http_server

from accounts.addresses import client_of, read
from density.health import Readiness
from density.request_limits import Application, Receive, Scope, Send
from games import metrics

# a request with one of these came through a proxy
OF_PROXIES = {
    *(b"x-forwarded-for", b"x-forwarded-proto", b"x-forwarded-host", b"x-forwarded-port"),
    *(b"x-real-ip", b"forwarded", b"via"),
}
METHODS = {"GET", "HEAD"}
JSON = "application/json"

Answer = tuple[int, str, bytes]
log = logging.getLogger(__name__)


class OperatorPages:
    """Answers these addresses to clients of OPERATOR_NETWORKS; passes all else on."""

    def __init__(self, application: Application) -> None:
        self.application = application
        self.readiness = Readiness()
        self.pages: dict[str, Callable[[], Awaitable[Answer]]] = {
            "/healthz": self.healthz,
            "/readyz": self.readyz,
            "/metrics": self.metrics,
        }

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        answer = self.pages.get(scope["path"])
        if answer is None or scope["method"] not in METHODS or not is_operator(scope):
            await self.application(scope, receive, send)
            return
        status, kind, body = await answer()
        headers = [
            (b"content-type", kind.encode()),
            (b"content-length", b"%d" % len(body)),
            (b"cache-control", b"no-store"),
        ]
        await send({"type": "http.response.start", "status": status, "headers": headers})
        sent = b"" if scope["method"] == "HEAD" else body
        await send({"type": "http.response.body", "body": sent})

    async def healthz(self) -> Answer:
        """Say that this process lives."""
        return HTTPStatus.OK, JSON, b'{"alive":true}'

    async def readyz(self) -> Answer:
        """Say whether this process can serve, and which part does not do its work."""
        found = await self.readiness.ask()
        status = HTTPStatus.OK if found["ready"] else HTTPStatus.SERVICE_UNAVAILABLE
        return status, JSON, orjson.dumps(found)

    async def metrics(self) -> Answer:
        """Give the numbers of this process."""
        return HTTPStatus.OK, CONTENT_TYPE_LATEST, generate_latest(metrics.registry())


def is_operator(scope: Scope) -> bool:
    """Return whether a request comes from OPERATOR_NETWORKS, as far as that is surely known.

    The client is the real one (density.clients). What came through a proxy that is not declared,
    or that does not say for whom it asks, belongs to no operator.
    """
    client = scope.get("client")
    names = {name for name, _ in scope["headers"]}
    if not client or (names & OF_PROXIES and not is_forwarded_rightly(scope)):
        return False
    return in_networks(client[0])


def is_forwarded_rightly(scope: Scope) -> bool:
    """Return whether the declared proxies have said who the client is."""
    given = [
        value.decode("latin-1") for name, value in scope["headers"] if name == b"x-forwarded-for"
    ]
    return bool(client_of("", given, settings.TRUSTED_PROXIES))


def in_networks(address: str) -> bool:
    """Return whether an address lies in OPERATOR_NETWORKS."""
    found = read(address)
    return found is not None and any(found in network for network in settings.OPERATOR_NETWORKS)


# ------------------------------------------------------------------ a port of their own
def expose_metrics(place: int) -> None:
    """Give the numbers of this process to this machine at METRICS_PORT + place, in a thread."""
    if not settings.METRICS_PORT:
        return
    port = settings.METRICS_PORT + place
    try:
        start_http_server(port, addr="127.0.0.1", registry=metrics.registry())
    except OSError as fault:
        log.error("metrics port %s is not open (%s): this process is not measured", port, fault)
