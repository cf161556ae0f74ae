"""A TCP proxy between a browser and the site that can be cut or go silently dead."""

import contextlib
import re
import socket
import threading
from urllib.parse import urlsplit

CHUNK = 65_536
UPGRADE = re.compile(rb"^upgrade: *websocket", re.IGNORECASE | re.MULTILINE)


class FlakyProxy:
    """A port through which a browser reaches the site at `url`.

    When cut, it closes all connections and accepts no others. When dead, it closes nothing but
    holds back all data, like a broken router, until it is mended.
    """

    def __init__(self, site: str) -> None:
        far = urlsplit(site)
        self._far = (far.hostname or "127.0.0.1", far.port or 80)
        self._near = socket.create_server(("127.0.0.1", 0))
        self._works, self._is_cut, self._has_sockets = threading.Event(), False, True
        self._works.set()
        self._ends: set[socket.socket] = set()
        self._lock = threading.Lock()
        threading.Thread(target=self._answer, daemon=True).start()

    @property
    def url(self) -> str:
        """The URL of the site for this browser."""
        return f"http://127.0.0.1:{self._near.getsockname()[1]}"

    def cut(self) -> None:
        """Close every connection, and new ones at once."""
        with self._lock:
            self._is_cut = True
            ends = [*self._ends]
        for end in ends:
            _shut(end)

    def go_dead(self) -> None:
        """Stop forwarding data without closing connections."""
        self._works.clear()

    def block_sockets(self) -> None:
        """Close each new WebSocket before it opens, like some firewalls. Pages still load."""
        self._has_sockets = False

    def mend(self) -> None:
        """Work again."""
        with self._lock:
            self._is_cut = False
        self._works.set()

    def close(self) -> None:
        """Close everything for good."""
        self.cut()
        self._works.set()
        _shut(self._near)
        self._near.close()

    def _answer(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                near, _ = self._near.accept()
                threading.Thread(target=self._connect, args=(near,), daemon=True).start()

    def _connect(self, near: socket.socket) -> None:
        with near, socket.create_connection(self._far) as far:
            with self._lock:
                if self._is_cut:
                    return
                self._ends |= {near, far}
            back = threading.Thread(target=self._carry, args=(far, near), daemon=True)
            back.start()
            self._carry(near, far)
            back.join()
            with self._lock:
                self._ends -= {near, far}

    def _carry(self, source: socket.socket, target: socket.socket) -> None:
        """Forward data from one end to the other until either closes."""
        with contextlib.suppress(OSError):
            while data := source.recv(CHUNK):
                if not self._has_sockets and UPGRADE.search(data):
                    break
                self._works.wait()
                target.sendall(data)
        self._works.wait()
        _shut(source)
        _shut(target)


def _shut(end: socket.socket) -> None:
    with contextlib.suppress(OSError):
        end.shutdown(socket.SHUT_RDWR)
