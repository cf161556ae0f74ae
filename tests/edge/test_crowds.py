"""A crowd from one address: it waits, or is sent away at once, and costs little."""

import socket
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

from tests.edge.conftest import Edge, Opener
from tests.edge.connections import head, read_to_the_end

CROWD, HOUSEHOLD = "203.0.113.5", "198.51.100.9"
# beside those of 16 pages: the server's own, and one for each answer that is just sent
MOST_THREADS = 60


def ask(edge: Edge, client: str, path: str = "/leaderboards/") -> socket.socket:
    """A connection on which a page has been asked for."""
    line = edge.connect()
    line.sendall(head(edge, f"GET {path}", X_Forwarded_For=client, Connection="close"))
    return line


@contextmanager
def crowd(edge: Edge, count: int, path: str = "/leaderboards/") -> Iterator[list[socket.socket]]:
    """So many connections of one address, all of which have asked for a page."""
    with ExitStack() as stack:
        yield [stack.enter_context(ask(edge, CROWD, path)) for _ in range(count)]


def test_who_waits_for_a_page_has_no_thread(opened: Opener) -> None:
    edge = opened(TRUSTED_PROXIES="1")
    with crowd(edge, 200) as lines:
        with ask(edge, HOUSEHOLD) as line:
            assert b" 200 " in read_to_the_end(line).partition(b"\r\n")[0]
        assert edge.process.num_threads() < MOST_THREADS
        answers = [read_to_the_end(line).partition(b"\r\n")[0] for line in lines]
    assert all(b" 200 " in answer or b" 503 " in answer for answer in answers)


def test_beyond_those_who_may_wait_all_are_put_off_at_once(opened: Opener) -> None:
    edge = opened(TRUSTED_PROXIES="1")
    with crowd(edge, 400, "/api/leaderboards/?game=density-deck&view=week") as lines:
        with ask(edge, HOUSEHOLD) as line:
            assert b" 200 " in read_to_the_end(line).partition(b"\r\n")[0]
        answers = [read_to_the_end(line).lower() for line in lines]
    put_off = [answer for answer in answers if b" 503 " in answer.partition(b"\r\n")[0]]
    assert put_off
    assert all(b"\r\nretry-after: 5\r\n" in answer for answer in put_off)
    assert all(b'{"code": "busy"}' in answer for answer in put_off)
