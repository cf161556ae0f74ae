"""Looks for puzzles in finished games, a game at a time, beside everything else that workers do."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from itertools import islice
from random import Random
from time import monotonic, process_time

from django.core.cache import caches
from redis import RedisError

from games.analysis import puzzles
from games.engine.contract import Json
from games.models import Game, Move, Puzzle
from games.positions import position as positions
from games.records import game_log
from games.registry import GAMES

LATELY = timedelta(days=1)
# of one game, so that the store is not about few games
MOST = 2
# seconds of the processor that a game may take: reviews stand in the same queue
SECONDS = 5.0
# and by the clock, where other processes take the processor: less than its task may take
MOST_SECONDS = 300.0
# so many puzzles of a game are enough for years
STORED = 20_000
# games that are looked at for one that no worker has mined yet
LOOKED_AT = 20
KEPT_SECONDS = 2 * 24 * 3600


def mine_lately(now: datetime) -> int:
    """Mine the newest finished game that was not mined yet; return how many puzzles it gave.

    Only games that all may watch and replay, and that were played from their beginning. A worker
    claims the game in Redis: without Redis nothing is mined.
    """
    slugs = [slug for slug, game_type in GAMES.items() if game_type.puzzle is not None]
    for slug in slugs:
        puzzles.draw_daily(slug, now.date())
    finished = Game.objects.filter(
        status=Game.Status.FINISHED,
        slug__in=[slug for slug in slugs if Puzzle.objects.filter(slug=slug).count() < STORED],
        created_at__gt=now - 2 * LATELY,
        finished_at__gt=now - LATELY,
        watchable=True,
        fork__isnull=True,
    )
    recent = finished.order_by("-finished_at").values_list("pk", flat=True)[:LOOKED_AT]
    game_id = next(filter(_claim, recent), None)
    return 0 if game_id is None else mine_game(game_id)


def mine_game(game_id: str) -> int:
    """Keep puzzles of the choices that players made in a game; return how many are new.

    Each is kept as soon as it is found. Nothing of a game that is not finished, or whose moves are
    in an archive.
    """
    position = positions.read_position(game_id)
    if position.game.status != Game.Status.FINISHED:
        return 0
    found = islice(_found(position), MOST)
    return sum(puzzles.add_puzzle(position.game.slug, puzzle, game_id) for puzzle in found)


def _found(position: positions.Position) -> Iterator[Json]:
    """Yield the puzzles among the choices of users, in an order by chance, until time is up."""
    game, find = position.game, position.game_type.puzzle
    moves = list(game_log.moves_of(game.pk))
    if find is None or len(moves) < game.ply:
        return
    moments, state = [], None
    for step in game_log.replay_moves(position, moves):
        move = step.move
        if move is not None and move.by == Move.By.PLAYER:
            moments.append((move.ply, position.rules.observe(state, move.seat)))
        state = step.state
    Random(f"{game.pk}/puzzles").shuffle(moments)
    until, latest = process_time() + SECONDS, monotonic() + MOST_SECONDS
    for ply, observation in moments:
        puzzle = find(observation, Random(f"{game.pk}/{ply}/puzzle"))
        if puzzle is not None:
            yield puzzle
        if process_time() >= until or monotonic() >= latest:
            return


def _claim(game_id: str) -> bool:
    """Return whether this worker is the first one to mine a game lately."""
    try:
        return bool(caches["shared"].add(f"puzzles:mined:{game_id}", 1, KEPT_SECONDS))
    except RedisError:
        return False
