"""Sends messages as every role, and describes the outcome in a word."""

import hashlib
import json
import re
import sqlite3
from collections.abc import Sequence
from pathlib import Path

from asgiref.sync import sync_to_async
from channels.routing import URLRouter
from channels.testing import WebsocketCommunicator
from django.db import connection

from games.consumers.handlers import HANDLERS
from games.consumers.person import PersonConsumer
from games.routing import websocket_urlpatterns as tables
from matchmaking.protocol import FIELDS
from matchmaking.routing import websocket_urlpatterns as queue
from tests.patience import PATIENCE
from tests.rights.browsers import Browsers
from tests.rights.tables import ROLES, Row
from tests.rights.world import World
from tests.table.harness import bytes_of

PROTOCOL = Path(__file__).parent.parent.parent / "docs" / "PROTOCOL.md"
application = URLRouter([*tables, *queue])
# the messages of each socket
TYPES = {
    "game": set(HANDLERS),
    "queue": set(FIELDS),
    "lobby": set(PersonConsumer.requests),
    "notices": set(PersonConsumer.requests),
}
CONNECT = "connect"


def documented_types() -> set[str]:
    """Return the types of all messages that docs/PROTOCOL.md lists for clients."""
    return set(re.findall(r'^\| `\{"type": "([a-z-]+)"', PROTOCOL.read_text(), re.MULTILINE))


def copy_database() -> sqlite3.Connection:
    """Return a copy of the database to restore."""
    copy = sqlite3.connect(":memory:", check_same_thread=False)
    connection.ensure_connection()
    connection.connection.backup(copy)
    return copy


def go_back(copy: sqlite3.Connection) -> None:
    """Restore the database."""
    connection.ensure_connection()
    copy.backup(connection.connection)


async def collect_cells(
    rows: Sequence[Row], browsers: Browsers, copy: sqlite3.Connection
) -> dict[str, list[str]]:
    """Return the outcomes of each role for the messages of one socket of one table.

    After a refusal the socket is used for the next message; otherwise it and the database are
    restored.
    """
    found: dict[str, list[str]] = {row.asked: [] for row in rows}
    for role in ROLES:
        wire = None
        for row in rows:
            wire = wire or await _connected(row, role, browsers)
            text = await sync_to_async(fill_message)(row, role, browsers.world)
            code = await _answered(wire, text)
            found[row.asked].append(code)
            if code == "ok" or code.isdecimal():
                await wire.disconnect(timeout=PATIENCE)
                await sync_to_async(go_back)(copy)
                wire = None
        if wire is not None:
            await wire.disconnect(timeout=PATIENCE)
            await sync_to_async(go_back)(copy)
    return found


async def _connected(row: Row, role: str, browsers: Browsers) -> WebsocketCommunicator:
    """Return the socket of a row for one role; the site may close it at once."""
    scene = scene_of(row, browsers.world)
    address = {
        "game": f"/ws/game/{browsers.world.scenes[scene].game.pk}/",
        "queue": "/ws/queue/",
        "lobby": "/ws/tables/",
        "notices": "/ws/notices/",
    }
    cookie = browsers.cookie(role, scene).encode()
    wire = WebsocketCommunicator(application, address[row.method], headers=[(b"cookie", cookie)])
    await wire.connect(timeout=PATIENCE)
    return wire


def scene_of(row: Row, world: World) -> str:
    """Return the table of a row, or the default one."""
    return row.path if row.path in world.scenes else "playing"


async def _answered(wire: WebsocketCommunicator, text: str) -> str:
    if text != CONNECT:
        await wire.send_to(text_data=text)
    await wire.send_to(text_data='{"type": "ping", "ref": "last"}')
    code = "ok"
    while True:
        event = await wire.receive_output(timeout=PATIENCE)
        if event["type"] == "websocket.close":
            return str(event["code"])
        frame = json.loads(event["text"])
        if frame["type"] == "refused":
            code = frame["code"]
        elif frame["type"] == "pong" and frame["ref"] == "last":
            return code


def fill_message(row: Row, role: str, world: World) -> str:
    """Return the message of a row with its current values filled in."""
    if "$" not in row.sent:
        return row.sent
    question, action = world.asked(row.path)
    user = world.user(role, row.path)
    own = bytes(16) if user is None else bytes_of(user)
    values = {
        "$question": str(question),
        "$action": json.dumps(action),
        "$hash": hashlib.sha256(own).hexdigest(),
        "$bytes": own.hex(),
    }
    return re.sub(r"\$[a-z]+", lambda found: values[found[0]], row.sent)
