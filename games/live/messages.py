"""The messages between processes, by which sockets learn of changes.

`text`, `own` and the values by user are frames that are ready for the wire.
"""

from collections.abc import Mapping
from typing import Literal, NotRequired, TypedDict


class GameFrame(TypedDict):
    """A change, with a frame for each user by id, and one for spectators (None: a closed table)."""

    type: Literal["game.frame"]
    version: int
    people: dict[str, str]
    watchers: str | None


class GameChanged(TypedDict):
    """Viewers read a snapshot of this version; with `soon`, after a moment."""

    type: Literal["game.changed"]
    version: int
    soon: NotRequired[bool]


class GameTalk(TypedDict):
    """A chat line for these users, or for everyone, but not for those who muted its author."""

    type: Literal["game.talk"]
    text: str
    people: list[int | None]
    public: bool
    muted_by: list[int]


class GameAgain(TypedDict):
    """A rematch is offered: a frame for spectators, and `own` for those who played."""

    type: Literal["game.again"]
    text: str
    own: str
    people: list[int]


class GameBarred(TypedDict):
    """The host removed a user from the table."""

    type: Literal["game.barred"]
    user: int


class GameClosed(TypedDict):
    """The table was deleted."""

    type: Literal["game.closed"]


class UserRefresh(TypedDict):
    """Sockets of this user read again what the user may see."""

    type: Literal["user.refresh"]
    user: int


class UserSignedOut(TypedDict):
    """A user was logged out."""

    type: Literal["user.signed.out"]
    user: int


class UserNotice(TypedDict):
    """A frame for every socket of a user."""

    type: Literal["user.notice"]
    user: int
    text: str


class SiteDraining(TypedDict):
    """Whether the site is draining, so that no new games begin."""

    type: Literal["site.draining"]
    on: bool


class LobbyTables(TypedDict):
    """The list of tables, and the ids of the users at each."""

    type: Literal["lobby.tables"]
    stamp: int
    text: str
    people: dict[str, list[int]]


class QueueNews(TypedDict):
    """The status of a queue, in the format of matchmaking."""

    type: Literal["queue.news"]
    frame: Mapping[str, object]


class QueueChanged(TypedDict):
    """Something changed for these users of the queues."""

    type: Literal["queue.changed"]
    users: list[int]


Step = GameFrame | GameChanged
OfGame = Step | GameTalk | GameAgain | GameBarred | GameClosed
OfUser = UserRefresh | UserSignedOut | UserNotice
Message = OfGame | OfUser | SiteDraining | LobbyTables | QueueNews | QueueChanged
