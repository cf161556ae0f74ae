"""Actions and rulesets of both games as JSON, and malformed ones."""

from typing import Any

import pytest

from games.density_deck.rules import state as dd
from games.engine.contract import Refused
from games.registry import GAMES
from games.rps_extreme.rules import state as rx

DD, RX = "density-deck", "rps-extreme"
WRITTEN = [
    ({"do": "draw", "from": "pile"}, dd.DRAW),
    ({"do": "draw", "from": 3}, dd.TAKE + 3),
    ({"do": "discard", "card": "Bk6"}, 29),
    ({"do": "fight"}, dd.FIGHT),
    ({"do": "surrender"}, dd.SURRENDER),
    ({"do": "pass"}, dd.PASS),
]


@pytest.mark.parametrize(("written", "action"), WRITTEN, ids=str)
def test_an_action_is_written_as_the_protocol_says_each_time(
    written: dict[str, object], action: int
) -> None:
    rules = GAMES[DD].rules
    once: Any = rules.write_action(action)
    once["do"] = "changed by a caller"
    assert rules.write_action(action) == written


NOTHING: tuple[object, ...] = (None, 7, 0.5, "draw", [], [{}], {})
VERBS: tuple[object, ...] = (None, "cheat", ["draw"], {"do": {}})
NONSENSE: list[tuple[str, object]] = [
    *((slug, written) for slug in GAMES for written in NOTHING),
    *((slug, {"do": verb}) for slug in GAMES for verb in VERBS),
    (DD, {"do": "draw"}),
    (DD, {"do": "draw", "from": "Pile"}),
    (DD, {"do": "draw", "from": 4}),
    (DD, {"do": "draw", "from": -1}),
    (DD, {"do": "draw", "from": True}),
    (DD, {"do": "draw", "from": 1.0}),
    (DD, {"do": "draw", "from": "pile", "card": "Ye4"}),
    (DD, {"do": "discard"}),
    (DD, {"do": "discard", "card": "ye4"}),
    (DD, {"do": "discard", "card": 4}),
    (DD, {"do": "discard", "card": ["Ye4"]}),
    (DD, {"do": "discard", "card": "Co1", "seat": 1}),
    (DD, {"do": "fight", "seat": 0}),
    (DD, {"do": "pass", 3: 4}),
    (RX, {"do": "throw"}),
    (RX, {"do": "throw", "sign": "well"}),
    (RX, {"do": "throw", "sign": 0}),
    (RX, {"do": "drink", "card": "rainbow-potion"}),
    (RX, {"do": "drink", "card": "black-potion", "as": "ruby-totem"}),
    (RX, {"do": "drink", "card": "rainbow-potion", "as": "black-potion"}),
    (RX, {"do": "drink", "card": "ruby-totem"}),
    (RX, {"do": "pick", "card": ["ruby-totem"]}),
    (RX, {"do": "pass", "card": "ruby-totem"}),
    (RX, {"do": "score", 3: "x"}),
]


@pytest.mark.parametrize(("slug", "nonsense"), NONSENSE, ids=repr)
def test_anything_else_is_malformed(slug: str, nonsense: object) -> None:
    assert GAMES[slug].rules.read_action(nonsense) == Refused("malformed")


def test_editions_are_those_of_the_rulebook() -> None:
    rules = GAMES[DD].rules
    assert rules.ruleset_to_json(rules.ruleset("current")) == {
        "edition": "current",
        "lone": "ignored",
        "allow_pass": False,
        "round_cap": 10,
        "lives": 10,
        "seats": 4,
        "version": 1,
    }
    assert rules.ruleset("classic", seats=2) == dd.Ruleset(edition="classic", seats=2)
    assert rules.ruleset("to the letter") == dd.Ruleset(lone="subtracted")
    assert GAMES[RX].rules.ruleset("current", target=5) == rx.Ruleset(target=5, hand_limit=3)
    with pytest.raises(ValueError, match="newest"):
        rules.ruleset("newest")


WRONG: list[tuple[str, str, object]] = [
    *((slug, "edition", "newest") for slug in GAMES),
    *((slug, "colour", "red") for slug in GAMES),
    *((DD, "seats", seats) for seats in (1, 5, 4.0)),
    *((DD, "round_cap", rounds) for rounds in (3, 31)),
    *((DD, "lives", lives) for lives in (0, 21, True)),
    *((DD, name, value) for name, value in (("lone", True), ("allow_pass", 1), ("version", 2))),
    *((RX, "target", points) for points in (4, 52)),
    *((RX, "hand_limit", cards) for cards in (1, 6)),
]


@pytest.mark.parametrize(("slug", "field", "value"), WRONG)
def test_a_value_that_the_rulebook_does_not_list_is_an_error(
    slug: str, field: str, value: object
) -> None:
    with pytest.raises(ValueError, match=field):
        GAMES[slug].rules.ruleset_from_json({field: value})
