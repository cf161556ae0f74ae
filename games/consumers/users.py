"""The sockets of logged-in users, and the messages for one of them or for all."""

from typing import Protocol
from weakref import WeakKeyDictionary

from games.live.broadcast import SITE, USERS
from games.live.hub import Hub, loop_hub
from games.live.messages import Message, OfUser, SiteDraining
from games.lobby import drain


class UserSocket(Protocol):
    """A socket with its user, None without a login."""

    user_id: int | None

    def notify(self, message: OfUser | SiteDraining) -> None:
        """Take a message for its user."""

    async def check_session(self) -> bool:
        """Close the socket if its session has ended."""


class Users:
    """All user sockets of one event loop, which share one subscription.

    `sign_outs` counts the log-outs of all users: a socket that reads its session notices by it that
    the session may have ended meanwhile.
    """

    def __init__(self) -> None:
        self.sign_outs = 0
        self._all: set[UserSocket] = set()
        self._sockets: dict[int, set[UserSocket]] = {}

    async def enter(self, socket: UserSocket) -> None:
        """Subscribe for a socket that does not know its user yet. Raises RedisError or OSError.

        The subscription ends when the last socket is removed, not when this one fails.
        """
        self._all.add(socket)
        await loop_hub().subscribe(USERS, self)
        await loop_hub().subscribe(SITE, self)

    def add(self, socket: UserSocket) -> None:
        """Notify a socket of the messages for its user from now on."""
        if socket.user_id is not None:
            self._sockets.setdefault(socket.user_id, set()).add(socket)

    def remove(self, socket: UserSocket) -> None:
        """Forget a socket."""
        others = self._sockets.get(socket.user_id or 0, set())
        others.discard(socket)
        if not others:
            self._sockets.pop(socket.user_id or 0, None)
        if socket in self._all:
            self._all.discard(socket)
            if not self._all:
                loop_hub().drop(USERS, self)
                loop_hub().drop(SITE, self)

    def notify(self, message: Message) -> None:
        """Forward a message to the sockets of its user, or to all sockets."""
        if message["type"] == "site.draining":
            drain.known.sent = message["on"]
            for socket in tuple(self._all):
                socket.notify(message)
        elif (
            message["type"] == "user.signed.out"
            or message["type"] == "user.notice"
            or message["type"] == "user.refresh"
        ):
            self.sign_outs += message["type"] == "user.signed.out"
            for socket in tuple(self._sockets.get(message["user"], ())):
                socket.notify(message)


_users: WeakKeyDictionary[Hub, Users] = WeakKeyDictionary()


def loop_users() -> Users:
    """Return the user sockets of the running event loop."""
    return _users.setdefault(loop_hub(), Users())
