"""The steady player, and the patient builders of its level and of the medium one."""

from collections import Counter
from random import Random

import pytest

from games.density_deck.bots import steady
from games.density_deck.rules.cards import FACE
from games.density_deck.rules.observation import Observation
from games.density_deck.rules.state import DRAW, FIGHT, TAKE
from tests.bots.games_seen import PLAYERS, SLUG
from tests.bots.observations import observation

DICE = range(200)
BUILDERS = ("patient steady", "patient medium")


def habit(name: str, view: Observation) -> int:
    """What the player of this name does most often."""
    return Counter(PLAYERS[SLUG][name](view, Random(seed)) for seed in DICE).most_common(1)[0][0]


def test_steady_weighs_what_others_may_hold_before_it_fights() -> None:
    assert habit("steady", observation("Co6 Co5 Co4")) != FIGHT
    # the same score is enough against one, not against three
    middling = observation("Co9 Co8 Co5")
    assert habit("steady", middling) != FIGHT
    assert habit("steady", middling._replace(standing=(True, True, False, False))) == FIGHT


def test_steady_takes_what_gives_the_highest_score() -> None:
    tops = ("", "Co7", "Co10 Bk6", "Co3")
    assert habit("steady", observation("Re5 Re3 Co1", tops=tops, round_number=1)) == TAKE + 2


def test_steady_does_not_remember_what_others_took() -> None:
    view = observation("Si4 Si4 Si4")
    known = view._replace(known=((), (FACE["Aq5"],) * 3, (), ()))
    assert habit("medium", known) != FIGHT
    assert habit("steady", known) == FIGHT


def test_steady_slips_sometimes() -> None:
    kept = Counter(steady.choose(observation("Si4 Si4 Si4 Co3"), Random(seed)) for seed in DICE)
    assert 0.1 < kept[FACE["Si4"]] / len(DICE) < 0.27


@pytest.mark.parametrize("name", BUILDERS)
def test_a_builder_calls_a_fight_with_a_lead_only_until_the_match_is_late(name: str) -> None:
    level = name.removeprefix("patient ")
    ahead = observation("Co10 Co9 Co8")
    assert habit(level, ahead) == FIGHT
    assert habit(name, ahead) != FIGHT
    assert habit(name, ahead._replace(round=5)) == FIGHT


@pytest.mark.parametrize("name", BUILDERS)
def test_a_builder_keeps_what_may_become_a_large_product(name: str) -> None:
    assert habit(name, observation("Wh6 Wh6 Co10 Co9", round_number=1)) == FACE["Co9"]
    assert habit(name, observation("Re5 Re10 Co10 Bl10", round_number=1)) == FACE["Bl10"]


def test_a_builder_draws_from_the_pile_for_the_highest_mean() -> None:
    tops = ("", "Co1", "Co2", "")
    assert habit("patient medium", observation("Wh6 Wh6 Co1", tops=tops, round_number=1)) == DRAW
