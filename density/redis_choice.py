"""Reads REDIS_URL: one server, or several of which sentinels know the one that leads.

Every client of redis-py is made by `from_url` with an address and options: with sentinels the
options replace its connection by one that asks them first, each time that it connects.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qsl, unquote, urlencode, urlsplit

from redis import ConnectionPool
from redis import sentinel as blocking
from redis.asyncio import sentinel as asynchronous

from density.environment import BadChoice

# they have no types
Blocking: Any = blocking.Sentinel
Asynchronous: Any = asynchronous.Sentinel

SENTINEL_PORT = 26379
# seconds: a sentinel that is away is not waited for
SENTINEL_SECONDS = 0.5

ONE_SERVER = (
    "REDIS_URL must be redis://host:port/number, unix:///path or sentinel://… with sentinels."
)
SENTINELS = "REDIS_URL must be sentinel://host:port,host:port/name with sentinels."

Address = tuple[str, int]


@dataclass(frozen=True)
class RedisChoice:
    """How each kind of client reaches Redis."""

    url: str
    broker: str
    # for `from_url` of redis and of redis.asyncio
    options: dict[str, Any] = field(default_factory=dict)
    async_options: dict[str, Any] = field(default_factory=dict)
    broker_options: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Leader:
    """What a connection asks for the address of the server that leads."""

    sentinels: Sequence[Address]
    service_name: str
    is_master: bool = True
    check_connection: bool = False

    def get_master_address(self) -> Address:
        """Return the address. Raises RedisError when no sentinel knows it."""
        known = Blocking(self.sentinels, socket_timeout=SENTINEL_SECONDS)
        try:
            address: Address = known.discover_master(self.service_name)
        finally:
            for each in known.sentinels:
                each.close()
        return address


class AsyncLeader(Leader):
    """The same for a connection of an event loop."""

    async def get_master_address(self) -> Address:  # type: ignore[override]
        """Return the address. Raises RedisError when no sentinel knows it."""
        known = Asynchronous(self.sentinels, socket_timeout=SENTINEL_SECONDS)
        try:
            address: Address = await known.discover_master(self.service_name)
        finally:
            for each in known.sentinels:
                await each.aclose()
        return address


def redis_choice(url: str) -> RedisChoice:
    """Return what a URL says: `redis://`, `rediss://` and `unix://` name one server.

    `sentinel://one:26379,two:26379/name` names sentinels and what they call the servers, and a
    password as `sentinel://:password@one…`. Raises BadChoice for others.
    """
    if "#" in url:  # everything behind it would be dropped
        raise BadChoice("REDIS_URL must write # as %23.")
    if not url.startswith("sentinel://"):
        return RedisChoice(_checked(url), broker_of(url))
    try:
        parts = urlsplit(url)
    except ValueError as error:
        raise BadChoice(SENTINELS) from error
    secret, _, hosts = parts.netloc.rpartition("@")
    name, password = parts.path.strip("/"), unquote(secret.removeprefix(":"))
    try:
        sentinels = [address_of(host) for host in hosts.split(",")]
    except ValueError:
        sentinels = []
    if not sentinels or not name:
        raise BadChoice(SENTINELS)
    given = f":{secret.removeprefix(':')}@" if password else ""
    own = {"password": password} if password else {}
    return RedisChoice(
        f"redis://{given}{name}/0",
        ";".join(f"sentinel://{given}{host}:{port}/0" for host, port in sentinels),
        {
            "connection_class": blocking.SentinelManagedConnection,
            "connection_pool": Leader(sentinels, name),
            **own,
        },
        {
            "connection_class": asynchronous.SentinelManagedConnection,
            "connection_pool": AsyncLeader(sentinels, name),
            **own,
        },
        {"master_name": name, "sentinel_kwargs": {"socket_timeout": SENTINEL_SECONDS}},
    )


def _checked(url: str) -> str:
    """Return the URL of one server, once a client can be made of it. Raises BadChoice."""
    try:
        parts = urlsplit(url)
        (parts.hostname or "").encode("idna")
        # nothing is asked: the server need not be there yet
        ConnectionPool.from_url(url).make_connection()
    except (ValueError, TypeError) as error:
        raise BadChoice(ONE_SERVER) from error
    path = parts.path.strip("/")
    if not (path if parts.scheme == "unix" else not path or path.isdecimal()):
        raise BadChoice(ONE_SERVER)
    return url


def broker_of(url: str) -> str:
    """Return the URL by which Celery reaches the same database of the same server."""
    # Celery takes what a semicolon parts for several brokers
    parts = urlsplit(url.replace(";", "%3B"))
    if parts.scheme != "unix":
        return parts.geturl()
    query = [
        ("virtual_host" if name == "db" else name, value) for name, value in parse_qsl(parts.query)
    ]
    options = f"?{urlencode(query)}" if query else ""
    return f"redis+socket://{parts.netloc}{parts.path}{options}"


def address_of(text: str) -> Address:
    """Return host and port. Raises ValueError when it has none."""
    parts = urlsplit(f"//{text}")
    if not parts.hostname:
        raise ValueError(text)
    return parts.hostname, parts.port or SENTINEL_PORT
