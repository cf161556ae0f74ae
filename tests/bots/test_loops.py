"""Late in a match of two, AI players neither lay a card straight back nor swap cards in circles."""

from itertools import pairwise
from random import Random

import pytest

from games.density_deck.bots.loops import LATE, observe_take
from games.density_deck.rules import game
from games.density_deck.rules.observation import Observation, observe
from games.density_deck.rules.state import DRAW, SURRENDER, TAKE, Ruleset, State
from games.engine.contract import Seed, unwrap_accepted
from tests.bots.games_seen import PLAYERS, SLUG, THINKING, play_moments
from tests.bots.observations import make_observation

LOOKING_AHEAD = [level for level in THINKING if "easy" not in level]
MATCHES = 12


def late_state(dice: Random) -> State:
    """Return a match of two in its first late round, after drawing and discarding in all others."""
    state, _ = game.start(Ruleset(seats=2), Seed(dice.randbytes(32), dice.randbytes(32)))
    while state.round < LATE:
        seat = state.waiting[0]
        state, _ = unwrap_accepted(game.act(state, seat, game.lapse(state, seat)))
    return state


def swap_cards(observation: Observation, dice: Random) -> int:
    """Take the rival's discard whenever possible, and give it back or the oldest card for it."""
    if not observation.drawing:
        return dice.choice((observation.hand[0], observation.drawn))
    takes = [action for action in observation.legal if TAKE <= action < TAKE + 4]
    return takes[0] if takes else DRAW


def turns_against_swapper(level: str, dice: Random) -> list[tuple[bool, bool]]:
    """Return, for each turn against a swapper, whether a player took and gave a taken card."""
    state, turns, took = late_state(dice), list[tuple[bool, bool]](), False
    while state.deal.match == 1:
        seen = observe(state, state.waiting[0])
        action = (swap_cards if seen.turn else PLAYERS[SLUG][level])(seen, dice)
        if not seen.turn:
            if seen.drawing:
                took = TAKE <= action < TAKE + 4
            elif action != SURRENDER:
                turns.append((took, action in seen.known[0]))
        state, _ = unwrap_accepted(game.act(state, seen.turn, action))
    return turns


@pytest.mark.parametrize("level", LOOKING_AHEAD)
def test_a_player_that_always_swaps_gets_no_taken_card_for_another(level: str) -> None:
    dice = Random(1)
    turns = [turn for _ in range(MATCHES) for turn in turns_against_swapper(level, dice)]
    assert turns
    assert (True, True) not in turns


def test_players_foresee_a_take_as_it_comes() -> None:
    takes = 0
    for (state, action), (after, _) in pairwise(play_moments(Ruleset(), "steady")):
        if TAKE <= action < TAKE + 4:
            seat, takes = state.waiting[0], takes + 1
            assert observe_take(observe(state, seat), action - TAKE) == observe(after, seat)
    assert takes


def test_a_player_whose_whole_hand_was_taken_draws_before_it_takes_again() -> None:
    tops = ("", "Co10 Bk6", "", "")
    for level in LOOKING_AHEAD:
        choose = PLAYERS[SLUG][level]
        free = make_observation("Re5 Re3 Co1", tops=tops, round_number=1)
        taken = free._replace(known=(free.hand, (), (), ()))
        assert TAKE + 1 in {choose(free, Random(seed)) for seed in range(20)}, level
        assert TAKE + 1 not in {choose(taken, Random(seed)) for seed in range(20)}, level
