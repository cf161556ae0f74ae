"""Every close code of docs/PROTOCOL.md reaches the client."""

import contextlib
import re
import struct
import time
from pathlib import Path
from threading import Thread

import pytest

from density.server.bounds import LARGEST_MESSAGE
from games.models import Seat
from tests.edge.conftest import Edge, Opener
from tests.edge.connections import (
    closing_code,
    opened_socket,
    read_frames,
    read_to_the_end,
    request_head,
    text_frame,
)
from tests.patience import PATIENCE
from tests.serve_process import ROOT
from tests.servers import cookie_header
from tests.table.harness import make_users, playing_game

PING = text_frame(b'{"type":"ping"}')
NOWHERE = "unix:///nowhere/redis.sock"


@pytest.fixture
def without_redis(opened: Opener) -> Edge:
    """A web server without Redis."""
    return opened(REDIS_URL=NOWHERE)


FAULT, TOO_LARGE, RESTART, CLOSED_TABLE = 1011, 1009, 1012, 4403
# servers for codes that the usual one cannot send
SITES = {FAULT: "hasty", 4503: "without_redis"}
# the path of a socket, and what its client sends
WAYS = {
    1002: ("/ws/tables/", b"\xf1\x80" + bytes(4)),  # a protocol error
    1007: ("/ws/tables/", struct.pack("!BB4x", 0x81, 0x82) + b"\xff\xfe"),  # invalid UTF-8
    1008: ("/ws/tables/", PING * 150),
    FAULT: ("/fault/", b""),
    4401: ("/ws/notices/", b""),  # signed out
    4404: ("/ws/nothing/", b""),
    4503: ("/ws/tables/", b""),
}


def test_all_codes_of_the_protocol_are_tried() -> None:
    text = Path(ROOT / "docs" / "PROTOCOL.md").read_text()
    table = text.partition("### Close codes")[2].partition("\n## ")[0]
    listed = {int(code) for code in re.findall(r"^\| (\d{4}) \|", table, re.MULTILINE)}
    assert listed == {*WAYS, TOO_LARGE, RESTART, CLOSED_TABLE}


@pytest.mark.parametrize("code", WAYS)
def test_a_close_code_reaches_the_client(
    request: pytest.FixtureRequest, transactional_db: None, code: int
) -> None:
    edge: Edge = request.getfixturevalue(SITES.get(code, "edge"))
    path, sent = WAYS[code]
    with opened_socket(edge, path) as line:
        line.sendall(sent)
        assert closing_code(line) == code
    assert code == FAULT or "Traceback" not in edge.log, edge.log


def test_a_spectator_of_a_table_that_is_closed_to_them_reads_so(edge: Edge) -> None:
    users = make_users(3)
    game = playing_game(users[:2], watchable=False)
    with opened_socket(edge, f"/ws/game/{game.pk}/", Cookie=cookie_header(users[2])) as line:
        assert closing_code(line) == CLOSED_TABLE


def test_who_still_sends_the_frame_that_is_too_large_can_read_the_code(edge: Edge) -> None:
    with opened_socket(edge) as line:
        line.sendall(struct.pack("!BBQ4x", 0x81, 0x80 | 127, LARGEST_MESSAGE + 1))

        def send_on() -> None:
            with contextlib.suppress(OSError):
                for _ in range(50):
                    line.sendall(b"x" * 65536)
                    time.sleep(0.01)

        sending = Thread(target=send_on)
        sending.start()
        assert closing_code(line) == TOO_LARGE
    sending.join()
    assert "Traceback" not in edge.log, edge.log


def test_a_restart_tells_every_socket_to_come_back_and_no_player_looks_away(edge: Edge) -> None:
    users = make_users(2)
    game = playing_game(users)
    seat = Seat.objects.get(game=game, user=users[0])
    asking = edge.connect()
    asking.sendall(request_head(edge, "GET /robots.txt"))
    assert b" 200 " in asking.recv(65536)
    lines = [opened_socket(edge) for _ in range(10)]
    lines.append(opened_socket(edge, f"/ws/game/{game.pk}/", Cookie=cookie_header(users[0])))
    for line in lines:
        next(read_frames(line))
    edge.process.suspend()
    for line in lines:
        line.sendall(PING)  # it never reads
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
