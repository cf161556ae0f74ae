"""The first throws: every step is legal by the rules, and its numbers and cards are theirs."""

import json
import re

import pytest

from games.engine.contract import Json, Refused
from games.lessons import YOU
from games.registry import GAMES
from games.rps_extreme.lessons import first_game as lesson
from games.rps_extreme.lessons.first_game_words import said_at
from games.rps_extreme.text import CARDS, effect
from tests.lessons.steps import key_of

STEPS = {step.name: place for place, step in enumerate(lesson.STEPS)}
ASKING = [name for name, place in STEPS.items() if lesson.STEPS[place].wants == "move"]


def view_at(name: str) -> Json:
    return lesson.LINE.moments()[lesson.STEPS[STEPS[name]].after].view


def test_the_rules_accept_every_move_of_the_line() -> None:
    rules = GAMES[lesson.SLUG].rules
    state, _ = rules.start(rules.ruleset("current"), lesson.SEED)
    for written in lesson.MOVES:
        seat, verb = lesson.read_move(written)
        action = rules.read_action(verb)
        assert not isinstance(action, Refused), written
        assert action in rules.legal(state, seat), written
        moved = rules.act(state, seat, action)
        assert not isinstance(moved, Refused), written
        state = moved[0]
    assert state == lesson.LINE.moments()[-1].state


def test_the_reader_throws_three_times_and_learns_every_other_choice_by_doing_it() -> None:
    wanted = [key_of(lesson.LINE.wanted(STEPS[name]) or {}) for name in ASKING]
    assert wanted.count("throw rock") == 3
    assert {each.split()[0] for each in wanted} == {"throw", "first", "pick", "score", "drink"}


def test_an_item_and_a_potion_give_what_the_words_say() -> None:
    events = [event for moment in lesson.LINE.moments() for event in moment.events]
    awards = [event for event in events if event["e"] == "awarded"]
    assert [(each["seat"], each["points"]) for each in awards] == [(YOU, 2), (YOU, 2)]
    assert {each["cause"]["card"] for each in awards} == {"golden-totem"}
    claims = [event["claims"] for event in events if event["e"] == "outcome" and event["claims"]]
    assert [[claim["card"] for claim in each] for each in claims] == [["sparkly-potion"]]
    assert said_at(STEPS["ahead"]).title == "4 to 0"


@pytest.mark.parametrize("name", STEPS)
def test_every_number_and_card_in_the_words_of_a_step_stands_in_the_game(name: str) -> None:
    after = lesson.STEPS[STEPS[name]].after
    near = lesson.LINE.moments()[max(0, after - 1) : after + 2]
    shown = json.dumps([[moment.view, moment.events] for moment in near])
    said = said_at(STEPS[name])
    words = " ".join([said.title, *said.text, *said.why.values()])
    assert {int(found) for found in re.findall(r"\d+", words)} <= {
        *(int(found) for found in re.findall(r"\d+", shown)),
        len(view_at(name)["center"]),
        *(int(found) for found in re.findall(r"\d+", effect("golden-totem"))),
    }
    for code, called in CARDS.items():
        assert str(called) not in words or code in shown
