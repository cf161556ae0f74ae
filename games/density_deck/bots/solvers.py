"""Players that answer the question of a puzzle, weakest first: they show how hard it is."""

from collections.abc import Callable

from games.density_deck.bots import easy, medium, network, steady
from games.density_deck.bots.medium import Style
from games.density_deck.bots.options import own_scores
from games.density_deck.bots.questions import DISCARDS, name_choice
from games.density_deck.rules.observation import Observation
from games.density_deck.rules.state import DRAW, FIGHT, PRICES, SURRENDER
from games.engine.contract import Dice

# The own score from which it usually pays to fight, and to stay, by seats standing. No other
# limits solve more of the usual decisions.
FIGHTS_AT = {2: 26, 3: 28, 4: 30}
STAYS_AT = {2: 5, 3: 20, 4: 26}

Solver = Callable[[str, Observation, Dice], str | None]


def answer_by_own_score(question: str, observation: Observation, _dice: Dice) -> str | None:
    """Return the choice of a player that looks at nothing but its own score."""
    return name_choice(question, observation, _by_own_score(question, observation))


def _by_own_score(question: str, observation: Observation) -> int:
    scores, standing = own_scores(observation), sum(observation.standing)
    if observation.drawing:
        return FIGHT if scores[0] >= FIGHTS_AT[standing] else DRAW
    can_leave = (
        question != DISCARDS and PRICES[observation.round] < observation.lives[observation.turn]
    )
    if can_leave and max(scores) < STAYS_AT[standing]:
        return SURRENDER
    return observation.hand[scores.index(max(scores))]


def answer_as_easy(question: str, observation: Observation, dice: Dice) -> str | None:
    """Return the choice of the easy player."""
    return name_choice(question, observation, easy.choose_action(observation, dice))


def _answer_in_style(style: Style) -> Solver:
    def answer(question: str, observation: Observation, dice: Dice) -> str | None:
        asked = style._replace(stays=0) if question == DISCARDS else style
        action = medium.play_style(observation, dice, asked)
        return name_choice(question, observation, action)

    return answer


def _answer_by_network(noise: float) -> Solver:
    def answer(question: str, observation: Observation, dice: Dice) -> str | None:
        action = network.choose_action(observation, dice, noise)
        return name_choice(question, observation, action)

    return answer


answer_as_steady = _answer_in_style(steady.STEADY)
answer_as_medium = _answer_in_style(medium.MEDIUM)
SOLVERS: tuple[Solver, ...] = (
    *(answer_by_own_score, answer_as_easy, answer_as_steady, answer_as_medium),
    *(_answer_by_network(network.HARD_NOISE), _answer_by_network(0.0)),
)
