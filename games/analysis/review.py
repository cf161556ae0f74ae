"""The coach's review of a finished game: made match by match by a worker, and cut for each view."""

from collections.abc import Sequence
from random import Random
from time import process_time
from typing import Any, TypedDict, cast

from django.db.models import Q
from django.db.models.functions import Now

from games.analysis import review_queue
from games.answers import Decision, Mistake, Mistakes, Progress, Whose
from games.answers import Review as ReviewOfMatch
from games.engine.contract import Refused
from games.game_type import Reviewer
from games.models import Game, Match, Move, Review
from games.positions import position as positions
from games.positions.position import Position, Step, size_of
from games.records import game_log
from games.records.replay import ALL
from games.registry import GAMES

# raised whenever what is thought of a choice changes: older reviews are made again
VERSION = 5
# a task that has taken so many seconds of the processor leaves the other matches to the next one
SECONDS = 2.0
# of a seat so many mistakes are named, of those that cost so much at least
MOST, LEAST = 3, 0.01


class Thought(TypedDict):
    """The review of a match as a row keeps it; `leads` are by view."""

    level: str
    samples: int
    decisions: list[Decision]
    leads: dict[str, list[list[float]]]


# ------------------------------------------------------------------------------ reading
def read_review(game_id: str, view: Whose, match: int) -> ReviewOfMatch | Refused | None:
    """Return the review of a match as this view may read it, or None when it is not made yet.

    A seat reads of its own choices alone, and which seat led by its own observation. Refused with
    "not-finished", "no-such-view", "no-such-match" or "no-review". Whether the reader may read
    the game is for the caller to ask. Raises Game.DoesNotExist.
    """
    refused = _refused(game_id, view)
    if refused is not None:
        return refused
    if not Match.objects.filter(game_id=game_id, number=match).exists():
        return Refused("no-such-match")
    made = Review.objects.filter(_made(game_id), match=match).first()
    if made is None:
        return None
    data = _thought_of(made)
    return {
        "type": "review",
        "match": match,
        "view": view,
        "level": data["level"],
        "samples": data["samples"],
        "decisions": [each for each in data["decisions"] if view in (ALL, each["seat"])],
        "leads": data["leads"][str(view)],
    }


def review_progress(game_id: str) -> Progress:
    """Return how many matches of a game are reviewed."""
    made = Review.objects.filter(_made(game_id)).count()
    return {"made": made, "of": Match.objects.filter(game_id=game_id).count()}


def list_mistakes(game_id: str, view: Whose) -> Mistakes | Refused:
    """Return the costliest choices of every seat that this view reads of, those that are known.

    Only what its owner chose: no move of the clock, of a stand-in or from before a fork.
    Refused and raises as `review`.
    """
    refused = _refused(game_id, view)
    if refused is not None:
        return refused
    known = review_progress(game_id)
    found: list[Mistake] = [
        {
            "match": made.match,
            "step": each["step"],
            "seat": each["seat"],
            "cost": each["cost"],
        }
        for made in Review.objects.filter(_made(game_id)).order_by("match")
        for each in _thought_of(made)["decisions"]
        if view in (ALL, each["seat"]) and each["own"] and each["cost"] >= LEAST
    ]
    found.sort(key=lambda each: -each["cost"])
    of_seat: dict[int, list[Mistake]] = {}
    for each in found:
        of_seat.setdefault(each["seat"], []).append(each)
    named = [each for each in found if each in of_seat[each["seat"]][:MOST]]
    return {"type": "mistakes", **known, "mistakes": named}


def _thought_of(made: Review) -> Thought:
    return cast("Thought", made.data)


def _refused(game_id: str, view: Whose) -> Refused | None:
    """Return why there is no review of this game for this view, or None."""
    game = Game.objects.get(pk=game_id)
    if game.status != Game.Status.FINISHED:
        return Refused("not-finished")
    if GAMES[game.slug].reviewer is None:
        return Refused("no-review")
    if isinstance(view, int) and view >= size_of(game.ruleset):
        return Refused("no-such-view")
    if Move.objects.filter(game_id=game_id).count() < game.ply:
        return Refused("no-such-match")  # an archive has some of its moves
    return None


def _made(game_id: str) -> Q:
    return Q(game_id=game_id, version=VERSION, data__isnull=False)


# -------------------------------------------------------------------------------- the job
def claim_match(game_id: str, match: int | None, requester: str, address: str) -> bool:
    """Note that this match is wanted first, and return whether to begin the job of its game now.

    Other jobs of the same address come in turns with it. Raises RedisError.
    """
    if match is not None:
        _want(game_id, match)
    return review_queue.claim_game(game_id, requester, address)


def _want(game_id: str, match: int) -> None:
    """Note when this match was asked for first; an older review is made again."""
    Review.objects.get_or_create(game_id=game_id, match=match, defaults={"version": VERSION})
    old = Review.objects.filter(~Q(version=VERSION), game_id=game_id, match=match)
    old.update(version=VERSION, asked_at=Now(), data=None)


def review_game(game_id: str) -> bool:
    """Review matches of a game for a while, and return whether there are more.

    Each is kept as soon as it is made; to be interrupted, or to be run twice, loses nothing.
    """
    position = positions.read_position(game_id)
    if position.game.status != Game.Status.FINISHED:
        return False
    moves = game_log.read_moves(position.game, game_log.moves_of(game_id))
    until = process_time() + SECONDS
    while (match := _next(game_id)) is not None:
        review_queue.keep_alive(game_id)
        found = weigh_match(position, [move for move in moves if move.match <= match], match)
        _want(game_id, match)
        # one statement: a process that gives way to all others keeps no lock from them
        Review.objects.filter(game_id=game_id, match=match).update(version=VERSION, data=found)
        if process_time() >= until:
            break
    return _next(game_id) is not None


def _next(game_id: str) -> int | None:
    """Return the match to be reviewed now: the one asked for last, else the first that is not."""
    made = set(Review.objects.filter(_made(game_id)).values_list("match", flat=True))
    asked = Review.objects.filter(game_id=game_id, version=VERSION, data__isnull=True)
    matches = Match.objects.filter(game_id=game_id).order_by("number")
    wanted = [
        *asked.order_by("-asked_at").values_list("match", flat=True)[:1],
        *matches.values_list("number", flat=True),
    ]
    return next((number for number in wanted if number not in made), None)


# ------------------------------------------------------------------------------ thinking
def weigh_match(position: Position, moves: Sequence[Move], match: int) -> Thought:
    """Return every choice of a match weighed, and the chances of all seats by step and view."""
    views: list[Whose] = [ALL, *sorted(position.seats)]
    decisions: list[Decision] = []
    leads: dict[str, list[list[float]]] = {str(view): [] for view in views}
    state: Any = None
    number = 0
    for step in game_log.replay_moves(position, moves):
        made = step.move
        if made is not None and made.match == match:
            number += 1
            if made.seat is not None:
                decisions.append(_decision(position, state, made, number))
            _lead(position, step, leads, number)
        elif (made is None and match == 1) or (made is not None and _deals(position, step, match)):
            _lead(position, step, leads, 0)
        state = step.state
    reviewer = _reviewer(position)
    return {
        "level": reviewer.level,
        "samples": reviewer.samples,
        "decisions": decisions,
        "leads": leads,
    }


def _deals(position: Position, step: Step, match: int) -> bool:
    """Return whether this step ended the match before and dealt this one."""
    events = [position.rules.event_for(event, None) for event in step.events]
    return any(event["e"] == "dealt" and event["match"] == match for event in events)


def _reviewer(position: Position) -> Reviewer:
    """Return the AI that looks back on this game."""
    reviewer = position.game_type.reviewer
    assert reviewer is not None
    return reviewer


def _decision(position: Position, before: Any, made: Move, number: int) -> Decision:
    """Return a move with all that might have been done in its place, as its seat could know it."""
    rules, seat, reviewer = position.rules, int(made.seat or 0), _reviewer(position)
    observation = rules.observe(before, seat)
    dice = Random(f"{position.game.pk}/{made.match}/{number}")
    weighed = reviewer.weigh(observation, dice, reviewer.samples)
    chosen = rules.read_action(made.action)
    assert not isinstance(chosen, Refused)
    # the cost is the difference of the two chances that a reader sees
    chances = {action: round(chance, 3) for action, chance, _cost in weighed}
    first, *others = chances
    costs = {action: round(chances[first] - chance, 3) for action, chance in chances.items()}
    return {
        "step": number,
        "seat": seat,
        "own": _is_own(position, made),
        "cost": next(cost for action, cost in costs.items() if action == chosen),
        "options": [
            {"action": rules.write_action(action), "chance": chance, "cost": costs[action]}
            for action, chance in chances.items()
        ],
        "why": reviewer.why(observation, first, chosen, dice, reviewer.samples) if others else None,
    }


def _is_own(position: Position, made: Move) -> bool:
    """Return whether the owner of the seat chose this move, and in this game."""
    before = max((past.moves for past in positions.pasts_of(position)), default=0)
    return made.ply > before and game_log.is_by_owner(position, made)


def _lead(position: Position, step: Step, leads: dict[str, list[list[float]]], number: int) -> None:
    """Add the chances of all seats after this step, for each view.

    At the end of a match they are those of a spectator: the cards of the next one are not seen.
    """
    rules, reviewer = position.rules, _reviewer(position)
    events = [rules.event_for(event, None) for event in step.events] if number else []
    over = any(event["e"] == "match_over" for event in events)
    for view, shares in leads.items():
        if over:
            observation = rules.observe(step.state, None)
        elif view == ALL:
            observation = reviewer.opened(step.state)
        else:
            observation = rules.observe(step.state, int(view))
        dice = Random(f"{position.game.pk}/{observation.match}/{number}/{view}")
        found = reviewer.leads(observation, dice, reviewer.samples)
        shares.append([round(share, 3) for share in found])
