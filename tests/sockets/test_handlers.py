"""The handled client messages match the documentation, field by field."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from games import requests as games
from games.consumers.handlers import HANDLERS
from games.live.inbox import Message, decode_message
from matchmaking import protocol as queue

PROTOCOL = Path(__file__).resolve().parents[2] / "docs" / "PROTOCOL.md"
NUMBERS = {"two": 2.0, "three": 3.0, "four": 4.0}


def read_section(title: str = "## Client to server") -> str:
    return PROTOCOL.read_text(encoding="utf-8").split(title)[1].split("\n## ")[0]


def documented_examples(title: str) -> dict[str, dict[str, Any]]:
    """Return the examples in the table of messages, by type."""
    examples = re.findall(r"^\| `(\{.*?\})` \|", read_section(title), re.MULTILINE)
    read = [json.loads(example.replace("{…}", "{}")) for example in examples]
    return {example["type"]: example for example in read}


SOCKETS = {
    "## Client to server": games.FIELDS,
    # every socket accepts a ping, which is documented with the table's messages
    "## The ranked queue": {name: queue.FIELDS[name] for name in queue.FIELDS.keys() - {"ping"}},
}


@pytest.mark.parametrize("title", SOCKETS)
def test_an_example_has_all_fields_of_its_message_and_no_other(title: str) -> None:
    examples, declared = documented_examples(title), SOCKETS[title]
    assert examples.keys() == declared.keys()
    for kind, example in examples.items():
        message = decode_message(json.dumps(example), declared)
        assert isinstance(message, Message)
        assert message.fields.keys() == example.keys() - {"type", "ref"}
        for name in message.fields:
            less = {field: value for field, value in example.items() if field != name}
            accepted = isinstance(decode_message(json.dumps(less), declared), Message)
            assert accepted == (name in declared[kind].optional)


def test_every_message_of_a_table_is_handled() -> None:
    assert HANDLERS.keys() == games.FIELDS.keys()


def test_what_counts_as_more_than_one_message_is_documented() -> None:
    prose = " ".join(read_section().split("|")[0].split())
    said = {
        kind: NUMBERS[number]
        for names, number in re.findall(r"((?:an? `[a-z-]+`[, or]*)+) (?:counts )?as (\w+)", prose)
        for kind in re.findall(r"`([a-z-]+)`", names)
    }
    costly = {kind: handler.cost for kind, handler in HANDLERS.items() if handler.cost != 1}
    assert said == costly
