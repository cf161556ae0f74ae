"""The habits of each level, and pinned choices that show any change of play."""

from collections import Counter
from hashlib import sha256
from random import Random

import pytest

from games.density_deck.rules.cards import FACE
from games.density_deck.rules.observation import Observation
from games.density_deck.rules.state import DRAW, FIGHT, SURRENDER, TAKE
from tests.bots.games_seen import PLAYERS, RULESETS, SLUG, THINKING, play_moments
from tests.bots.observations import make_observation

DICE = range(200)
BLACK = "Bk6 Bk6 Bk6"
HOPELESS = "Re3 Bl3 Pu3 Co1"
TOPS = ("", "Co9", "Re5", "Wh6")
SILVERS = make_observation("Si4 Si4 Si4")
LATE = make_observation("Wh6 Wh6 Co6", round_number=4)
AGAINST_ALL = make_observation("Co9 Co8 Co5")
AHEAD = make_observation("Co10 Co9 Co8")
# Hashes of all actions in the games of tests.bots.games_seen. If a level plays differently, measure
# it again with bench.strength, bench.luck_scale and bench.duels.
KEPT = {
    "density-deck": {
        "random": "9ccd4646",
        "easy": "38ef1c5c",
        "steady": "0ccf5fde",
        "medium": "3c4e2574",
        "hard": "ec74a408",
        "master": "4d570270",
        "patient easy": "82492d49",
        "patient steady": "94d0e307",
        "patient medium": "332e321f",
    },
    "rps-extreme": {
        "random": "5d752b38",
        "easy": "ae60bd0d",
        "medium": "4eea0803",
        "hard": "86da00e7",
    },
}


def count_choices(player: str, view: Observation) -> Counter[int]:
    return Counter(PLAYERS[SLUG][player](view, Random(seed)) for seed in DICE)


@pytest.mark.parametrize("slug", RULESETS)
def test_every_level_plays_as_it_did_when_it_was_measured(slug: str) -> None:
    played = {}
    for level in PLAYERS[slug]:
        actions = [action for _, action in play_moments(RULESETS[slug][0], level, slug=slug)]
        played[level] = sha256(repr(actions).encode()).hexdigest()[:8]
    assert played == KEPT[slug]


@pytest.mark.parametrize(
    ("player", "view", "action"),
    [
        # easy looks only at its own cards
        ("easy", make_observation("Wh6 Wh6 Co9"), FIGHT),
        ("easy", make_observation("Wh6 Wh6 Co9", center=BLACK), FIGHT),
        ("easy", make_observation("Wh6 Wh6 Co9", known=("", "Si4 Si4 Si4", "", "")), FIGHT),
        ("easy", make_observation("Re10 Bl10 Co8 Co9", round_number=1), FACE["Co8"]),
        ("easy", LATE._replace(round=5), FIGHT),
        ("easy", make_observation("Re5 Re10 Co10"), FIGHT),
        ("easy", make_observation("Co9 Co8 Co10", tops=("", "Co7", "Co8 Bk6", "Wh6")), DRAW),
        ("easy", make_observation("Si4 Si4 Si4 Co3"), FACE["Co3"]),
        ("easy", make_observation("Re3 Co9 Co8 Co7", center=BLACK), FACE["Co7"]),
        ("easy", make_observation("Bl3 Re5 Co9 Co8", tops=("", "Bl10", "", "")), FACE["Bl3"]),
        ("easy", make_observation(HOPELESS, center=BLACK), SURRENDER),
        # the patient style of easy waits for a large product
        ("patient easy", make_observation("Wh6 Wh6 Wh6"), FIGHT),
        # steady considers what others may hold, but forgets which discards they took
        ("steady", AGAINST_ALL._replace(standing=(True, True, False, False)), FIGHT),
        (
            "steady",
            make_observation("Re5 Re3 Co1", tops=("", "Co7", "Co10 Bk6", "Co3"), round_number=1),
            TAKE + 2,
        ),
        ("steady", SILVERS._replace(known=((), (FACE["Aq5"],) * 3, (), ())), FIGHT),
        # medium counts cards, and takes discards that would help others
        ("medium", SILVERS, FIGHT),
        (
            "medium",
            make_observation("Re5 Re3 Co1", tops=("", "Co10 Bk6", "", ""), round_number=1),
            TAKE + 1,
        ),
        (
            "medium",
            make_observation("Co1 Co2 Co3", tops=("", "Co1", "Co1", ""), round_number=1),
            DRAW,
        ),
        # patient builders fight only with a lead until late, and keep cards with potential
        *[(level, AHEAD, FIGHT) for level in ("steady", "medium")],
        *[(f"patient {level}", AHEAD._replace(round=5), FIGHT) for level in ("steady", "medium")],
        *[
            (f"patient {level}", make_observation(hand, round_number=1), FACE[laid])
            for level in ("steady", "medium")
            for hand, laid in (("Wh6 Wh6 Co10 Co9", "Co9"), ("Re5 Re10 Co10 Bl10", "Bl10"))
        ],
        (
            "patient medium",
            make_observation("Wh6 Wh6 Co1", tops=("", "Co1", "Co2", ""), round_number=1),
            DRAW,
        ),
        # and no one surrenders a hand that can hardly lose
        *[(level, make_observation(BLACK), FIGHT) for level in THINKING],
        *[(level, make_observation(f"{BLACK} Re3"), FACE["Re3"]) for level in THINKING],
    ],
)
def test_a_level_is_known_for_this(player: str, view: Observation, action: int) -> None:
    assert count_choices(player, view).most_common(1)[0][0] == action


@pytest.mark.parametrize(
    ("player", "view", "action"),
    [
        ("easy", make_observation("Wh6 Wh6 Co8", center="Wh6"), FIGHT),
        ("easy", LATE, FIGHT),
        ("easy", make_observation(HOPELESS, center="Co1"), SURRENDER),
        ("easy", make_observation(HOPELESS, center=BLACK, standing=2), SURRENDER),
        ("patient easy", make_observation("Re5 Re10 Co10"), FIGHT),
        ("patient easy", make_observation("Wh6 Wh6 Wh6", center=BLACK), FIGHT),
        ("medium", make_observation("Si4 Si4 Si4", known=("", "Aq5 Aq5 Aq5", "", "")), FIGHT),
        *[(f"patient {level}", AHEAD, FIGHT) for level in ("steady", "medium")],
        *[(level, make_observation("Co1 Co2 Ye3"), FIGHT) for level in THINKING],
    ],
)
def test_a_level_hardly_ever_does_this(player: str, view: Observation, action: int) -> None:
    assert count_choices(player, view)[action] < len(DICE) / 2


def test_easy_overlooks_discards_in_half_of_its_draws_and_steady_slips_sometimes() -> None:
    draws = count_choices("easy", make_observation("Re10 Co2 Co1", tops=TOPS, round_number=1))
    assert draws.keys() == {DRAW, TAKE + 2}
    assert draws[DRAW] / len(DICE) == pytest.approx(0.5, abs=0.1)
    kept = count_choices("steady", make_observation("Si4 Si4 Si4 Co3"))
    assert 0.1 < kept[FACE["Si4"]] / len(DICE) < 0.27
