"""The coach's review of a finished game, made match by match by a worker, filtered by view."""

from collections.abc import Sequence
from time import process_time
from typing import Any, TypedDict, cast

from django.db.models import Q
from django.db.models.functions import Now

from games.analysis import review_queue
from games.analysis.weighing import LEAST, GaveWay, StoredReview, find_mistake, weigh_match
from games.answers import Decision, Mistake, Mistakes, Progress, Whose
from games.answers import Review as ReviewOfMatch
from games.engine.contract import Refused
from games.models import Game, Match, Move, Review
from games.positions import position as positions
from games.positions.position import Position, size_of
from games.records import game_log
from games.records.replay import ALL
from games.registry import GAMES

# raised with every change of the reviewer's opinions: older reviews are made again
VERSION = 9
# processor time after which a task leaves the other matches to the next task, in seconds
SECONDS = 1.0
# the most mistakes that are listed for a seat
MOST = 3


class FirstFinding(TypedDict):
    """The row of a match whose review is requested, with a costly choice that is already known."""

    finding: Decision


# ------------------------------------------------------------------------------ reading
def read_review(game_id: str, view: Whose, match: int) -> ReviewOfMatch | Refused | None:
    """Return the review of a match for a view, or None if it is not made yet.

    The view of a seat has only its own choices, and the chances by its own observation. Refused as
    "not-finished", "no-such-view", "no-such-match" or "no-review". The caller checks whether the
    user may read the game. Raises Game.DoesNotExist.
    """
    refused = _find_refusal(game_id, view)
    if refused is not None:
        return refused
    if not Match.objects.filter(game_id=game_id, number=match).exists():
        return Refused("no-such-match")
    row = Review.objects.filter(_reviewed_condition(game_id), match=match).first()
    if row is None:
        return None
    data = _data_of(row)
    return {
        "type": "review",
        "match": match,
        "view": view,
        "level": data["level"],
        "samples": data["samples"],
        "decisions": [choice for choice in data["decisions"] if view in (ALL, choice["seat"])],
        "leads": data["leads"][str(view)],
    }


def read_finding(game_id: str, view: Whose, match: int) -> list[Decision]:
    """Return the choice that is known before the review of its match, if this view may read it."""
    rows = Review.objects.filter(_known_condition(game_id), match=match)
    return [
        choice for row in rows for choice in _decisions_in(row) if view in (ALL, choice["seat"])
    ]


def review_progress(game_id: str) -> Progress:
    """Return the number of reviewed matches of a game, and of all its matches."""
    reviewed = Review.objects.filter(_reviewed_condition(game_id)).count()
    return {"made": reviewed, "of": Match.objects.filter(game_id=game_id).count()}


def list_mistakes(game_id: str, view: Whose) -> Mistakes | Refused:
    """Return the costliest choices in the reviewed matches, of every seat that a view may read.

    Only choices of the owner count: no move of the clock, of a stand-in or from before a fork.
    Refuses and raises as read_review() does.
    """
    refused = _find_refusal(game_id, view)
    if refused is not None:
        return refused
    progress = review_progress(game_id)
    mistakes: list[Mistake] = [
        {
            "match": row.match,
            "step": choice["step"],
            "seat": choice["seat"],
            "cost": choice["cost"],
        }
        for row in Review.objects.filter(_known_condition(game_id)).order_by("match")
        for choice in _decisions_in(row)
        if view in (ALL, choice["seat"]) and choice["own"] and choice["cost"] >= LEAST
    ]
    mistakes.sort(key=lambda mistake: -mistake["cost"])
    of_seat: dict[int, list[Mistake]] = {}
    for mistake in mistakes:
        of_seat.setdefault(mistake["seat"], []).append(mistake)
    costliest = [mistake for mistake in mistakes if mistake in of_seat[mistake["seat"]][:MOST]]
    return {"type": "mistakes", **progress, "mistakes": costliest}


def read_decisions(game_id: str) -> list[Decision]:
    """Return the choices of all seats in the reviewed matches, and the first finding."""
    rows = Review.objects.filter(_known_condition(game_id)).order_by("match")
    return [choice for row in rows for choice in _decisions_in(row)]


def _data_of(row: Review) -> StoredReview:
    return cast("StoredReview", row.data)


def _decisions_in(row: Review) -> list[Decision]:
    """Return the known choices of a match."""
    early = cast("dict[str, Any]", row.data).get("finding")
    return _data_of(row)["decisions"] if early is None else [early]


def _find_refusal(game_id: str, view: Whose) -> Refused | None:
    """Return why there is no review of this game for this view, or None."""
    game = Game.objects.get(pk=game_id)
    if game.status != Game.Status.FINISHED:
        return Refused("not-finished")
    if GAMES[game.slug].reviewer is None:
        return Refused("no-review")
    if isinstance(view, int) and view >= size_of(game.ruleset):
        return Refused("no-such-view")
    if Move.objects.filter(game_id=game_id).count() < game.ply:
        return Refused("no-such-match")  # some of its moves are in an archive
    return None


def _known_condition(game_id: str) -> Q:
    return Q(game_id=game_id, version=VERSION, data__isnull=False)


def _reviewed_condition(game_id: str) -> Q:
    return _known_condition(game_id) & Q(data__has_key="decisions")


def _requested_condition(game_id: str) -> Q:
    is_open = Q(data__isnull=True) | Q(data__has_key="finding")
    return Q(game_id=game_id, version=VERSION) & is_open


# -------------------------------------------------------------------------------- the job
def claim_match(game_id: str, match: int | None, requester: str, address: str) -> bool:
    """Put a match first in the review of its game; return whether to begin the game's job now.

    Jobs of the same address take turns, and readers who wait come first. Raises RedisError.
    """
    if match is not None:
        _request_match(game_id, match)
    first = not _has_finding(game_id)
    urgent = first or match is not None or is_awaited(game_id)
    return review_queue.claim_game(game_id, requester, address, urgent=urgent, first=first)


def _request_match(game_id: str, match: int) -> None:
    """Add the row of a match's review if it is missing; have an outdated review made again."""
    Review.objects.get_or_create(game_id=game_id, match=match, defaults={"version": VERSION})
    outdated = Review.objects.filter(~Q(version=VERSION), game_id=game_id, match=match)
    outdated.update(version=VERSION, asked_at=Now(), data=None)


def is_awaited(game_id: str) -> bool:
    """Return whether a reader waits for a requested match, or for the first finding of a game."""
    requested = Review.objects.filter(_requested_condition(game_id))
    return requested.exists() or not _has_finding(game_id)


def _has_finding(game_id: str) -> bool:
    """Return whether a costly choice of a seat's owner is known."""
    return any(choice["own"] and choice["cost"] >= LEAST for choice in read_decisions(game_id))


def review_game(game_id: str) -> bool:
    """Review matches of a game for a while; return whether there are more.

    The first finding is saved alone, before the review of its match. The work stops after it, and
    when a reader waits for another game; for a first finding even within a match. Each review is
    saved as soon as it is made, so interrupted or repeated work does no harm.
    """
    position = positions.read_position(game_id)
    if position.game.status != Game.Status.FINISHED:
        return False
    moves = game_log.read_moves(position.game, game_log.moves_of(game_id))
    is_new = not Review.objects.filter(game_id=game_id, version=VERSION).exists()
    if is_new and _save_first_finding(position, moves):
        return True
    until, awaited = process_time() + SECONDS, is_awaited(game_id)
    gives_way = review_queue.is_first_awaited if _has_finding(game_id) else None
    while (match := _next_match(position)) is not None:
        review_queue.keep_alive(game_id)
        try:
            until_then = [move for move in moves if move.match <= match]
            data = weigh_match(position, until_then, match, gives_way)
        except GaveWay:
            return True
        _save_review(game_id, match, data)
        if gives_way is None and _has_finding(game_id):
            review_queue.note_first_found()
        if process_time() >= until or is_awaited(game_id) != awaited:
            break
        if not awaited and review_queue.is_reader_waiting():
            break
    return _next_match(position) is not None


def _save_review(game_id: str, match: int, data: StoredReview | FirstFinding) -> None:
    _request_match(game_id, match)
    # one statement: a process of a low priority must not hold a lock that others need
    Review.objects.filter(game_id=game_id, match=match).update(version=VERSION, data=data)


def _save_first_finding(position: Position, moves: Sequence[Move]) -> bool:
    """Save a costly choice of a user from the most instructive match; return whether there is one.

    The review of its match is then requested.
    """
    for match in _list_open_matches(position):
        review_queue.keep_alive(position.game.pk)
        finding = find_mistake(position, [move for move in moves if move.match <= match], match)
        if finding is not None:
            _save_review(position.game.pk, match, {"finding": finding})
            review_queue.note_first_found()
            return True
    return False


def _next_match(position: Position) -> int | None:
    """Return the next match to review: the one requested last, else the most instructive one."""
    requested = Review.objects.filter(_requested_condition(position.game.pk))
    newest = requested.order_by("-asked_at").values_list("match", flat=True).first()
    return newest or next(iter(_list_open_matches(position)), None)


def _list_open_matches(position: Position) -> list[int]:
    """Return the matches without a review, those that cost a user the most lives first.

    Of equal ones the latest is first.
    """
    game_id = position.game.pk
    users = [str(seat.index) for seat in position.people]
    reviews = Review.objects.filter(_reviewed_condition(game_id))
    reviewed = set(reviews.values_list("match", flat=True))
    costs = {
        number: max((damage.get(seat, 0) for seat in users), default=0) if damage else 0
        for number, damage in Match.objects.filter(game_id=game_id).values_list("number", "damage")
    }
    order = sorted(costs, key=lambda number: (-costs[number], -number))
    return [number for number in order if number not in reviewed]
