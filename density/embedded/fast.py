"""Uvicorn within the bounds of density.bounds: `python -m density.embedded.fast --port 8000`.

It takes uvicorn's options; `--access-log FILE` writes a line for every request into a file. Uvicorn
alone waits for ever for the headers of a request, for a client that reads nothing, and for one
that has to answer a ping while its socket is full.
"""

import argparse
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
    own = argparse.ArgumentParser(add_help=False, allow_abbrev=False)
    own.add_argument("--access-log")
    known, others = own.parse_known_args(arguments)
    raise_file_limit()
    command_line.Server = BoundedServer
    command_line.main([*OPTIONS, *logging_options(known.access_log), *others, application])


def logging_options(access_log: str | None) -> list[str]:
    """Return uvicorn's options for these logs: of requests a file, of the rest only trouble."""
    if access_log is None:
        return ["--no-access-log", "--log-level", "warning"]
    handlers, loggers = LOGGING_CONFIG["handlers"], LOGGING_CONFIG["loggers"]
    handlers["access"] = {
        "class": "logging.FileHandler",
        "filename": access_log,
        "formatter": "line",
    }
    line = '%(client_addr)s - - [%(asctime)s] "%(request_line)s" %(status_code)s'
    LOGGING_CONFIG["formatters"]["line"] = {
        "()": "uvicorn.logging.AccessFormatter",
        "fmt": line,
        "datefmt": "%d/%b/%Y:%H:%M:%S",
        "use_colors": False,
    }
    for name in ("uvicorn", "uvicorn.error"):
        loggers[name]["level"] = "WARNING"
    return []


if __name__ == "__main__":
    serve(sys.argv[1:])
