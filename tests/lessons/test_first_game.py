"""The first game: every step is legal by the rules, and every number in its words is theirs."""

import json
import re
from typing import Any

import pytest

from games.density_deck.lessons import first_game as lesson
from games.density_deck.lessons.first_game_words import said_at
from games.engine.contract import Refused
from games.lessons import YOU
from games.registry import GAMES
from tests.lessons.steps import key_of

Json = dict[str, Any]
STEPS = {step.name: place for place, step in enumerate(lesson.STEPS)}
ASKING = [name for name, place in STEPS.items() if lesson.STEPS[place].wants == "move"]


def view_at(name: str) -> Json:
    return lesson.moments()[lesson.STEPS[STEPS[name]].after].view


def numbers_in(value: object) -> set[int]:
    """Every number that stands in a JSON value, also in the codes of cards."""
    return {abs(int(found)) for found in re.findall(r"\d+", json.dumps(value))}


def test_the_rules_accept_every_move_of_the_line() -> None:
    rules = GAMES[lesson.SLUG].rules
    state, _ = rules.start(rules.ruleset("current"), lesson.SEED)
    for written in lesson.MOVES:
        seat, verb = lesson.read_move(written)
        action = rules.read_action(verb)
        assert not isinstance(action, Refused), written
        assert rules.asked(state) == (seat,), written
        assert action in rules.legal(state, seat), written
        moved = rules.act(state, seat, action)
        assert not isinstance(moved, Refused), written
        state = moved[0]


def test_the_reader_learns_every_kind_of_move_by_doing_it() -> None:
    wanted = [lesson.LINE.wanted(STEPS[name]) or {} for name in ASKING]
    assert [key_of(action) for action in wanted] == [
        "draw pile",
        "discard Ye3",
        "draw 2",
        "discard Pu10",
        "fight",
        "surrender",
    ]


@pytest.mark.parametrize("name", STEPS)
def test_every_number_in_the_words_of_a_step_stands_in_the_game(name: str) -> None:
    step = lesson.STEPS[STEPS[name]]
    moments = lesson.moments()[: step.after + 2]
    known = numbers_in([moment.view for moment in moments[-2:]])
    known |= numbers_in([lesson.moments()[step.after].events, lesson.MOVES])
    for view in (moment.view for moment in moments[-2:] if moment.view["score"]):
        against = sum(group["total"] for group in view["score"]["others"])
        known |= {against} | {abs(view["score"]["score"] + hint) for hint in view["take"].values()}
    said = said_at(STEPS[name])
    words = " ".join([said.title, *said.text, *said.why.values()])
    assert {int(found) for found in re.findall(r"\d+", words)} <= known, words


def test_the_words_name_what_the_norm_counts() -> None:
    assert "5 × 5 = 25" in said_at(STEPS["hand"]).text[0]
    against = said_at(STEPS["against"]).text
    assert "5 × 5 × 5 = 125" in against[0]
    assert "10 × 5 = 50" in against[1]
    assert "125 − 20 + 9 = 114" in said_at(STEPS["common"]).text[1]
    assert "score is −15" in said_at(STEPS["weak"]).text[1]
    assert view_at("common")["score"]["score"] == 114
    assert view_at("weak")["score"]["score"] == -15


def test_the_fight_is_won_and_the_surrender_is_cheaper_than_the_fight() -> None:
    ends = [
        event
        for moment in lesson.moments()
        for event in moment.events
        if event["e"] == "match_over"
    ]
    first, second = ends
    assert first["winners"] == [YOU]
    assert [row["lives"] for row in first["seats"]] == [10, 7, 7, 7]
    assert second["winners"] == [2]
    assert [row["lives"] for row in second["seats"]] == [8, 3, 7, 3]
    assert second["seats"][YOU]["hand"] is None


def test_every_card_that_a_step_points_to_is_in_the_hand_then() -> None:
    for name, place in STEPS.items():
        kind, _, code = lesson.STEPS[place].point.partition(" ")
        if kind == "card":
            assert code in view_at(name)["seats"][YOU]["hand"]
        elif kind == "center":
            assert view_at(name)["amplification"][int(code)]
        elif kind == "discard":
            assert view_at(name)["seats"][int(code)]["discards"]


def test_a_card_that_is_not_the_best_by_its_hint_is_recommended_with_the_reason() -> None:
    hints = view_at("take")["take"]
    source = str((lesson.LINE.wanted(STEPS["take"]) or {})["from"])
    higher = max(hint for seat, hint in hints.items() if seat != source)
    assert higher > hints[source]
    text = said_at(STEPS["take"]).text
    assert f"+{hints[source]}" in text[1]
    assert f"+{higher}" in text[2]
    assert "does not see" in text[2]
