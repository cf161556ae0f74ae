"""The full state and events of a game that is over: nothing is hidden, nothing else changed."""

from games.density_deck.game_type import RULES as DENSITY_DECK
from games.density_deck.rules import game as rules
from games.density_deck.rules.observation import event_for, full_event, full_state, state_for
from games.density_deck.rules.state import Dealt, MatchOver, Ruleset
from tests.engine.games import calm, random_game
from tests.engine.positions import codes, move, only, play, stacked


def test_the_cards_still_face_down_are_named_in_order() -> None:
    state = stacked("", "", center="Co5 Bl3 Ye5")
    assert full_state(state)["coming"] == ["Co5", "Bl3", "Ye5"]
    later = play(state, "draw", codes(state.hands[0][:1]), "draw", codes(state.hands[1][:1]))
    assert full_state(later)["coming"] == ["Bl3", "Ye5"]


def test_what_seats_see_is_in_it_unchanged() -> None:
    for state, _ in random_game(DENSITY_DECK, Ruleset(lives=4), 3, calm):
        whole = full_state(state)
        for seat in range(4):
            own = state_for(state, seat)
            shown = whole["seats"][seat]
            assert shown["hand"] == own["seats"][seat]["hand"]
            assert shown["score"] == own["score"]
            if rules.asked(state) == (seat,):
                for field in ("drawn", "legal", "take", "after"):
                    assert whole[field] == own[field]


def test_events_name_every_card() -> None:
    state = stacked("Re5 Re3 Co2", "Ye4 Co1 Co3", pile="Co6")
    drawn, events = move(state, "draw")
    assert full_event(events[0]) == {**event_for(events[0], 1), "card": "Co6"}
    _, ended = move(drawn, "surrender")
    ending = full_event(only(ended, MatchOver))
    assert [row["held"] for row in ending["seats"]] == [
        codes(drawn.hands[seat]).split() for seat in range(2)
    ]
    dealt = full_event(only(ended, Dealt))
    assert set(dealt["hands"]) == {"0", "1"}
    assert all(len(hand) == 3 for hand in dealt["hands"].values())
