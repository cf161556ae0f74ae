"""What each level is known for, and that none of them plays in another way than it did."""

from collections import Counter
from hashlib import sha256
from random import Random

import pytest

from games.density_deck.rules.cards import FACE
from games.density_deck.rules.observation import Observation
from games.density_deck.rules.state import DRAW, FIGHT, SURRENDER, TAKE
from tests.bots.games_seen import PLAYERS, RULESETS, SLUG, THINKING, moments
from tests.bots.observations import observation

DICE = range(200)
BLACK = "Bk6 Bk6 Bk6"
HOPELESS = "Re3 Bl3 Pu3 Co1"
TOPS = ("", "Co9", "Re5", "Wh6")
SILVERS = observation("Si4 Si4 Si4")
LATE = observation("Wh6 Wh6 Co6", round_number=4)
AGAINST_ALL = observation("Co9 Co8 Co5")
AHEAD = observation("Co10 Co9 Co8")
# all actions of the games of tests.bots.games_seen, as a hash: where a level plays in another way,
# bench.strength, bench.luck_scale and bench.duels measure it again
KEPT = {
    "density-deck": {
        "random": "9ccd4646",
        "easy": "38ef1c5c",
        "steady": "e0ae5ecf",
        "medium": "21061176",
        "hard": "ec74a408",
        "master": "4d570270",
        "patient easy": "82492d49",
        "patient steady": "744136c0",
        "patient medium": "332e321f",
    },
    "rps-extreme": {
        "random": "5d752b38",
        "easy": "ae60bd0d",
        "medium": "4eea0803",
        "hard": "86da00e7",
    },
}


def choices(player: str, view: Observation) -> Counter[int]:
    return Counter(PLAYERS[SLUG][player](view, Random(seed)) for seed in DICE)


@pytest.mark.parametrize("slug", RULESETS)
def test_every_level_plays_as_it_did_when_it_was_measured(slug: str) -> None:
    played = {}
    for level in PLAYERS[slug]:
        actions = [action for _, action in moments(RULESETS[slug][0], level, slug=slug)]
        played[level] = sha256(repr(actions).encode()).hexdigest()[:8]
    assert played == KEPT[slug]


@pytest.mark.parametrize(
    ("player", "view", "action"),
    [
        # easy goes by its own cards alone, whatever the center takes and others hold
        ("easy", observation("Wh6 Wh6 Co9"), FIGHT),
        ("easy", observation("Wh6 Wh6 Co9", center=BLACK), FIGHT),
        ("easy", observation("Wh6 Wh6 Co9", known=("", "Si4 Si4 Si4", "", "")), FIGHT),
        ("easy", observation("Re10 Bl10 Co8 Co9", round_number=1), FACE["Co8"]),
        ("easy", LATE._replace(round=5), FIGHT),
        ("easy", observation("Re5 Re10 Co10"), FIGHT),
        ("easy", observation("Co9 Co8 Co10", tops=("", "Co7", "Co8 Bk6", "Wh6")), DRAW),
        ("easy", observation("Si4 Si4 Si4 Co3"), FACE["Co3"]),
        ("easy", observation("Re3 Co9 Co8 Co7", center=BLACK), FACE["Co7"]),
        ("easy", observation("Bl3 Re5 Co9 Co8", tops=("", "Bl10", "", "")), FACE["Bl3"]),
        ("easy", observation(HOPELESS, center=BLACK), SURRENDER),
        # its patient style waits for a large product
        ("patient easy", observation("Wh6 Wh6 Wh6"), FIGHT),
        # steady weighs what others may hold, and does not remember what they took
        ("steady", AGAINST_ALL._replace(standing=(True, True, False, False)), FIGHT),
        (
            "steady",
            observation("Re5 Re3 Co1", tops=("", "Co7", "Co10 Bk6", "Co3"), round_number=1),
            TAKE + 2,
        ),
        ("steady", SILVERS._replace(known=((), (FACE["Aq5"],) * 3, (), ())), FIGHT),
        # medium counts cards, and takes a discard that harms it from the others
        ("medium", SILVERS, FIGHT),
        (
            "medium",
            observation("Re5 Re3 Co1", tops=("", "Co10 Bk6", "", ""), round_number=1),
            TAKE + 1,
        ),
        ("medium", observation("Co1 Co2 Co3", tops=("", "Co1", "Co1", ""), round_number=1), DRAW),
        # patient builders fight with a lead, until the match is late, and keep what may grow
        *[(level, AHEAD, FIGHT) for level in ("steady", "medium")],
        *[(f"patient {level}", AHEAD._replace(round=5), FIGHT) for level in ("steady", "medium")],
        *[
            (f"patient {level}", observation(hand, round_number=1), FACE[laid])
            for level in ("steady", "medium")
            for hand, laid in (("Wh6 Wh6 Co10 Co9", "Co9"), ("Re5 Re10 Co10 Bl10", "Bl10"))
        ],
        (
            "patient medium",
            observation("Wh6 Wh6 Co1", tops=("", "Co1", "Co2", ""), round_number=1),
            DRAW,
        ),
        # and nobody gives up what can hardly lose
        *[(level, observation(BLACK), FIGHT) for level in THINKING],
        *[(level, observation(f"{BLACK} Re3"), FACE["Re3"]) for level in THINKING],
    ],
)
def test_a_level_is_known_for_this(player: str, view: Observation, action: int) -> None:
    assert choices(player, view).most_common(1)[0][0] == action


@pytest.mark.parametrize(
    ("player", "view", "action"),
    [
        ("easy", observation("Wh6 Wh6 Co8", center="Wh6"), FIGHT),
        ("easy", LATE, FIGHT),
        ("easy", observation(HOPELESS, center="Co1"), SURRENDER),
        ("easy", observation(HOPELESS, center=BLACK, standing=2), SURRENDER),
        ("patient easy", observation("Re5 Re10 Co10"), FIGHT),
        ("patient easy", observation("Wh6 Wh6 Wh6", center=BLACK), FIGHT),
        ("medium", observation("Si4 Si4 Si4", known=("", "Aq5 Aq5 Aq5", "", "")), FIGHT),
        *[(f"patient {level}", AHEAD, FIGHT) for level in ("steady", "medium")],
        *[(level, observation("Co1 Co2 Ye3"), FIGHT) for level in THINKING],
    ],
)
def test_a_level_hardly_ever_does_this(player: str, view: Observation, action: int) -> None:
    assert choices(player, view)[action] < len(DICE) / 2


def test_easy_overlooks_discards_in_half_of_its_draws_and_steady_slips_sometimes() -> None:
    draws = choices("easy", observation("Re10 Co2 Co1", tops=TOPS, round_number=1))
    assert draws.keys() == {DRAW, TAKE + 2}
    assert draws[DRAW] / len(DICE) == pytest.approx(0.5, abs=0.1)
    kept = choices("steady", observation("Si4 Si4 Si4 Co3"))
    assert 0.1 < kept[FACE["Si4"]] / len(DICE) < 0.27
