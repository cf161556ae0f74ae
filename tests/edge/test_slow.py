"""The server does not wait for clients that start a request and stop."""

from tests.edge.conftest import Edge
from tests.edge.connections import FORM, drip_bytes, read_to_the_end, request_head
from tests.patience import wait_until

SOCKET = (
    b"GET /ws/tables/ HTTP/1.1\r\nHost: 127.0.0.1\r\n"
    b"Upgrade: websocket\r\nConnection: Upgrade\r\nX-Slow: "
)


def test_headers_that_come_drop_by_drop_are_not_waited_for(hasty: Edge) -> None:
    with hasty.connect() as line:
        line.sendall(b"GET / HTTP/1.1\r\nX-Slow: ")
        drip_bytes(line, b"x")
    with hasty.connect() as line:
        line.sendall(SOCKET)
        drip_bytes(line, b"x")


def test_a_body_that_comes_drop_by_drop_is_not_waited_for(hasty: Edge) -> None:
    with hasty.connect() as line:
        line.sendall(
            request_head(hasty, "POST /accounts/login/", Content_Type=FORM, Content_Length="999")
        )
        assert b" 408 " in drip_bytes(line, b"x")


def test_a_connection_that_asks_nothing_more_is_ended(hasty: Edge) -> None:
    with hasty.connect() as line:
        line.sendall(request_head(hasty, "GET /robots.txt"))
        assert b" 200 " in read_to_the_end(line)
    with hasty.connect() as line:
        assert read_to_the_end(line) == b""


def test_of_too_many_connections_that_wait_the_first_make_room(hasty: Edge) -> None:
    lines = [hasty.connect() for _ in range(60)]
    for line in lines:
        line.sendall(b"GET / HTTP/1.1\r\n")
    wait_until(lambda: not any(hasty.holds(line) for line in lines[:30]), "all are still open")
    with hasty.connect() as line:
        line.sendall(request_head(hasty, "GET /robots.txt", Connection="close"))
        assert b" 200 " in read_to_the_end(line)
    for line in lines:
        line.close()
