"""A program that receives webhooks by TLS, on an Internet of names that a test makes up."""

import json
import socket
import ssl
from collections.abc import Sequence
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Event, Thread
from typing import Any

import pytest

from tests.deploy.proxies import make_certificate

HOST, ADDRESS = "hook.example", "https://hook.example/games?key=1"
PUBLIC = "93.184.215.14"


@dataclass
class Received:
    """A request."""

    path: str
    headers: dict[str, str]
    body: bytes

    @property
    def message(self) -> Any:
        return json.loads(self.body)


class Receiver:
    """The program, whose host has the addresses of `names`; the last answer repeats."""

    def __init__(self, folder: Path) -> None:
        self.received: list[Received] = []
        # the addresses to which someone connected
        self.connected: list[str] = []
        # the addresses of a host at each look-up, the last one repeats
        self.names: dict[str, list[Sequence[str]]] = {HOST: [[PUBLIC]]}
        self.answers: list[tuple[int, dict[str, str]]] = [(204, {})]
        # None: every request is answered at once
        self.wakes: Event | None = None
        self.certificate, key = make_certificate(folder, f"DNS:{HOST}")
        handler = type("Bound", (Handler,), {"receiver": self})
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(self.certificate, key)
        self.server.socket = context.wrap_socket(self.server.socket, server_side=True)
        Thread(target=self.server.serve_forever, args=(0.02,), daemon=True).start()

    def join_internet(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Let this process find the names of `names`, and reach their addresses here."""
        look_up, connect = socket.getaddrinfo, socket.create_connection

        def find(host: Any, *rest: Any, **named: Any) -> Any:
            if host not in self.names:
                return look_up(host, *rest, **named)
            answers = self.names[host]
            found = answers.pop(0) if len(answers) > 1 else answers[0]
            if not found:
                raise socket.gaierror(socket.EAI_NONAME, "no such host")
            kind = socket.SOCK_STREAM
            return [(socket.AF_INET, kind, 6, "", (each, 443)) for each in found]

        def reach(address: tuple[str, int], *rest: Any, **named: Any) -> socket.socket:
            self.connected.append(address[0])
            return connect(("127.0.0.1", self.server.server_port))

        monkeypatch.setattr(socket, "getaddrinfo", find)
        monkeypatch.setattr("urllib3.util.connection.create_connection", reach)
        monkeypatch.setattr("accounts.contact.public_requests.where", lambda: str(self.certificate))

    def close(self) -> None:
        self.server.shutdown()
        self.server.server_close()


class Handler(BaseHTTPRequestHandler):
    receiver: Receiver

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        headers = {name.lower(): value for name, value in self.headers.items()}
        self.receiver.received.append(Received(self.path, headers, body))
        if self.receiver.wakes is not None:
            self.receiver.wakes.wait()
        answers = self.receiver.answers
        status, answered = answers.pop(0) if len(answers) > 1 else answers[0]
        self.send_response(status)
        for name, value in answered.items():
            self.send_header(name, value)
        self.end_headers()

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 # of the library
        pass
