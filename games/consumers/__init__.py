"""The sockets of the live screens."""

from games.consumers.lobby import LobbyConsumer
from games.consumers.notices import NoticesConsumer
from games.consumers.table import TableConsumer

__all__ = ["LobbyConsumer", "NoticesConsumer", "TableConsumer"]
