"""The public log of commitments, and the check of a record against its entry."""

import re
from collections.abc import Mapping
from typing import Any, NamedTuple

from games.engine import deal
from games.engine.record_fields import Differs, check_fields, read_hex, require_field

FIELDS = ("sequence", "game", "commitment", "previous", "hash", "at")
_TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z")


class Entry(NamedTuple):
    """One entry of the log; entries of scheme 1 name no game."""

    sequence: int
    game: str | None
    commitment: str
    at: str


class Log:
    """The part of the log read so far: a hash chain from its first entry on."""

    def __init__(self) -> None:
        """Start an empty log."""
        self.entries = 0
        self._hash = "0" * 64
        self._games: dict[str, Entry] = {}
        self._unnamed: dict[str, Entry] = {}

    @property
    def head(self) -> str:
        """The hash of the last entry, which vouches for the whole log."""
        return self._hash

    def add(self, written: object) -> None:
        """Add the next entry as the site publishes it; raise Differs if it does not fit the chain.

        Accepts any JSON value. Once one entry names its game, all later ones must, and no two may
        name the same game.
        """
        where = f"entry {self.entries + 1} of the log"
        entry, links = _read(check_fields(written, FIELDS, where), where)
        require_field(entry.sequence == self.entries + 1, f"{where} has another number")
        require_field(links["previous"] == self._hash, f"{where} does not follow the one before it")
        next_hash = deal.hash_log_entry(self._hash, entry.commitment, entry.game or "")
        require_field(links["hash"] == next_hash, f"{where} is not what its hash says")
        if entry.game is None:
            require_field(not self._games, f"{where} names no game")
            self._unnamed[entry.commitment] = entry
        else:
            require_field(
                entry.game not in self._games, f"{where} names a game for the second time"
            )
            self._games[entry.game] = entry
        self.entries += 1
        self._hash = next_hash

    def find(self, record: Mapping[str, Any]) -> Entry:
        """Return the entry of a verified record; raise Differs if the log contradicts it."""
        commitment, finished_at = record["fair"]["commitment"], record["finished_at"]
        entry = self._games.get(deal.hash_game_id(record["id"]))
        if entry is None:
            named = record["fair"]["scheme"] != deal.SCHEMES[1]
            require_field(not named, "the log does not name this game")
            entry = self._unnamed.get(commitment)
        if entry is None:
            raise Differs("fair.commitment is not in the log")
        mismatch = (
            f"fair.commitment is not the one that entry {entry.sequence} of the log has for it"
        )
        require_field(entry.commitment == commitment, mismatch)
        late = f"entry {entry.sequence} of the log came after the game was finished"
        require_field(finished_at is None or entry.at[:19] <= finished_at[:19], late)
        return entry


def _read(written: Mapping[str, Any], where: str) -> tuple[Entry, Mapping[str, Any]]:
    """Return the entry, and the fields that link it; raise Differs on an impossible value."""
    hashes = ("commitment", "previous", "hash", *(("game",) if written["game"] else ()))
    for field in hashes:
        read_hex(written[field], 32, f"{where}: {field}")
    require_field(written["game"] is None or written["game"], f"{where}: game is empty")
    sequence, at = written["sequence"], written["at"]
    require_field(type(sequence) is int, f"{where}: sequence is not a whole number")
    timed = isinstance(at, str) and _TIME.fullmatch(at)
    require_field(timed, f"{where}: at is no time like 2026-11-21T12:00:00.5Z")
    return Entry(sequence, written["game"], written["commitment"], at), written
