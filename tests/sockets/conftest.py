"""Real servers for the tests that ask for them."""

from tests.servers import servers

__all__ = ["servers"]
