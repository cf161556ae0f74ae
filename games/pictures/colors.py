"""Reads the colors of the site from its style sheets, so that pictures have the same."""

import re
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path

from django.contrib.staticfiles import finders

from games.pictures.drawings import Color, read_color
from games.registry import GAMES

THEMES = ("dark", "light")
TOKEN = re.compile(r"--([a-z0-9-]+):\s*([^;]+);")
BOTH = re.compile(r"light-dark\((#\w+),\s*(#\w+)\)")
SUIT = re.compile(r'^\s*(?:\.item)?\[data-suit="([a-z]+)"\] \{([^}]*)\}', re.MULTILINE)
TONE = re.compile(r'\.avatar\[data-tone="(\d)"\] \{\s*color: (#\w+)')
NAMED = re.compile(r"var\(--([a-z0-9-]+)\)")
FIRST_TONE = re.compile(r"\.avatar \{[^}]*\bcolor: (#\w+)")


@cache
def read_colors(theme: str) -> Mapping[str, Color]:
    """Return every color token of the sheets by name, as it is in one theme."""
    colors: dict[str, Color] = {}
    values = {name: value for sheet in _sheets("tokens") for name, value in TOKEN.findall(sheet)}
    for name, value in values.items():
        if found := _resolve_color(value, values, theme):
            colors[name] = found
    return colors


@cache
def read_suits() -> Mapping[str, Mapping[str, str]]:
    """Return the tokens of each suit: face, ink, edge, pattern, grain and grain-alpha."""
    suits: dict[str, dict[str, str]] = {}
    for sheet in _sheets("card"):
        for suit, rules in SUIT.findall(sheet):
            suits.setdefault(suit, {}).update(TOKEN.findall(rules))
    return suits


@cache
def read_tones() -> Mapping[int, Color]:
    """Return the colors of avatars by number."""
    sheet = _read_sheet("density/marks.css")
    first = FIRST_TONE.search(sheet)
    assert first is not None
    tones = {int(number): read_color(value) for number, value in TONE.findall(sheet)}
    return {0: read_color(first[1]), **tones}


def suit_color(suit: str, part: str, theme: str) -> Color | None:
    """Return the color of a part of a suit: its face, ink, edge or grain."""
    value = read_suits()[suit].get(part, "")
    if named := NAMED.fullmatch(value):
        return read_colors(theme).get(named[1])
    return read_color(value) if value.startswith("#") else None


def mix_colors(one: Color, other: Color, share: float) -> Color:
    """Return a color with that share of the other one."""
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(one, other, strict=True))
    return red, green, blue


def _resolve_color(value: str, values: Mapping[str, str], theme: str) -> Color | None:
    if both := BOTH.fullmatch(value):
        value = both[1 + (theme == "dark")]
    if named := NAMED.fullmatch(value):
        return _resolve_color(values.get(named[1], ""), values, theme)
    return read_color(value) if re.fullmatch(r"#\w+", value) else None


def _sheets(name: str) -> Iterable[str]:
    """Return a sheet of the site, then the sheets of drawings of all games."""
    yield _read_sheet(f"density/{name}.css")
    for game in GAMES.values():
        if game.drawn_cards and game.drawn_cards.sheet:
            yield _read_sheet(game.drawn_cards.sheet)


def _read_sheet(file: str) -> str:
    path = finders.find(file)
    assert isinstance(path, str), file
    return Path(path).read_text(encoding="utf-8")
