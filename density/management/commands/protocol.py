"""`manage.py protocol`: write the declared messages as JSDoc types and as OpenAPI."""

import sys
from collections.abc import Iterator, Mapping
from datetime import datetime
from pathlib import Path
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, NamedTuple, Union, get_args, get_origin, get_type_hints

import orjson
from django.conf import settings
from django.core.management.base import BaseCommand

from density.api import docs, openapi
from density.platform.declared import OfTheGame, hints_of
from games import answers, protocol, requests
from games.registry import GAMES
from matchmaking import protocol as queue

BEGIN = "// ---- what {module} declares, written by `manage.py protocol`\n"
END = "// ----\n"
PLAIN = {
    int: "number",
    float: "number",
    str: "string",
    bool: "boolean",
    NoneType: "null",
    datetime: "string",
}
BY_GAME = "@template {Types} [G=Types]"


class Written(NamedTuple):
    """The types of one module, with all that they contain, and the script that gets them."""

    module: str
    script: Path
    contents: tuple[Any, ...]
    named: Mapping[str, Any] = {}
    # clients' messages by type, and all frames that a page receives
    requests: Mapping[str, type] = {}
    heard: tuple[type, ...] = ()

    def marks(self) -> tuple[str, str]:
        """Return the lines before and after the types."""
        return BEGIN.format(module=self.module), END

    def types(self) -> str:
        """Return the types as JSDoc."""
        named_typedefs = [
            write_typedef(name, mark_events(name, hint)) for name, hint in self.named.items()
        ]
        parts: dict[str, type] = {}
        for content in self.contents:
            collect_parts(content, parts)
        typedefs = [
            write_typedef(name_of(part), write_fields(part), part.__doc__)
            for part in parts.values()
        ]
        if self.requests:
            request_types = (
                write_fields(request, f'type: "{name}"') for name, request in self.requests.items()
            )
            typedefs.append(
                write_typedef("Request", f"({' | '.join(request_types)}) & {{ref?: string}}")
            )
        if self.heard:
            typedefs.append(write_typedef("Message", " | ".join(map(name_generic, self.heard))))
        return "".join((*named_typedefs, *typedefs))


SCRIPTS = (
    Written(
        "games/protocol.py",
        settings.BASE_DIR / "games/static/games/table/state/protocol.js",
        (protocol.Mark, *protocol.FRAMES, protocol.Tables),
        named=protocol.NAMED,
        requests=requests.REQUESTS,
        heard=protocol.FRAMES,
    ),
    Written(
        "games/answers.py",
        settings.BASE_DIR / "games/static/games/replay/state.js",
        (answers.Progress, *answers.ANSWERS),
    ),
    Written(
        "matchmaking/protocol.py",
        settings.BASE_DIR / "matchmaking/static/matchmaking/state.js",
        (queue.QueueFrame,),
        requests=queue.REQUESTS,
    ),
)


def find_scripts() -> Iterator[Written]:
    """Yield the types and scripts of the site and of every game."""
    yield from SCRIPTS
    for game in GAMES.values():
        view = get_type_hints(game.rules.state_for)["return"]
        if not hasattr(view, "__required_keys__"):
            continue  # the game declares no types
        module = sys.modules[view.__module__]
        named_types = {name: kind for name, kind in vars(module).items() if get_args(kind)}
        folder = settings.BASE_DIR / "games" / game.folder
        yield Written(
            f"{view.__module__.replace('.', '/')}.py",
            folder / "static" / game.folder / "table" / "protocol.js",
            (view, *named_types.values()),
            named=named_types,
        )


def collect_parts(hint: Any, parts: dict[str, type]) -> None:
    """Add the TypedDicts that a type contains to `parts`, inner ones first."""
    for inner in get_args(hint):
        collect_parts(inner, parts)
    if hasattr(hint, "__required_keys__"):
        for inner in hints_of(hint).values():
            collect_parts(inner, parts)
        parts.setdefault(hint.__name__, hint)


class Command(BaseCommand):
    """Writes the types and the schema."""

    help = "Write the declared messages and answers to scripts and to OpenAPI."

    def handle(self, *_: Any, **__: Any) -> None:
        """Replace the generated part of each script, and write the schema."""
        for written in find_scripts():
            begin, end = written.marks()
            before, rest = written.script.read_text().split(begin)
            written.script.write_text(
                before + begin + written.types() + end + rest.split(end, 1)[1]
            )
        docs.SCHEMA.write_bytes(openapi.write_schema())


# ------------------------------------------------------------------------------- the types
def mark_events(name: str, kind: Any) -> str:
    """Return a named type; a game's events also have the fields that the table adds."""
    return f"({write_type(kind)}) & Mark" if name == "GameEvent" else write_type(kind)


def write_typedef(name: str, kind: str, doc: str | None = None) -> str:
    """Return one type as JSDoc; a type that differs from game to game is generic."""
    description = "" if doc is None else " " + " ".join(doc.split())
    declared = f"@typedef {{{kind}}} {name}{description}"
    if is_of_the_game(kind):
        return f"/**\n * {BY_GAME}\n * {declared}\n */\n"
    return f"/** {declared} */\n"


def write_fields(part: Any, first: str = "") -> str:
    """Return a TypedDict as a JSDoc object type."""
    fields = [first] if first else []
    for name, hint in hints_of(part).items():
        fields.append(f"{name}{'?' if name in part.__optional_keys__ else ''}: {write_type(hint)}")
    return "{" + ", ".join(fields) + "}"


def name_of(part: type) -> str:
    """Return the name of a type in the browser, whose only snapshots are those of pages."""
    return "Snapshot" if part is protocol.PageSnapshot else part.__name__


def is_of_the_game(kind: str) -> bool:
    """Return whether a JSDoc type differs from game to game."""
    return "G[" in kind or "<G>" in kind


def name_generic(part: type) -> str:
    """Return the name of a type, with its type parameter if it differs from game to game."""
    return f"{name_of(part)}<G>" if is_of_the_game(write_fields(part)) else name_of(part)


def write_type(hint: Any) -> str:
    """Return a Python type as a JSDoc type."""
    if hint in PLAIN:
        return PLAIN[hint]
    origin, arguments = get_origin(hint), get_args(hint)
    if origin is Annotated:
        mark = arguments[1]
        if isinstance(mark, OfTheGame):
            return mark.script or f'G["{mark.name}"]'
        return " | ".join(orjson.dumps(value).decode() for value in mark.values)
    if origin is Literal:
        return " | ".join(orjson.dumps(value).decode() for value in arguments)
    if origin in (Union, UnionType):
        return " | ".join(map(write_type, arguments))
    if origin is list:
        inner = write_type(arguments[0])
        return f"({inner})[]" if " | " in inner else f"{inner}[]"
    if origin is dict:
        return f"Record<string, {'unknown' if arguments[1] is Any else write_type(arguments[1])}>"
    return name_generic(hint)
