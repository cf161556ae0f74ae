"""Continues a finished game from one of its steps: an unrated game with AI players or friends."""

from collections.abc import Sequence

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from games.engine.contract import Json, Refused, State
from games.engine.record import Past, write_pasts
from games.engine.record_fields import MOST_PASTS
from games.lobby import seating
from games.models import Game, Match, Move, Seat
from games.positions import new_game
from games.positions import position as positions
from games.positions.position import Position
from games.records import game_log
from games.registry import GAMES


def continue_from(
    game_id: str,
    user: User,
    *,
    match: int,
    step: int,
    seat: int,
    level: str,
    friends: bool = False,
) -> Game | Refused:
    """Open an unrated game that continues a finished game from a step of a match.

    The user sits on this seat, AI players of this level on all others, without a clock, and the
    game begins. With `friends`, other seats that are still in the game stay free, and the user is
    host of a table on a link. The new game shuffles all cards that no seat has seen by then; hands
    stay. Its log begins with the moves up to that step.

    The caller checks whether the user may see that step. Refused as "not-finished",
    "no-such-match" (no such match or step, or in an archive), "malformed" (no such seat or level),
    "game-over" (nothing is left to play), "out" (the seat is out of the game by then),
    "too-many-forks", and as seating.set_up_table() refuses. Raises Game.DoesNotExist.
    """
    position = positions.read_position(game_id)
    source = position.game
    if source.status != Game.Status.FINISHED:
        return Refused("not-finished")
    if seat not in position.seats or not GAMES[source.slug].may_seat(level):
        return Refused("malformed")
    moves = _moves_up_to(position, match, step)
    if moves is None:
        return Refused("no-such-match")
    pasts = _continued_games(position, len(moves))
    if len(pasts) > MOST_PASTS:
        return Refused("too-many-forks")
    *_, last = game_log.replay_moves(position, moves)
    if not position.rules.asked(last.state):
        return Refused("game-over")
    playing = position.rules.playing(last.state)
    if seat not in playing:
        return Refused("out")
    fork = {"pasts": write_pasts(pasts), "state": position.rules.dump(last.state)}
    user_seats = {seat, *playing} if friends else {seat}
    ais = {index: level for index in position.seats if index not in user_seats}
    return _open_fork(position, (seat, user), ais, moves, fork, last.state)


def _moves_up_to(position: Position, match: int, step: int) -> list[Move] | None:
    """Return the moves before a step of a match (0: its deal); None if there is no such step."""
    moves = list(game_log.moves_of(position.game.pk))
    count_before = sum(move.match < match for move in moves)
    steps = sum(move.match == match for move in moves)
    exists = len(moves) == position.game.ply and steps > 0 and 0 <= step <= steps
    return moves[: count_before + step] if exists else None


def _continued_games(position: Position, moves: int) -> list[Past]:
    """Return the games that a new game continues which begins after this many moves of this one."""
    pasts = positions.pasts_of(position)
    earlier = [past for past in pasts if past.moves <= moves]
    if len(earlier) < len(pasts):
        # that step is from an earlier game, which this one continues
        return [*earlier, pasts[len(earlier)]._replace(moves=moves)]
    return [*earlier, Past(moves, game_log.origin_of(position))]


def _open_fork(
    position: Position,
    owner: tuple[int, User],
    ais: dict[int, str],
    moves: Sequence[Move],
    fork: Json,
    state: State,
) -> Game | Refused:
    source, (seat, user) = position.game, owner
    game = new_game.build_similar_game(source, user)
    game.clock, game.fork = None, fork
    game.ply, game.first_dealer = len(moves), source.first_dealer
    with transaction.atomic():
        opened = seating.set_up_table(game, {seat: user}, ais)
        if isinstance(opened, Refused):
            return opened
        Move.objects.bulk_create(_copy_moves(position, ais, opened, moves))
        number = position.rules.observe(state, None).match
        Match.objects.bulk_create(_copy_matches(source, opened, number))
    return opened


def _copy_moves(
    position: Position, ais: dict[int, str], game: Game, moves: Sequence[Move]
) -> list[Move]:
    """Return copies of the moves for the new game, made by the player of the seat there.

    Moves of a free seat count as a user's until an AI player takes it (dealing.seal_deal).
    """
    now = timezone.now()
    copies = []
    for move in moves:
        kind = None if move.seat is None else position.seats[move.seat].kind
        by_owner = move.by == (Move.By.AI if kind == Seat.Kind.AI else Move.By.PLAYER)
        owner = Move.By.AI if move.seat in ais else Move.By.PLAYER
        copies.append(
            Move(
                game=game,
                ply=move.ply,
                seat=move.seat,
                question=move.ply,
                match=move.match,
                round=move.round,
                action=move.action,
                by=owner if by_owner else move.by,
                at=now,
            )
        )
    return copies


def _copy_matches(source: Game, game: Game, number: int) -> list[Match]:
    """Return copies of the matches up to this one, which has no end and no Merkle root yet."""
    matches = list(Match.objects.filter(game=source, number__lt=number))
    last = Match.objects.get(game=source, number=number)
    matches.append(Match(number=number, dealer=last.dealer, living=last.living))
    for match in matches:
        match.pk, match.game = None, game
    return matches
