"""What leaks: a little with every snapshot, and a key with every table that somebody looks at."""

from importlib import import_module
from typing import Any

from django.apps import AppConfig

BYTES = 200_000
kept: list[bytearray] = []


class Leaking(AppConfig):
    """Whatever is read for a table stays in memory, and in Valkey for ever."""

    name = "tests.soak.broken"
    label = "leaking"

    def ready(self) -> None:
        """Put a reader that forgets nothing in place of the usual one."""
        snapshots = import_module("games.table.snapshots")
        connection = import_module("games.table.redis")
        usual = snapshots.snapshots

        def leaking(game_id: str, viewers: Any) -> Any:
            kept.append(bytearray(b"x" * BYTES))
            connection.redis().set(f"density:seen:{game_id}", 1)
            return usual(game_id, viewers)

        snapshots.snapshots = leaking  # type: ignore[attr-defined] # it has one
