"""Views, events and actions of a game match its declared messages."""

import json
import random
from functools import cache
from typing import Any, get_type_hints

import pytest

from games.engine.contract import Rules, Seed, State, unwrap_accepted
from games.registry import GAMES
from tests.declared import find_misfits

DECLARING = [
    game.rules
    for game in GAMES.values()
    if hasattr(get_type_hints(game.rules.state_for)["return"], "__required_keys__")
]


@cache
def declared_type(function: Any) -> Any:
    """Return the return type of a function of a game's rules."""
    return get_type_hints(function)["return"]


def to_json(value: Any) -> Any:
    """Return a value as it arrives in a browser."""
    return json.loads(json.dumps(value))


def check_declared(rules: Rules, state: State, events: tuple[Any, ...]) -> None:
    """Compare a state and its events with the declarations, for every viewer."""
    seats = range(len(to_json(rules.state_for(state, None))["seats"]))
    for viewer in (None, *seats):
        view = to_json(rules.state_for(state, viewer))
        assert find_misfits(view, declared_type(rules.state_for)) == []
        for event in events:
            assert (
                find_misfits(
                    to_json(rules.event_for(event, viewer)), declared_type(rules.event_for)
                )
                == []
            )
    assert find_misfits(to_json(rules.full_state(state)), declared_type(rules.full_state)) == []
    for event in events:
        assert find_misfits(to_json(rules.full_event(event)), declared_type(rules.full_event)) == []


@pytest.mark.parametrize("rules", DECLARING, ids=lambda rules: rules.slug)
def test_a_whole_game_is_written_as_is_declared(rules: Rules) -> None:
    dice = random.Random(7)
    state, events = rules.start(rules.ruleset(rules.editions[0]), Seed(b"s" * 32, b"c" * 64))
    check_declared(rules, state, events)
    while asked := rules.asked(state):
        action = dice.choice(rules.legal(state, asked[0]))
        written = to_json(rules.write_action(action))
        assert find_misfits(written, declared_type(rules.write_action)) == []
        state, events = unwrap_accepted(rules.act(state, asked[0], action))
        check_declared(rules, state, events)


def test_the_games_of_the_site_declare_theirs() -> None:
    assert {"density-deck", "rps-extreme"} <= {rules.slug for rules in DECLARING}
