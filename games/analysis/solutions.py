"""Where solutions of puzzles were shown: an answer from there is practice and changes no rating.

Another account, or a guest, is made in a moment. So what is remembered is the address and the
browser, and not the user.
"""

import logging
from collections.abc import Collection

from django.core.cache import caches
from redis import RedisError

KEPT_SECONDS = 30 * 24 * 3600

log = logging.getLogger(__name__)


def record_shown(puzzle_id: str, places: Collection[str]) -> None:
    """Remember that the solution was shown at these places: marks of an address and a browser."""
    try:
        caches["shared"].set_many({_key(puzzle_id, each): 1 for each in places}, KEPT_SECONDS)
    except RedisError as fault:
        log.warning(
            "redis unavailable (%r): where the solution of puzzle %s was shown is not remembered",
            *(fault, puzzle_id),
        )


def was_shown(puzzle_id: str, places: Collection[str]) -> bool:
    """Return whether the solution was shown at one of these places in the last 30 days."""
    try:
        return bool(caches["shared"].get_many([_key(puzzle_id, each) for each in places]))
    except RedisError as fault:
        log.warning("redis unavailable (%r): an answer to puzzle %s counts", fault, puzzle_id)
        return False


def _key(puzzle_id: str, place: str) -> str:
    return f"puzzles:shown:{puzzle_id}:{place}"
