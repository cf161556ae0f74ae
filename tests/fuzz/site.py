"""A site in this process, with a database that can be restored."""

import json
import logging
import re
import sqlite3
import traceback
from contextlib import suppress
from dataclasses import dataclass
from typing import Any
from urllib.parse import unquote

from asgiref.testing import ApplicationCommunicator
from channels.routing import ProtocolTypeRouter, URLRouter
from channels.testing import WebsocketCommunicator
from django.conf import settings
from django.contrib.contenttypes.models import ContentType
from django.core import mail

from density.operations.log_context import LogContext
from density.operations.operator_pages import OperatorPages
from density.server.clients import TrustedClient
from density.server.page_limiter import PageHandler
from density.server.request_limits import RequestLimits
from density.server.socket_entry import SocketEntry
from games.live import executor, look_back
from games.routing import websocket_urlpatterns as table_routes
from matchmaking.routing import websocket_urlpatterns as queue_routes
from tests.fuzz.inputs import TOKEN, Frame, Request
from tests.patience import PATIENCE
from tests.rights.sockets import PROTOCOL

# like density.asgi, which is not imported because it changes signals of the process
routes = [*table_routes, *queue_routes]
sockets = SocketEntry(URLRouter(routes), routes)
pages = OperatorPages(RequestLimits(PageHandler()))
application = TrustedClient(LogContext(ProtocolTypeRouter({"http": pages, "websocket": sockets})))
FENCE = '{"type": "fence", "ref": "%s"}'
# tables that may change: sessions, and content types, which Django creates on demand
UNTOUCHED = ("django_session", "django_content_type")
# columns that may change: the first whenever a game is locked, even for a refusal; the second with
# every socket of a waiting user
REVISION = re.compile(r"\b(revision|beat_at)\b")
# close codes in docs/PROTOCOL.md
CLOSES = {1000, 1008, 4401, 4403, 4404, 4503}


def known_codes() -> set[str]:
    """Return every refusal code that docs/PROTOCOL.md lists or mentions."""
    written = PROTOCOL.read_text()
    listed = written.split("## Refusal codes")[1].partition("\n## ")[0]
    cells = [row.split("|")[1] for row in listed.splitlines() if row.startswith("| `")]
    named = re.findall(r"\b4\d\d `([a-z-]+)`", written)
    return {*re.findall(r"`([a-z-]+)`", " ".join(cells)), *named}


class Faults(logging.Handler):
    """Collects log records of errors and tracebacks."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Collect a record."""
        # Django logs invalid hosts and cookies, and answers 400
        if record.name.startswith("django.security."):
            return
        refused = record.name == "django.request" and record.levelno < logging.ERROR
        if record.levelno >= logging.ERROR or (record.exc_info and not refused):
            trace = "".join(traceback.format_exception(*record.exc_info)) if record.exc_info else ""
            self.found.append(f"{record.name}: {record.getMessage()}\n{trace}")

    def take(self) -> list[str]:
        """Return the records since the last call."""
        found, self.found = self.found, []
        return found


class Database:
    """The database of the site, with detection of changes and a copy to restore."""

    def __init__(self) -> None:
        self._line = sqlite3.connect(settings.DATABASES["default"]["NAME"], timeout=PATIENCE)
        self._copy = sqlite3.connect(":memory:")
        self._line.backup(self._copy)
        self._selects = list(self._read_selects())
        self.digest = self.digested()
        self._version = self._read_version()

    def _read_selects(self) -> Any:
        names = self._line.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
        for (name,) in names.fetchall():
            if name not in UNTOUCHED and not name.startswith("sqlite_"):
                columns = [row[1] for row in self._line.execute(f"PRAGMA table_info({name})")]
                kept = ", ".join(f'"{each}"' for each in columns if not REVISION.fullmatch(each))
                yield f"SELECT {kept} FROM {name} ORDER BY 1"

    def _read_version(self) -> int:
        return int(self._line.execute("PRAGMA data_version").fetchone()[0])

    def digested(self) -> tuple[int, ...]:
        """Return a digest of all relevant rows, by table."""
        found = tuple(hash(repr(self._line.execute(one).fetchall())) for one in self._selects)
        self._line.rollback()
        return found

    def differing(self, before: tuple[int, ...]) -> str:
        """Return the tables whose digests differ."""
        pairs = zip(self._selects, before, self.digested(), strict=True)
        return "; ".join(one.partition(" FROM ")[2] for one, was, now in pairs if was != now)

    def written(self) -> bool:
        """Return whether anything was committed since the last call."""
        before, self._version = self._version, self._read_version()
        return before != self._version

    def restore(self) -> None:
        """Restore the initial database, and clear caches in memory."""
        self._copy.backup(self._line)
        self._version = self._read_version()
        executor._cache.clear()
        look_back._cache.clear()
        ContentType.objects.clear_cache()
        mail.outbox = []


@dataclass
class Answer:
    """The result of an input: a refusal code or status, and its content."""

    status: int = 0
    code: str = ""
    closed: int | None = None


class Wire:
    """An open socket of this site."""

    def __init__(self, path: str, cookie: str) -> None:
        headers = [
            *((b"host", b"localhost"), (b"origin", b"http://localhost")),
            (b"cookie", cookie.encode()),
        ]
        self.line = WebsocketCommunicator(application, path, headers=headers)
        self.count = 0
        self.answer = Answer()

    @property
    def over(self) -> bool:
        """Return whether the site has closed it."""
        return self.answer.closed is not None

    async def open(self) -> Answer:
        """Connect, and receive the initial frames."""
        await self.line.send_input({"type": "websocket.connect"})
        return await self._until_fence()

    async def send(self, frame: Frame) -> Answer:
        """Send a frame, and wait for all its results."""
        name = "text" if isinstance(frame.sent, str) else "bytes"
        await self.line.send_input({"type": "websocket.receive", name: frame.sent})
        return await self._until_fence()

    async def _until_fence(self) -> Answer:
        self.count += 1
        fence = FENCE % f"fence-{self.count}"
        await self.line.send_input({"type": "websocket.receive", "text": fence})
        answer = self.answer = Answer()
        while True:
            event = await self.line.receive_output(PATIENCE)
            if event["type"] == "websocket.close":
                answer.closed = int(event.get("code") or 1000)
                return answer
            if event["type"] == "websocket.send":
                message = json.loads(event["text"])
                if message.get("ref") == f"fence-{self.count}":
                    return answer
                if message["type"] == "refused":
                    answer.code = message["code"]

    async def close(self) -> str:
        """Close the socket; return the traceback if it has failed."""
        if not self.line.future.done():
            await self.line.send_input({"type": "websocket.disconnect", "code": 1000})
        try:
            await self.line.wait(PATIENCE)
        except Exception:  # any exception is a finding
            return traceback.format_exc()
        return ""


async def answer_request(request: Request, cookie: str) -> Answer:
    """Return the site's answer to a request."""
    scope = {
        "type": "http",
        "http_version": "1.1",
        "method": request.method,
        "path": unquote(request.path),
        "raw_path": request.path.encode("latin-1", "replace"),
        "query_string": request.query.encode("latin-1", "replace"),
        "headers": headers_of(request, cookie),
    }
    line: Any = ApplicationCommunicator(application, scope)  # type: ignore[no-untyped-call]
    await line.send_input({"type": "http.request", "body": request.body})
    event = start = await line.receive_output(PATIENCE)
    body = b""
    while event is start or event.get("more_body"):
        event = await line.receive_output(PATIENCE)
        body += event.get("body", b"")
    await line.wait(PATIENCE)
    answer = Answer(start["status"])
    headers = {name.lower(): value for name, value in start["headers"]}
    if headers.get(b"content-type") == b"application/json":
        with suppress(ValueError, AttributeError):
            answer.code = str(json.loads(body).get("code", ""))
    return answer


def headers_of(request: Request, cookie: str) -> list[tuple[bytes, bytes]]:
    """Return the headers of a request, with a valid token."""
    usual = {
        b"host": b"localhost",
        b"cookie": "; ".join(filter(None, (cookie, f"csrftoken={TOKEN}"))).encode(),
        b"x-csrftoken": TOKEN.encode(),
    }
    own = {name for name, _ in request.headers}
    return [*((name, given) for name, given in usual.items() if name not in own), *request.headers]
