"""Weighs the choices of a finished match as a reviewer of its game type does."""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, TypedDict

from games.answers import Decision, Whose
from games.engine.chances import round_chance
from games.engine.contract import Refused
from games.game_type import Reviewer
from games.models import Move
from games.positions import position as positions
from games.positions.position import Position, Step
from games.records import game_log
from games.records.replay import ALL

# the least cost of a mistake
LEAST = 0.01
# samples of a glance at a choice, and the cost at which it is worth a closer look
GLANCE, PROMISING = 72, 0.03


class GaveWay(Exception):
    """The review of a match stopped because other work comes first."""


class StoredReview(TypedDict):
    """The review of a match in its row; `leads` are by view."""

    level: str
    samples: int
    decisions: list[Decision]
    leads: dict[str, list[list[float]]]


def find_mistake(position: Position, moves: Sequence[Move], match: int) -> Decision | None:
    """Return a costly choice of a user in a match, or None if there is none at a glance.

    A choice that seems costly is weighed as the review of the match does it.
    """
    number, state = 0, None
    for step in game_log.replay_moves(position, moves):
        move = step.move
        if move is not None and move.match == match:
            number += 1
            is_own = move.seat is not None and _is_own(position, move)
            if is_own and _glance_at_cost(position, state, move) >= PROMISING:
                decision = _weigh_decision(position, state, move, number)
                if decision["cost"] >= LEAST:
                    return decision
        state = step.state
    return None


def _glance_at_cost(position: Position, state: Any, move: Move) -> float:
    """Return what a move seems to cost by few samples."""
    rules, reviewer = position.rules, _reviewer_of(position)
    observation = rules.observe(state, int(move.seat or 0))
    dice, samples = Random(f"{position.game.pk}/{move.ply}/glance"), min(GLANCE, reviewer.samples)
    weighed = reviewer.weigh(observation, dice, samples, _levels_of(position))
    chosen = rules.read_action(move.action)
    return next(choice.cost for choice in weighed if choice.action == chosen)


def weigh_match(
    position: Position,
    moves: Sequence[Move],
    match: int,
    gives_way: Callable[[], bool] | None = None,
) -> StoredReview:
    """Return the review of a match: its choices, and the chances of all seats by step and view.

    Raises GaveWay as soon as `gives_way` returns true before a choice.
    """
    views: list[Whose] = [ALL, *sorted(position.seats)]
    decisions: list[Decision] = []
    leads: dict[str, list[list[float]]] = {str(view): [] for view in views}
    state: Any = None
    number = 0
    for step in game_log.replay_moves(position, moves):
        move = step.move
        if move is not None and move.match == match:
            number += 1
            if gives_way is not None and gives_way():
                raise GaveWay
            if move.seat is not None:
                decisions.append(_weigh_decision(position, state, move, number))
            _add_chances(position, step, leads, number)
        elif (move is None and match == 1) or (
            move is not None and _deals_match(position, step, match)
        ):
            _add_chances(position, step, leads, 0)
        state = step.state
    reviewer = _reviewer_of(position)
    return {
        "level": reviewer.level,
        "samples": reviewer.samples,
        "decisions": decisions,
        "leads": leads,
    }


def _deals_match(position: Position, step: Step, match: int) -> bool:
    """Return whether this step ended the previous match and dealt this one."""
    events = [position.rules.event_for(event, None) for event in step.events]
    return any(event["e"] == "dealt" and event["match"] == match for event in events)


def _reviewer_of(position: Position) -> Reviewer:
    """Return the reviewer of this game."""
    reviewer = position.game_type.reviewer
    assert reviewer is not None
    return reviewer


def _weigh_decision(position: Position, state: Any, move: Move, number: int) -> Decision:
    """Return a move with all its alternatives, weighed by what its seat could know."""
    rules, seat, reviewer = position.rules, int(move.seat or 0), _reviewer_of(position)
    observation = rules.observe(state, seat)
    dice = Random(f"{position.game.pk}/{move.match}/{number}")
    levels = _levels_of(position)
    weighed = reviewer.weigh(observation, dice, reviewer.samples, levels)
    chosen = rules.read_action(move.action)
    assert not isinstance(chosen, Refused)
    first_cost = next(choice.cost for choice in weighed if choice.action == chosen)
    if reviewer.confirm is not None and first_cost >= LEAST:
        weighed = reviewer.confirm(observation, weighed, chosen, dice, levels)
    # costs are differences of the rounded chances that a reader sees
    chances = {action: round_chance(chance) for action, chance, _cost in weighed}
    best, *others = chances
    costs = {action: round(chances[best] - chance, 3) for action, chance in chances.items()}
    return {
        "step": number,
        "seat": seat,
        "own": _is_own(position, move),
        "cost": next(cost for action, cost in costs.items() if action == chosen),
        "options": [
            {"action": rules.write_action(action), "chance": chance, "cost": costs[action]}
            for action, chance in chances.items()
        ],
        "why": (
            reviewer.why(observation, best, chosen, dice, reviewer.samples, levels)
            if others
            else None
        ),
    }


def _levels_of(position: Position) -> list[str]:
    """Return the levels of the AI players by seat, "" for people."""
    named = position.game_type.named_level
    return [named(position.seats[index].level) for index in sorted(position.seats)]


def _is_own(position: Position, move: Move) -> bool:
    """Return whether the owner of the seat chose this move, and not before a fork."""
    copied = max((past.moves for past in positions.pasts_of(position)), default=0)
    return move.ply > copied and game_log.is_by_owner(position, move)


def _add_chances(
    position: Position, step: Step, leads: dict[str, list[list[float]]], number: int
) -> None:
    """Add the chances of all seats after this step, for each view.

    At the end of a match they are those of a spectator, who sees no cards of the next match.
    """
    rules, reviewer = position.rules, _reviewer_of(position)
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
        chances = reviewer.leads(observation, dice, reviewer.samples)
        shares.append([round_chance(share) for share in chances])
