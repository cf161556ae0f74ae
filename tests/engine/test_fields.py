"""What holds in every position of Density Deck beside what holds in every game."""

from functools import partial
from itertools import pairwise

import pytest

from games.density_deck.game_type import RULES as DENSITY_DECK
from games.density_deck.rules import game as rules
from games.density_deck.rules.cards import DECK
from games.density_deck.rules.state import FIGHTS, MAY_PASS, PILE_LEFT, Ruleset
from tests.engine.games import GAMES, calm, random_game

every_ruleset = pytest.mark.parametrize(
    "played",
    GAMES["density-deck"].rulesets,
    ids=lambda r: f"{r.edition}-{r.lone}-{r.seats}-{r.round_cap}",
)


@every_ruleset
def test_every_field_of_a_state_agrees_with_the_others(played: Ruleset) -> None:
    for state, _ in random_game(DENSITY_DECK, played, 5, partial(calm, wild=0.05)):
        openings = sum(1 << seat for seat, held in enumerate(state.seats) if held.discards)
        openings += FIGHTS * (state.round > 1) + PILE_LEFT * (state.top < len(DECK))
        assert state.openings == openings + MAY_PASS * played.allow_pass
        assert 1 <= state.round <= played.round_cap
        assert state.top <= len(state.deal.cards)
        assert state.deal.cards == state.deal.deck[: len(state.deal.cards)]
        assert not state.waiting or set(state.waiting) <= set(state.standing)
        for seat, (_, hand, _, known, surrendered) in enumerate(state.seats):
            assert not set(known) - set(hand)
            if seat in state.standing:
                drawn = seat in rules.asked(state) and len(hand) == 4
                assert (len(hand), surrendered) == (4 if drawn else 3, 0)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_match_has_at_most_the_turns_of_its_rounds(seats: int) -> None:
    played = Ruleset(seats=seats, round_cap=30, allow_pass=True)
    moves = 0
    for (before, _), (after, _) in pairwise(
        random_game(DENSITY_DECK, played, 3, partial(calm, wild=0))
    ):
        moves = moves + 1 if before.deal is after.deal else 0
        assert moves <= 2 * 30 * seats


@every_ruleset
def test_lives_only_fall_and_winners_keep_theirs(played: Ruleset) -> None:
    for (before, _), (after, _) in pairwise(random_game(DENSITY_DECK, played, 8, calm)):
        for was, now in zip(before.seats, after.seats, strict=True):
            assert 0 <= now.lives <= was.lives
        assert any(seat.lives for seat in after.seats)
