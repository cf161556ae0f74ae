"""Hidden information never changes what an AI player does."""

from collections import Counter
from itertools import chain
from random import Random

from games.density_deck.rules import game as rules
from games.density_deck.rules import state as dd
from games.engine.contract import Ruleset
from games.registry import GAMES
from tests.bots.games_seen import PLAYERS, asked_seat, every_player, play_moments
from tests.engine.games import GAMES as WORLDS
from tests.engine.games import other_world


@every_player
def test_exchanging_what_is_hidden_changes_no_action(
    slug: str, ruleset: Ruleset, level: str
) -> None:
    dice, observe = Random(21), GAMES[slug].rules.observe
    for state, _ in play_moments(ruleset, level, slug=slug)[::3]:
        viewer = asked_seat(slug, state)
        action = PLAYERS[slug][level](observe(state, viewer), Random(23))
        other = WORLDS[slug].other_world(state, viewer, dice)
        assert PLAYERS[slug][level](observe(other, viewer), Random(23)) == action


def test_the_shuffle_of_this_test_reaches_all_hidden_cards_and_no_other() -> None:
    dice = Random(24)
    moved: Counter[str] = Counter()
    for state, _ in play_moments(dd.Ruleset(), "medium", slug="density-deck"):
        viewer = state.waiting[0]
        other = other_world(state, {viewer}, dice)
        cards = [*other.deal.deck[other.top :], *rules.center_cards(other.deal)]
        cards += chain.from_iterable((*other.hands, *other.discards))
        assert Counter(cards) == Counter(
            [
                *state.deal.deck[state.top :],
                *rules.center_cards(state.deal),
                *chain.from_iterable((*state.hands, *state.discards)),
            ]
        )
        assert (other.hands[viewer], other.discards) == (state.hands[viewer], state.discards)
        assert rules.face_up(other) == rules.face_up(state)
        moved["pile"] += other.deal.deck[other.top :] != state.deal.deck[state.top :]
        moved["center"] += rules.center_cards(other.deal) != rules.center_cards(state.deal)
        for seat, hand in enumerate(state.hands):
            kind = "surrendered" if state.surrendered[seat] else "hands"
            moved[kind] += other.hands[seat] != hand
    assert min(moved[kind] for kind in ("pile", "center", "hands", "surrendered")) > 10
