"""Measures whether the coach's costs come true: what it charges for a choice against rollouts.

Run `python -m bench.coach_costs`; `--write` puts the tables into bench/README.md. AI players of
four levels play whole games. Choices that cost at least LEAST are played to the end of the match by
master players, as is the best choice, with the same cards and the same dice: half of the matches
from the real hands, half from inferred ones, all with other hidden cards at random. The more the
first matches differ, the more are played. The network alone, without counting and without a second
look, is measured on the same choices. The games are others than those to which the weights of the
second look were fitted (`--first`). It stops at `--each` choices of each kind; a large number takes
the kinds as often as they occur. If it is interrupted, it reports on the choices so far. It exits 1
when a goal is not met.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import combinations
from math import hypot
from random import Random
from statistics import fmean, stdev
from typing import NamedTuple

from bench import contest
from bench.coach import Mean, mean_of
from bench.report import Goal, goal_table, write_section
from games.density_deck.bots import network, review, rivals
from games.density_deck.bots.life_equity import game_equity, seat_equities
from games.density_deck.bots.unseen import deal_unseen
from games.density_deck.game_type import GAME
from games.density_deck.rules import game
from games.density_deck.rules.observation import Observation, observe
from games.density_deck.rules.state import FIGHT, PASS, PRICES, SURRENDER, MatchOver, State
from games.engine.contract import Dice, unwrap_accepted

LEVELS = ("easy", "steady", "medium", "master")
KINDS = ("draw", "discard", "fight", "surrender")
EACH, LEAST = 70, 0.015  # choices of each kind, and the least cost of one of them
MOST_GAMES = 600
SAMPLES, GLANCE = 384, 72  # sampled hands, and those of a first glance
FIRST = 60_000  # the number of the first game: weights were fitted to earlier ones
# matches from real hands, and as many from inferred ones: at first, and at most
MATCHES, MOST_MATCHES = 12, 48
DOUBT = 0.03  # standard error that decides how many are played
NEAR, APART, ORDERED = 1.0, 0.03, 0.9  # goals: points; pairs that differ by this, in order
SURE = 2.0  # standard errors


class Charge(NamedTuple):
    """A choice: what it was said to cost and what it cost, alone by the network and now."""

    game: int
    kind: str
    alone: float
    alone_came: float
    said: float
    came: float
    doubts: tuple[float, float]  # standard errors of what it cost, alone and now


def charges_of_game(number: int, taken: Counter[str], each: int) -> Iterator[Charge]:
    """Play a game, and yield its costly choices, at most `each` of a kind in all games."""
    dice = Random(f"costs {number}")
    names = [LEVELS[(seat + number) % len(LEVELS)] for seat in range(len(LEVELS))]
    for state, _ in contest.game_moments(GAME, GAME.bots, names, f"costs {number}"):
        if not state.waiting:
            return
        observation = observe(state, state.waiting[0])
        action = GAME.bots[names[observation.turn]](observation, dice)
        kind = review.kind_of(action)
        if taken[kind] < each and len(observation.legal) > 1:
            glance = network_chances(observation, dice, GLANCE)
            if max(glance.values()) - glance[action] >= LEAST / 2:
                charge = measure_choice(state, names, action, number, dice)
                if max(charge.alone, charge.said) >= LEAST:
                    taken[kind] += 1
                    yield charge


def measure_choice(
    state: State, levels: Sequence[str], action: int, number: int, dice: Random
) -> Charge:
    """Return what a choice is said to cost and what it costs in matches of master players."""
    observation = observe(state, state.waiting[0])
    alone = network_chances(observation, dice, SAMPLES)
    weighed = review.weigh_choices(observation, dice, SAMPLES, levels)
    first = next(each.cost for each in weighed if each.action == action)
    if first >= LEAST:
        weighed = review.confirm_cost(observation, weighed, action, dice, levels)
    best_alone, best = max(alone, key=alone.__getitem__), weighed[0].action
    said = next(each.cost for each in weighed if each.action == action)
    gaps: dict[int, list[float]] = {best_alone: [], best: []}
    if max(said, alone[best_alone] - alone[action]) >= LEAST:
        held = [
            hand if stands and seat != observation.turn else observation.known[seat]
            for seat, (hand, stands) in enumerate(
                zip(state.hands, observation.standing, strict=True)
            )
        ]
        opened = observation._replace(known=tuple(held))
        play = MATCHES
        while play:
            deals = [
                deal_unseen(opened, dice)._replace(known=observation.known) for _ in range(play)
            ]
            deals += rivals.deal_inferred(observation, dice, play, levels)
            for deal in deals:
                seed = dice.random()
                chosen = play_as_masters(deal, action, Random(seed))
                for other, found in gaps.items():
                    found.append(play_as_masters(deal, other, Random(seed)) - chosen)
            # decided by the first matches alone: their number must not depend on the later ones
            is_first = len(gaps[best]) == 2 * MATCHES
            wanted = int((stdev(gaps[best]) / DOUBT) ** 2 / 2)
            play = max(0, min(MOST_MATCHES, wanted) - MATCHES) if is_first else 0
    came = {other: fmean(found) if found else 0.0 for other, found in gaps.items()}
    doubts = {
        other: stdev(found) / len(found) ** 0.5 if found else 0.0 for other, found in gaps.items()
    }
    return Charge(
        number,
        review.kind_of(action),
        alone[best_alone] - alone[action],
        came[best_alone],
        said,
        came[best],
        (doubts[best_alone], doubts[best]),
    )


def network_chances(observation: Observation, dice: Dice, samples: int) -> dict[int, float]:
    """Return the chances as the network alone predicts them, as the coach did at first."""
    now = seat_equities(observation.lives)[observation.turn]
    changes = review.predict_changes(observation, dice, samples)
    draws = [changes[action] for action in changes if action not in (FIGHT, SURRENDER, PASS)]
    for action in (SURRENDER, PASS):
        if action in changes and observation.drawing and draws:
            changes[action] = min(changes[action], max(draws) - review.DOMINATED)
    if PRICES[observation.round] >= observation.lives[observation.turn]:
        changes[SURRENDER] = -1.0
    return {action: min(1.0, max(0.0, now + change)) for action, change in changes.items()}


def play_as_masters(state: State, action: int, dice: Dice) -> float:
    """Play this action, then the match as master players; return the seat's chance after it."""
    seat = state.waiting[0]
    while True:
        state, events = unwrap_accepted(game.act(state, state.waiting[0], action))
        for event in events:
            if isinstance(event, MatchOver):
                others = [*event.after]
                return game_equity(others.pop(seat), others)
        action = network.choose_action(observe(state, state.waiting[0]), dice)


# ---------------------------------------------------------------------------- the tables
def kind_row(kind: str, charges: Sequence[Charge]) -> tuple[str, list[Goal]]:
    """Return the table row of one kind of action, and its goal."""
    alone = [charge for charge in charges if charge.alone >= LEAST]
    now = [charge for charge in charges if charge.said >= LEAST]
    if not alone or not now:
        return f"| {kind} | {len(alone)} | | | | {len(now)} | | | |", []
    before = mean_of(alone, lambda charge: charge.alone - charge.alone_came)
    after = mean_of(now, lambda charge: charge.said - charge.came)
    row = (
        f"| {kind} | {len(alone)} | {100 * fmean(charge.alone for charge in alone):.1f} "
        f"| {100 * fmean(charge.alone_came for charge in alone):.1f} | {before} "
        f"| {len(now)} | {100 * fmean(charge.said for charge in now):.1f} "
        f"| {100 * fmean(charge.came for charge in now):.1f} | {after} |"
    )
    return row, [Goal(f"{kind}: points off beyond the interval", points_off(after), NEAR)]


def points_off(mean: Mean) -> float:
    """Return how many points a mean is away from 0, beyond its interval."""
    return 100 * max(0.0, abs(mean.value) - mean.half)


def share_in_order(costs: Sequence[tuple[float, float, float]]) -> tuple[float, int]:
    """Return the share of pairs whose order came true, and the number of pairs.

    They are those whose stated costs differ by APART and whose played costs differ beyond doubt.
    `costs` are stated, played, and the standard error of the latter.
    """
    right = [
        (said > said_2) == (came > came_2)
        for (said, came, doubt), (said_2, came_2, doubt_2) in combinations(costs, 2)
        if abs(said - said_2) >= APART and abs(came - came_2) >= SURE * hypot(doubt, doubt_2)
    ]
    return (fmean(right) if right else 0.0), len(right)


def report_charges(charges: Sequence[Charge], first: int) -> tuple[str, list[Goal]]:
    """Return the tables in Markdown, and the goals."""
    rows, goals = list[str](), list[Goal]()
    for kind in KINDS:
        row, more = kind_row(kind, [charge for charge in charges if charge.kind == kind])
        rows.append(row)
        goals += more
    rows.append(kind_row("all", charges)[0])
    before, _ = share_in_order(
        [(charge.alone, charge.alone_came, charge.doubts[0]) for charge in charges]
    )
    after, pairs = share_in_order(
        [(charge.said, charge.came, charge.doubts[1]) for charge in charges]
    )
    goals.append(Goal("pairs in order", after, ORDERED, at_least=True))
    goals.append(Goal("pairs in order, times the network alone", after / before, 1.0, True))
    report = "\n".join(
        [
            "Costs in percentage points of a game won, with 95 % intervals. The choices of a game",
            f"count as one. The games begin with number {first}.",
            "",
            "| chosen | n | network alone | came | too high | n | coach | came | too high |",
            "|---|---:|---:|---:|---:|---:|---:|---:|---:|",
            *rows,
            "",
            f"{pairs:,} pairs of choices differ by {100 * APART:.0f} points in stated costs, and",
            f"beyond doubt in played ones. The order came true in {100 * after:.0f} % of them;",
            f"of such pairs by the network alone, in {100 * before:.0f} %.",
            "",
            *goal_table(goals),
        ]
    )
    return report, goals


def main() -> int:
    """Measure and print; return 1 if a goal is not met."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help="put the tables into bench/README.md")
    parser.add_argument("--games", type=int, default=MOST_GAMES, help="at most")
    parser.add_argument("--first", type=int, default=FIRST, help="number of the first game")
    parser.add_argument("--each", type=int, default=EACH, help="choices of each kind, at most")
    arguments = parser.parse_args()
    charges, taken = list[Charge](), Counter[str]()
    with suppress(KeyboardInterrupt):
        for number in range(arguments.first, arguments.first + arguments.games):
            charges += charges_of_game(number, taken, arguments.each)
            if all(taken[kind] >= arguments.each for kind in KINDS):
                break
    report, goals = report_charges(charges, arguments.first)
    print(report)
    if arguments.write:
        write_section("coach_costs", "The coach's costs", report)
    return 0 if all(goal.met for goal in goals) else 1


if __name__ == "__main__":
    sys.exit(main())
