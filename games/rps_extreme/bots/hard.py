"""The hard player: solves each throw as a game of two, by what every outcome leads to."""

from collections.abc import Callable
from operator import mul

from games.engine.dice import Dice
from games.rps_extreme.bots import outlook
from games.rps_extreme.bots.mixing import Matrix, draw, solve
from games.rps_extreme.bots.worth import WORTH
from games.rps_extreme.rules.cards import SIGNS, sign_of
from games.rps_extreme.rules.observation import Sight
from games.rps_extreme.rules.state import (
    SCORE,
    THROW,
    TO_BREAK,
    TO_DISCARD,
    TO_PICK,
    TO_SCORE,
    TO_STEAL,
    WINDOW_1,
    card_of,
)

# how often the opponent is taken for somebody who throws out of habit
HABIT = 0.4


def choose(sight: Sight, dice: Dice) -> int:
    """The action of the hard player."""
    phase, table, ruleset = sight.table.phase, sight.table, sight.ruleset
    if phase == THROW:
        return _mixed(sight, _habits(sight, _own(sight, outlook.throws(table, ruleset))), dice)
    if phase == WINDOW_1:
        return _mixed(sight, _own(sight, outlook.reactions(table, ruleset)), dice)
    if phase == TO_PICK:
        return max(sight.legal, key=lambda action: WORTH[card_of(action)])
    if phase == TO_DISCARD:
        return min(sight.legal, key=lambda action: WORTH[card_of(action)])
    return _best(sight, _AHEAD.get(phase, _drunk))


def _own(sight: Sight, matrix: Matrix) -> Matrix:
    """The chances of seat 0 as those of the own seat, whose answers become the rows."""
    if sight.viewer == 0:
        return matrix
    return [[1 - chance for chance in column] for column in zip(*matrix, strict=True)]


def _habits(sight: Sight, matrix: Matrix) -> Matrix:
    """The same against somebody who now and then only throws what the most cards belong to."""
    held = sight.table.items[1 - (sight.viewer or 0)]
    weights = [1 + sum(sign_of(card) == sign for card in held) for sign in SIGNS]
    usual = [weight / sum(weights) * HABIT for weight in weights]
    gains = [sum(map(mul, usual, row)) for row in matrix]
    return [
        [gain + (1 - HABIT) * chance for chance in row]
        for gain, row in zip(gains, matrix, strict=True)
    ]


def _mixed(sight: Sight, matrix: Matrix, dice: Dice) -> int:
    """One of the legal actions by the best mix; the matrix holds the own chances."""
    return sight.legal[draw(solve(matrix)[0], dice)]


def _best(sight: Sight, after: Callable[[Sight, int], float]) -> int:
    """The legal action with the best chance afterwards."""
    sign = 1 if sight.viewer == 0 else -1
    return max(sight.legal, key=lambda action: sign * after(sight, action))


def _drunk(sight: Sight, action: int) -> float:
    return outlook.paid(outlook.drink(sight.table, sight.viewer or 0, action), sight.ruleset)


def _taken(sight: Sight, action: int) -> float:
    return outlook.scored(outlook.taken(sight.table, card_of(action)), sight.ruleset)


def _scored(sight: Sight, action: int) -> float:
    after = outlook.with_points if action == SCORE else outlook.with_first_pick
    return after(sight.table, sight.ruleset)


_AHEAD = {TO_BREAK: _taken, TO_STEAL: _taken, TO_SCORE: _scored}
