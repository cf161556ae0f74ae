"""Reads the fields of a record that precede its moves; the input is not trusted."""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from games.engine import deal
from games.engine.contract import RULES, Ruleset, Seed
from games.engine.record import Origin, Past, Seated, Silent

SITTERS = ("player", "guest", "ai")
SILENT = ("no-pledge", "no-reveal", "sat-later")
MOST_PASTS = 8  # longest chain of games that each continue the one before
_TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ")
_PLAIN = ("format", "id", "game", "finished_at", "ruleset", "rated", "seats", "fair", "places")
_FAIR = ("commitment", "secret", "client_bytes", "scheme")


class Differs(Exception):
    """An error in a record; match and move are counted from 1, None if it is outside of them."""

    game = "without an id"
    match: int | None = None

    def __init__(self, what: str, move: int | None = None) -> None:
        super().__init__(what)
        self.what, self.move = what, move

    def __str__(self) -> str:
        """One sentence that names the game, the match and the move."""
        place = f"game {self.game}"
        if self.match is not None:
            place += f", match {self.match}"
        if self.move is not None:
            place += f", move {self.move}"
        return f"{place}: {self.what}"


def require_field(holds: object, what: str) -> None:
    """Raise Differs with this sentence unless the condition holds."""
    if not holds:
        raise Differs(what)


def check_fields(value: object, fields: Collection[str], where: str) -> Mapping[str, Any]:
    """Return the value as an object with exactly these fields; raises Differs if it is not one."""
    if not isinstance(value, dict):
        raise Differs(f"{where} is not an object")
    for field in fields:
        require_field(field in value, f"{where} lacks the field {field}")
    for field in value:
        require_field(field in fields, f"{where} has the unknown field {field[:40]!r}")
    return value


def read_origin(record: Mapping[str, Any]) -> tuple[Origin, list[Seated]]:
    """Return the origin of a game and the holders of its seats from a record.

    Raises Differs on the first field that is missing or cannot be right. Scores, decks and moves
    are not checked here.
    """
    for field in _PLAIN:
        require_field(field in record, f"the field {field} is missing")
    slug = record["game"]
    require_field(isinstance(slug, str) and slug in RULES, "game is not one of the catalogue")
    timed = record["finished_at"] is None or _is_time(record["finished_at"])
    require_field(timed, "finished_at is no time like 2026-11-21T12:00:00Z")
    require_field(isinstance(record["rated"], bool), "rated is neither true nor false")
    ruleset = _read_ruleset(slug, record["ruleset"])
    seated = _read_seats(record["seats"], ruleset.seats)
    people = [seat for seat, who in enumerate(seated) if who.kind != "ai"]
    origin = _read_deal(slug, ruleset, "id", record["id"], record["fair"], people)
    if origin.scheme > 1:
        unmarked = {seat for seat in people if not origin.revealed[seat]}
        unmarked -= {mark.seat for mark in origin.silent}
        require_field(not unmarked, "fair.silent leaves out a person's seat without own bytes")
    covered = (
        "the id and the secret" if origin.scheme == 1 else "the id, the ruleset and the secret"
    )
    commitment = record["fair"]["commitment"]
    require_field(commitment == origin.commitment, f"fair.commitment does not fit {covered}")
    pasts = read_pasts(slug, ruleset, record["fork"]) if "fork" in record else []
    return origin._replace(pasts=pasts), seated


def read_pasts(slug: str, ruleset: Ruleset, written: object) -> list[Past]:
    """Return the games that a field `fork` names; raise Differs if the field cannot be right."""
    if not isinstance(written, list) or not 0 < len(written) <= MOST_PASTS:
        raise Differs(f"fork is not a list of 1 to {MOST_PASTS}")
    pasts: list[Past] = []
    for place, value in enumerate(written):
        where = f"fork.{place}"
        past = check_fields(value, ("game", "moves", "fair"), where)
        moves, least = past["moves"], pasts[-1].moves if pasts else 0
        right = type(moves) is int and moves >= least
        require_field(right, f"{where}.moves is no number, or not in order")
        people = range(ruleset.seats)
        origin = _read_deal(slug, ruleset, f"{where}.game", past["game"], past["fair"], people)
        pasts.append(Past(moves, origin))
    return pasts


def _read_deal(
    slug: str, ruleset: Ruleset, where: str, game_id: object, written: object, people: Iterable[int]
) -> Origin:
    """Return the origin of a game from its id and its field `fair`, without its pasts.

    `where` names the field of the id. Only the seats in `people` can be marked as silent.
    """
    if not isinstance(game_id, str) or not game_id.isprintable():
        raise Differs(f"{where} is not a text")
    fair, scheme = _read_fair(written)
    seed, revealed = _read_seed(game_id, fair, ruleset.seats)
    silent = _read_silent(fair.get("silent", []), [seat for seat in people if not revealed[seat]])
    return Origin(slug, game_id, ruleset, seed, revealed, scheme, silent)


def _read_fair(written: object) -> tuple[Mapping[str, Any], int]:
    """Return the field `fair` and the number of its scheme."""
    has_silent = isinstance(written, dict) and "silent" in written
    fair = check_fields(written, (*_FAIR, "silent") if has_silent else _FAIR, "fair")
    for scheme, name in deal.SCHEMES.items():
        if fair["scheme"] == name:
            require_field(has_silent or scheme == 1, "fair lacks the field silent")
            return fair, scheme
    raise Differs(f"fair.scheme is not {' or '.join(deal.SCHEMES.values())}")


def _read_silent(written: object, seats: Sequence[int]) -> list[Silent]:
    """Return the seats marked as silent; raise Differs if one repeats or is not in `seats`."""
    if not isinstance(written, list):
        raise Differs("fair.silent is not a list")
    silent: list[Silent] = []
    for place, value in enumerate(written):
        where = f"fair.silent.{place}"
        mark = check_fields(value, Silent._fields, where)
        seat, least = mark["seat"], silent[-1].seat + 1 if silent else 0
        right = type(seat) is int and seat >= least and seat in seats
        require_field(right, f"{where}.seat is no person's seat without own bytes, or not in order")
        require_field(mark["reason"] in SILENT, f"{where}.reason is not one of {', '.join(SILENT)}")
        require_field(_is_time(mark["at"]), f"{where}.at is no time like 2026-11-21T12:00:00Z")
        silent.append(Silent(seat, mark["reason"], mark["at"]))
    return silent


def _is_time(value: object) -> bool:
    return isinstance(value, str) and _TIME.fullmatch(value) is not None


def _read_ruleset(slug: str, written: object) -> Ruleset:
    rules = RULES[slug]
    fields = rules.ruleset_to_json(rules.ruleset(rules.editions[0]))
    try:
        return rules.ruleset_from_json(check_fields(written, fields.keys(), "ruleset"))
    except ValueError:
        raise Differs("ruleset has a value that the rulebook does not list") from None


def _read_seats(written: object, seats: int) -> list[Seated]:
    if not isinstance(written, list) or len(written) != seats:
        raise Differs(f"seats is not a list of {seats}")
    seated = []
    for seat, value in enumerate(written):
        where = f"seats.{seat}"
        who = check_fields(value, ("seat", *Seated._fields), where)
        require_field(who["kind"] in SITTERS, f"{where}.kind is not one of {', '.join(SITTERS)}")
        require_field(isinstance(who["name"], str), f"{where}.name is not a text")
        level = str if who["kind"] == "ai" else type(None)
        require_field(isinstance(who["level"], level), f"{where}.level does not suit its kind")
        seated.append(Seated(who["kind"], who["name"], who["level"]))
    return seated


def _read_seed(game_id: str, fair: Mapping[str, Any], seats: int) -> tuple[Seed, list[bool]]:
    """Return the seed, and for each seat whether it provided its own share."""
    secret = read_hex(fair["secret"], deal.SECRET_BYTES, "fair.secret")
    written = fair["client_bytes"]
    if not isinstance(written, list) or len(written) != seats:
        raise Differs(f"fair.client_bytes is not a list of {seats}")
    client = b""
    for seat, share in enumerate(written):
        if share is None:
            client += deal.derive_client_bytes(game_id, secret, seat)
        else:
            client += read_hex(share, deal.CLIENT_BYTES, f"fair.client_bytes of seat {seat}")
    return Seed(secret, client), [share is not None for share in written]


def read_hex(value: object, size: int, where: str) -> bytes:
    """Return `size` bytes from a hex string; raise Differs if the value is not one."""
    if not isinstance(value, str) or not re.fullmatch(f"[0-9a-f]{{{2 * size}}}", value):
        raise Differs(f"{where} is not {2 * size} lower-case hex digits")
    return bytes.fromhex(value)
