"""Every close code of docs/PROTOCOL.md reaches the client as it is sent."""

import contextlib
import re
import socket
import struct
import time
from collections.abc import Callable
from pathlib import Path
from threading import Thread

import pytest

from density.bounds import LARGEST_MESSAGE
from games.models import Seat
from tests.edge.conftest import Edge, Opener
from tests.edge.connections import (
    closing_code,
    frames,
    head,
    opened_socket,
    read_to_the_end,
    text_frame,
)
from tests.patience import PATIENCE
from tests.serve_process import ROOT
from tests.servers import cookie
from tests.table.harness import make_users, playing_game

PING = text_frame(b'{"type":"ping"}')
NOWHERE = "unix:///nowhere/redis.sock"


def break_the_protocol(edge: Edge) -> socket.socket:
    line = opened_socket(edge, "/ws/tables/")
    line.sendall(b"\xf1\x80" + bytes(4))
    return line


def send_no_text(edge: Edge) -> socket.socket:
    line = opened_socket(edge, "/ws/tables/")
    line.sendall(struct.pack("!BB4x", 0x81, 0x82) + b"\xff\xfe")
    return line


def flood(edge: Edge) -> socket.socket:
    line = opened_socket(edge, "/ws/tables/")
    line.sendall(PING * 150)
    return line


def send_too_much(edge: Edge) -> socket.socket:
    """Send a frame that is too large, and go on with it however the server likes that."""
    line = opened_socket(edge, "/ws/tables/")
    line.sendall(struct.pack("!BBQ4x", 0x81, 0x80 | 127, LARGEST_MESSAGE + 1))

    def send_on() -> None:
        with contextlib.suppress(OSError):
            for _ in range(50):
                line.sendall(b"x" * 65536)
                time.sleep(0.01)

    Thread(target=send_on, daemon=True).start()
    return line


def meet_a_fault(edge: Edge) -> socket.socket:
    return opened_socket(edge, "/fault/")


def come_signed_out(edge: Edge) -> socket.socket:
    return opened_socket(edge, "/ws/notices/")


def watch_a_closed_table(edge: Edge) -> socket.socket:
    users = make_users(3)
    game = playing_game(users[:2], watchable=False)
    return opened_socket(edge, f"/ws/game/{game.pk}/", Cookie=cookie(users[2]))


def ask_for_nothing(edge: Edge) -> socket.socket:
    return opened_socket(edge, "/ws/nothing/")


def come_in_an_outage(edge: Edge) -> socket.socket:
    return opened_socket(edge, "/ws/tables/")


@pytest.fixture
def without_redis(opened: Opener) -> Edge:
    """A web server whose Redis is away."""
    return opened(REDIS_URL=NOWHERE)


FAULT, RESTART = 1011, 1012
# the web server on which a code is tried, where it is not the usual one
SITES = {FAULT: "hasty", 4503: "without_redis"}
WAYS: dict[int, Callable[[Edge], socket.socket]] = {
    1002: break_the_protocol,
    1007: send_no_text,
    1008: flood,
    1009: send_too_much,
    1011: meet_a_fault,
    4401: come_signed_out,
    4403: watch_a_closed_table,
    4404: ask_for_nothing,
    4503: come_in_an_outage,
}


def test_all_codes_of_the_protocol_are_tried() -> None:
    text = Path(ROOT / "docs" / "PROTOCOL.md").read_text()
    table = text.partition("### Close codes")[2].partition("\n## ")[0]
    listed = {int(code) for code in re.findall(r"^\| (\d{4}) \|", table, re.MULTILINE)}
    assert listed == {*WAYS, RESTART}


@pytest.mark.parametrize("code", WAYS)
def test_a_close_code_reaches_the_client(
    request: pytest.FixtureRequest, transactional_db: None, code: int
) -> None:
    edge: Edge = request.getfixturevalue(SITES.get(code, "edge"))
    line = WAYS[code](edge)
    assert closing_code(line) == code
    line.close()
    assert code == FAULT or "Traceback" not in edge.log, edge.log


def test_a_restart_tells_every_socket_to_come_back_and_no_player_looks_away(edge: Edge) -> None:
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
        line.sendall(PING)  # which is never read
    edge.process.terminate()
    edge.process.resume()
    assert {closing_code(line) for line in lines} == {RESTART}
    read_to_the_end(asking)
    for line in [*lines, asking]:
        line.close()
    edge.child.process.wait(PATIENCE)  # type: ignore[union-attr]
    seat.refresh_from_db()
    assert seat.away_since is None
    assert "Traceback" not in edge.log, edge.log
