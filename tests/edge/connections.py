"""Raw connections of an attacker, without a library that enforces the protocol."""

import contextlib
import socket
import ssl
import struct
import time
from collections.abc import Iterator

from tests.edge.conftest import Edge
from tests.patience import PATIENCE

FORM = "application/x-www-form-urlencoded"
# how the end of a connection shows, also in the middle of a TLS record
CUT = (ConnectionError, ssl.SSLEOFError)


def request_head(edge: Edge, line: str, **headers: str) -> bytes:
    """Return the request line and headers of a request."""
    given = {"Host": f"127.0.0.1:{edge.port}", **headers}
    fields = "".join(f"{name.replace('_', '-')}: {value}\r\n" for name, value in given.items())
    return f"{line} HTTP/1.1\r\n{fields}\r\n".encode()


def read_to_the_end(line: socket.socket) -> bytes:
    """Return all data until the connection ends in any way."""
    line.settimeout(PATIENCE)
    read = b""
    with contextlib.suppress(*CUT):
        while piece := line.recv(65536):
            read += piece
    return read


def drip_bytes(line: socket.socket, piece: bytes) -> bytes:
    """Send a piece five times per second until the connection ends; return the received data."""
    line.settimeout(0.2)
    read, until = b"", time.monotonic() + PATIENCE
    while time.monotonic() < until:
        try:
            line.sendall(piece)
            got = line.recv(65536)
        except TimeoutError:
            continue
        except CUT:
            return read
        if not got:
            return read
        read += got
    raise AssertionError("the connection is still open")


def handshake_head(edge: Edge, path: str, **headers: str) -> bytes:
    """Return the headers of a WebSocket handshake, without empty ones."""
    asked = {
        "Origin": edge.origin,
        "Upgrade": "websocket",
        "Connection": "Upgrade",
        "Sec_WebSocket_Key": "AAAAAAAAAAAAAAAAAAAAAA==",
        "Sec_WebSocket_Version": "13",
        **headers,
    }
    return request_head(
        edge, f"GET {path}", **{name: value for name, value in asked.items() if value}
    )


def opened_socket(edge: Edge, path: str = "/ws/tables/", **headers: str) -> socket.socket:
    """Open a WebSocket that the server accepts."""
    line, answer = open_socket(edge, path, **headers)
    assert b" 101 " in answer
    return line


def open_socket(edge: Edge, path: str, **headers: str) -> tuple[socket.socket, bytes]:
    """Open a WebSocket by hand; return it and the status line."""
    line = edge.connect()
    line.sendall(handshake_head(edge, path, **headers))
    answer = b""
    while b"\r\n\r\n" not in answer:
        piece = line.recv(1)
        if not piece:
            break
        answer += piece
    return line, answer.partition(b"\r\n")[0]


def text_frame(text: bytes) -> bytes:
    """Return a text frame with a zero mask."""
    return struct.pack("!BB4x", 0x81, 0x80 | len(text)) + text


def read_frames(line: socket.socket) -> Iterator[tuple[int, bytes]]:
    """Yield received opcodes and payloads until the connection ends, without answering pings."""
    line.settimeout(PATIENCE)
    with contextlib.suppress(*CUT), line.makefile("rb") as file:
        while len(start := file.read(2)) == 2:
            size = start[1] & 0x7F
            if size > 125:
                size = int.from_bytes(file.read(2 if size == 126 else 8))
            yield start[0] & 0x0F, file.read(size)


def closing_code(line: socket.socket) -> int:
    """Return the code with which the server closes a WebSocket."""
    for opcode, payload in read_frames(line):
        if opcode == 8:
            return int.from_bytes(payload[:2])
    raise AssertionError("the socket was not closed")
