"""Every AI player chooses legal and sensible actions."""

from random import Random

import pytest

from games.density_deck.rules.observation import observe
from games.density_deck.rules.state import DRAW, PASS, SURRENDER
from games.engine.contract import Ruleset
from games.game_type import RANDOM
from games.registry import GAMES
from tests.bots.games_seen import (
    PLAYERS,
    SLUG,
    THINKING,
    asked_seat,
    every_player,
    play_moments,
)
from tests.bots.observations import make_observation
from tests.engine.positions import make_moves, make_state


@every_player
def test_every_action_is_legal_to_the_last(slug: str, ruleset: Ruleset, level: str) -> None:
    for state, action in play_moments(ruleset, level, slug=slug):
        legal = GAMES[slug].rules.legal(state, asked_seat(slug, state))
        assert action in legal
        if slug == SLUG:
            # no one passes while a card can be drawn
            assert action != PASS or DRAW not in legal
            # after the draw a surrender costs no more
            drawing = len(state.hands[state.waiting[0]]) == 3
            assert action != SURRENDER or not drawing or level == RANDOM


@pytest.mark.parametrize("level", THINKING)
def test_a_seat_that_can_draw_nothing_passes(level: str) -> None:
    observation = observe(make_state("Co1 Co2 Re3", "", "", ""), 0)._replace(
        pile=0, legal=(PASS, SURRENDER)
    )
    assert PLAYERS[SLUG][level](observation, Random(1)) == PASS


@pytest.mark.parametrize("level", THINKING)
def test_an_empty_pile_leaves_the_discards_of_the_others(level: str) -> None:
    state, _ = make_moves(make_state("Co1 Co2 Co3", "", ""), "round_2")
    legal = tuple(action for action in observe(state, 0).legal if action != DRAW)
    observation = observe(state, 0)._replace(pile=0, legal=legal)
    assert PLAYERS[SLUG][level](observation, Random(1)) in legal


def test_a_table_may_seat_these_levels_and_a_stronger_one_is_not_the_usual_one() -> None:
    assert GAMES[SLUG].levels == ("easy", "steady", "medium", "hard", "master")
    assert GAMES["rps-extreme"].levels == ("easy", "medium", "hard")
    assert (GAMES[SLUG].usual_level, GAMES["rps-extreme"].usual_level) == ("medium", "hard")


@pytest.mark.parametrize("level", THINKING)
def test_every_player_leaves_a_hopeless_match_and_gives_no_last_life_away(level: str) -> None:
    # another holds the third Black 6, for a product of 216
    known = ("", "Bk6", "", "")
    hopeless = make_observation("Re3 Bl3 Pu3 Co1", center="Bk6 Bk6", known=known, round_number=3)
    chosen = {PLAYERS[SLUG][level](hopeless, Random(seed)) for seed in range(40)}
    assert chosen == {SURRENDER}
    dying = hopeless._replace(lives=(2, 9, 9, 9))
    chosen = {PLAYERS[SLUG][level](dying, Random(seed)) for seed in range(40)}
    assert SURRENDER not in chosen
