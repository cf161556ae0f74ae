"""The documented messages of a client are the handled ones, field by field."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from games.consumers.handlers import HANDLERS, OPTIONAL, REQUIRED
from games.live.inbox import Message, decode

PROTOCOL = Path(__file__).resolve().parents[2] / "docs" / "PROTOCOL.md"
NUMBERS = {"two": 2.0, "three": 3.0, "four": 4.0}


def section() -> str:
    return PROTOCOL.read_text(encoding="utf-8").split("## Client to server")[1].split("\n## ")[0]


def documented() -> dict[str, dict[str, Any]]:
    """The examples in the table of messages, by their types."""
    examples = re.findall(r"^\| `(\{.*?\})` \|", section(), re.MULTILINE)
    read = [json.loads(example.replace("{…}", "{}")) for example in examples]
    return {example["type"]: example for example in read}


@pytest.mark.parametrize("kind", HANDLERS)
def test_an_example_has_all_fields_of_its_message_and_no_other(kind: str) -> None:
    example = documented()[kind]
    message = decode(json.dumps(example), REQUIRED, OPTIONAL)
    assert isinstance(message, Message)
    assert message.fields.keys() == example.keys() - {"type", "ref"}
    for name in REQUIRED[kind]:
        less = {field: value for field, value in example.items() if field != name}
        assert not isinstance(decode(json.dumps(less), REQUIRED, OPTIONAL), Message)
    for name in OPTIONAL[kind]:
        less = {field: value for field, value in example.items() if field != name}
        assert isinstance(decode(json.dumps(less), REQUIRED, OPTIONAL), Message)


def test_what_counts_as_more_than_one_message_is_documented() -> None:
    prose = " ".join(section().split("|")[0].split())
    said = {
        kind: NUMBERS[number]
        for names, number in re.findall(r"((?:an? `[a-z-]+`[, or]*)+) (?:counts )?as (\w+)", prose)
        for kind in re.findall(r"`([a-z-]+)`", names)
    }
    costly = {kind: handler.cost for kind, handler in HANDLERS.items() if handler.cost != 1}
    assert said == costly
