"""Daphne within bounds, which says to every page that it comes back before it stops."""

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
# how long a page may take to receive it
SECONDS_TO_HEAR = 1.0

# what Daphne makes of every connection
WebSocketFactory.protocol = BoundedSocket
daphne.server.HTTPFactory = BoundedFactory


class WebServer(Server):
    """Daphne's server, with an end that pages can distinguish from a lost connection."""

    def listen_success(self, port: Any) -> None:
        """Remember what listens; Twisted would accept a hundred connections at once."""
        super().listen_success(port)
        self.ports = [*getattr(self, "ports", ()), port]
        accept = port.doRead

        def accept_some() -> None:
            port.numberAccepts = bounds.MOST_ACCEPTED
            accept()

        port.doRead = accept_some

    def kill_all_applications(self) -> Any:
        """Cancel what runs and close every socket as a restart, before the reactor stops.

        Cancelled first, the sockets' applications do not record as gone a user who
        reconnects at once. A reconnect finds the next process: this process accepts no more
        connections, and the socket that listens is the supervisor's.
        """
        for port in self.ports:
            port.stopListening()
        over: asyncio.Future[None] = asyncio.get_event_loop().create_future()
        over.set_result(None)
        for details in self.connections.values():
            # Daphne's own loop trips over a connection that has nothing to cancel, as every
            # new socket and every answered request leaves one behind for a second
            details.setdefault("application_instance", over)
        return super().kill_all_applications().addBoth(lambda _: self.close_sockets())

    def close_sockets(self) -> Any:
        """Close every socket; the Deferred fires when the pages have received it, or soon."""
        closing = []
        for protocol, details in self.connections.items():
            is_socket = isinstance(protocol, WebSocketProtocol)
            if is_socket and protocol.state == WebSocketProtocol.STATE_OPEN:
                protocol.sendCloseFrame(code=SERVICE_RESTART)
                closing.append(details)
        return Deferred.fromFuture(asyncio.ensure_future(wait_for_closing(closing)))


async def wait_for_closing(closing: list[dict[str, Any]]) -> None:
    """Return when these connections are closed, or have taken too long."""
    for _ in range(round(SECONDS_TO_HEAR / 0.02)):
        if all(details.get("disconnected") for details in closing):
            return
        await asyncio.sleep(0.02)


class WebServerCommand(CommandLineInterface):
    """Daphne's command line for this server."""

    server_class = WebServer


if __name__ == "__main__":
    WebServerCommand.entrypoint()
