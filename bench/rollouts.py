"""A Monte-Carlo player as a second opinion: it shares no code with the AI players' decisions.

For every decision it deals the hidden cards at random and plays the match to its end from each of
its choices, ROLLOUTS times in total. It takes the choice that leaves it the most lives compared
with the others. In these rollouts everyone follows a simple rule: draw from the pile, keep the
three cards that score most, fight with a high score, surrender with a low one.
"""

from collections.abc import Sequence
from random import Random

from games.density_deck.bots.unseen import deal_unseen
from games.density_deck.rules import game
from games.density_deck.rules.cards import DECK
from games.density_deck.rules.observation import Observation
from games.density_deck.rules.scoring import SCORERS, WEIGHTS
from games.density_deck.rules.state import (
    DRAW,
    FIGHT,
    PASS,
    PRICES,
    SURRENDER,
    TAKE,
    MatchOver,
    State,
)
from games.engine.contract import Dice, Refused

ROLLOUTS = 2000
FIGHTS_AT = {2: 24, 3: 30, 4: 34}  # points, by how many stand
LEAVES_AT = {1: 4, 2: 12, 3: 14}  # points, by round
LEAVES_LATER_AT = 12


def choose_action(observation: Observation, dice: Dice) -> int:
    """Return the choice with the best life edge over all rollouts."""
    seat = observation.turn
    choices = [action for action in observation.legal if action != PASS] or [PASS]
    if observation.drawing and len(choices) > 1:
        choices.remove(SURRENDER)  # after the draw it costs the same
    random, total = Random(dice.randrange(2**32)), dict.fromkeys(choices, 0.0)
    for _ in range(ROLLOUTS // len(choices)):
        state = deal_unseen(observation, random)
        for action in choices:
            total[action] += life_edge(state, roll_out(state, action), seat)
    return max(total, key=total.__getitem__)


def roll_out(state: State, action: int) -> Sequence[int]:
    """Play this action, then the match by the simple rule; return the lives after it."""
    while True:
        moved = game.act(state, state.waiting[0], action)
        if isinstance(moved, Refused):
            raise ValueError(f"{action} was refused as {moved.code}")
        state, events = moved
        for event in events:
            if isinstance(event, MatchOver):
                return event.after
        action = plain_choice(state)


def plain_choice(state: State) -> int:
    """Return the action of the simple rule, from the own cards and the table."""
    seat, number = state.waiting[0], state.round
    hand, ruleset = state.hands[seat], state.deal.ruleset
    score = SCORERS[ruleset.edition, ruleset.lone]
    table = sum([WEIGHTS[card] for card in game.face_up(state)])
    table += sum([WEIGHTS[pile[-1]] for pile in state.discards if pile])
    table -= WEIGHTS[state.discards[seat][-1]] if state.discards[seat] else 0
    weight = sum([WEIGHTS[card] for card in hand])
    if len(hand) == game.HAND:
        if number > 1 and score(weight, table) >= FIGHTS_AT[len(state.standing)]:
            return FIGHT
        if state.top < len(DECK):
            return DRAW
        return next((action for action in game.legal(state, seat) if action >= TAKE), PASS)
    scores = [score(weight - WEIGHTS[card], table) for card in hand]
    best = max(scores)
    if best < LEAVES_AT.get(number, LEAVES_LATER_AT) and PRICES[number] < state.lives[seat]:
        return SURRENDER
    return hand[scores.index(best)]


def life_edge(state: State, after: Sequence[int], seat: int) -> float:
    """Return the mean lives lost by the others in the match, minus those lost by the seat."""
    losses = {other: state.deal.lives[other] - after[other] for other in state.deal.order}
    own_loss = losses.pop(seat)
    return sum(losses.values()) / len(losses) - own_loss
