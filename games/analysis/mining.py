"""Looks for puzzles in finished games, one game at a time, as background work."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from itertools import islice
from random import Random
from time import monotonic, process_time

from django.core.cache import caches
from redis import RedisError

from games.analysis import puzzles, review_queue
from games.engine.contract import Json
from games.models import Game, Move, Puzzle
from games.positions import position as positions
from games.records import game_log
from games.registry import GAMES

LATELY = timedelta(days=1)
# the most puzzles of one game, so that puzzles come from many games
MOST = 2
# processor time for a game, in seconds: reviews wait in the same queue
SECONDS = 5.0
# real time for a game, in seconds
MOST_SECONDS = 10.0
# with this many puzzles for a game, no more are mined: they are enough for years
STORED = 20_000
# how many recent games are tried to find one that no worker has mined yet
LOOKED_AT = 20
KEPT_SECONDS = 2 * 24 * 3600


def mine_newest_game(now: datetime) -> int:
    """Mine the newest finished game that was not mined yet; return the number of new puzzles.

    Only games that are open to spectators, and were played from the beginning, are mined. A worker
    claims the game in Redis; without Redis nothing is mined.
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
        for_bots=False,
        fork__isnull=True,
    )
    recent = finished.order_by("-finished_at").values_list("pk", flat=True)[:LOOKED_AT]
    game_id = next(filter(_claim_game, recent), None)
    return 0 if game_id is None else mine_game(game_id)


def mine_game(game_id: str) -> int:
    """Save puzzles from the choices of players in a game; return the number of new ones.

    Each is saved as soon as it is found. A game gives none while it is not finished, or if its
    moves are in an archive.
    """
    position = positions.read_position(game_id)
    if position.game.status != Game.Status.FINISHED:
        return 0
    mined = islice(_find_puzzles(position), MOST)
    return sum(puzzles.add_puzzle(position.game.slug, puzzle, game_id) for puzzle in mined)


def _find_puzzles(position: positions.Position) -> Iterator[Json]:
    """Yield the puzzles among the choices of users, in random order.

    It ends when the time is up, or when a reader waits for the coach.
    """
    game, puzzler = position.game, position.game_type.puzzle
    moves = list(game_log.moves_of(game.pk))
    if puzzler is None or len(moves) < game.ply:
        return
    moments, state = [], None
    for step in game_log.replay_moves(position, moves):
        move = step.move
        if move is not None and move.by == Move.By.PLAYER:
            moments.append((move.ply, position.rules.observe(state, move.seat)))
        state = step.state
    Random(f"{game.pk}/puzzles").shuffle(moments)
    until, latest = process_time() + SECONDS, monotonic() + MOST_SECONDS
    skip = puzzles.unwanted_kinds(game.slug)
    for ply, observation in moments:
        puzzle = puzzler.find(observation, Random(f"{game.pk}/{ply}/puzzle"), Random, skip)
        if puzzle is not None:
            yield puzzle
        is_late = process_time() >= until or monotonic() >= latest
        if is_late or review_queue.is_reader_waiting():
            return


def _claim_game(game_id: str) -> bool:
    """Claim a game for mining; return False if another worker has claimed it lately."""
    try:
        return bool(caches["shared"].add(f"puzzles:mined:{game_id}", 1, KEPT_SECONDS))
    except RedisError:
        return False
