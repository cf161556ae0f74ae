"""The sockets of the live screens."""

from games.consumers.table import TableConsumer

__all__ = ["TableConsumer"]
