"""Frames of every kind, fragments, reads and handshakes are bounded too."""

import select
import socket
import time
from contextlib import ExitStack
from typing import Any

import pytest
from twisted.internet.testing import StringTransport

from density.server import bounds
from density.server.bounds import LARGEST_MESSAGE
from density.server.requests import BoundedChannel
from tests.edge.conftest import Edge, Opener
from tests.edge.connections import (
    handshake_head,
    opened_socket,
    read_frames,
    read_to_the_end,
    text_frame,
)
from tests.hostile.floods import masked_frame
from tests.patience import PATIENCE

# far more than a connection may send or the kernel buffers
MOST_SENT = 1_500_000
TOO_LONG = bytes((0x81, 0xFF)) + (LARGEST_MESSAGE + 1).to_bytes(8) + bytes(4)
PONG = 10


# the first frame, and the one that is repeated
FLOODS = {
    "pongs": (b"", masked_frame(0x8A)),
    "empty fragments": (masked_frame(0x01), masked_frame(0x00)),
    "pongs between fragments": (masked_frame(0x01), masked_frame(0x8A) + masked_frame(0x00)),
    "messages": (b"", text_frame(b'{"type":"ping"}')),
    "closes": (masked_frame(0x88), masked_frame(0x88)),
    "pongs after a close": (TOO_LONG, masked_frame(0x8A)),
}


def send_until_cut(line: socket.socket, data: bytes) -> None:
    """Send data until the connection is cut. Raises AssertionError if it is not."""
    sent, deadline = 0, time.monotonic() + PATIENCE
    line.settimeout(PATIENCE)
    while sent < MOST_SENT and time.monotonic() < deadline:
        try:
            line.sendall(data)
        except ConnectionError:
            return
        sent += len(data)
    raise AssertionError(f"{sent} bytes were taken")


@pytest.mark.parametrize("kind", FLOODS)
def test_a_flood_of_frames_is_cut_off(edge: Edge, kind: str) -> None:
    first, again = FLOODS[kind]
    with opened_socket(edge) as line:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 65_536)
        line.sendall(first)
        send_until_cut(line, again * (20_000 // len(again)))
    with opened_socket(edge) as line:
        next(read_frames(line))
    assert "Traceback" not in edge.log, edge.log


def test_a_flood_by_single_bytes_is_cut_off(edge: Edge) -> None:
    with opened_socket(edge) as line:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 65_536)
        line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        line.sendall(bytes((0x81, 0xFF)) + LARGEST_MESSAGE.to_bytes(8) + bytes(4))
        send_until_cut(line, b"x")


def test_what_comes_before_the_handshake_is_answered_is_bounded(edge: Edge) -> None:
    for more in ({}, {"Content_Length": "60000"}):
        with edge.connect() as line:
            line.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 65_536)
            line.sendall(handshake_head(edge, "/ws/tables/", **more))
            send_until_cut(line, masked_frame(0x8A) * 3000)
    assert "Traceback" not in edge.log, edge.log


def test_a_client_as_fast_as_allowed_stays(edge: Edge) -> None:
    with opened_socket(edge) as line:
        line.sendall(text_frame(b'{"type":"ping"}') * 20)
        coming, answered = read_frames(line), 0
        while answered < 20:
            opcode, payload = next(coming)
            answered += b'"pong"' in payload
            if opcode == 9:
                line.sendall(masked_frame(0x80 | PONG, payload))
    assert "Traceback" not in edge.log, edge.log


# ------------------------------------------------------------------------------ handshakes
def start_handshake(edge: Edge, stack: ExitStack, address: str) -> socket.socket:
    """Return a connection that has sent a handshake and read nothing."""
    line = stack.enter_context(edge.connect())
    line.sendall(handshake_head(edge, "/ws/tables/", X_Forwarded_For=address))
    return line


@pytest.fixture
def limited(shared: Opener) -> Edge:
    """A web server behind a proxy, with rate limits by address."""
    return shared(LIMITS="1", TRUSTED_PROXIES="1")


def read_status(line: socket.socket) -> bytes:
    """Return the status of the response."""
    return line.recv(4096).split(b" ")[1]


def test_an_address_with_many_handshakes_keeps_nobody_else_waiting(limited: Edge) -> None:
    with ExitStack() as stack:
        crowd = [
            start_handshake(limited, stack, "203.0.113.7") for _ in range(bounds.MOST_HANDSHAKES)
        ]
        assert read_status(start_handshake(limited, stack, "198.51.100.8")) == b"101"
        answered, _, _ = select.select(crowd, [], [], 0)
        assert len(answered) < len(crowd)


def test_of_far_too_many_handshakes_of_an_address_some_are_refused(limited: Edge) -> None:
    with ExitStack() as stack:
        crowd = [
            start_handshake(limited, stack, "203.0.113.8")
            for _ in range(bounds.MOST_HANDSHAKES * 2)
        ]
        assert b"429" in {read_status(line) for line in reversed(crowd)}
    assert "Traceback" not in limited.log, limited.log


def test_a_school_that_comes_back_at_once_comes_in(limited: Edge) -> None:
    with ExitStack() as stack:
        crowd = [start_handshake(limited, stack, "203.0.113.9") for _ in range(100)]
        assert {read_status(line) for line in crowd} == {b"101"}


# -------------------------------------------------------------------------------- requests
def test_a_request_that_is_malformed_ends_its_connection(edge: Edge) -> None:
    for more in (b"A(B: c\r\n", b"X: a\r\n folded\r\n", b"X: a\r\n\tfolded\r\n", b"X: 1\r\n" * 150):
        with edge.connect() as line:
            begin = b"GET /robots.txt HTTP/1.1\r\nHost: 127.0.0.1\r\n"
            line.sendall(begin + more + b"\r\n" + begin + b"\r\n")
            answer = read_to_the_end(line)
        assert answer.startswith(b"HTTP/1.1 4"), more
        assert answer.count(b"HTTP/1.1 ") == 1, more


def test_a_head_in_single_bytes_ends_its_connection() -> None:
    channel: Any = BoundedChannel()
    transport: Any = StringTransport()  # type: ignore[no-untyped-call]
    channel.makeConnection(transport)
    for _ in range(bounds.MOST_PIECES):
        channel.dataReceived(b"x")
        assert not transport.disconnecting
    channel.dataReceived(b"x")
    assert transport.disconnecting
    channel.clear_deadline()
