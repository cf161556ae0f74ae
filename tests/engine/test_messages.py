"""Views, events and actions of a game are what its messages declare."""

import json
import random
from functools import cache
from typing import Any, get_type_hints

import pytest

from games.engine.contract import Rules, Seed, State, unwrap_accepted
from games.registry import GAMES
from tests.declared import misfits

DECLARING = [
    game.rules
    for game in GAMES.values()
    if hasattr(get_type_hints(game.rules.state_for)["return"], "__required_keys__")
]


@cache
def declared(function: Any) -> Any:
    """The type that a function of a game's rules returns."""
    return get_type_hints(function)["return"]


def plain(value: Any) -> Any:
    """A value as it arrives."""
    return json.loads(json.dumps(value))


def hold(rules: Rules, state: State, events: tuple[Any, ...]) -> None:
    """Compare a state and the events that led to it with what is declared, for every viewer."""
    seats = range(len(plain(rules.state_for(state, None))["seats"]))
    for viewer in (None, *seats):
        view = plain(rules.state_for(state, viewer))
        assert misfits(view, declared(rules.state_for)) == []
        for event in events:
            assert misfits(plain(rules.event_for(event, viewer)), declared(rules.event_for)) == []
    assert misfits(plain(rules.full_state(state)), declared(rules.full_state)) == []
    for event in events:
        assert misfits(plain(rules.full_event(event)), declared(rules.full_event)) == []


@pytest.mark.parametrize("rules", DECLARING, ids=lambda rules: rules.slug)
def test_a_whole_game_is_written_as_is_declared(rules: Rules) -> None:
    dice = random.Random(7)
    state, events = rules.start(rules.ruleset(rules.editions[0]), Seed(b"s" * 32, b"c" * 64))
    hold(rules, state, events)
    while asked := rules.asked(state):
        action = dice.choice(rules.legal(state, asked[0]))
        written = plain(rules.write_action(action))
        assert misfits(written, declared(rules.write_action)) == []
        state, events = unwrap_accepted(rules.act(state, asked[0], action))
        hold(rules, state, events)


def test_the_games_of_the_site_declare_theirs() -> None:
    assert {"density-deck", "rps-extreme"} <= {rules.slug for rules in DECLARING}
