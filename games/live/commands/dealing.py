"""Sealing the deal: commitment, pledges, reveals, and then the first cards.

The server commits to its secret before any seat pledges, and each seat pledges 16 bytes before
any seat reveals them. So neither side can steer the shuffle. A silent seat gets bytes that are
derived from the committed secret, so the server can no longer choose them.
"""

import hmac
import re
from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from django.db import IntegrityError, transaction

from games.engine import deal
from games.engine.contract import Json, Refused
from games.live import executor, questions
from games.live.executor import Change, Command
from games.models import DealCommitment, Game, Match, Move, Seat
from games.positions.clocks import SEAL_SECONDS
from games.positions.position import Position, find_owner, pasts_of, seed_of
from games.registry import GAMES
from games.webhook_messages import tell_started

PLEDGE, REVEAL = 0, 1
NO_LINK = "0" * 64
ATTEMPTS = 50


def seal_deal(position: Position) -> None:
    """Begin to seal the deal: publish the commitment and ask every user's seat for a pledge.

    Call it in the transaction that holds the game.
    """
    position.game.status = Game.Status.SEALING
    publish_commitment(position.game)
    for seat in position.seats.values():
        if seat.kind == Seat.Kind.AI:
            _give_server_bytes(position, seat)
    for seat in position.people:
        _ask_stage(position, seat, PLEDGE)
    if position.game.fork is not None:
        # the moves of these seats were copied as a user's, before AI players took the seats
        ais = [seat.index for seat in position.seats.values() if seat.kind == Seat.Kind.AI]
        copied = Move.objects.filter(game=position.game, seat__in=ais, by=Move.By.PLAYER)
        copied.update(by=Move.By.AI)
    if not executor.write_change(executor.seats_change(position, list(position.seats.values()))):
        raise ValueError(f"{position.game.pk} is sealed from an old position")
    tell_started(position)


@Command
def take_pledge(position: Position, user_id: int | None, digest: str) -> Change | Refused:
    """Take the hash of a seat's 16 bytes: 64 lower-case hex digits, once."""
    seat = _find_asked_seat(position, user_id, PLEDGE)
    if isinstance(seat, Refused):
        return seat
    if not re.fullmatch(r"[0-9a-f]{64}", digest):
        return Refused("malformed")
    seat.pledge = digest
    return _advance_stage(position, seat)


@Command
def take_reveal(position: Position, user_id: int | None, text: str) -> Change | Refused:
    """Take a seat's 16 bytes as 32 lower-case hex digits; they must match the pledge.

    Other bytes are refused as "wrong-bytes"; the seat may try again until the deadline.
    """
    seat = _find_asked_seat(position, user_id, REVEAL)
    if isinstance(seat, Refused):
        return seat
    if not re.fullmatch(r"[0-9a-f]{32}", text):
        return Refused("malformed")
    revealed_bytes = bytes.fromhex(text)
    if not hmac.compare_digest(deal.hash_pledge(revealed_bytes), seat.pledge):
        return Refused("wrong-bytes")
    _give_bytes(seat, revealed_bytes, Seat.BytesBy.CLIENT)
    return _advance_stage(position, seat)


def skip_silent_seat(position: Position, seat: Seat) -> Change:
    """Go on without the bytes of a seat that did not pledge or reveal in time."""
    seat.silent = Seat.Silent.REVEAL if seat.pledge else Seat.Silent.PLEDGE
    seat.silent_at = position.now
    _give_server_bytes(position, seat)
    return _advance_stage(position, seat)


def begin_game(position: Position) -> list[Match]:
    """Deal the first cards, once every seat has its bytes; return the first match, unsaved.

    A game that continues another one goes on from that position, with the unseen cards in the order
    of its own seed; its matches are in the log already.
    """
    game = position.game
    seed = seed_of(game, position.seats)
    events: Sequence[Any] = ()
    if game.fork is None:
        position.state, events = position.rules.start(position.ruleset, seed)
    else:
        old = pasts_of(position)[-1].origin.seed
        before = position.rules.load(position.ruleset, old, game.fork["state"])
        position.state = position.rules.reseed(before, seed)
        for seat in position.seats.values():
            # the copied moves have their plies as question numbers
            seat.question = game.ply
    game.state = position.rules.dump(position.state)
    game.status = Game.Status.PLAYING
    game.started_at = position.now
    new_matches = []
    for event in events:
        row = position.game_type.deal_row(event)
        if row is not None:
            game.first_dealer = row.get("dealer")
            new_matches.append(match_of(position, row, event))
    questions.fill_banks(position, new_match=False)
    for index in position.rules.asked(position.state):
        questions.ask_question(position, index)
    return new_matches


def match_of(position: Position, row: Json, event: Any) -> Match:
    """Return the match that an event deals, with the Merkle root of its deck, unsaved."""
    seed = seed_of(position.game, position.seats)
    codes = position.rules.deck_codes(seed, position.rules.event_for(event, None))
    position.root = deal.merkle_root(seed, row["number"], codes)
    playing = {"living": list(position.rules.playing(position.state))}
    return Match(game=position.game, merkle_root=position.root, **playing | row)


def publish_commitment(game: Game) -> DealCommitment:
    """Add the game's commitment to the public log, exactly once and after every earlier link."""
    commitment, name = make_commitment(game), deal.hash_game_id(game.pk)
    for _ in range(ATTEMPTS):
        last = DealCommitment.objects.order_by("-sequence").first()
        previous = last.hash if last else NO_LINK
        try:
            with transaction.atomic():
                return DealCommitment.objects.create(
                    sequence=last.sequence + 1 if last else 1,
                    game_id=game.pk,
                    scheme=deal.SCHEME,
                    commitment=commitment,
                    previous=previous,
                    hash=deal.hash_log_entry(previous, commitment, name),
                )
        except IntegrityError:
            # another game took this sequence number: read the log again
            continue
    raise RuntimeError(f"no place in the log of commitments for game {game.pk}")


def make_commitment(game: Game) -> str:
    """Return the commitment to a game's id, ruleset and secret, under the newest scheme."""
    rules = GAMES[game.slug].rules
    return deal.make_commitment(
        game.pk,
        bytes(game.secret),
        scheme=deal.SCHEME,
        game=game.slug,
        ruleset=rules.ruleset_to_json(rules.ruleset_from_json(game.ruleset)),
    )


# ------------------------------------------------------------------------------ stages
def refuse_stage(position: Position, seat: Seat, stage: int) -> Refused | None:
    """Return why a seat cannot pledge or reveal now, or None."""
    if position.game.status != Game.Status.SEALING or seat.question != stage:
        return Refused("wrong-phase")
    return None if seat.asked else Refused("stale-question")


def _find_asked_seat(position: Position, user_id: int | None, stage: int) -> Seat | Refused:
    seat = find_owner(position, user_id)
    return seat if isinstance(seat, Refused) else refuse_stage(position, seat, stage) or seat


def _ask_stage(position: Position, seat: Seat, stage: int) -> None:
    seat.question = stage
    seat.asked = True
    seat.allowed_ms = round(SEAL_SECONDS * 1000)
    seat.due_at = position.now + timedelta(seconds=SEAL_SECONDS)


def _advance_stage(position: Position, seat: Seat) -> Change:
    """Close the seat's question; when it was the last of its stage, begin the next stage."""
    questions.close_question(seat)
    if any(other.asked for other in position.people):
        return executor.seats_change(position, [seat], soon=True)
    # every seat has a pledge or its bytes by now: silent seats got bytes at the deadline
    unrevealed = [other for other in position.people if other.client_bytes is None]
    for other in unrevealed:
        _ask_stage(position, other, REVEAL)
    new_matches = [] if unrevealed else begin_game(position)
    return executor.seats_change(position, list(position.seats.values()), begun=new_matches)


def _give_server_bytes(position: Position, seat: Seat) -> None:
    game = position.game
    seat_bytes = deal.derive_client_bytes(game.pk, bytes(game.secret), seat.index)
    _give_bytes(seat, seat_bytes, Seat.BytesBy.SERVER)


def _give_bytes(seat: Seat, seat_bytes: bytes, by: Seat.BytesBy) -> None:
    seat.client_bytes = seat_bytes
    seat.bytes_by = by
