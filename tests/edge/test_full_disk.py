"""While the disk is full, sockets stay open and report it."""

import json
import resource
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from games.engine.contract import Json
from tests.edge.conftest import Edge
from tests.http_clients import HttpClient
from tests.patience import PATIENCE
from tests.servers import cookie_header
from tests.table.harness import asked_seat, make_users, playing_game, stored_game

UNLIMITED = (resource.RLIM_INFINITY, resource.RLIM_INFINITY)


@contextmanager
def nothing_can_be_written(edge: Edge) -> Iterator[None]:
    """Prevent the web process from writing to files."""
    edge.process.rlimit(resource.RLIMIT_FSIZE, (0, resource.RLIM_INFINITY))
    try:
        yield
    finally:
        edge.process.rlimit(resource.RLIMIT_FSIZE, UNLIMITED)


def read_reply(line: ClientConnection, ref: str) -> Json:
    """Return the answer to a message."""
    while True:
        frame: Json = json.loads(line.recv(timeout=PATIENCE))
        if frame.get("ref") == ref or frame["type"] == "events":
            return frame


@pytest.mark.sqlite("PostgreSQL writes files in processes of its own")
def test_a_move_is_refused_until_it_can_be_saved(hasty: Edge) -> None:
    users = make_users(2)
    game = playing_game(users)
    seat = asked_seat(game.pk)
    user = next(user for user in users if user.pk == seat.user_id)
    act = {"type": "act", "question": seat.question, "action": {"do": "draw", "from": "pile"}}
    with connect(
        f"{hasty.origin.replace('http', 'ws')}/ws/game/{game.pk}/",
        origin=Origin(hasty.origin),
        additional_headers={"Cookie": cookie_header(user)},
        open_timeout=PATIENCE,
    ) as line:
        line.send(json.dumps({"type": "ping", "ref": "there"}))
        while json.loads(line.recv(timeout=PATIENCE)).get("ref") != "there":
            pass
        before = stored_game(game.pk)
        visitor = HttpClient(hasty.origin)
        with nothing_can_be_written(hasty):
            line.send(json.dumps({**act, "ref": "lost"}))
            assert read_reply(line, "lost") == {
                "type": "refused",
                "code": "unavailable",
                "ref": "lost",
            }
            answer = visitor.send("/accounts/guest/", page="/accounts/signup/")
            assert answer.status == 503
            assert int(answer.headers["Retry-After"]) > 0
            assert visitor.get("/readyz").status == 503
        assert stored_game(game.pk) == before
        line.send(json.dumps({**act, "ref": "saved"}))
        assert read_reply(line, "saved")["type"] == "events"
    assert asked_seat(game.pk).question != seat.question
