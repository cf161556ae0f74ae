"""The log of a game: its moves, their replay, its record, and the public log of deals."""

from collections.abc import Collection, Iterable, Iterator
from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import Q, QuerySet

from games.answers import Deal
from games.engine import deal
from games.engine import record as records
from games.engine.contract import Json, Moved, Refused, Rules
from games.models import DealCommitment, Game, Move, Seat
from games.positions import position as positions
from games.positions.clocks import round_time
from games.positions.position import Position, Step
from games.protocol import Action

MOST_DEALS = 1000


class Logged(NamedTuple):
    """A move of the log with the columns that a replay needs."""

    ply: int
    seat: int | None
    action: Action
    by: str
    at: datetime


def moves_of(game_id: str) -> QuerySet[Move]:
    """Return the moves of a game in order."""
    return Move.objects.filter(game_id=game_id).order_by("ply")


def replay_moves(position: Position, moves: Iterable[Move]) -> Iterator[Step]:
    """Replay a game from its seed: yield the deal, then a step for each move in order.

    Raises ValueError if the rules refuse a move, which means that the log is corrupt.
    """
    rules = position.rules
    chance = positions.chance_of_all(position)
    state, events = chance.start(rules, position.ruleset)
    yield Step(None, state, events)
    for move in moves:
        state, events = repeat_move(rules, chance, state, move)
        cause = positions.cause_of_move(position.game, move.by, move.at)
        yield Step(move, state, events, cause)


def repeat_move(rules: Rules, chance: records.Chance, state: Any, move: Move | Logged) -> Moved:
    """Return the result of a move of the log, with the randomness of its game.

    Raises ValueError if the rules refuse it.
    """
    moved: Moved | Refused
    if move.seat is None:
        moved = rules.stop(state)
    else:
        action = rules.read_action(move.action)
        moved = action if isinstance(action, Refused) else rules.act(state, move.seat, action)
    if isinstance(moved, Refused):
        raise ValueError(f"{move} was refused as {moved.code}")
    after, events = moved
    return chance.after(rules, move.ply, after), events


def read_moves(game: Game, moves: Iterable[Move]) -> list[Move]:
    """Return all moves of a game. Raises Game.DoesNotExist if some are in an archive."""
    all_moves = list(moves)
    if len(all_moves) < game.ply:
        raise Game.DoesNotExist(f"the moves of {game.pk} are in an archive")
    return all_moves


def origin_of(position: Position) -> records.Origin:
    """Return the origin of a dealt game, which is secret while the game runs."""
    game, seats = position.game, position.seats
    return records.Origin(
        slug=game.slug,
        game_id=game.pk,
        ruleset=position.ruleset,
        seed=positions.seed_of(game, seats),
        revealed=[seats[index].bytes_by == Seat.BytesBy.CLIENT for index in sorted(seats)],
        scheme=DealCommitment.objects.values_list("scheme", flat=True).get(game_id=game.pk),
        silent=[
            records.Silent(index, seat.silent, _format_time(seat.silent_at))
            for index, seat in sorted(seats.items())
            if seat.silent_at is not None
        ],
        pasts=positions.pasts_of(position),
    )


def read_record(game_id: str) -> Json:
    """Return the record of a finished game (docs/RECORD.md), including its secret.

    Raises Game.DoesNotExist if there is no such game, or it is not finished or archived.
    """
    position = positions.read_position(game_id)
    game, seats = position.game, position.seats
    if game.status != Game.Status.FINISHED or game.finished_at is None:
        raise Game.DoesNotExist(f"{game_id} is not finished")
    moves = read_moves(game, moves_of(game_id))
    return records.build_record(
        origin_of(position),
        _recorded_moves(position, moves),
        seated=[
            records.Seated(seats[index].kind, seats[index].name, seats[index].level or None)
            for index in sorted(seats)
        ],
        rated=game.rated,
        finished_at=_format_time(game.finished_at),
        stopped=any(move.by == Move.By.ALL for move in moves),
    )


def _format_time(at: datetime) -> str:
    """Return a time in the format of records."""
    return at.strftime("%Y-%m-%dT%H:%M:%SZ")


def _recorded_moves(position: Position, moves: Iterable[Move]) -> Iterator[records.Played]:
    """Yield the moves in the format of records: moves of a seat's owner have no `by`."""
    for move in moves:
        if move.seat is None:
            continue
        action = position.rules.read_action(move.action)
        if isinstance(action, Refused):
            raise ValueError(f"{move} is {action.code}")
        yield records.Played(move.seat, action, None if is_by_owner(position, move) else move.by)


def is_by_owner(position: Position, move: Move) -> bool:
    """Return whether the owner of the seat made a move, and not the clock, a stand-in or all."""
    if move.seat is None:
        return False
    owner_kind = Move.By.AI if position.seats[move.seat].kind == Seat.Kind.AI else Move.By.PLAYER
    return move.by == owner_kind


def list_deals(after: int, game_id: str = "", sequences: Collection[int] = ()) -> list[Deal]:
    """Return up to 1000 links of the public log of commitments after a sequence number.

    They have a hash of the game's id, since the id itself gives access to the game. With `game_id`
    or `sequences`, only the links of that game and with these numbers are returned.
    """
    links = DealCommitment.objects.filter(sequence__gt=after)
    if game_id or sequences:
        links = links.filter(Q(game_id=game_id) | Q(sequence__in=sequences))
    return [
        {
            "sequence": link.sequence,
            "game": deal.hash_game_id(link.game_id) if link.scheme > 1 else None,
            "commitment": link.commitment,
            "previous": link.previous,
            "hash": link.hash,
            "at": round_time(link.at),
        }
        for link in links[:MOST_DEALS]
    ]
