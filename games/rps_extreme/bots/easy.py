"""The easy player: does the obvious, like a beginner, and sometimes forgets its potions."""

from games.engine.contract import Dice
from games.rps_extreme.bots.medium import choose_potion, choose_reaction
from games.rps_extreme.bots.mixing import draw_weighted
from games.rps_extreme.rules.cards import (
    DECK,
    DIAMOND,
    GOLDEN,
    ONYX,
    RAINBOW,
    RUBY,
    SIGNS,
    SILVER,
    family_of,
    sign_of,
)
from games.rps_extreme.rules.observation import Observation
from games.rps_extreme.rules.state import (
    FIRST,
    PASS,
    SCORE,
    THROW,
    TO_DISCARD,
    TO_SCORE,
    WINDOW_1,
    WINDOW_2,
    card_of,
)

REPEATS = 2.0  # extra weight of the sign that won the last throw; every sign starts with 1
HOLDS = 0.5  # extra weight for each own card of a sign
FORGETS = 0.6  # share of windows in which it forgets its potions
PRECIOUS = 4  # a card that looks at least this good may be worth more to it than a point
GRABS = 0.8  # share of cases in which it then prefers the card

# How good a card looks to a beginner.
_LOOKS = {DIAMOND: 6, GOLDEN: 5, RUBY: 4, SILVER: 3, ONYX: 2, RAINBOW: 2}
LOOKS = (0, *[_LOOKS.get(family_of(card), 1) for card in DECK])


def choose_action(observation: Observation, dice: Dice) -> int:
    """Return the action of the easy player."""
    phase = observation.table.phase
    if phase == THROW:
        return draw_weighted([_appeal(observation, sign) for sign in SIGNS], dice)
    if phase in (WINDOW_1, WINDOW_2):
        if dice.random() < FORGETS:
            return PASS
        return choose_reaction(observation) if phase == WINDOW_1 else choose_potion(observation)
    if phase == TO_SCORE:
        precious = max([LOOKS[card] for card in observation.table.center]) >= PRECIOUS
        return FIRST if precious and dice.random() < GRABS else SCORE
    select = min if phase == TO_DISCARD else max
    return select(observation.legal, key=lambda action: LOOKS[card_of(action)])


def _appeal(observation: Observation, sign: int) -> float:
    """Return the weight of a sign: it likes to repeat the sign that won, and to use its cards."""
    seat, last = observation.viewer or 0, observation.table.last
    won = last is not None and last.winner == seat and last.signs[seat] == sign
    inventory = observation.table.items[seat]
    return 1 + REPEATS * won + HOLDS * sum([sign_of(card) == sign for card in inventory])
