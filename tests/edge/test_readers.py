"""A socket that sends, but never reads or never answers, is gone within seconds."""

import contextlib
import socket
import time
from collections.abc import Callable

from websockets.sync.client import connect
from websockets.typing import Origin

from density.bounds import PING_SECONDS, PONG_SECONDS
from tests.edge.conftest import Edge
from tests.edge.connections import frames, open_socket, text_frame, until
from tests.patience import PATIENCE
from tests.sockets.test_real_sockets import draw_and_discard
from tests.table.harness import make_users, playing_game

RESYNC = text_frame(b'{"type":"resync"}')
PING = b"\x89\x80\0\0\0\0"
READERS = 10


def keeps_sending(edge: Edge, line: socket.socket, frame: bytes) -> Callable[[], bool]:
    """Sends something each time it is asked; whether the other end of the line is gone."""

    def is_gone() -> bool:
        with contextlib.suppress(OSError):
            line.send(frame)
        return not edge.holds(line)

    return is_gone


def test_sockets_that_ask_and_never_read_are_gone_and_take_no_memory(edge: Edge) -> None:
    game = playing_game(make_users(4))
    draw_and_discard(game.pk, 60)
    before = edge.megabytes
    lines = [open_socket(edge, f"/ws/game/{game.pk}/")[0] for _ in range(READERS)]
    for line in lines:
        line.setblocking(False)
    for line in lines:
        until(keeps_sending(edge, line, RESYNC), "a socket that never reads is still open")
        line.close()
    assert edge.megabytes < before + 40
    assert "Traceback" not in edge.log, edge.log


def test_who_reads_and_sends_but_answers_no_ping_is_gone(edge: Edge) -> None:
    line, answer = open_socket(edge, "/ws/tables/")
    assert b" 101 " in answer
    for opcode, _ in frames(line):
        if opcode == 9:
            line.sendall(text_frame(b'{"type":"ping"}'))
    until(lambda: not edge.holds(line), "it is still open")
    line.close()


def test_a_flood_of_pings_is_cut_off(edge: Edge) -> None:
    line, answer = open_socket(edge, "/ws/tables/")
    assert b" 101 " in answer
    with contextlib.suppress(ConnectionError):
        line.sendall(PING * 20_000)
    until(lambda: not edge.holds(line), "it is still open")
    line.close()


def test_who_reads_and_answers_stays_however_much_is_sent(edge: Edge) -> None:
    game = playing_game(make_users(2))
    address = f"{edge.origin.replace('http', 'ws')}/ws/game/{game.pk}/"
    over = time.monotonic() + 2 * (PING_SECONDS + PONG_SECONDS)
    with connect(
        address, origin=Origin(edge.origin), ping_interval=None, open_timeout=PATIENCE
    ) as line:
        while time.monotonic() < over:
            line.send('{"type":"ping"}')
            with contextlib.suppress(TimeoutError):
                while True:
                    line.recv(timeout=0.2)
        line.send('{"type":"ping","ref":"last"}')
        while '"last"' not in str(line.recv(timeout=PATIENCE)):
            pass
    assert "Traceback" not in edge.log, edge.log
