"""Proofs of the cards that a viewer has seen, against the root that was published with the deal."""

from collections.abc import Mapping, Sequence

from games.answers import Proof
from games.engine import deal
from games.engine.contract import GameEvent, Refused, Seed, View
from games.live import look_back
from games.models import Match
from games.positions.position import Position, events_for, is_public, seed_of
from games.records import game_log


def read_proof(
    game_id: str, user_id: int | None, match: int | None = None, *, leaves: bool
) -> Proof | Refused:
    """Return the proof of the cards of a match that this viewer may know by their place.

    It is built from the view and the events that the viewer gets, so it shows nothing else. Without
    `match` it is the current one. Refused as "not-seated" (closed to spectators), "not-started"
    (before the deal), "no-such-match" or "no-proof": the match began in another game, or the next
    one is being dealt. Raises Game.DoesNotExist.
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
    if match in (None, dealt["match"]):
        view = rules.state_for(position.state, viewer)
        return _prove_cards(position, viewer, view, log, rows.root, leaves=leaves)
    row = Match.objects.filter(game_id=game_id, number=match).first()
    earlier = None if row is None else _read_earlier_match(position, viewer, row.number)
    if row is None or earlier is None:
        return Refused("no-such-match")
    return _prove_cards(position, viewer, *earlier, row.merkle_root, leaves=leaves)


def _read_earlier_match(
    position: Position, viewer: int | None, match: int
) -> tuple[View, list[GameEvent]] | None:
    """Return the view after a match that is over, and its events as the viewer got them.

    None if its moves are in an archive.
    """
    moves = game_log.moves_of(position.game.pk).filter(match__lte=match)
    log: list[GameEvent] = []
    state = position.state
    for step in game_log.replay_moves(position, moves):
        log += events_for(position, step, viewer)
        state = step.state
    deals = {event["match"]: at for at, event in enumerate(log) if event["e"] == "dealt"}
    if match not in deals:
        return None
    return position.rules.state_for(state, viewer), log[deals[match] : deals.get(match + 1)]


def _prove_cards(
    position: Position,
    viewer: int | None,
    view: View,
    log: Sequence[GameEvent],
    root: str | None,
    *,
    leaves: bool,
) -> Proof | Refused:
    """Return the proof of the cards of the last deal in a log, Refused if its deck has no root."""
    rules, seed = position.rules, seed_of(position.game, position.seats)
    dealt = next(event for event in reversed(log) if event["e"] == "dealt")
    match = dealt["match"]
    codes = rules.deck_codes(seed, dealt)
    hashes = deal.hash_leaves(seed, match, codes)
    if deal.root_of_leaves(hashes) != root:
        return Refused("no-proof")
    proved = rules.proved_cards(viewer, view, log, codes)
    return write_proof(seed, match, proved, hashes if leaves else [])


def write_proof(
    seed: Seed, match: int, proved: Mapping[int, str], hashes: Sequence[bytes]
) -> Proof:
    """Return the proof of cards by their place in the deck of a match, with these leaves."""
    return {
        "match": match,
        "leaves": [each.hex() for each in hashes],
        "cards": [
            {"place": place, "code": code, "salt": deal.make_card_salt(seed, match, place).hex()}
            for place, code in sorted(proved.items())
        ],
    }
