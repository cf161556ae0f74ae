"""Every received message is decoded or refused, without exceptions."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as some

from density.platform.token_buckets import BURST, Bucket
from games.consumers.handlers import HANDLERS
from games.live.inbox import LARGEST_BYTES, Message, Rejected
from games.live.inbox import decode_message as decode_of
from games.requests import FIELDS

leaves = some.none() | some.booleans() | some.integers() | some.floats() | some.text()
values = some.recursive(
    leaves, lambda inner: some.lists(inner) | some.dictionaries(some.text(), inner), max_leaves=20
)
types = some.sampled_from([*HANDLERS, "dance"])
names = some.sampled_from(
    ["type", "question", "action", "hash", "bytes", "seat", "level", "ref", "more"]
)


def decode_text(text: str) -> Message | Rejected:
    return decode_of(text, FIELDS)


@given(types, some.dictionaries(names, values))
def test_a_message_has_exactly_its_fields_in_their_types(kind: str, fields: dict[str, Any]) -> None:
    message = decode_text(json.dumps({**fields, "type": kind}))
    if isinstance(message, Message):
        assert {name: type(value) for name, value in message.fields.items()} == FIELDS[
            kind
        ].required
        assert message.ref is None or isinstance(message.ref, str)
    else:
        assert message.refused.code in ("malformed", "unknown-type", "too-large")


@pytest.mark.parametrize("number", ["-1", "2147483648", "2.0", "1e400", "NaN", "true", '"2"'])
def test_a_number_is_whole_not_negative_and_fits_its_column(number: str) -> None:
    message = decode_text(f'{{"type": "act", "question": {number}, "action": {{}}}}')
    assert isinstance(message, Rejected)
    assert message.refused.code == "malformed"


def test_a_message_is_as_long_as_allowed_and_not_a_byte_longer() -> None:
    frame = json.dumps({"type": "ping", "more": ""})
    just = frame.replace('""', '"' + "x" * (LARGEST_BYTES - len(frame)) + '"')
    assert isinstance(decode_text(just), Message)
    longer = decode_text(just + " ")
    assert isinstance(longer, Rejected)
    assert longer.refused.code == "too-large"


def test_a_bucket_empties_and_fills_again_with_time() -> None:
    bucket = Bucket()
    assert all(bucket.take() for _ in range(int(BURST)))
    assert not bucket.take()
    bucket.since -= 1
    assert bucket.take()
    bucket.since -= 1000
    assert sum(bucket.take() for _ in range(100)) == BURST
