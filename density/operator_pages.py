"""What operators and their programs read: /healthz, /readyz and /metrics, and no other client.

They stand before Django: they take no place among the pages (density.page_limiter), and answer
while all of these are taken. To other clients their addresses do not exist.
"""

import logging
import os
import socket
import threading
import time
from collections.abc import Awaitable, Callable, Iterable
from http import HTTPStatus
from typing import Any
from wsgiref.simple_server import WSGIRequestHandler, make_server

import orjson
from django.conf import settings
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest
from prometheus_client.exposition import ThreadingWSGIServer

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
RETRY_SECONDS = 5.0

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
class QuietHandler(WSGIRequestHandler):
    """Serves a request without a line on standard error; a slow client has 5 seconds."""

    timeout = 5

    def log_message(self, *line: Any) -> None:
        """Log nothing."""


class ServerOfIPv6(ThreadingWSGIServer):
    """The server on an IPv6 address."""

    address_family = socket.AF_INET6


def server_of(host: str) -> type[ThreadingWSGIServer]:
    """Return the server for an address of this machine."""
    return ServerOfIPv6 if ":" in host else ThreadingWSGIServer


class Port:
    """The port on which this process gives its numbers, besides what it serves."""

    server: Any = None

    @classmethod
    def expose(cls, index: int) -> None:
        """Serve /metrics and /healthz at METRICS_PORT + index, in a thread; nothing without it.

        While another process has the port this is tried again.
        """
        if settings.METRICS_PORT:
            place = settings.METRICS_PORT + index
            arguments = (settings.METRICS_ADDRESS, place)
            threading.Thread(target=cls._serve, args=arguments, name="metrics", daemon=True).start()

    @classmethod
    def _serve(cls, host: str, port: int) -> None:
        logged = False
        while True:
            try:
                server = make_server(host, port, respond, server_of(host), QuietHandler)
                break
            except OSError as fault:
                if not logged:
                    log.error(
                        "metrics port %s cannot be opened (%s): this process is not measured, "
                        "tried again every %s s",
                        *(port, fault.strerror or fault, RETRY_SECONDS),
                    )
                logged = True
                time.sleep(RETRY_SECONDS)
        cls.server = server
        server.serve_forever(poll_interval=60)

    @classmethod
    def leave(cls) -> None:
        """Close what a fork has inherited of the port: it is its parent's."""
        if cls.server is not None:
            cls.server.socket.close()
            cls.server = None


os.register_at_fork(after_in_child=Port.leave)


def respond(environ: dict[str, Any], start: Callable[..., Any]) -> Iterable[bytes]:
    """Answer a request at the port, by WSGI."""
    path, operator = environ["PATH_INFO"], in_networks(environ["REMOTE_ADDR"])
    if operator and path == "/metrics":
        start("200 OK", [("Content-Type", CONTENT_TYPE_LATEST)])
        return [generate_latest(metrics.registry())]
    if operator and path == "/healthz":
        start("200 OK", [("Content-Type", JSON)])
        return [b'{"alive":true}']
    start("404 Not Found", [("Content-Type", "text/plain")])
    return [b"not found"]
