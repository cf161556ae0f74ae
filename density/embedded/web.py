"""Daphne, which drops floods, and says to every page that it comes back before it stops."""

import asyncio
from typing import Any

from daphne.cli import CommandLineInterface
from daphne.server import Server
from daphne.ws_protocol import WebSocketFactory, WebSocketProtocol
from twisted.internet.defer import Deferred

from density.embedded import forwarded

SERVICE_RESTART = 1012
# how long a page may take to hear it
SECONDS_TO_HEAR = 1.0


# so many frames of one socket may wait for the application
MOST_WAITING = 256


class BoundedSocket(WebSocketProtocol):
    """A socket that is cut off when its client sends faster than anybody could answer.

    Daphne reads and queues whatever comes: one client would fill the memory, and keep everybody
    else waiting while it is read.
    """

    def onMessage(self, payload: bytes, isBinary: bool) -> None:  # noqa: N802, N803
        """Queue a frame for the application, or drop the connection with all that is on its way."""
        waiting = getattr(self, "application_queue", None)
        if waiting is not None and waiting.qsize() >= MOST_WAITING:
            self.dropConnection(abort=True)
        else:
            super().onMessage(payload, isBinary)


WebSocketFactory.protocol = BoundedSocket


class WebServer(Server):
    """Daphne's server, with an end that pages can tell from a lost connection."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        forwarded.install(self)

    def listen_success(self, port: Any) -> None:
        """Remember what listens."""
        super().listen_success(port)
        self.ports = [*getattr(self, "ports", ()), port]

    def kill_all_applications(self) -> Any:
        """Cancel what runs and close every socket as a restart, before the reactor stops.

        Cancelled first, the sockets' applications take nobody for gone who comes back at once.
        Whoever comes back finds the next process: nobody is let in here any more, and the socket
        that listens is the house's.
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
        """Close every socket; what is returned fires when the pages have heard it, or soon."""
        closing = []
        for protocol, details in self.connections.items():
            is_socket = isinstance(protocol, WebSocketProtocol)
            if is_socket and protocol.state == WebSocketProtocol.STATE_OPEN:
                protocol.sendCloseFrame(code=SERVICE_RESTART)
                closing.append(details)
        return Deferred.fromFuture(asyncio.ensure_future(heard(closing)))


async def heard(closing: list[dict[str, Any]]) -> None:
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
