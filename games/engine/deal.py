"""The fair deal: one seed decides every shuffle of a game, and anyone can check it afterwards.

The scheme, byte by byte and with test vectors, is docs/FAIR_DEAL.md.
"""

import hmac
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from hashlib import sha256
from json import dumps
from struct import Struct
from typing import TYPE_CHECKING, Any, TypeVar

from games.engine.contract import Seed

if TYPE_CHECKING:
    from hashlib import _Hash

# By number, oldest first; new games use the last one. They differ in the commitment.
SCHEMES = {1: "density-deck-fair/1", 2: "density-deck-fair/2"}
SCHEME = 2
SECRET_BYTES = 32
CLIENT_BYTES = 16  # of each seat
_SALT_BYTES = 16

T = TypeVar("T")


# --------------------------------------------------------------------------- commitments
def make_commitment(
    game_id: str, secret: bytes, *, scheme: int, game: str, ruleset: Mapping[str, Any]
) -> str:
    """Return the commitment that is published before the deal, a hex SHA-256.

    `game` is a slug, `ruleset` its JSON. Scheme 1 commits to the game's id and the secret. Scheme 2
    commits to the scheme's name, the id, the slug, the ruleset and the secret, each preceded by its
    length in 4 bytes.
    """
    if scheme == 1:
        return sha256(game_id.encode() + secret).hexdigest()
    texts = (SCHEMES[scheme], game_id, game, canonical_ruleset(ruleset))
    parts = [*(text.encode() for text in texts), secret]
    return sha256(b"".join(len(part).to_bytes(4, "big") + part for part in parts)).hexdigest()


def canonical_ruleset(ruleset: Mapping[str, Any]) -> str:
    """Return the ruleset as canonical JSON: fields in alphabetical order, no spaces."""
    return dumps(ruleset, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def hash_pledge(client: bytes) -> str:
    """Return the hex SHA-256 that a seat publishes before it reveals its 16 bytes."""
    return sha256(client).hexdigest()


def hash_game_id(game_id: str) -> str:
    """Return the name of a game in the public log: the hex SHA-256 of its id.

    Anyone who has the id can find the entry. The entry does not reveal the id, which gives access
    to the game.
    """
    return sha256(game_id.encode()).hexdigest()


def hash_log_entry(previous: str, committed: str, name: str = "") -> str:
    """Return the next hash of the public log of commitments; all are 64 hex digits.

    Hex SHA-256 of three 32-byte values: the previous entry's hash, the commitment and the game's
    name. Entries of scheme 1 have no name. The hash before the first entry is 64 zeros.
    """
    return sha256(bytes.fromhex(previous + committed + name)).hexdigest()


def derive_client_bytes(game_id: str, secret: bytes, seat: int) -> bytes:
    """Return the 16 bytes for a seat that provides none; the committed secret determines them.

    They are the first half of HMAC-SHA256(secret, "<game id>:<seat>").
    """
    return hmac.digest(secret, f"{game_id}:{seat}".encode(), "sha256")[:CLIENT_BYTES]


# ------------------------------------------------------------------------------ shuffles
@cache
def _picks(count: int) -> tuple[tuple[int | None, ...], ...]:
    """Return, by place and random byte, the place to swap with in a shuffle of `count` cards.

    That is this place plus the byte modulo the places left. The last few of the 256 bytes would
    favor some places, so they map to None and are skipped.
    """
    places = [(place, count - place) for place in range(count)]
    return tuple(
        tuple(place + b % n if b < 256 - 256 % n else None for b in range(256))
        for place, n in places
    )


def shuffle_deck(
    seed: Seed, match: int, cards: Sequence[T], places: int | None = None
) -> tuple[T, ...]:
    """Return the cards, at most 64, in the order in which this match (1 is the first) deals them.

    Fisher-Yates from the first place on: every place gets one of the cards not yet placed, and
    every order is equally likely. With `places`, only that many cards are returned, the first of
    the same order, in less time.
    """
    shuffled = list(cards)
    count = len(shuffled)
    picks = _picks(count)
    last = count - 1 if places is None or places >= count else places
    place = block = 0
    while place < last:
        for byte in _block(seed, match, block):
            other = picks[place][byte]
            if other is not None:
                shuffled[place], shuffled[other] = shuffled[other], shuffled[place]
                place += 1
                if place == last:
                    break
        block += 1
    return tuple(shuffled[:places])


def draw_first_dealer(seed: Seed, seats: int) -> int:
    """Return the seat that deals the first match (DD-3.1), from the bytes of match 0."""
    pick = _picks(seats)[0]
    block = 0
    while True:
        for byte in _block(seed, 0, block):
            if (seat := pick[byte]) is not None:
                return seat
        block += 1


def draw_lot(seed: Seed, numbers: Sequence[int], count: int) -> int:
    """Return a fair random number below `count` (at most 256) from this seed and these numbers.

    It cannot be predicted without the secret. The bytes come from HMAC-SHA256(secret, "lot" |
    client | the numbers | block), where the numbers and the block have 4 bytes each. The first
    byte that favors no outcome decides.
    """
    block = 0
    while True:
        message = b"".join(number.to_bytes(4, "big") for number in (*numbers, block))
        for byte in hmac.digest(seed.secret, b"lot" + seed.client + message, "sha256"):
            if byte < 256 - 256 % count:
                return byte % count
        block += 1


def _block(seed: Seed, match: int, block: int) -> bytes:
    """Return the 32 bytes of HMAC-SHA256(secret, client | match | block), as RFC 2104 defines it.

    This takes half the time of the standard library's call.
    """
    inner, outer = _start_hmac(seed)
    inner, outer = inner.copy(), outer.copy()
    inner.update(_numbers(match, block))
    outer.update(inner.digest())
    return outer.digest()


@lru_cache(maxsize=1)
def _start_hmac(seed: Seed) -> tuple["_Hash", "_Hash"]:
    """Return the inner and outer hash of an HMAC, fed with the key and the client bytes.

    They are cached for all matches of a game: copy them before use.
    """
    padded = seed.secret.ljust(64, b"\0")
    inner = sha256(padded.translate(_INNER) + seed.client)
    return inner, sha256(padded.translate(_OUTER))


_numbers = Struct(">II").pack  # two numbers of 4 bytes, big endian
_INNER = bytes(byte ^ 0x36 for byte in range(256))
_OUTER = bytes(byte ^ 0x5C for byte in range(256))


# ------------------------------------------------------------------------ proof of a card
def make_card_salt(seed: Seed, match: int, place: int) -> bytes:
    """Return the 16 bytes that hide the card at this place of the deck (0 is dealt first)."""
    message = b"salt" + seed.client + match.to_bytes(4, "big") + place.to_bytes(4, "big")
    return hmac.digest(seed.secret, message, "sha256")[:_SALT_BYTES]


def hash_card(salted: bytes, code: str) -> bytes:
    """Return the leaf of one card: SHA-256 of a zero byte, the salt and the card's code."""
    return sha256(b"\x00" + salted + code.encode()).digest()


def hash_leaves(seed: Seed, match: int, codes: Sequence[str]) -> list[bytes]:
    """Return the leaves of a deck, which hide its cards; `codes` are its cards in deal order."""
    return [hash_card(make_card_salt(seed, match, place), code) for place, code in enumerate(codes)]


def merkle_root(seed: Seed, match: int, codes: Sequence[str]) -> str:
    """Return the Merkle root of a deck, as hex; `codes` are its cards in deal order."""
    return root_of_leaves(hash_leaves(seed, match, codes))


def root_of_leaves(leaves: Sequence[bytes]) -> str:
    """Return the Merkle root of these leaves, as hex.

    An odd node at the end of a level moves up unchanged.
    """
    level = [*leaves]
    while len(level) > 1:
        pairs = [_node(level[i], level[i + 1]) for i in range(0, len(level) - 1, 2)]
        level = pairs + level[len(pairs) * 2 :]
    return level[0].hex()


def _node(left: bytes, right: bytes) -> bytes:
    return sha256(b"\x01" + left + right).digest()
