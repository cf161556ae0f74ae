"""Debian's WebKit with its small window, as a substitute for Safari in tests of layout.

Its driver can neither inject scripts before a page nor answer requests, so a server provides the
screens.
"""

import json
import os
import subprocess
import threading
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import unquote, urlsplit

import requests

from tests.patience import wait_until
from tests.process_group import free_port
from tests.screens.frozen_browser import FREEZE, PATIENCE, Screen, answer_path

# no graphics card or desktop, and perhaps root
PLAIN = {
    "WEBKIT_DISABLE_COMPOSITING_MODE": "1",
    "WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1",
    "NO_AT_BRIDGE": "1",
    "GDK_BACKEND": "x11",
}


class WebKit:
    """A window of WebKit, controlled by its driver."""

    def __init__(self, driver: str) -> None:
        self.driver = f"{driver}/session"
        opened = self.post("", {"capabilities": {}})
        self.driver += f"/{opened['sessionId']}"

    def post(self, path: str, body: Mapping[str, Any]) -> Any:
        """Send a command to the driver; return its response."""
        answered = requests.post(self.driver + path, json=body, timeout=PATIENCE / 1000)
        assert answered.ok, answered.text
        return answered.json()["value"]

    def goto(self, url: str) -> None:
        self.post("/url", {"url": url})

    def evaluate(self, script: str, argument: object = None) -> Any:
        """Return the result of a function in the page."""
        body = f"return ({script})(arguments[0])"
        return self.post("/execute/sync", {"script": body, "args": [argument]})

    def resize(self, width: int, height: int) -> None:
        """Resize the window; its least width is 447 pixels."""
        self.post("/window/rect", {"x": 0, "y": 0, "width": width, "height": height})

    def close(self) -> None:
        requests.delete(self.driver, timeout=PATIENCE / 1000)


def is_ready(driver: str) -> bool:
    """Return whether the driver responds."""
    try:
        return requests.get(f"{driver}/status", timeout=PATIENCE / 1000).ok
    except requests.ConnectionError:
        return False


@contextmanager
def start_webkit() -> Iterator[WebKit]:
    """Run WebKit on a virtual screen (packages webkit2gtk-driver and xvfb)."""
    command = ["Xvfb", "-displayfd", "1", "-screen", "0", "1600x1100x24", "-nolisten", "tcp"]
    with ExitStack() as stack:
        screen = stack.enter_context(
            subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        )
        stack.callback(screen.terminate)
        assert screen.stdout is not None
        display, port = screen.stdout.readline().strip(), free_port()
        environment = {**os.environ, **PLAIN, "DISPLAY": f":{display}"}
        driver = stack.enter_context(
            subprocess.Popen(["WebKitWebDriver", f"--port={port}"], env=environment)
        )
        stack.callback(driver.terminate)
        url = f"http://127.0.0.1:{port}"
        wait_until(partial(is_ready, url))
        webkit = WebKit(url)
        stack.callback(webkit.close)
        yield webkit


class ScreenServer:
    """Serves frozen screens over HTTP, one at a time."""

    def __init__(self, html: Mapping[str, str]) -> None:
        self.html = html
        self.screen = Screen("home")
        shown = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                status, body, kind = shown.answer(unquote(urlsplit(self.path).path))
                self.send_response(status)
                self.send_header("Content-Type", kind)
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_: object) -> None: ...

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def answer(self, path: str) -> tuple[int, bytes, str]:
        screen = self.screen
        values = {"keeps": dict(screen.keeps), "falls": screen.falls, "frames": screen.frames}
        begin = f"window.frozen = {json.dumps(values)};\n{FREEZE}".replace("</", "<\\/")
        html = self.html[screen.page].replace("<head>", f"<head><script>{begin}</script>", 1)
        given = {end: self.html[name] for end, name in screen.answers.items()}
        return answer_path(path, html, given)

    def close(self) -> None:
        self.server.shutdown()
        self.server.server_close()
