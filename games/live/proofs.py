"""Proofs of the cards that a viewer has seen, against the root that was published with the deal."""

from games.answers import Proof
from games.engine import deal
from games.engine.contract import Refused
from games.live import look_back
from games.positions.position import is_public, seed_of


def read_proof(game_id: str, user_id: int | None, *, leaves: bool) -> Proof | Refused:
    """Return the proof of the cards of the current match that this viewer may know by their place.

    It is built from the view and the events that the viewer gets, so it shows nothing else. Refused
    as "not-seated" (closed to spectators), "not-started" (before the deal) or "no-proof": the match
    began in another game, or the next one is being dealt. Raises Game.DoesNotExist.
    """
    position, past, rows = look_back.read_table(game_id)
    seat = position.seat_of(user_id)
    if seat is None and not is_public(position.game):
        return Refused("not-seated")
    if past is None:
        return Refused("not-started")
    viewer, rules = None if seat is None else seat.index, position.rules
    log = past.log(position, viewer)
    dealt = next(event for event in reversed(log) if event["e"] == "dealt")
    seed, match = seed_of(position.game, position.seats), dealt["match"]
    codes = rules.deck_codes(seed, dealt)
    hashes = deal.hash_leaves(seed, match, codes)
    if deal.root_of_leaves(hashes) != rows.root:
        return Refused("no-proof")
    view = rules.state_for(position.state, viewer)
    proved = rules.proved_cards(viewer, view, log, codes)
    return {
        "match": match,
        "leaves": [each.hex() for each in hashes] if leaves else [],
        "cards": [
            {"place": place, "code": code, "salt": deal.make_card_salt(seed, match, place).hex()}
            for place, code in sorted(proved.items())
        ],
    }
