"""What games/protocol.py declares is what the browser's types and docs/PROTOCOL.md say."""

import json
from datetime import datetime
from types import UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

import pytest

from games import protocol
from games.engine.contract import Json, Refused
from games.live import snapshots
from games.management.commands import protocol as command
from tests.serve_process import ROOT
from tests.table.harness import make_users, playing_game

# what JSON has of these types
KINDS = {float: (int, float), datetime: (str,)}

# parts that the examples leave empty
EMPTY: tuple[Any, ...] = ({}, [])


def misfits(value: Any, hint: Any, at: str = "") -> list[str]:
    """Where a JSON value is not what a type declares."""
    origin, given = get_origin(hint), get_args(hint)
    if origin is Annotated:
        mark = given[1]
        fits = not isinstance(mark, protocol.OneOf) or value in mark.values
        return misfits(value, given[0], at) if fits else [f"{at}: {value}"]
    if origin in (Union, UnionType):
        found = [misfits(value, each, at) for each in given]
        return [] if [] in found else found[0]
    if origin is list:
        return [each for place in value for each in misfits(place, given[0], at)]
    if origin is dict:
        return [each for name in value for each in misfits(value[name], given[1], f"{at}.{name}")]
    if hasattr(hint, "__required_keys__"):
        return _misfits_of_parts(value, hint, at)
    return [] if _fits(value, hint) else [f"{at}: {value}"]


def _fits(value: Any, hint: Any) -> bool:
    if get_origin(hint) is Literal:
        return value in get_args(hint)
    return hint is Any or type(value) in KINDS.get(hint, (hint,))


def _misfits_of_parts(value: Any, hint: Any, at: str) -> list[str]:
    if not isinstance(value, dict):
        return [f"{at}: {value}"]
    hints = get_type_hints(hint, include_extras=True)
    missing = [f"{at}.{name} is missing" for name in hint.__required_keys__ - value.keys()]
    unknown = [f"{at}.{name} is not declared" for name in value.keys() - hints.keys()]
    inner = [
        each
        for name in value.keys() & hints.keys()
        for each in misfits(value[name], _plain(hint, name, hints[name]), f"{at}.{name}")
    ]
    return missing + unknown + inner


def _plain(owner: Any, name: str, hint: Any) -> Any:
    return get_args(hint)[0] if name in owner.__optional_keys__ else hint


def documented(kind: str) -> Json:
    """The first example of a frame in docs/PROTOCOL.md."""
    text = (ROOT / "docs" / "PROTOCOL.md").read_text(encoding="utf-8")
    found: Json
    found, _ = json.JSONDecoder().raw_decode(text[text.index(f'{{"type": "{kind}"') :])
    return found


def type_of(frame: type) -> str:
    """What a frame says of its type."""
    (kind,) = get_args(get_type_hints(frame)["type"])
    return str(kind)


def test_the_types_of_the_browser_are_those_that_are_declared() -> None:
    written = command.FILE.read_text(encoding="utf-8")
    own = written.split(command.BEGIN)[1].split(command.END)[0]
    assert own == command.declared(), "run manage.py protocol"


FRAMES = (*protocol.FRAMES, *protocol.ELSEWHERE)


@pytest.mark.parametrize("frame", FRAMES, ids=type_of)
def test_a_documented_frame_is_what_is_declared(frame: type) -> None:
    assert misfits(documented(type_of(frame)), frame) == []


@pytest.mark.django_db(transaction=True)
def test_a_snapshot_is_what_is_declared() -> None:
    users = make_users(2)
    game = playing_game(users, ais=2)
    for viewer in (users[0].pk, None):
        frame = snapshots.snapshot(game.pk, viewer)
        assert not isinstance(frame, Refused)
        assert misfits(json.loads(json.dumps(frame)), protocol.Snapshot) == []
