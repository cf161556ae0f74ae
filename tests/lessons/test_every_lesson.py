"""What holds of the lesson of every game: its moves are legal, its frames are the table's."""

import json
from types import ModuleType

import pytest

from games.density_deck.lessons import first_game, first_game_words
from games.lessons import ANY, YOU
from games.registry import GAMES
from games.rps_extreme.lessons import first_game as first_throws
from games.rps_extreme.lessons import first_game_words as first_throws_words
from tests.lessons.steps import key_of

LESSONS = [(first_game, first_game_words), (first_throws, first_throws_words)]
every = pytest.mark.parametrize(("lesson", "words"), LESSONS, ids=("density-deck", "rps-extreme"))


@every
def test_what_a_step_wants_is_legal_and_every_other_legal_move_has_an_answer(
    lesson: ModuleType, words: ModuleType
) -> None:
    asking = [place for place, step in enumerate(lesson.STEPS) if step.wants == "move"]
    assert asking
    for place in asking:
        view = lesson.LINE.moments()[lesson.STEPS[place].after].view
        wanted, legal = lesson.LINE.wanted(place), view["legal"]
        assert wanted in legal
        why = words.said_at(place).why
        assert why[ANY]
        assert set(why) - {ANY} <= {key_of(action) for action in legal if action != wanted}


@every
def test_frames_follow_each_other_and_show_what_the_rules_let_the_reader_see(
    lesson: ModuleType, words: ModuleType
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
def test_the_lesson_is_plain_json_with_the_name_of_its_reader(
    lesson: ModuleType, words: ModuleType
) -> None:
    steps = json.loads(json.dumps(words.lesson("Mira")))["steps"]
    assert steps[0]["frames"][0]["seats"][0]["name"] == "Mira"
    assert [step["name"] for step in steps] == [step.name for step in lesson.STEPS]
    assert all(step["text"] for step in steps[:-1])
