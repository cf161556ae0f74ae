"""The medium player: counts cards and weighs the chance of the top score."""

from collections import Counter
from random import Random

from games.density_deck.bots import medium
from games.density_deck.bots.options import unseen_cards
from games.density_deck.rules.cards import CODES, DECK
from games.density_deck.rules.state import DRAW, FIGHT, TAKE
from tests.bots.observations import observation


def test_it_counts_every_card_once() -> None:
    view = observation(
        "Ye3 Ye4 Co1", center="Wh6", tops=("Co1", "Re3 Re5", "", ""), known=("", "", "Aq5", "")
    )
    seen = Counter(["Ye3", "Ye4", "Co1", "Wh6", "Co1", "Re3", "Re5", "Aq5"])
    unseen = Counter(CODES[face] for face in unseen_cards(view))
    assert unseen + seen == Counter(CODES[face] for face in DECK)


def test_it_remembers_what_others_took() -> None:
    assert medium.choose(observation("Si4 Si4 Si4"), Random(1)) == FIGHT
    known = ("", "Aq5 Aq5 Aq5", "", "")
    assert medium.choose(observation("Si4 Si4 Si4", known=known), Random(1)) != FIGHT


def test_it_takes_a_discard_that_harms_it_and_gives_it_to_the_others() -> None:
    view = observation("Re5 Re3 Co1", tops=("", "Co10 Bk6", "", ""), round_number=1)
    assert medium.choose(view, Random(1)) == TAKE + 1


def test_it_draws_from_the_pile_when_the_discards_are_worthless() -> None:
    view = observation("Co1 Co2 Co3", tops=("", "Co1", "Co1", ""), round_number=1)
    assert medium.choose(view, Random(1)) == DRAW
