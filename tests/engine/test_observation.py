"""Views and events of Density Deck for each viewer, field by field (DD-13, DD-6.6)."""

from functools import reduce
from typing import Any

import pytest

from games.density_deck.game_type import RULES as DENSITY_DECK
from games.density_deck.rules import game as rules
from games.density_deck.rules.observation import event_for, full_event, full_state, state_for
from games.density_deck.rules.state import Dealt, Event, MatchOver, Ruleset, State
from tests.engine.games import choose_calmly, random_game
from tests.engine.positions import format_cards, make_move, make_moves, make_state

Json = dict[str, Any]
EXAMPLE = ("Re5 Re3 Co2", "Ye4 Co1 Co3", "Bl10 Tu3 Co7", "Bl5 Wh6 Wh6")
CENTER = ["Co5", "Bl3", "Ye5"]
START = make_state(*EXAMPLE, center=" ".join(CENTER), pile="Co6 Re10 Ye3 Si4 Aq5")
AROUND = make_state("", "", "", "", pile="Co7 Co8 Co9 Co10")
TOPS = make_state("Re5 Re3 Co2", "", "", pile="Co9 Re10 Co1", center="Co5 Co5 Co6")
ONE_OUT = make_state("", "", "", lives=(5, 0, 5))
LAST = make_state("", "", round_cap=4)
OVER = make_state("", "", lives=(1, 4))
TO_DRAW = [{"do": "draw", "from": "pile"}, {"do": "draw", "from": 0}, {"do": "surrender"}]

# name, state, moves, viewer, and fields of its view such as "seats.0.hand"
VIEWS: list[tuple[str, State, str, int | None, Json]] = [
    ("watcher", START, "draw", None, {"seats.0.hand": None, "drawn": None, "legal": []}),
    ("hints of a watcher", START, "draw", None, {"score": None, "take": {}, "after": {}}),
    ("own drawn card", START, "draw", 0, {"drawn": "Co6", "seats.0.hand.3": "Co6"}),
    ("another's drawn card", START, "draw", 1, {"drawn": None, "seats.0.hand": None}),
    ("discards, oldest first", START, "round_2_1", None, {"seats.0.discards": ["Co6", "Aq5"]}),
    ("legal for the asked seat", START, "draw Co6", 1, {"legal": TO_DRAW}),
    ("legal for another seat", START, "draw Co6", 0, {"legal": []}),
    ("own score", START, "round_2", 1, {"score.base.suit": "yellow", "score.score": 23}),
    ("its cards", START, "round_2", 1, {"score.base.cards.0.from": "hand"}),
    ("its cards of piles", START, "round_2", 1, {"score.base.cards.1.from": 2}),
    *(
        (
            f"chip {place} clockwise",
            AROUND,
            "round_2",
            2,
            {f"score.common.cards.{place}.from": seat},
        )
        for place, seat in ((-3, 3), (-2, 0), (-1, 1))
    ),
    ("after each discard", START, "draw", 0, {"after.Re5.score": 11, "after.Re3.score": 13}),
    ("after Commons", START, "draw", 0, {"after.Co2.score": 21, "after.Co6.score": 17}),
    ("to discard nothing is taken", START, "draw", 0, {"take": {}}),
    # Red 10 counts on top already; in the hand it replaces Common 2
    ("what taking changes", TOPS, "round_2", 0, {"score.score": 158, "take": {"1": -2, "2": -1}}),
    ("surrendered", START, "surrender", 0, {"seats.0.status": "surrendered", "score": None}),
    ("its own hand", START, "surrender", 0, {"seats.0.hand": ["Re5", "Re3", "Co2"]}),
    ("its round", START, "surrender", 0, {"seats.0.surrendered_in": 1}),
    ("out", ONE_OUT, "", 1, {"seats.1.status": "out", "seats.2.status": "standing", "score": None}),
    ("the end", OVER, "surrender", 0, {"turn": None, "phase": "over", "places": [2, 1]}),
    ("seats at the end", OVER, "surrender", 0, {"seats.0.status": "out", "seats.1.place": 1}),
    ("not the last round", LAST, "round_3", 0, {"last_round": False}),
    ("the last round", LAST, "round_4", 0, {"last_round": True}),
    *(
        (f"center of round {number}", START, f"round_{number}", 0, {"amplification": shown})
        for number in range(1, 5)
        for shown in [[*CENTER[: number - 1], *[None] * (4 - number)]]
    ),
]


def part_of(value: Any, path: str) -> Any:
    """Return the value at a path of names and indexes."""
    steps = [int(step) if step.lstrip("-").isdigit() else step for step in path.split(".")]
    return reduce(lambda inner, step: inner[step], steps, value)


@pytest.mark.parametrize(
    ("state", "words", "viewer", "shown"), [view[1:] for view in VIEWS], ids=[v[0] for v in VIEWS]
)
def test_a_view_shows(state: State, words: str, viewer: int | None, shown: Json) -> None:
    view = state_for(make_moves(state, words)[0], viewer)
    assert {path: part_of(view, path) for path in shown} == shown


def test_the_public_facts_are_the_same_for_everybody() -> None:
    state, _ = make_moves(START, "round_4 draw")
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
        "amplification": CENTER,
        "places": None,
    }


# ------------------------------------------------------------------------------- events
DREW = {"e": "drew", "seat": 0, "from": "pile"}
GONE = {"e": "surrendered", "seat": 1, "round": 1, "loss": 1, "lives": 9}
DEALT = make_state("Ye4 Ye3 Co8", "", "Co1 Co2 Co3", "Wh6", lives=(5, 0, 5, 5), dealer=2)
# state, moves, viewers, and the events of the last move as they see them
EVENTS: list[tuple[State, str, tuple[int | None, ...], list[Json]]] = [
    (START, "draw", (0,), [{**DREW, "card": "Co6"}]),
    (START, "draw", (1, None), [{**DREW, "card": None}]),
    (
        START,
        "draw Co6 take_0",
        (None, 0, 1),
        [{"e": "drew", "seat": 1, "from": 0, "card": "Co6"}],
    ),
    (START, "draw Co6 surrender", (None,), [GONE]),
    (
        START,
        "draw Co6 surrender surrender draw Re10",
        (None,),
        [
            {"e": "discarded", "seat": 3, "card": "Re10"},
            {"e": "round", "round": 2, "stake": 2},
            {"e": "flipped", "card": "Co5", "slot": 0},
        ],
    ),
    (make_state("", "", allow_pass=True), "pass", (None,), [{"e": "passed", "seat": 0}]),
]


def events_of(events: tuple[Event, ...], viewer: int | None) -> list[Any]:
    """Return all events as one viewer sees them."""
    return [event_for(event, viewer) for event in events]


@pytest.mark.parametrize(("state", "words", "viewers", "sent"), EVENTS, ids=str)
def test_an_event_is_told(
    state: State, words: str, viewers: tuple[int | None, ...], sent: list[Json]
) -> None:
    *before, last = words.split()
    _, events = make_move(make_moves(state, " ".join(before))[0], last)
    for viewer in viewers:
        assert events_of(events, viewer) == sent


def test_a_deal_tells_each_seat_its_own_hand() -> None:
    _, (dealt,) = rules.begin_match(DEALT.deal._replace(match=4))
    public = {"e": "dealt", "match": 4, "dealer": 2, "living": [0, 2, 3]}
    assert event_for(dealt, 0) == {**public, "hand": ["Ye4", "Ye3", "Co8"]}
    assert event_for(dealt, 2) == {**public, "hand": ["Co1", "Co2", "Co3"]}
    assert event_for(dealt, None) == event_for(dealt, 1) == {**public, "hand": None}


def test_a_fight_is_told_with_every_score_by_its_steps() -> None:
    state, _ = make_moves(make_state(*EXAMPLE[:3], center="Co5", pile="Co6 Re10 Ye3"), "round_2")
    fight, over, dealt = events_of(make_move(state, "fight")[1], None)
    assert fight == {"e": "fight", "seat": 0, "stake": 2}
    assert dealt["e"] == "dealt"
    seats = over.pop("seats")
    assert over == {
        "e": "match_over",
        "match": 1,
        "ended_by": "fight",
        "round": 2,
        "caller": 0,
        "stake": 2,
        "winners": [0],
        "amplification": ["Co5"],
    }
    assert seats[0]["score"]["score"] == 150 - 3 + 2 + 5
    del seats[1]["score"]
    assert seats[1] == {
        "seat": 1,
        "hand": ["Ye4", "Co1", "Co3"],
        "own_discard": "Re10",
        "damage": 2,
        "lives_before": 10,
        "lives": 8,
        "surrendered_in": None,
        "out": False,
    }
    assert [chip["from"] for chip in seats[2]["score"]["common"]["cards"]] == ["hand", "center", 0]


def test_dd_6_6_hands_that_surrendered_stay_hidden_from_everybody() -> None:
    _, events = make_move(make_moves(START, "round_2 surrender")[0], "fight")
    for viewer in (None, 0, 1, 2):
        seat = events_of(events, viewer)[1]["seats"][0]
        assert (seat["hand"], seat["score"]) == (None, None)
        assert (seat["surrendered_in"], seat["damage"]) == (2, 1)


def test_a_result_has_who_was_dealt_in_and_says_who_is_out() -> None:
    _, events = make_move(make_state("", "", "", lives=(1, 0, 4)), "surrender")
    over, end = events_of(events, None)[1:]
    assert [(seat["seat"], seat["out"]) for seat in over["seats"]] == [(0, True), (2, False)]
    assert end["e"] == "game_over"


# ------------------------------------------------------------------- a game that is over
def test_a_game_that_is_over_shows_what_its_seats_saw_and_what_was_coming() -> None:
    for state, _ in random_game(DENSITY_DECK, Ruleset(lives=4), 3, choose_calmly):
        whole = full_state(state)
        assert (
            whole["coming"]
            == format_cards(rules.center_cards(state.deal)).split()[len(rules.face_up(state)) :]
        )
        for seat in range(4):
            own = state_for(state, seat)
            assert whole["seats"][seat]["hand"] == own["seats"][seat]["hand"]
            assert whole["seats"][seat]["score"] == own["score"]
            if rules.asked(state) == (seat,):
                for field in ("drawn", "legal", "take", "after"):
                    assert whole[field] == own[field]


def test_events_of_a_game_that_is_over_name_every_card() -> None:
    drawn, (drew,) = make_move(START, "draw")
    assert full_event(drew) == {**DREW, "card": "Co6"}
    over, events = make_moves(drawn, "surrender surrender surrender")
    last: Any = next(full_event(event) for event in events if isinstance(event, MatchOver))
    assert [row["held"] for row in last["seats"]] == [
        format_cards(hand).split() for hand in drawn.hands
    ]
    dealt: Any = next(full_event(event) for event in events if isinstance(event, Dealt))
    hands = {str(seat): format_cards(hand).split() for seat, hand in enumerate(over.hands)}
    assert dealt["hands"] == hands
