"""What an AI thinks of a finished match: made once by a worker, kept, and cut for each view."""

from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from random import Random
from typing import Any

from django.db.models import Q
from django.db.models.functions import Now
from django.utils import timezone
from redis import RedisError

from games.engine.contract import Json, Refused
from games.game_type import Reviewer
from games.models import Game, Match, Move, Review
from games.records import game_log
from games.records.replay import ALL, View
from games.registry import GAMES
from games.table import position as positions
from games.table.position import Position, Step, size_of
from games.table.redis import redis

# raised whenever what medium thinks of a choice changes: reviews of before are made anew
VERSION = 3
LEVEL, SAMPLES = "medium", 400
# a worker that was asked so long ago has been lost
LOST = timedelta(seconds=60)
# the workers have games to keep running: so many reviews at once and no more
AT_ONCE = 1
# the requester of the last review, and the next one; a page asks more often than that
SERVED, NEXT = "density:review:served", "density:review:next"
KEPT_SECONDS = 10


def review(game_id: str, view: View, match: int) -> Json | Refused | None:
    """Return the review of a match as this view may read it, or None when it is not made yet.

    A seat reads of its own choices alone, and which seat led by its own observation. Refused with
    "not-finished", "no-such-view", "no-such-match" or "no-review". Whether the reader may read
    the game is for the caller to ask. Raises Game.DoesNotExist.
    """
    game = Game.objects.get(pk=game_id)
    if game.status != Game.Status.FINISHED:
        return Refused("not-finished")
    if GAMES[game.slug].reviewer is None:
        return Refused("no-review")
    if view != ALL and not (isinstance(view, int) and view < size_of(game.ruleset)):
        return Refused("no-such-view")
    if not Match.objects.filter(game=game, number=match).exists():
        return Refused("no-such-match")
    made = Review.objects.filter(game=game, match=match, version=VERSION).first()
    if made is None or made.data is None:
        return None
    data = made.data
    decisions = [each for each in data["decisions"] if view in (ALL, each["seat"])]
    return {
        "type": "review",
        "match": match,
        "view": view,
        "level": data["level"],
        "samples": data["samples"],
        "decisions": decisions,
        "leads": data["leads"][str(view)],
    }


def claim(game_id: str, match: int, asker: str) -> bool:
    """Return whether to ask a worker for this review now: no other was, and few are at work.

    The requester served last yields to others that asked meanwhile and go on asking; `asker`
    identifies the requester.
    """
    fresh = timezone.now() - LOST
    awaited = Review.objects.filter(data__isnull=True, asked_at__gt=fresh)
    busy = awaited.count() >= AT_ONCE
    if not _is_next(asker, busy) or busy or not _ask_for(game_id, match, fresh):
        return False
    if awaited.count() > AT_ONCE:
        # others asked in the same moment: the one that finds that leaves, and asks again later
        awaited.filter(game_id=game_id, match=match).delete()
        return False
    _serve(asker)
    return True


def _is_next(asker: str, busy: bool) -> bool:
    """Return whether no other requester goes first; else note this one as the next."""
    try:
        if busy and redis().get(SERVED) != asker:
            redis().set(NEXT, asker, ex=KEPT_SECONDS, nx=True)
        first = redis().get(NEXT)
        if first == asker:
            redis().expire(NEXT, KEPT_SECONDS)
    except RedisError:
        return True  # without Redis the first request wins
    return first in (None, asker)


def _serve(asker: str) -> None:
    with suppress(RedisError):
        redis().set(SERVED, asker, ex=int(LOST.total_seconds()))
        redis().delete(NEXT)


def _ask_for(game_id: str, match: int, fresh: datetime) -> bool:
    """Note that this review is awaited; false where it is made, or was asked for since `fresh`."""
    found, made = Review.objects.get_or_create(
        game_id=game_id, match=match, defaults={"version": VERSION}
    )
    lost = Q(data__isnull=True, asked_at__lte=fresh)
    old = Review.objects.filter(~Q(version=VERSION) | lost, pk=found.pk)
    return made or bool(old.update(version=VERSION, asked_at=Now(), data=None))


def make(game_id: str, match: int) -> None:
    """Think about a match and keep it; nothing when that is done, or the game is not."""
    wanted = Review.objects.filter(game_id=game_id, match=match, version=VERSION, data__isnull=True)
    if not wanted.exists():
        return
    position = positions.read(game_id)
    if position.game.status != Game.Status.FINISHED:
        return
    moves = Move.objects.filter(game_id=game_id, match__lte=match).order_by("ply")
    wanted.update(data=thought(position, list(moves), match))


def thought(position: Position, moves: Sequence[Move], match: int) -> Json:
    """Return every choice of a match weighed, and the leading seats after each step, by view."""
    views: list[View] = [ALL, *sorted(position.seats)]
    decisions: list[Json] = []
    leads: dict[str, list[list[float]]] = {str(view): [] for view in views}
    state: Any = None
    number = 0
    for step in game_log.replay(position, moves):
        made = step.move
        if made is not None and made.match == match:
            number += 1
            if made.seat is not None:
                decisions.append(_decision(position, state, made, number))
            _lead(position, step, views, leads, number)
        elif (made is None and match == 1) or (made is not None and _deals(position, step, match)):
            _lead(position, step, views, leads, 0)
        state = step.state
    return {"level": LEVEL, "samples": SAMPLES, "decisions": decisions, "leads": leads}


def _deals(position: Position, step: Step, match: int) -> bool:
    """Return whether this step ended the match before and dealt this one."""
    events = [position.rules.event_for(event, None) for event in step.events]
    return any(event["e"] == "dealt" and event["match"] == match for event in events)


def _reviewer(position: Position) -> Reviewer:
    """Return the AI that looks back on this game."""
    reviewer = position.game_type.reviewer
    assert reviewer is not None
    return reviewer


def _decision(position: Position, before: Any, made: Move, number: int) -> Json:
    """Return a move with all that might have been done in its place, as its seat could know it."""
    rules, seat, reviewer = position.rules, int(made.seat or 0), _reviewer(position)
    observation = rules.observe(before, seat)
    dice = Random(f"{position.game.pk}/{made.match}/{number}")
    weighed = reviewer.weigh(observation, dice, SAMPLES)
    chosen = rules.read_action(made.action)
    # the cost is the difference of the two percentages that a reader sees
    chances = {action: round(chance, 2) for action, chance, _cost in weighed}
    best = max(chances.values())
    costs = {action: round(best - chance, 2) for action, chance in chances.items()}
    return {
        "step": number,
        "seat": seat,
        "cost": next(cost for action, cost in costs.items() if action == chosen),
        "options": [
            {
                "action": rules.write_action(action),
                "chance": chance,
                "cost": costs[action],
            }
            for action, chance in chances.items()
        ],
    }


def _lead(
    position: Position,
    step: Step,
    views: Sequence[View],
    leads: dict[str, list[list[float]]],
    number: int,
) -> None:
    """Add which seats are ahead after this step; at the end of the match, its winners."""
    events = [position.rules.event_for(event, None) for event in step.events] if number else []
    over = next((event for event in events if event["e"] == "match_over"), None)
    for view in views:
        if over is not None:
            winners = over["winners"]
            shares = [(seat in winners) / max(1, len(winners)) for seat in sorted(position.seats)]
        else:
            # with every hand open the leader is certain: there the chances are those of a spectator
            observation = position.rules.observe(
                step.state, view if isinstance(view, int) else None
            )
            dice = Random(f"{position.game.pk}/{observation.match}/{number}/{view}")
            shares = _reviewer(position).leads(observation, dice, SAMPLES)
        leads[str(view)].append([round(share, 3) for share in shares])
