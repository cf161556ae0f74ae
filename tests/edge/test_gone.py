"""A client that reads nothing, answers no pings or vanishes without a FIN is dropped."""

import contextlib
import socket
import time

from websockets.sync.client import connect
from websockets.typing import Origin

from density.server.bounds import PING_SECONDS, PONG_SECONDS
from games.models import Seat
from tests.edge.conftest import Edge, Opener
from tests.edge.connections import open_socket, opened_socket, read_frames, text_frame
from tests.patience import PATIENCE, wait_until
from tests.servers import cookie_header
from tests.sockets.test_real_sockets import draw_and_discard
from tests.table.harness import make_users, playing_game

RESYNC = text_frame(b'{"type":"resync"}')
READERS, SIP = 12, 50
MEGABYTES = 1.0  # the bounds in docs/FAULTS.md


def most_megabytes_until_gone(edge: Edge, lines: list[socket.socket]) -> float:
    """Send requests while reading little or nothing, until every connection is dropped.

    Return the largest size of the web process in that time.
    """
    most, deadline = 0.0, time.monotonic() + PATIENCE
    sips = {line: SIP * (number % 2) for number, line in enumerate(lines)}
    while sips:
        assert time.monotonic() < deadline, f"{len(sips)} are still there"
        for line in sips:
            with contextlib.suppress(OSError):
                line.send(RESYNC)
                if sips[line]:
                    line.recv(sips[line])
        most, peers = max(most, edge.megabytes), edge.peers()
        sips = {line: sip for line, sip in sips.items() if line.getsockname()[1] in peers}
        time.sleep(0.05)
    return most


def test_a_client_that_stops_reading_is_dropped_and_takes_no_megabyte(opened: Opener) -> None:
    edge = opened()
    game = playing_game(make_users(4))
    draw_and_discard(game.pk, 60)
    path = f"/ws/game/{game.pk}/"
    with opened_socket(edge, path) as line:
        coming = read_frames(line)
        for _ in range(20):  # the first ones make the process load modules
            line.sendall(RESYNC)
            next(coming)
    before = edge.megabytes
    with contextlib.ExitStack() as stack:
        lines = [stack.enter_context(open_socket(edge, path)[0]) for _ in range(READERS)]
        for line in lines:
            line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            line.setblocking(False)
        most = most_megabytes_until_gone(edge, lines)
    assert (most - before) / READERS <= MEGABYTES
    assert "Traceback" not in edge.log, edge.log


def test_a_player_who_is_gone_without_a_word_is_dropped_and_counts_as_away(edge: Edge) -> None:
    users = make_users(2)
    game = playing_game(users)
    own = Seat.objects.filter(game=game, user=users[0])
    path = f"/ws/game/{game.pk}/"
    with contextlib.ExitStack() as stack:
        # the kernel accepts data that no one reads, as from a sleeping peer
        lines = [
            stack.enter_context(opened_socket(edge, path, Cookie=cookie_header(users[0])))
            for _ in range(2)
        ]
        assert all(map(edge.holds, lines))
        assert own.get().away_since is None
        wait_until(lambda: not any(map(edge.holds, lines)), "the dead sockets are still there")
        wait_until(lambda: own.get().away_since is not None, "the player counts as present")
    assert "Traceback" not in edge.log, edge.log


def test_who_reads_and_sends_but_answers_no_ping_is_gone(edge: Edge) -> None:
    line = opened_socket(edge)
    for opcode, _ in read_frames(line):
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
