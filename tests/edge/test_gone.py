"""A client that stops reading costs little, and one that is gone without a FIN is noticed."""

import contextlib
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

from websockets.sync.client import connect
from websockets.typing import Origin

from games.models import Seat
from tests.edge.conftest import Edge, Opener
from tests.edge.connections import open_socket, text_frame, until
from tests.patience import PATIENCE
from tests.servers import cookie
from tests.soak import frozen
from tests.sockets.test_real_sockets import draw_and_discard
from tests.table.harness import make_users, playing_game

RESYNC = text_frame(b'{"type":"resync"}')
READERS, SIP = 12, 50
# what the site promises, in docs/FAULTS.md: seconds, and megabytes for each of them
GONE, MEGABYTES = 30.0, 1.0


def ask_and_read(edge: Edge, path: str) -> None:
    """So many who ask for everything now and then, and read it; all closed in the end."""
    address = f"{edge.origin.replace('http', 'ws')}{path}"
    with contextlib.ExitStack() as stack:
        lines = [
            stack.enter_context(
                connect(
                    address, origin=Origin(edge.origin), ping_interval=None, open_timeout=PATIENCE
                )
            )
            for _ in range(READERS)
        ]
        for line in lines * 5:
            line.send('{"type":"resync"}')
            line.recv(timeout=PATIENCE)


@contextmanager
def most_megabytes(edge: Edge) -> Iterator[list[float]]:
    """The largest size of the web process meanwhile, as the one item of a list."""
    most, over = [edge.megabytes], threading.Event()

    def look() -> None:
        while not over.wait(0.05):
            most[0] = max(most[0], edge.megabytes)

    looking = threading.Thread(target=look)
    looking.start()
    try:
        yield most
    finally:
        over.set()
        looking.join()


def all_gone(edge: Edge, lines: list[socket.socket]) -> None:
    """Ask again and again, and read nothing or a drop each time, until every line is dropped."""
    deadline = time.monotonic() + GONE
    sips = {line: SIP * (number % 2) for number, line in enumerate(lines)}
    while sips:
        assert time.monotonic() < deadline, f"{len(sips)} are still there"
        for line in list(sips):
            with contextlib.suppress(OSError):
                line.send(RESYNC)
                if sips[line]:
                    line.recv(sips[line])
            if not edge.holds(line):
                del sips[line]
                line.close()
        time.sleep(0.1)


def test_who_stops_reading_is_gone_in_30_seconds_and_takes_no_megabyte(opened: Opener) -> None:
    edge = opened()
    game = playing_game(make_users(4))
    draw_and_discard(game.pk, 60)
    path = f"/ws/game/{game.pk}/"
    ask_and_read(edge, path)
    before = edge.megabytes
    lines = [open_socket(edge, path)[0] for _ in range(READERS)]
    for line in lines:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        line.setblocking(False)
    with most_megabytes(edge) as most:
        all_gone(edge, lines)
    assert (most[0] - before) / READERS <= MEGABYTES
    assert "Traceback" not in edge.log, edge.log


def test_a_player_who_is_gone_without_a_word_is_dropped_and_counts_as_away(edge: Edge) -> None:
    users = make_users(2)
    game = playing_game(users)
    own = Seat.objects.filter(game=game, user=users[0])
    held = frozen.freeze(edge.port, 2, f"/ws/game/{game.pk}/", cookie(users[0]))
    try:
        assert held.held(edge.process) == 2
        assert own.get().away_since is None
        until(lambda: not held.held(edge.process), "the half-open sockets are still there")
        until(lambda: own.get().away_since is not None, "the player counts as present")
        assert time.monotonic() - held.since < GONE
    finally:
        held.end()
    assert "Traceback" not in edge.log, edge.log
