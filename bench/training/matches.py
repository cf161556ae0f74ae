"""Plays single matches for training, from any lives."""

from collections.abc import Callable, Iterator
from random import Random

from games.density_deck.bots import medium
from games.density_deck.bots.features import LIVES, Features, move_features
from games.density_deck.bots.network import SAMPLES
from games.density_deck.rules import game
from games.density_deck.rules.cards import DECK
from games.density_deck.rules.observation import Observation, observe
from games.density_deck.rules.state import Deal, MatchOver, Ruleset, State
from games.engine.contract import Dice, Refused, Seed

Player = Callable[[Observation, Dice], int]
RULESET = Ruleset()
# the cards are shuffled here, so the seed is never used
NO_SEED = Seed(b"", b"")


def deal_match(lives: tuple[int, ...], dice: Random) -> State:
    """Deal a match to the seats with lives, with a random dealer."""
    living = [seat for seat, remaining in enumerate(lives) if remaining]
    first = dice.randrange(len(living))
    order = (*living[first:], *living[:first])
    cards = [*DECK]
    dice.shuffle(cards)
    falls = (None,) * len(lives)
    deal = Deal(RULESET._replace(seats=len(lives)), NO_SEED, 1, order, lives, falls, tuple(cards))
    return game.begin_match(deal)[0]


def play_match(state: State, player: Player, dice: Random) -> tuple[int, ...]:
    """Play a match with the same player in every seat, and return the lives after it."""
    while True:
        seat = state.waiting[0]
        state, after = apply_action(state, seat, player(observe(state, seat), dice))
        if after:
            return after


def match_moments(seed: int) -> Iterator[Features]:
    """Yield the features of decisions in matches between medium players, endlessly."""
    dice = Random(seed)
    while True:
        after: tuple[int, ...] = ()
        state = deal_match((LIVES,) * 4, dice)
        while not after:
            observation = observe(state, state.waiting[0])
            yield move_features(observation, dice, SAMPLES)
            state, after = apply_action(state, observation.turn, medium.choose(observation, dice))


def apply_action(state: State, seat: int, action: int) -> tuple[State, tuple[int, ...]]:
    """Return the state after an action, and the lives if it ended the match, otherwise ()."""
    moved = game.act(state, seat, action)
    if isinstance(moved, Refused):
        raise ValueError(f"{action} was refused as {moved.code}")
    state, events = moved
    ends = [event.after for event in events if isinstance(event, MatchOver)]
    return state, ends[0] if ends else ()
