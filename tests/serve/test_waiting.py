"""Pages that connect while the web server starts again wait for it: the kernel turns none away."""

import resource
import socket
from contextlib import ExitStack
from pathlib import Path

from density.embedded import supervisor

# the machine's own bound
SOMAXCONN = Path("/proc/sys/net/core/somaxconn")
PAGES = 1500
SECONDS = 5.0


def pages() -> int:
    """As many as the machine lets wait at all, and the test may open."""
    most = int(SOMAXCONN.read_text()) if SOMAXCONN.exists() else socket.SOMAXCONN
    files = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    return min(PAGES, most, files // 2)


def test_all_connect_before_anybody_accepts() -> None:
    supervisor.raise_file_limit()
    with ExitStack() as stack:
        listener = stack.enter_context(supervisor.open_port("127.0.0.1", 0))
        for _ in range(pages()):
            page = stack.enter_context(socket.socket())
            page.settimeout(SECONDS)
            page.connect(listener.getsockname())
