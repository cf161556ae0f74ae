"""Events as each viewer gets them (DD-13, DD-6.6)."""

from typing import Any

from games.density_deck.rules.observation import event_for
from games.density_deck.rules.state import Dealt
from tests.engine.positions import faces, lapse_to, move, play, stacked

Json = dict[str, Any]
EXAMPLE = ("Re5 Re3 Co2", "Ye4 Co1 Co3", "Bl10 Tu3 Co7")


def shown(events: tuple[Any, ...], viewer: int | None) -> list[Json]:
    """All events as one viewer gets them."""
    return [event_for(event, viewer) for event in events]


def test_a_deal_tells_each_seat_its_own_hand() -> None:
    dealt = Dealt(4, (3, 0, 2), (faces("Ye4 Ye3 Co8"), (), faces("Co1 Co2 Co3"), faces("Wh6")))
    shown_0 = event_for(dealt, 0)
    assert shown_0 == {
        "e": "dealt",
        "match": 4,
        "dealer": 2,
        "living": [0, 2, 3],
        "hand": ["Ye4", "Ye3", "Co8"],
    }
    assert event_for(dealt, 2) == {**shown_0, "hand": ["Co1", "Co2", "Co3"]}
    assert event_for(dealt, None) == event_for(dealt, 1) == {**shown_0, "hand": None}


def test_a_card_from_the_pile_is_told_to_its_drawer_alone() -> None:
    _, events = move(stacked("", "", pile="Aq5"), "draw")
    assert shown(events, 0) == [{"e": "drew", "seat": 0, "from": "pile", "card": "Aq5"}]
    assert shown(events, 1) == [{"e": "drew", "seat": 0, "from": "pile", "card": None}]
    assert shown(events, None) == shown(events, 1)


def test_a_card_from_a_discard_pile_is_told_to_all() -> None:
    _, events = move(play(stacked("", "", pile="Aq5"), "draw", "Aq5"), "take 0")
    for viewer in (None, 0, 1):
        assert shown(events, viewer) == [{"e": "drew", "seat": 1, "from": 0, "card": "Aq5"}]


def test_the_open_events_are_told_as_the_protocol_says() -> None:
    state = play(stacked("", "", "", center="Bl3", pile="Co9 Co9 Aq5"), "draw", "Co9")
    _, surrendered = move(state, "surrender")
    assert shown(surrendered, None) == [
        {"e": "surrendered", "seat": 1, "round": 1, "loss": 1, "lives": 9}
    ]
    _, ended = move(play(state, "surrender", "draw"), "Co9")
    assert shown(ended, None) == [
        {"e": "discarded", "seat": 2, "card": "Co9"},
        {"e": "round", "round": 2, "stake": 2},
        {"e": "flipped", "card": "Bl3", "slot": 0},
    ]
    _, passed = move(stacked("", "", allow_pass=True), "pass")
    assert shown(passed, None) == [{"e": "passed", "seat": 0}]


def test_a_fight_is_told_with_every_score_by_its_steps() -> None:
    state = lapse_to(stacked(*EXAMPLE, center="Co5", pile="Co6 Re10 Ye3"), to_round=2)
    _, events = move(state, "fight")
    fight, over, dealt = shown(events, None)
    assert fight == {"e": "fight", "seat": 0, "stake": 2}
    assert dealt["e"] == "dealt"
    assert {key: value for key, value in over.items() if key != "seats"} == {
        "e": "match_over",
        "match": 1,
        "ended_by": "fight",
        "round": 2,
        "caller": 0,
        "stake": 2,
        "winners": [0],
        "amplification": ["Co5"],
    }
    first, second, third = over["seats"]
    assert first["score"]["score"] == 150 - 3 + 2 + 5
    assert {key: value for key, value in second.items() if key != "score"} == {
        "seat": 1,
        "hand": ["Ye4", "Co1", "Co3"],
        "own_discard": "Re10",
        "damage": 2,
        "lives_before": 10,
        "lives": 8,
        "surrendered_in": None,
        "out": False,
    }
    assert [chip["from"] for chip in third["score"]["common"]["cards"]] == ["hand", "center", 0]


def test_dd_6_6_hands_that_surrendered_stay_hidden_from_everybody() -> None:
    state = play(lapse_to(stacked(*EXAMPLE), to_round=2), "surrender")
    _, events = move(state, "fight")
    for viewer in (None, 0, 1, 2):
        seat = shown(events, viewer)[1]["seats"][0]
        assert (seat["hand"], seat["score"]) == (None, None)
        assert (seat["surrendered_in"], seat["damage"]) == (2, 1)


def test_seats_eliminated_earlier_are_not_in_the_result() -> None:
    _, events = move(stacked("", "", "", lives=(1, 0, 4)), "surrender")
    over, end = shown(events, None)[1:]
    assert [seat["seat"] for seat in over["seats"]] == [0, 2]
    assert [seat["out"] for seat in over["seats"]] == [True, False]
    assert end["e"] == "game_over"
