"""Actions as JSON."""

import pytest

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
