"""The lesson of every game has legal moves and the table's frames."""

import json
import re
from types import ModuleType

import pytest

from games.density_deck.lessons import first_game
from games.engine.contract import Json
from games.lessons import ANY, YOU
from games.registry import GAMES
from games.rps_extreme.lessons import first_game as first_throws
from games.rps_extreme.text import CARDS, card_effect

every = pytest.mark.parametrize("lesson", [first_game, first_throws], ids=lambda m: m.SLUG)
KINDS = {
    "density-deck": {"draw", "discard", "fight", "surrender"},
    "rps-extreme": {"throw", "first", "pick", "score", "drink"},
}


def key_of(action: Json) -> str:
    """Return the key of an action in the reasons of a step."""
    return " ".join(str(part) for part in action.values())


def numbers_in(value: object) -> set[int]:
    """Return every number in a JSON value, including those in card codes."""
    return {int(found) for found in re.findall(r"\d+", json.dumps(value))}


@every
def test_what_a_step_wants_is_legal_and_every_other_legal_move_has_an_answer(
    lesson: ModuleType,
) -> None:
    asking = [place for place, step in enumerate(lesson.STEPS) if step.wants == "move"]
    # the lesson includes every kind of move
    assert {lesson.LINE.wanted_action(place)["do"] for place in asking} == KINDS[lesson.SLUG]
    for place in asking:
        view = lesson.LINE.moments()[lesson.STEPS[place].after].view
        wanted, legal = lesson.LINE.wanted_action(place), view["legal"]
        assert wanted in legal
        why = lesson.LINE.texts(place).why
        assert why[ANY]
        assert set(why) - {ANY} <= {key_of(action) for action in legal if action != wanted}


@every
def test_frames_follow_each_other_and_show_what_the_rules_let_the_reader_see(
    lesson: ModuleType,
) -> None:
    rules = GAMES[lesson.SLUG].rules
    version = -1
    for place in range(len(lesson.STEPS)):
        for frame in lesson.LINE.frames(place, "Guest"):
            if frame["type"] == "events":
                assert frame["version"] == version + 1
            version = frame["version"]
            state = lesson.LINE.moments()[version].state
            assert frame["view"] == rules.state_for(state, YOU)
            assert (frame["question"] is not None) == bool(frame["view"]["legal"])
    assert version == len(lesson.MOVES)


@every
def test_the_lesson_is_plain_json_with_the_name_of_its_reader(lesson: ModuleType) -> None:
    steps = json.loads(json.dumps(lesson.LINE.lesson("Mira")))["steps"]
    assert steps[0]["frames"][0]["seats"][0]["name"] == "Mira"
    assert [step["name"] for step in steps] == [step.name for step in lesson.STEPS]
    assert all(step["text"] for step in steps[:-1])


@every
def test_every_number_and_card_in_the_words_of_a_step_stands_in_the_game(
    lesson: ModuleType,
) -> None:
    for place, step in enumerate(lesson.STEPS):
        near = lesson.LINE.moments()[max(0, step.after - 1) : step.after + 2]
        shown = [[moment.view, moment.events] for moment in near]
        known = numbers_in([shown, lesson.MOVES, card_effect("golden-totem")])
        for view in (moment.view for moment in near):
            known |= {len(view.get("center", ()))}
            if view.get("score"):
                known |= {sum(group["total"] for group in view["score"]["others"])}
                known |= {abs(view["score"]["score"] + hint) for hint in view["take"].values()}
        said = lesson.LINE.texts(place)
        words = " ".join([said.title, *said.text, *said.why.values()])
        assert {int(found) for found in re.findall(r"\d+", words)} <= known, words
        for code, called in CARDS.items():
            assert str(called) not in words or code in json.dumps(shown)
