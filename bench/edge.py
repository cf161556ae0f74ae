"""Measures how large bodies, slow readers and slow requests affect other visitors.

`python -m bench.edge` serves the current working tree and attacks it over the loopback interface.
During each attack a quiet client requests one page again and again. It reports that client's waits
in milliseconds and the peak memory of the web process in megabytes.
"""

import argparse
import contextlib
import http.client
import os
import secrets
import socket
import struct
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from statistics import median
from urllib.parse import urlencode, urlsplit

import psutil

PAGE = "/accounts/login/"
TYPE = "application/x-www-form-urlencoded"
PATIENCE = 120.0  # seconds
MEGABYTE = 1_000_000
READERS, READER_SECONDS = 30, 60.0


class Site:
    """A site under attack."""

    def __init__(self, url: str, web: psutil.Process) -> None:
        self.host = urlsplit(url).netloc
        self.web = web
        self.waits: list[float] = []
        self.largest = 0.0

    def ask(self) -> None:
        """Request the page once, and measure the memory of the web process."""
        began = time.perf_counter()
        line = http.client.HTTPConnection(self.host, timeout=PATIENCE)
        line.request("GET", PAGE)
        line.getresponse().read()
        line.close()
        self.waits.append((time.perf_counter() - began) * 1000)
        self.weigh()

    def weigh(self) -> None:
        """Measure the memory of the web process."""
        self.largest = max(self.largest, self.web.memory_info().rss / MEGABYTE)

    @contextlib.contextmanager
    def watched(self, name: str) -> Iterator[None]:
        """Request the page while the attack runs, and print how long that took."""
        self.waits, self.largest = [], 0.0
        over = threading.Event()

        def watch() -> None:
            while not over.is_set():
                self.ask()
                over.wait(0.05)

        def weigh() -> None:
            while not over.wait(0.1):
                self.weigh()

        threads = [threading.Thread(target=target) for target in (watch, weigh)]
        for thread in threads:
            thread.start()
        yield
        over.set()
        for thread in threads:
            thread.join()
        print(
            f"{name:28} median {median(self.waits):7.0f} ms  worst {max(self.waits):7.0f} ms"
            f"  of {len(self.waits):4}  memory {self.largest:6.0f} MB",
            flush=True,
        )

    def post(self, body: bytes, kind: str = TYPE) -> str:
        """Send a body as fast as the server reads it; return the status or the error."""
        line = http.client.HTTPConnection(self.host, timeout=PATIENCE)
        try:
            line.request("POST", PAGE, body, {"Content-Type": kind})
            return str(line.getresponse().status)
        except OSError as fault:
            return type(fault).__name__
        finally:
            line.close()

    def game(self) -> tuple[str, str]:
        """Open a table with AI players as a new guest; return the socket's path and the cookies."""
        token = secrets.token_hex(16)
        fields = urlencode({"csrfmiddlewaretoken": token, "level": "medium"})
        headers = {"Content-Type": TYPE, "Cookie": f"csrftoken={token}"}
        line = http.client.HTTPConnection(self.host, timeout=PATIENCE)
        line.request("POST", "/play/ai/", fields, headers)
        answer = line.getresponse()
        line.close()
        set_cookies = answer.headers.get_all("Set-Cookie") or []
        cookies = [cookie.split(";")[0] for cookie in set_cookies]
        return f"/ws{urlsplit(answer.headers['Location']).path}", "; ".join(cookies)

    def deaf(self, path: str, cookie: str) -> socket.socket:
        """Open a WebSocket that the client never reads."""
        name, port = self.host.split(":")
        line = socket.create_connection((name, int(port)), timeout=PATIENCE)
        line.sendall(
            f"GET {path} HTTP/1.1\r\nHost: {self.host}\r\nOrigin: http://{self.host}\r\n"
            f"Cookie: {cookie}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
            "".encode()
        )
        assert b" 101 " in line.recv(64)
        line.setblocking(False)
        return line


def masked_frame(text: bytes) -> bytes:
    """Return a text frame with a mask of zeros."""
    return struct.pack("!BB4x", 0x81, 0x80 | len(text)) + text


def read_nothing(site: Site) -> str:
    """Request snapshots on many sockets and read nothing; report how many stay open."""
    path, cookie = site.game()
    lines = [site.deaf(path, cookie) for _ in range(READERS)]
    until = time.monotonic() + READER_SECONDS
    while time.monotonic() < until:
        for line in list(lines):
            try:
                line.send(masked_frame(b'{"type":"resync"}'))
            except BlockingIOError:
                pass
            except OSError:
                lines.remove(line)
                line.close()
        time.sleep(0.3)
    for line in lines:
        line.close()
    return f"{len(lines)} of {READERS} open after {READER_SECONDS:.0f} s"


def send_fifteen_bodies(site: Site) -> str:
    """Send fifteen bodies of a megabyte in twenty seconds."""
    answers = []
    for _ in range(15):
        answers.append(site.post(b"a=1&" * 250_000))
        time.sleep(1.0)
    return ", ".join(sorted(set(answers)))


def send_just_under(site: Site) -> str:
    """Let eight clients send forms just under the size limit for ten seconds."""
    until = time.monotonic() + 10
    answers: list[str] = []

    def client() -> None:
        while time.monotonic() < until:
            answers.append(site.post(b"a=1&" * 15_000))

    threads = [threading.Thread(target=client) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return f"{len(answers)} answers: {', '.join(sorted(set(answers)))}"


def send_multipart(site: Site) -> str:
    """Send one multipart form of 200 MB."""
    part = b'--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n' + b"y" * 100_000 + b"\r\n"
    return site.post(part * 2000 + b"--x--\r\n", "multipart/form-data; boundary=x")


def send_nothing(site: Site) -> str:
    """Send nothing for five seconds."""
    time.sleep(5)
    return "-"


CASES: dict[str, Callable[[Site], str]] = {
    "quiet": send_nothing,
    "8 MB urlencoded": lambda site: site.post(b"a=1&" * 2_000_000),
    "50 MB urlencoded": lambda site: site.post(b"a=1&" * 12_500_000),
    "200 MB multipart": send_multipart,
    "15 x 1 MB urlencoded": send_fifteen_bodies,
    "8 clients of 60 kB": send_just_under,
    "30 sockets that never read": read_nothing,
}


def main() -> None:
    """Serve the site and run the attacks one by one."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("cases", nargs="*", default=list(CASES), help="some of the cases")
    chosen = parser.parse_args().cases
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "manage.py", "serve", "--port", "0", "--data", folder]
        server = subprocess.Popen(
            command, stdout=subprocess.PIPE, text=True, env={**os.environ, "LIMITS": "0"}
        )
        try:
            assert server.stdout is not None
            url = server.stdout.readline().split(" at ")[1].split(" ")[0]
            family = psutil.Process(server.pid).children()
            web = next(child for child in family if "density.server.web" in child.cmdline())
            site = Site(url, web)
            for _ in range(20):
                site.ask()
            for name in chosen:
                with site.watched(name):
                    answer = CASES[name](site)
                print(f"{'':28} answered {answer}", flush=True)
        finally:
            server.terminate()
            server.wait()


if __name__ == "__main__":
    main()
