"""Plays matches to their end fast, so that the coach can look twice at a costly choice.

Everyone plays by a simple rule that imitates the master player: fight and surrender by the own
score, at random near the limit, take a discard that raises the score a lot, keep the best cards.
The numbers are logistic regressions on 2,600 decisions of master players.
"""

from collections.abc import Sequence
from math import log

from games.density_deck.bots.life_equity import game_equity
from games.density_deck.rules import game
from games.density_deck.rules.cards import DECK
from games.density_deck.rules.scoring import SCORERS, WEIGHTS, faces_key
from games.density_deck.rules.state import (
    DRAW,
    FIGHT,
    PASS,
    PRICES,
    STAKES,
    SURRENDER,
    TAKE,
    MatchOver,
    State,
)
from games.engine.contract import Dice, unwrap_accepted

POINTS = 30  # divisor of the scores in the rules below
LOWEST, HIGHEST = -30, 90  # limits of the scores
TAKES_FOR = 8  # a discard is taken if it raises the score by at least this
USUAL_HANDS = 6  # random hands that show what scores this table gives
LAST = 10  # rounds from this one on share their luck
# The rules add up weights: of the own score and of the usual one, and by round and seats standing.
FIGHTS, FIGHTS_USUAL = 6.4, -2.6
FIGHTS_IN, FIGHTS_LATER = (0, 0, -4.7, -4.8), -5.9
FIGHTS_AMONG = (0, 0, 1.2, 0, -0.7)
FIGHTS_LAST, FIGHTS_OUT = -0.8, 1.1  # if it can cost the last life, or each rival's
LEAVES, LEAVES_USUAL = -4.7, 0.5
LEAVES_IN, LEAVES_LATER = (0, 2.3, 4.8, 2.6), 0.6
LEAVES_AMONG = (0, 0, -2.3, 0, -0.3)
LEAVES_DUEL = -1.1  # if only two seats are left in the game

Luck = Sequence[Sequence[float]]  # by seat and round, on the scale of the rules


def draw_luck(seats: int, dice: Dice) -> Luck:
    """Return how far from its rule each seat decides in each round (logistic noise)."""
    return [
        [log(1 / max(1e-9, dice.random()) - 1 + 1e-9) for _ in range(LAST + 1)]
        for _ in range(seats)
    ]


def play_out(state: State, seat: int, action: int, luck: Luck) -> float:
    """Play this action, then the match; return the seat's chance to win the game after it."""
    while True:
        state, events = unwrap_accepted(game.act(state, state.waiting[0], action))
        for event in events:
            if isinstance(event, MatchOver):
                others = [*event.after]
                return game_equity(others.pop(seat), others)
        action = choose_action(state, luck)


def choose_action(state: State, luck: Luck) -> int:
    """Return the action of the simple rule for the seat to act."""
    seat, number = state.waiting[0], state.round
    ruleset = state.deal.ruleset
    score = SCORERS[ruleset.edition, ruleset.lone]
    tops = [WEIGHTS[pile[-1]] if pile else 0 for pile in state.discards]
    table = faces_key(game.face_up(state)) + sum(tops)
    around, hand = table - tops[seat], state.hands[seat]
    noise = luck[seat][min(LAST, number)]
    key, usual = faces_key(hand), _usual_score(state, table)
    if len(hand) > game.HAND:
        scores = [score(key - WEIGHTS[face], around) for face in hand]
        best = max(scores)
        if PRICES[number] < state.lives[seat] and _leaves(state, best, usual) > noise:
            return SURRENDER
        return hand[scores.index(best)]
    now = score(key, around)
    if number > 1 and _fights(state, now, usual) > noise:
        return FIGHT
    return _draw(state, key, now, tops, table)


def _draw(state: State, key: int, now: int, tops: Sequence[int], table: int) -> int:
    """Return the discard that raises the score most, if it does so enough, otherwise the pile."""
    seat, hand = state.waiting[0], state.hands[state.waiting[0]]
    ruleset = state.deal.ruleset
    score = SCORERS[ruleset.edition, ruleset.lone]
    best, best_score = PASS, now + TAKES_FOR - 1
    if state.top < len(DECK):
        best = DRAW
    else:
        best_score = -HIGHEST * HIGHEST
    for other, pile in enumerate(state.discards):
        if pile and other != seat:
            below = WEIGHTS[pile[-2]] if len(pile) > 1 else 0
            around = table - tops[seat] - tops[other] + below
            four = key + tops[other]
            reached = max([score(four - WEIGHTS[face], around) for face in hand])
            if reached > best_score:
                best, best_score = TAKE + other, reached
    return best


def _fights(state: State, now: int, usual: float) -> float:
    """Return how much the seat to act wants to fight with this score; it does above its luck."""
    number, seat, lives = state.round, state.waiting[0], state.lives
    stake = STAKES[number]
    rivals = [lives[other] <= stake for other in state.standing if other != seat]
    return (
        (FIGHTS * min(HIGHEST, max(LOWEST, now)) + FIGHTS_USUAL * usual) / POINTS
        + (FIGHTS_IN[number] if number < len(FIGHTS_IN) else FIGHTS_LATER)
        + FIGHTS_AMONG[len(state.standing)]
        + FIGHTS_LAST * (lives[seat] <= stake)
        + FIGHTS_OUT * sum(rivals) / len(rivals)
    )


def _leaves(state: State, best: int, usual: float) -> float:
    """Return how much the seat to act wants to surrender with this score."""
    number = state.round
    return (
        (LEAVES * min(HIGHEST, max(LOWEST, best)) + LEAVES_USUAL * usual) / POINTS
        + (LEAVES_IN[number] if number < len(LEAVES_IN) else LEAVES_LATER)
        + LEAVES_AMONG[len(state.standing)]
        + LEAVES_DUEL * (len(state.deal.order) == 2)
    )


def _usual_score(state: State, table: int) -> float:
    """Return the mean score of a few hands from the end of the draw pile."""
    ruleset = state.deal.ruleset
    score = SCORERS[ruleset.edition, ruleset.lone]
    cards = state.deal.cards[state.top :][-game.HAND * USUAL_HANDS :]
    hands = [sum([WEIGHTS[face] for face in cards[at - 3 : at]]) for at in range(len(cards), 2, -3)]
    if not hands:
        return 0.0
    return max(LOWEST, sum([score(hand, table) for hand in hands]) / len(hands))
