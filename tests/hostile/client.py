"""A client for raw requests and sockets from any address."""

import asyncio
import contextlib
import json
import random
import secrets
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode

from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Origin

from tests.patience import PATIENCE

PASSWORD = "wide-open-barn-door"
FORM = {"Content-Type": "application/x-www-form-urlencoded"}


def new_token() -> str:
    """Return a CSRF token: any is valid if the cookie matches."""
    return secrets.token_hex(16)


@dataclass(frozen=True)
class Answer:
    """The response to a request; status 0 if the connection was closed without one."""

    status: int
    headers: dict[str, str] = field(default_factory=dict)
    body: bytes = b""

    @property
    def json(self) -> Any:
        """The body as JSON, or an empty object."""
        with contextlib.suppress(ValueError):
            return json.loads(self.body)
        return {}


@dataclass
class Client:
    """A client with an address behind the site's proxy."""

    port: int
    address: str = "203.0.113.1"
    cookies: dict[str, str] = field(default_factory=lambda: {"csrftoken": new_token()})
    name: str = ""
    patience: float = PATIENCE  # seconds

    @property
    def origin(self) -> str:
        """The site's origin."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def headers(self) -> dict[str, str]:
        """Return the headers of every request: X-Forwarded-For and cookies."""
        cookies = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        host = f"127.0.0.1:{self.port}"
        return {"Host": host, "X-Forwarded-For": self.address, "Cookie": cookies}

    async def send(
        self, method: str, path: str, body: bytes = b"", headers: dict[str, str] | None = None
    ) -> Answer:
        """Send a request on a new connection."""
        sent = self.headers | {"Connection": "close", "Content-Length": str(len(body))}
        lines = [f"{name}: {value}" for name, value in (sent | (headers or {})).items()]
        head = f"{method} {path} HTTP/1.1\r\n" + "\r\n".join(lines) + "\r\n\r\n"
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        try:
            async with asyncio.timeout(self.patience):
                sending = asyncio.create_task(write_data(writer, head.encode() + body))
                try:
                    return self.keep(await read_answer(reader))
                finally:
                    sending.cancel()
        finally:
            writer.transport.abort()

    def keep(self, answer: Answer) -> Answer:
        """Store the cookies of a response."""
        for line in answer.headers.get("set-cookie", "").split("\n"):
            name, _, value = line.partition(";")[0].partition("=")
            if name and name != "csrftoken":
                self.cookies[name] = value
        return answer

    async def get(self, path: str) -> Answer:
        """Get a page."""
        return await self.send("GET", path)

    async def form(self, path: str, **fields: Any) -> Answer:
        """Send a form with a new token."""
        token = self.cookies["csrftoken"] = new_token()
        body = urlencode({"csrfmiddlewaretoken": token, **fields}).encode()
        return await self.send("POST", path, body, FORM)

    async def sign_up(self, name: str) -> Answer:
        """Sign up with this name."""
        self.name = name
        return await self.form(
            "/accounts/signup/", username=name, email=f"{name}@example.org", password1=PASSWORD
        )

    async def log_in(self, login: str, password: str) -> Answer:
        """Log in with a password."""
        return await self.form("/accounts/login/", login=login, password=password)

    @contextlib.asynccontextmanager
    async def socket(self, path: str) -> AsyncIterator[ClientConnection]:
        """Open a socket of this client."""
        headers = {name: self.headers[name] for name in ("X-Forwarded-For", "Cookie")}
        async with connect(
            f"ws://127.0.0.1:{self.port}{path}",
            additional_headers=headers,
            origin=Origin(self.origin),
            open_timeout=self.patience,
            close_timeout=0.2,
            ping_interval=None,
            compression=None,
            max_size=None,
        ) as line:
            yield line


async def write_data(writer: asyncio.StreamWriter, data: bytes) -> None:
    """Send the data, or as much of it as the server accepts."""
    with contextlib.suppress(OSError):
        for begin in range(0, len(data), 65536):
            writer.write(data[begin : begin + 65536])
            await writer.drain()


async def read_answer(reader: asyncio.StreamReader) -> Answer:
    """Read the response; status 0 if the connection was closed without one."""
    try:
        head = await reader.readuntil(b"\r\n\r\n")
    except (OSError, asyncio.IncompleteReadError):
        return Answer(0)
    first, *lines = head.decode("latin-1").strip().split("\r\n")
    headers: dict[str, str] = {}
    for line in lines:
        name, _, value = line.partition(":")
        name = name.strip().lower()
        before = f"{headers[name]}\n" if name in headers else ""
        headers[name] = before + value.strip()
    body = b""
    with contextlib.suppress(OSError, asyncio.IncompleteReadError):
        if "content-length" in headers:
            body = await reader.readexactly(int(headers["content-length"]))
        else:
            body = await reader.read(-1)
    return Answer(int(first.split()[1]), headers, body)


def some_name(dice: random.Random) -> str:
    """Return an unused name."""
    return "".join(dice.choice("bcdfghjklmnpqrstvwxz") for _ in range(10)).capitalize()
