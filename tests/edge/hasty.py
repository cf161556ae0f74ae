"""A web server with the short bounds of tests: `python -m tests.edge.hasty …`.

Its application can also stall the event loop, as no client must be able to.
"""

import os
import sys
import time
from typing import Any

from density.server import bounds

# set before any module reads them
for name, value in (pair.split("=") for pair in os.environ["BOUNDS"].split()):
    setattr(bounds, name, type(getattr(bounds, name))(value))

from density import asgi  # noqa: E402
from games.consumers import heartbeat  # noqa: E402

STALLED_SECONDS = 5.0
heartbeat.beat.gap = 3.0
heartbeat.thread.seconds = 0.3


async def slow_application(scope: Any, receive: Any, send: Any) -> None:
    """Serve the site; /stall/ blocks the event loop like a slow parser, and /fault/ fails."""
    if scope["path"] == "/fault/":
        await send({"type": "websocket.accept"})
        raise RuntimeError("the fault that a test asked for")
    if scope["path"] == "/stall/":
        until = time.monotonic() + STALLED_SECONDS
        while time.monotonic() < until:
            pass
    await asgi.application(scope, receive, send)


if __name__ == "__main__":
    from density.server.web import WebServerCommand

    WebServerCommand().run([*sys.argv[1:], "tests.edge.hasty:slow_application"])
