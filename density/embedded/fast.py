"""Uvicorn within the bounds of density.bounds: `python -m density.embedded.fast --port 8000`.

It takes uvicorn's options. Uvicorn alone waits for ever for the headers of a request, for a client
that reads nothing, and for one that has to answer a ping while its socket is full.
"""

import importlib
import os
import socket
import sys
from collections.abc import Sequence
from typing import Any

from uvicorn.config import LOGGING_CONFIG
from uvicorn.server import Server

from density import bounds
from density.embedded.supervisor import raise_file_limit
from density.logging_config import logging_config

# the module: `uvicorn.main` is its function
command_line: Any = importlib.import_module("uvicorn.main")

APPLICATION = "density.asgi:application"
OPTIONS = [
    *("--http", "density.embedded.fast_requests:BoundedHTTP"),
    *("--ws", "density.embedded.fast_sockets:BoundedSocket"),
    *("--h11-max-incomplete-event-size", str(bounds.LARGEST_HEAD)),
    *("--ws-max-size", str(bounds.LARGEST_MESSAGE)),
    *("--ws-per-message-deflate", "false"),
    *("--ws-ping-interval", str(bounds.PING_SECONDS)),
    *("--ws-ping-timeout", str(bounds.PONG_SECONDS)),
    *("--timeout-keep-alive", str(round(bounds.HEAD_SECONDS))),
    *("--timeout-graceful-shutdown", "3", "--no-server-header"),
    # density.clients alone says whose connection it is
    "--no-proxy-headers",
    "--no-access-log",
]


class BoundedServer(Server):
    """Uvicorn's server, which holds no socket open that it has stopped to listen on."""

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Listen, on a copy of the socket that was given: close that one.

        Left open, it takes connections until the process ends, which are never answered.
        """
        await super().startup(sockets)
        if self.config.fd is not None:
            os.close(self.config.fd)


def serve(arguments: Sequence[str], application: str = APPLICATION) -> None:
    """Serve with these options, beside our own, until a signal."""
    raise_file_limit()
    # from the first line on; the access log is the site's own (density.log_context)
    LOGGING_CONFIG.clear()
    LOGGING_CONFIG.update(logging_config())
    command_line.Server = BoundedServer
    command_line.main([*OPTIONS, *arguments, application])


if __name__ == "__main__":
    serve(sys.argv[1:])
