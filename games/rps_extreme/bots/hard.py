"""The hard player: solves each throw as a matrix game over the chances after every outcome."""

from operator import mul

from games.engine.contract import Dice
from games.rps_extreme.bots import outlook
from games.rps_extreme.bots.mixing import Matrix, draw_weighted, for_seat, solve_matrix
from games.rps_extreme.bots.worth import WORTH
from games.rps_extreme.rules.cards import SIGNS, sign_of
from games.rps_extreme.rules.observation import Observation
from games.rps_extreme.rules.state import THROW, TO_DISCARD, TO_PICK, WINDOW_1, card_of

HABIT = 0.4  # share of throws that the opponent is assumed to make out of habit


def choose_action(observation: Observation, dice: Dice) -> int:
    """Return the action of the hard player."""
    phase, table, ruleset = observation.table.phase, observation.table, observation.ruleset
    seat = observation.viewer or 0
    if phase == THROW:
        matrix = for_seat(seat, outlook.throw_chances(table, ruleset))
        return _mixed(observation, _habits(observation, matrix), dice)
    if phase == WINDOW_1:
        return _mixed(observation, for_seat(seat, outlook.reaction_chances(table, ruleset)), dice)
    if phase == TO_PICK:
        return max(observation.legal, key=lambda action: WORTH[card_of(action)])
    if phase == TO_DISCARD:
        return min(observation.legal, key=lambda action: WORTH[card_of(action)])
    sign = 1 if seat == 0 else -1
    return max(
        observation.legal,
        key=lambda action: (
            sign * outlook.chance_after_choice(table, ruleset, seat, action, outlook.chance_between)
        ),
    )


def _habits(observation: Observation, matrix: Matrix) -> Matrix:
    """Return the chances against an opponent who sometimes prefers the signs of its cards."""
    inventory = observation.table.items[1 - (observation.viewer or 0)]
    weights = [1 + sum(sign_of(card) == sign for card in inventory) for sign in SIGNS]
    habit_mix = [weight / sum(weights) * HABIT for weight in weights]
    gains = [sum(map(mul, habit_mix, row)) for row in matrix]
    return [
        [gain + (1 - HABIT) * chance for chance in row]
        for gain, row in zip(gains, matrix, strict=True)
    ]


def _mixed(observation: Observation, matrix: Matrix, dice: Dice) -> int:
    """Return a legal action, drawn from the optimal mix; the matrix has the own chances."""
    return observation.legal[draw_weighted(solve_matrix(matrix)[0], dice)]
