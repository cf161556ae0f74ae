"""A socket that sends, but never reads or never answers, is gone within seconds."""

import contextlib
import time

from websockets.sync.client import connect
from websockets.typing import Origin

from density.bounds import PING_SECONDS, PONG_SECONDS
from tests.edge.conftest import Edge
from tests.edge.connections import frames, opened_socket, text_frame
from tests.patience import PATIENCE, wait_until
from tests.table.harness import make_users, playing_game


def test_who_reads_and_sends_but_answers_no_ping_is_gone(edge: Edge) -> None:
    line = opened_socket(edge)
    for opcode, _ in frames(line):
        if opcode == 9:
            line.sendall(text_frame(b'{"type":"ping"}'))
    wait_until(lambda: not edge.holds(line), "it is still open")
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
