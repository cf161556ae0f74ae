"""How a socket ends: the client can read why."""

import contextlib
import socket
import struct
import time
from threading import Thread

import pytest
from django.db import transaction

from density.bounds import LARGEST_MESSAGE
from games.models import Game, Seat
from tests.edge.conftest import Edge
from tests.edge.connections import (
    closing_code,
    frames,
    head,
    open_socket,
    read_to_the_end,
    until,
)
from tests.patience import PATIENCE
from tests.servers import cookie
from tests.table.harness import make_users, playing_game

SERVICE_RESTART, TOO_LARGE, NOT_TEXT = 1012, 1009, 1007
TOO_LONG = struct.pack("!BBQ4x", 0x81, 0x80 | 127, LARGEST_MESSAGE + 1)


def opened_socket(edge: Edge) -> socket.socket:
    """An open socket: the list of tables, which has come."""
    line, answer = open_socket(edge, "/ws/tables/")
    assert b" 101 " in answer
    return line


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


def test_a_frame_that_is_too_large_ends_with_its_code(edge: Edge) -> None:
    line = opened_socket(edge)
    line.sendall(TOO_LONG)
    assert closing_code(line) == TOO_LARGE
    line.close()
    assert "Traceback" not in edge.log, edge.log


def test_what_comes_to_its_end_after_a_frame_that_is_too_large_is_no_fault(edge: Edge) -> None:
    one, other = make_users(2)
    game = playing_game([one, other])
    with transaction.atomic():
        # nothing else is written meanwhile, such as who has come
        Game.objects.filter(pk=game.pk).update(title=game.title)
        line, answer = open_socket(edge, f"/ws/game/{game.pk}/", Cookie=cookie(one))
        assert b" 101 " in answer
        line.sendall(TOO_LONG)
        assert closing_code(line) == TOO_LARGE
    # this one is served after it
    later, answer = open_socket(edge, f"/ws/game/{game.pk}/", Cookie=cookie(other))
    next(frames(later))
    for each in (line, later):
        each.close()
    edge.process.terminate()
    edge.child.process.wait(PATIENCE)  # type: ignore[union-attr]
    assert "Traceback" not in edge.log, edge.log


def test_who_still_sends_the_frame_that_is_too_large_can_read_the_code(edge: Edge) -> None:
    for _ in range(5):
        line = opened_socket(edge)
        line.sendall(TOO_LONG)
        sending = goes_on(line, 0.5)
        assert closing_code(line) == TOO_LARGE
        line.close()
        sending.join()


def test_who_sends_without_end_after_a_refusal_is_cut_off(edge: Edge) -> None:
    line = opened_socket(edge)
    line.sendall(TOO_LONG)
    sending = goes_on(line, 30)
    until(lambda: not edge.holds(line), "it is still open")
    sending.join()
    line.close()


def test_text_that_is_no_text_ends_with_its_code(edge: Edge) -> None:
    line = opened_socket(edge)
    line.sendall(struct.pack("!BB4x", 0x81, 0x82) + b"\xff\xfe")
    assert closing_code(line) == NOT_TEXT
    line.close()


@pytest.mark.parametrize("sends", [False, True])
def test_whoever_is_there_at_a_restart_is_told_to_come_back(edge: Edge, *, sends: bool) -> None:
    lines = [opened_socket(edge) for _ in range(10)]
    for line in lines:
        next(frames(line))
    if sends:
        # what nobody will read any more
        edge.process.suspend()
        for line in lines:
            line.sendall(struct.pack("!BB4x", 0x81, 0x80 | 15) + b'{"type":"ping"}')
        edge.process.terminate()
        edge.process.resume()
    else:
        edge.process.terminate()
    assert {closing_code(line) for line in lines} == {SERVICE_RESTART}
    for line in lines:
        line.close()
    edge.child.process.wait(PATIENCE)  # type: ignore[union-attr]
    assert edge.log == ""


def test_who_comes_back_after_a_restart_was_never_away(edge: Edge) -> None:
    users = make_users(2)
    game = playing_game(users)
    seat = Seat.objects.get(game=game, user=users[0])
    line, answer = open_socket(edge, f"/ws/game/{game.pk}/", Cookie=cookie(users[0]))
    assert b" 101 " in answer
    next(frames(line))
    edge.process.terminate()
    assert closing_code(line) == SERVICE_RESTART
    edge.child.process.wait(PATIENCE)  # type: ignore[union-attr]
    line.close()
    seat.refresh_from_db()
    assert seat.away_since is None


def test_a_request_that_is_under_way_at_a_restart_is_answered(edge: Edge) -> None:
    line = edge.connect()
    line.sendall(head(edge, "GET /robots.txt"))
    assert b" 200 " in line.recv(65536)
    edge.process.terminate()
    read_to_the_end(line)
    line.close()
    edge.child.process.wait(PATIENCE)  # type: ignore[union-attr]
    assert edge.log == ""


def test_a_flood_of_frames_is_cut_off_before_it_is_read(edge: Edge) -> None:
    line = opened_socket(edge)
    with contextlib.suppress(ConnectionError):
        line.sendall((struct.pack("!BB4x", 0x81, 0x82) + b"{}") * 20_000)
    read_to_the_end(line)
    assert not edge.holds(line)
    line.close()
