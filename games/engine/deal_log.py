"""The public log of commitments, and the check of a record against its entry."""

import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from games.engine import deal
from games.engine.log_signature import Signature
from games.engine.record_fields import Differs, check_fields, read_hex, require_field

FIELDS = ("sequence", "game", "commitment", "previous", "hash", "at")
_DAY = re.compile(r"\d{4}-\d\d-\d\d")
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
        self.hashes: list[str] = []
        self.signatures: dict[str, Signature] = {}
        self._games: dict[str, Entry] = {}
        self._unnamed: dict[str, Entry] = {}

    @property
    def entries(self) -> int:
        """The number of entries."""
        return len(self.hashes)

    @property
    def head(self) -> str:
        """The hash of the last entry, which vouches for the whole log."""
        return self.hashes[-1] if self.hashes else "0" * 64

    def add(self, written: object) -> None:
        """Add the next entry as the site publishes it; raise Differs if it does not fit the chain.

        Accepts any JSON value. Once one entry names its game, all later ones must, and no two may
        name the same game.
        """
        where = f"entry {self.entries + 1} of the log"
        entry, links = _read(check_fields(written, FIELDS, where), where)
        require_field(entry.sequence == self.entries + 1, f"{where} has another number")
        require_field(links["previous"] == self.head, f"{where} does not follow the one before it")
        next_hash = deal.hash_log_entry(self.head, entry.commitment, entry.game or "")
        require_field(links["hash"] == next_hash, f"{where} is not what its hash says")
        if entry.game is None:
            require_field(not self._games, f"{where} names no game")
            self._unnamed[entry.commitment] = entry
        else:
            require_field(
                entry.game not in self._games, f"{where} names a game for the second time"
            )
            self._games[entry.game] = entry
        self.hashes.append(next_hash)

    def add_signature(self, written: object) -> None:
        """Add a signature of the entries so far; raise Differs if it is not of this log.

        Accepts any JSON value. A signature for a later entry shows that the log was cut.
        """
        fields = check_fields(written, Signature._fields, "a signature of the log")
        given = Signature(**fields)
        where = f"the signature of {str(given.day)[:10]}"
        require_field(_DAY.fullmatch(str(given.day)), f"{where}: day is no date like 2026-11-21")
        require_field(type(given.sequence) is int, f"{where}: sequence is not a whole number")
        for name, size in (("hash", 32), ("key", 32), ("signature", 64)):
            read_hex(getattr(given, name), size, f"{where}: {name}")
        require_field(given.is_valid, f"{where} is not by its key")
        cut = f"{where} covers {given.sequence} entries, but the log ends at entry {self.entries}"
        require_field(0 < given.sequence <= self.entries, cut)
        other = f"{where} is for another log: entry {given.sequence} was changed since"
        require_field(self.hashes[given.sequence - 1] == given.hash, other)
        self.signatures[given.day] = given

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


def compare_logs(mirror: Log, site: Log, keys: Sequence[str]) -> str:
    """Return in a sentence how a mirror fits the site's log; raise Differs if it does not.

    `keys` are the site's published keys. A mirror may be one signed day behind.
    """
    for number, (copied, own) in enumerate(zip(mirror.hashes, site.hashes, strict=False), 1):
        changed = f"its entry {number} is not that of the site, so one of them was changed"
        require_field(copied == own, changed)
    lost = f"the site has lost entries: {site.entries} are left of {mirror.entries}"
    require_field(mirror.entries <= site.entries, lost)
    for day, signed in mirror.signatures.items():
        unknown = f"its signature of {day} is by a key that the site does not publish"
        require_field(signed.key in keys, unknown)
        own_signed = site.signatures.get(day)
        two = f"the site signed two different logs on {day}"
        require_field(own_signed is None or own_signed.hash == signed.hash, two)
    newest, more = max(mirror.signatures, default=""), site.entries - mirror.entries
    missing = sum(day > newest for day in site.signatures)
    require_field(missing < 2, f"it lacks {more} entries: it is old, or was rolled back")
    return (
        f"All {mirror.entries} entries and {len(mirror.signatures)} signatures of the mirror are"
        f" those of the site, which has {more} more."
    )


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
