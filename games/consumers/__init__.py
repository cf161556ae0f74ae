"""The sockets of tables, lobby and other pages."""

from games.consumers.lobby import LobbyConsumer
from games.consumers.notices import NoticesConsumer
from games.consumers.table import TableConsumer

__all__ = ["LobbyConsumer", "NoticesConsumer", "TableConsumer"]
