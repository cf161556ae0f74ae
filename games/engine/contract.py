"""What every game of the house offers to the table, the clock, the AI and the record."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

type_Json = Any


class Seed(NamedTuple):
    """All the chance of one game: the server's 32 secret bytes and 16 bytes from each seat."""

    secret: bytes
    client: bytes


@dataclass(frozen=True, slots=True)
class Refused:
    """An action that was not accepted, and why, as a stable code of docs/PROTOCOL.md."""

    code: str
