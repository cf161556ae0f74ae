"""Fixtures with real servers."""

from tests.servers import servers

__all__ = ["servers"]
