"""Actions as JSON."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.density_deck.rules.cards import CODES
from games.density_deck.rules.state import (
    DRAW,
    FIGHT,
    PASS,
    SURRENDER,
    TAKE,
    read_action,
    write_action,
)
from games.engine.contract import Refused
from tests.engine.games import Game, every_game, play

WRITTEN = [
    ({"do": "draw", "from": "pile"}, DRAW),
    ({"do": "draw", "from": 0}, TAKE),
    ({"do": "draw", "from": 3}, TAKE + 3),
    ({"do": "discard", "card": "Co1"}, 0),
    ({"do": "discard", "card": "Bk6"}, 29),
    ({"do": "fight"}, FIGHT),
    ({"do": "surrender"}, SURRENDER),
    ({"do": "pass"}, PASS),
]


@pytest.mark.parametrize(("written", "action"), WRITTEN, ids=str)
def test_an_action_is_written_and_read_as_the_protocol_says(
    written: dict[str, object], action: int
) -> None:
    assert read_action(written) == action
    assert write_action(action) == written


def test_a_written_action_belongs_to_whoever_asked_for_it() -> None:
    write_action(DRAW)["from"] = 2
    assert write_action(DRAW) == {"do": "draw", "from": "pile"}


@pytest.mark.parametrize(
    "nonsense",
    [
        None,
        7,
        "draw",
        [],
        {},
        {"do": None},
        {"do": "cheat"},
        {"do": ["draw"]},
        {"do": "draw"},
        {"do": "draw", "from": "Pile"},
        {"do": "draw", "from": 4},
        {"do": "draw", "from": -1},
        {"do": "draw", "from": True},
        {"do": "draw", "from": 1.0},
        {"do": "draw", "from": None},
        {"do": "draw", "from": "pile", "card": "Ye4"},
        {"do": "discard"},
        {"do": "discard", "card": "ye4"},
        {"do": "discard", "card": "Re4"},
        {"do": "discard", "card": 4},
        {"do": "discard", "card": ["Ye4"]},
        {"do": "discard", "card": CODES[0], "seat": 1},
        {"do": "fight", "seat": 0},
        {"do": "pass", 3: 4},
    ],
    ids=repr,
)
def test_anything_else_is_malformed(nonsense: object) -> None:
    assert read_action(nonsense) == Refused("malformed")


# every number near an action, and any other
NUMBERS = st.one_of(st.integers(-8, 750), st.integers())


@every_game
@given(number=NUMBERS, seat=st.one_of(st.integers(-2, 5), st.integers()), chance=st.randoms())
def test_act_takes_what_is_legal_and_refuses_every_other_number_with_a_code(
    game: Game, number: int, seat: int, chance: Random
) -> None:
    rules = game.rules
    played = chance.choice(game.rulesets)
    # somewhere in a game, and for every kind of question in it
    seen: dict[int, object] = {}
    for state, _ in play(game, played, chance.randrange(3)):
        seen.setdefault(len(rules.legal(state, (*rules.asked(state), 0)[0])), state)
    for state in seen.values():
        legal = rules.legal(state, seat)
        for action in {number, *legal}:
            moved = rules.act(state, seat, action)
            if action in legal:
                assert not isinstance(moved, Refused)
                continue
            assert isinstance(moved, Refused)
            if seat in rules.asked(state) and not is_known(game, action):
                assert moved == Refused("malformed")


def is_known(game: Game, number: int) -> bool:
    """Whether this is the number of some action of the game."""
    try:
        game.rules.write_action(number)
    except KeyError:
        return False
    return True
