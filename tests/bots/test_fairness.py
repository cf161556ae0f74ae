"""An AI player knows what its seat may know: hidden cards never change what it does."""

from collections import Counter
from itertools import chain
from random import Random

import pytest

from games.bots.catalog import choose
from games.engine.density_deck import rules
from games.engine.density_deck.sight import look
from games.engine.density_deck.state import Ruleset, State
from tests.bots.games_seen import LEVELS, RULESETS, SLUG, moments


def shuffled_out_of_sight(state: State, viewer: int, dice: Random) -> State:
    """The state with every card that the viewer has not seen dealt anew.

    Those are the cards in other hands that nobody saw taken, of surrendered seats too, the
    face-down amplification and the pile.
    """
    match = state.deal
    center = rules.HAND * len(match.order)
    face_down = range(center + state.round - 1, center + rules.CENTER)
    places = [*face_down, *range(state.top, len(match.deck))]
    secret = {
        seat: [*(Counter(held.hand) - Counter(held.known)).elements()]
        for seat, held in enumerate(state.seats)
        if seat != viewer
    }
    cards = [*(match.deck[place] for place in places), *chain.from_iterable(secret.values())]
    dice.shuffle(cards)
    deck = list(match.deck)
    for place in places:
        deck[place] = cards.pop()
    hands = list(state.hands)
    for seat, hidden in secret.items():
        hands[seat] = (*state.known[seat], *(cards.pop() for _ in hidden))
    return state._replace(deal=match._replace(cards=tuple(deck)), hands=tuple(hands))


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("ruleset", RULESETS, ids=str)
def test_dealing_the_hidden_cards_anew_changes_no_action(ruleset: Ruleset, level: str) -> None:
    dice = Random(21)
    for state, _ in moments(ruleset, level, seed=22):
        viewer = state.waiting[0]
        action = choose(SLUG, level, look(state, viewer), Random(23))
        other = shuffled_out_of_sight(state, viewer, dice)
        assert choose(SLUG, level, look(other, viewer), Random(23)) == action


def test_the_shuffle_of_this_test_reaches_all_hidden_cards_and_no_other() -> None:
    dice = Random(24)
    moved: Counter[str] = Counter()
    for state, _ in moments(Ruleset(), "medium", seed=25):
        viewer = state.waiting[0]
        other = shuffled_out_of_sight(state, viewer, dice)
        cards = [*other.deal.deck[other.top :], *rules.center(other.deal)]
        cards += chain.from_iterable((*seat.hand, *seat.discards) for seat in other.seats)
        assert Counter(cards) == Counter(
            [
                *state.deal.deck[state.top :],
                *rules.center(state.deal),
                *chain.from_iterable((*seat.hand, *seat.discards) for seat in state.seats),
            ]
        )
        assert other.seats[viewer] == state.seats[viewer]
        assert rules.face_up(other) == rules.face_up(state)
        moved["pile"] += other.deal.deck[other.top :] != state.deal.deck[state.top :]
        moved["center"] += rules.center(other.deal) != rules.center(state.deal)
        for seat, held in enumerate(state.seats):
            kind = "surrendered" if held.surrendered else "hands"
            moved[kind] += other.seats[seat].hand != held.hand
    assert min(moved[kind] for kind in ("pile", "center", "hands", "surrendered")) > 10
