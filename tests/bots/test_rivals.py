"""The coach infers hidden hands from what rivals did, and from nothing else."""

from random import Random

import pytest

from games.density_deck.bots import medium, rivals
from games.density_deck.rules.observation import Observation, observe
from games.density_deck.rules.state import Ruleset
from tests.bots.games_seen import play_moments
from tests.bots.observations import make_observation

SAMPLES = 400


def top_chances(seen: Observation, level: str = "") -> tuple[float, float]:
    """Return the chance of the top score with equally likely hands, and with inferred ones."""
    equal = medium.imagine_hands(seen, Random(1), SAMPLES)
    inferred = rivals.imagine_hands(seen, Random(1), SAMPLES, [level] * 4)
    return medium.fight_prospect(equal), medium.fight_prospect(inferred)


@pytest.mark.parametrize("level", ["", "hard", "master"])
def test_rivals_who_stayed_have_better_hands_than_random_ones(level: str) -> None:
    seen = make_observation("Bk6 Bk6 Co2", round_number=3, center="Ye5 Co1")
    equal, inferred = top_chances(seen, level)
    assert inferred < equal - 0.05


def test_a_rival_who_has_not_chosen_yet_can_have_any_hand() -> None:
    equal, inferred = top_chances(make_observation("Bk6 Bk6 Co2", round_number=1))
    assert inferred == pytest.approx(equal, abs=0.08)


def test_known_cards_are_in_every_hand_and_those_of_surrendered_seats_in_none() -> None:
    for state, _ in play_moments(Ruleset(), "medium", 2)[::7]:
        seen = observe(state, state.waiting[0])
        standing = [seat for seat in sorted(state.standing) if seat != seen.turn]
        for hands in rivals.infer_hands(seen, Random(3), 20):
            assert len(hands) == len(standing)
            for seat, hand in zip(standing, hands, strict=True):
                assert len(hand) == 3
                assert hand[: len(seen.known[seat])] == seen.known[seat]
        for dealt in rivals.deal_inferred(seen, Random(3), 5):
            assert observe(dealt, seen.turn) == seen


def test_a_hand_that_is_known_is_certain_and_weighs_nothing() -> None:
    seen = make_observation(
        "Bk6 Bk6 Co2", round_number=3, standing=2, known=("", "Ye5 Ye4 Ye3", "", "")
    )
    assert set(rivals.infer_hands(seen, Random(1), 50)) == {(seen.known[1],)}


def test_a_rival_rarely_holds_a_hand_that_its_discard_would_have_improved() -> None:
    seen = make_observation(
        "Bk6 Bk6 Co2", round_number=3, center="Ye5 Co1", tops=("", "Ye4", "", ""), standing=2
    )
    (rival,) = rivals.read_rivals(seen, ())
    weights = rivals._read_weights()[rival.cell]
    assert weights[-2] < 0 or weights[-1] < 0
