"""Writes what games/protocol.py declares into the types of the browser's scripts."""

from datetime import datetime
from pathlib import Path
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

import orjson
from django.core.management.base import BaseCommand

from games import protocol, requests

FILE = Path(__file__).parents[2] / "static" / "games" / "table" / "state" / "protocol.js"
BEGIN, END = (
    "// ---- what games/protocol.py declares, written by `manage.py protocol`\n",
    "// ----\n",
)
PLAIN = {
    int: "number",
    float: "number",
    str: "string",
    bool: "boolean",
    NoneType: "null",
    datetime: "string",
}
BY_GAME = "@template {Types} [G=Types]"


class Command(BaseCommand):
    """Writes the types."""

    help = "Writes games/protocol.py into the types of the browser's scripts."

    def handle(self, *_: Any, **__: Any) -> None:
        """Replace the part of the file that is written by this command."""
        before, rest = FILE.read_text().split(BEGIN)
        FILE.write_text(before + BEGIN + declared() + END + rest.split(END, 1)[1])


def declared() -> str:
    """Return the types as JSDoc."""
    named = [typedef(name, written(kind)) for name, kind in protocol.NAMED.items()]
    parts = [typedef(part.__name__, fields(part), part.__doc__) for part in protocol.PARTS]
    frames = [
        typedef(name_of(frame), fields(frame), frame.__doc__)
        for frame in (*protocol.FRAMES, protocol.Tables)
    ]
    asked = " | ".join(
        fields(request, f'type: "{name}"') for name, request in requests.REQUESTS.items()
    )
    message = " | ".join(map(generic, protocol.FRAMES))
    return "".join(
        (
            *(*named, *parts, *frames),
            typedef("Request", f"({asked}) & {{ref?: string}}"),
            typedef("Message", message),
        )
    )


def typedef(name: str, kind: str, doc: str | None = None) -> str:
    """Return one type as JSDoc, generic where it holds what is different from game to game."""
    said = "" if doc is None else " " + " ".join(doc.split())
    template = f" * {BY_GAME}\n" if "G[" in kind or "<G>" in kind else ""
    return f"/**\n{template} * @typedef {{{kind}}} {name}{said}\n */\n"


def fields(part: Any, first: str = "") -> str:
    """Return a TypedDict as an object type."""
    optional = part.__optional_keys__
    hints = get_type_hints(part, include_extras=True)
    listed = [first] if first else []
    for name, hint in hints.items():
        inner = get_args(hint)[0] if name in optional else hint
        listed.append(f"{name}{'?' if name in optional else ''}: {written(inner)}")
    return "{" + ", ".join(listed) + "}"


def name_of(part: type) -> str:
    """Return what a frame is called in the browser, which gets snapshots of pages alone."""
    return "Snapshot" if part is protocol.PageSnapshot else part.__name__


def generic(part: type) -> str:
    """Return a frame as it is named where the game matters."""
    return f"{name_of(part)}<G>" if "G[" in fields(part) else name_of(part)


def written(hint: Any) -> str:
    """Return a Python type as the browser's scripts write it."""
    if hint in PLAIN:
        return PLAIN[hint]
    origin, given = get_origin(hint), get_args(hint)
    if origin is Annotated:
        mark = given[1]
        if isinstance(mark, protocol.OfTheGame):
            return f'G["{mark.name}"]'
        return " | ".join(orjson.dumps(value).decode() for value in mark.values)
    if origin is Literal:
        return " | ".join(orjson.dumps(value).decode() for value in given)
    if origin in (Union, UnionType):
        return " | ".join(map(written, given))
    if origin is list:
        inner = written(given[0])
        return f"({inner})[]" if " | " in inner else f"{inner}[]"
    if origin is dict:
        return f"Record<string, {'unknown' if given[1] is Any else written(given[1])}>"
    named = {kind: name for name, kind in protocol.NAMED.items()}
    return named.get(hint, str(hint.__name__))
