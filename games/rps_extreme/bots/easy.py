"""The easy player: does the obvious, as a beginner does, and forgets its potions at times."""

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

REPEATS = 2.0  # weight of the sign that won the last throw; each sign has 1 for itself
HOLDS = 0.5  # more for each own card of a sign
FORGETS = 0.6  # of the potions that would help
PRECIOUS = 4  # from these looks on a card may be worth more to it than a point,
GRABS = 0.8  # so often

# How good a card looks: precious things first, then what glitters, then the rest of the bottles.
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
    wanted = min if phase == TO_DISCARD else max
    return wanted(observation.legal, key=lambda action: LOOKS[card_of(action)])


def _appeal(observation: Observation, sign: int) -> float:
    """How much it feels like this sign: it likes to repeat what won, and to use its cards."""
    own, last = observation.viewer or 0, observation.table.last
    won = last is not None and last.winner == own and last.signs[own] == sign
    held = observation.table.items[own]
    return 1 + REPEATS * won + HOLDS * sum([sign_of(card) == sign for card in held])
