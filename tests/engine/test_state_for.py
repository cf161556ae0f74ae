"""What a viewer is shown (DD-13): the view, field by field."""

from typing import Any

from games.density_deck.rules.observation import state_for
from games.density_deck.rules.state import State
from tests.engine.positions import lapse_to, play, stacked

Json = dict[str, Any]


def start() -> State:
    """The hands and the amplification of the rulebook's example."""
    return stacked(
        "Re5 Re3 Co2",
        "Ye4 Co1 Co3",
        "Bl10 Tu3 Co7",
        "Bl5 Wh6 Wh6",
        center="Co5 Bl3 Ye5",
        pile="Co6 Re10 Ye3 Si4 Aq5",
    )


def round_4() -> State:
    """Everybody has laid down the first cards of the pile three times over."""
    return lapse_to(start(), to_round=4)


def test_the_public_facts_are_the_same_for_everybody() -> None:
    state = play(round_4(), "draw")
    private = {"hand", "drawn", "legal", "score", "take", "after", "seats"}
    views = [state_for(state, viewer) for viewer in (None, 0, 1, 2, 3)]
    public = [{k: v for k, v in view.items() if k not in private} for view in views]
    assert all(public_view == public[0] for public_view in public)
    assert public[0] == {
        "match": 1,
        "round": 4,
        "dealer": 3,
        "turn": 0,
        "phase": "discard",
        "stake": 4,
        "price": 3,
        "last_round": False,
        "pile": 50 - 15 - 13,
        "amplification": ["Co5", "Bl3", "Ye5"],
        "places": None,
    }


def test_a_watcher_sees_no_hand_no_legal_action_and_no_score() -> None:
    view = state_for(play(start(), "draw"), None)
    assert [seat["hand"] for seat in view["seats"]] == [None] * 4
    assert (view["drawn"], view["legal"], view["score"]) == (None, [], None)
    assert (view["take"], view["after"]) == ({}, {})


def test_dd_13_2_only_the_drawer_sees_the_drawn_card() -> None:
    state = play(start(), "draw")
    assert state_for(state, 0)["drawn"] == "Co6"
    assert state_for(state, 0)["seats"][0]["hand"] == ["Re5", "Re3", "Co2", "Co6"]
    assert state_for(state, 1)["drawn"] is None


def test_dd_13_2_face_down_amplification_is_shown_to_nobody() -> None:
    for number, shown in [(1, 0), (2, 1), (3, 2), (4, 3)]:
        view = state_for(lapse_to(start(), to_round=number), 0)
        assert view["amplification"] == [*["Co5", "Bl3", "Ye5"][:shown], *[None] * (3 - shown)]


def test_dd_13_1_all_discards_are_public_oldest_first() -> None:
    state = lapse_to(start(), to_round=2, turn=1)
    assert state_for(state, None)["seats"][0]["discards"] == ["Co6", "Aq5"]


def test_legal_actions_are_shown_to_the_asked_seat_only() -> None:
    state = play(start(), "draw", "Co6")
    assert state_for(state, 1)["legal"] == [
        {"do": "draw", "from": "pile"},
        {"do": "draw", "from": 0},
        {"do": "surrender"},
    ]
    assert state_for(state, 0)["legal"] == []


def test_dd_13_3_a_standing_viewer_sees_the_own_score_by_steps() -> None:
    state = lapse_to(start(), to_round=2)
    score = state_for(state, 1)["score"]
    assert score["base"]["suit"] == "yellow"
    assert [chip["from"] for chip in score["base"]["cards"]] == ["hand", 2]
    assert score["score"] == 12 - 4 + (1 + 3) + (5 + 6)


def test_chips_of_other_piles_stand_clockwise_from_the_viewer() -> None:
    state = lapse_to(stacked("", "", "", "", pile="Co7 Co8 Co9 Co10"), to_round=2)
    chips = state_for(state, 2)["score"]["common"]["cards"]
    assert [chip["from"] for chip in chips][-3:] == [3, 0, 1]


def test_to_discard_the_viewer_sees_the_score_after_each_discard() -> None:
    view = state_for(play(start(), "draw"), 0)
    assert {code: score["score"] for code, score in view["after"].items()} == {
        "Re5": 3 + 8,
        "Re3": 5 + 8,
        "Co2": 15 + 6,
        "Co6": 15 + 2,
    }
    assert view["take"] == {}


def test_to_draw_the_viewer_sees_what_taking_each_top_would_change() -> None:
    state = stacked("Re5 Re3 Co2", "", "", pile="Co9 Re10 Co1", center="Co5 Co5 Co6")
    state = lapse_to(state, to_round=2)
    view = state_for(state, 0)
    # Red 10 counts already while it is on top; in the hand it replaces Common 2.
    assert view["score"]["score"] == 150 + 2 + 5 + 1
    assert view["take"] == {"1": -2, "2": -1}
    assert view["after"] == {}


def test_a_seat_that_surrendered_sees_its_hand_and_no_score() -> None:
    view = state_for(play(start(), "surrender"), 0)
    assert view["seats"][0]["hand"] == ["Re5", "Re3", "Co2"]
    assert view["score"] is None
    assert view["seats"][0]["status"] == "surrendered"
    assert view["seats"][0]["surrendered_in"] == 1


def test_eliminated_seats_are_out() -> None:
    view = state_for(stacked("", "", "", lives=(5, 0, 5)), 1)
    assert [seat["status"] for seat in view["seats"]] == ["standing", "out", "standing"]
    assert (view["seats"][1]["hand"], view["score"], view["legal"]) == ([], None, [])


def test_the_end_shows_the_places_and_who_is_out() -> None:
    view = state_for(play(stacked("", "", lives=(1, 4)), "surrender"), 0)
    assert (view["turn"], view["phase"], view["places"]) == (None, "over", [2, 1])
    assert [seat["place"] for seat in view["seats"]] == [2, 1]
    assert [seat["status"] for seat in view["seats"]] == ["out", "standing"]
    assert view["legal"] == []


def test_the_last_round_is_marked() -> None:
    state = stacked("", "", round_cap=4)
    assert not state_for(lapse_to(state, to_round=3), 0)["last_round"]
    assert state_for(lapse_to(state, to_round=4), 0)["last_round"]
