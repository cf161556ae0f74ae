"""How a socket ends: the client can read why."""

import contextlib
import socket
import struct
import time
from threading import Thread

from density.bounds import LARGEST_MESSAGE
from games.models import Seat
from tests.edge.conftest import Edge
from tests.edge.connections import (
    closing_code,
    frames,
    head,
    opened_socket,
    read_to_the_end,
    text_frame,
)
from tests.patience import PATIENCE
from tests.servers import cookie
from tests.table.harness import make_users, playing_game

SERVICE_RESTART, TOO_LARGE = 1012, 1009
TOO_LONG = struct.pack("!BBQ4x", 0x81, 0x80 | 127, LARGEST_MESSAGE + 1)


def goes_on(line: socket.socket, seconds: float) -> Thread:
    """Send on for so long in a thread, however the server likes it."""
    until = time.monotonic() + seconds

    def send() -> None:
        with contextlib.suppress(OSError):
            while time.monotonic() < until:
                line.sendall(b"x" * 65536)
                time.sleep(0.01)

    thread = Thread(target=send)
    thread.start()
    return thread


def test_who_still_sends_the_frame_that_is_too_large_can_read_the_code(edge: Edge) -> None:
    for _ in range(5):
        line = opened_socket(edge)
        line.sendall(TOO_LONG)
        sending = goes_on(line, 0.5)
        assert closing_code(line) == TOO_LARGE
        line.close()
        sending.join()


def test_a_restart_tells_every_socket_to_come_back_and_no_player_looks_away(
    edge: Edge,
) -> None:
    users = make_users(2)
    game = playing_game(users)
    seat = Seat.objects.get(game=game, user=users[0])
    asking = edge.connect()
    asking.sendall(head(edge, "GET /robots.txt"))
    assert b" 200 " in asking.recv(65536)
    lines = [opened_socket(edge) for _ in range(10)]
    lines.append(opened_socket(edge, f"/ws/game/{game.pk}/", Cookie=cookie(users[0])))
    for line in lines:
        next(frames(line))
    edge.process.suspend()
    for line in lines:
        line.sendall(text_frame(b'{"type":"ping"}'))  # which is never read
    edge.process.terminate()
    edge.process.resume()
    assert {closing_code(line) for line in lines} == {SERVICE_RESTART}
    read_to_the_end(asking)
    for line in [*lines, asking]:
        line.close()
    edge.child.process.wait(PATIENCE)  # type: ignore[union-attr]
    seat.refresh_from_db()
    assert seat.away_since is None
    assert "Traceback" not in edge.log, edge.log
