"""The source of an AI player's chance: the caller that asks for a move brings the dice."""

from collections.abc import MutableSequence
from typing import Any, Protocol


class Dice(Protocol):
    """A source of chance; `random.Random` is one."""

    def random(self) -> float:
        """Return a number from 0 up to, but not, 1."""

    def randrange(self, stop: int, /) -> int:
        """Return a whole number from 0 up to, but not, stop."""

    def shuffle(self, values: MutableSequence[Any], /) -> None:
        """Put the values into a random order in place."""
