"""Remembers where solutions of puzzles were shown: an answer from there is unrated practice.

A second account or a guest takes only a moment to create. So the address and the browser are
remembered, not the user.
"""

import logging
from collections.abc import Collection

from django.core.cache import caches
from redis import RedisError

KEPT_SECONDS = 30 * 24 * 3600

log = logging.getLogger(__name__)


def record_shown(puzzle_id: str, places: Collection[str]) -> None:
    """Remember that the solution was shown at these places: keys of an address and a browser."""
    try:
        caches["shared"].set_many(
            {_cache_key(puzzle_id, place): 1 for place in places}, KEPT_SECONDS
        )
    except RedisError as fault:
        log.warning(
            "redis unavailable (%r): where the solution of puzzle %s was shown is not remembered",
            *(fault, puzzle_id),
        )


def was_shown(puzzle_id: str, places: Collection[str]) -> bool:
    """Return whether the solution was shown at one of these places in the last 30 days."""
    try:
        return bool(caches["shared"].get_many([_cache_key(puzzle_id, place) for place in places]))
    except RedisError as fault:
        log.warning("redis unavailable (%r): an answer to puzzle %s counts", fault, puzzle_id)
        return False


def _cache_key(puzzle_id: str, place: str) -> str:
    return f"puzzles:shown:{puzzle_id}:{place}"
