"""The medium player: decides by the worth of cards and the signs that they reward."""

from games.engine.contract import Dice
from games.rps_extreme.bots.mixing import draw_weighted
from games.rps_extreme.rules.cards import (
    BLACK,
    BLUE,
    DECK,
    DIAMOND,
    GOLDEN,
    GREEN,
    ONYX,
    PURPLE,
    RAINBOW,
    RED,
    RUBY,
    SIGNS,
    SILVER,
    SPARKLY,
    family_of,
    sign_of,
)
from games.rps_extreme.rules.effects import tie_claims, winner_of
from games.rps_extreme.rules.observation import Observation
from games.rps_extreme.rules.state import (
    FIRST,
    PASS,
    SCORE,
    THROW,
    TO_BREAK,
    TO_PICK,
    TO_SCORE,
    TO_STEAL,
    WINDOW_1,
    WINDOW_2,
    Table,
    card_of,
)

# The estimated worth of a card, from its effect and how often it can act.
_VALUES = {
    DIAMOND: 1.0,
    GOLDEN: 1.3,
    ONYX: 0.8,
    SILVER: 0.9,
    RUBY: 1.0,
    RAINBOW: 0.8,
    BLACK: 0.4,
    SPARKLY: 0.8,
    PURPLE: 1.0,
    GREEN: 1.0,
    BLUE: 1.0,
    RED: 0.6,
}
WORTH = (0.0, *[_VALUES[family_of(card)] for card in DECK])

GREED = 0.7  # how much better the best card must be than the next to be preferred to points


def choose_action(observation: Observation, dice: Dice) -> int:
    """Return the action of the medium player."""
    phase = observation.table.phase
    if phase == THROW:
        return draw_weighted([_reward(observation, sign) for sign in SIGNS], dice)
    if phase == WINDOW_1:
        return choose_reaction(observation)
    if phase == WINDOW_2:
        return choose_potion(observation)
    if phase == TO_SCORE:
        return _score(observation)
    select = max if phase in (TO_BREAK, TO_STEAL, TO_PICK) else min
    return select(observation.legal, key=lambda action: WORTH[card_of(action)])


def _reward(observation: Observation, sign: int) -> float:
    """Return the weight of a sign: 1, plus the worth of the own cards that belong to it."""
    inventory = observation.table.items[observation.viewer or 0]
    return 1 + sum([WORTH[card] for card in inventory if sign_of(card) == sign])


def choose_reaction(observation: Observation) -> int:
    """Return the drink in window 1 that turns a tie into a win or a loss into a tie, or PASS."""
    seat = observation.viewer or 0
    table = observation.table
    now = _result(table, seat)
    for action in observation.legal:
        if action != PASS and _result(table.drink(seat, action), seat) > now:
            return action
    return PASS


def _result(table: Table, seat: int) -> int:
    """Return the seat's result of the throw at present: 1 for a win, 0 for a tie, -1 for a loss."""
    winner = winner_of(table, tie_claims(table))
    return 0 if winner < 0 else 1 if winner == seat else -1


def choose_potion(observation: Observation) -> int:
    """Return the best drink in window 2: Purple, Green, Blue (two cards or more), Red, Rainbow."""
    loser = 1 - (observation.viewer or 0)
    ranks = {PURPLE: 5, GREEN: 4, BLUE: 3, RED: 2}
    useful = []
    for action in observation.legal:
        family = family_of(card_of(action))
        if family == BLUE and len(observation.table.items[loser]) < 2:
            continue
        if family == RED and not observation.table.scores[loser]:
            continue
        if action != PASS:
            useful.append((ranks.get(family, 1), action))
    return max(useful)[1] if useful else PASS


def _score(observation: Observation) -> int:
    """Return SCORE, or FIRST if one card in the center is much better than the others."""
    best, second, _ = sorted([WORTH[card] for card in observation.table.center], reverse=True)
    return FIRST if best - second >= GREED else SCORE
