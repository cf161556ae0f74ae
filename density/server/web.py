"""Daphne with bounds, which announces a restart to every open page before it stops."""

import asyncio
from typing import Any

import daphne.server
from daphne.cli import CommandLineInterface
from daphne.server import Server
from daphne.ws_protocol import WebSocketFactory, WebSocketProtocol
from twisted.internet.defer import Deferred

from density.server import bounds
from density.server.requests import BoundedFactory
from density.server.sockets import BoundedSocket

SERVICE_RESTART = 1012
# how long to wait until pages have received the close frame
SECONDS_TO_HEAR = 1.0

# the classes with which Daphne handles connections
WebSocketFactory.protocol = BoundedSocket
daphne.server.HTTPFactory = BoundedFactory


class WebServer(Server):
    """Daphne's server, with a shutdown that pages can tell from a lost connection."""

    def listen_success(self, port: Any) -> None:
        """Remember the port, and accept fewer connections at once than Twisted's hundred."""
        super().listen_success(port)
        self.ports = [*getattr(self, "ports", ()), port]
        accept = port.doRead

        def accept_some() -> None:
            port.numberAccepts = bounds.MOST_ACCEPTED
            accept()

        port.doRead = accept_some

    def kill_all_applications(self) -> Any:
        """Cancel all applications and close every socket with SERVICE_RESTART.

        The applications are canceled first, so that they do not record users as away who reconnect
        at once. New connections reach the next process: this one stops accepting, while the
        supervisor keeps the listening socket open.
        """
        for port in self.ports:
            port.stopListening()
        over: asyncio.Future[None] = asyncio.get_event_loop().create_future()
        over.set_result(None)
        for details in self.connections.values():
            # Daphne's loop fails for connections without an application: new sockets, and requests
            # for a second after their response
            details.setdefault("application_instance", over)
        return super().kill_all_applications().addBoth(lambda _: self.close_sockets())

    def close_sockets(self) -> Any:
        """Close every socket; the Deferred fires when they are closed, or after a timeout."""
        closing = []
        for protocol, details in self.connections.items():
            is_socket = isinstance(protocol, WebSocketProtocol)
            if is_socket and protocol.state == WebSocketProtocol.STATE_OPEN:
                protocol.sendCloseFrame(code=SERVICE_RESTART)
                closing.append(details)
        return Deferred.fromFuture(asyncio.ensure_future(wait_for_closing(closing)))


async def wait_for_closing(closing: list[dict[str, Any]]) -> None:
    """Wait until these connections are closed, for at most SECONDS_TO_HEAR."""
    for _ in range(round(SECONDS_TO_HEAR / 0.02)):
        if all(details.get("disconnected") for details in closing):
            return
        await asyncio.sleep(0.02)


class WebServerCommand(CommandLineInterface):
    """Daphne's command line for this server."""

    server_class = WebServer


if __name__ == "__main__":
    WebServerCommand.entrypoint()
