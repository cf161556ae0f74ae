"""Sheets ask for few sizes, always in the same words, and shared sheets know no game."""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from tests.project_files import ROOT, project_files
from tests.test_architecture import browser_files, none_of

DOCS = ROOT / "docs" / "ARCHITECTURE.md"
BREAKPOINTS = {"768px", "1200px", "520px"}  # phone and tablet, tablet and wide; the height of flat
SIZE = re.compile(r"\b(?:width|height|aspect-ratio|orientation)\b")
QUERY = re.compile(r"@(media|container)\s+([^{]+?)\s*\{")
MATCH_MEDIA = re.compile(r"""matchMedia[^(]*\(\s*["'`]([^"'`]+)["'`]""")
SHARED = ("density/static", "games/static", "matchmaking/static")
GAMES = sorted(path.parent.name for path in project_files("games/*/game_type.py"))
CLASS = re.compile(r"\.([a-zA-Z][\w-]*)")
PRELUDE = re.compile(r"([^{};]+)\{")
TOKEN = re.compile(r"[\w-]+")
# parts of the site whichever game draws them first: the card, its lives, the taste on the front
# page; what Django draws; and the lines of a chart, whose names are put together
OF_THE_SITE = {"card-num", "card-bar", "pips", "errorlist"} | {f"seat-{seat}" for seat in range(4)}
OF_THE_SITE |= {"taste", "taste-body", "lanes", "not-counted", "toll"}
REMARK = re.compile(r"/\*.*?\*/", re.DOTALL)


def documented() -> set[str]:
    """The conditions on sizes that the docs list, as sheets write them."""
    section = DOCS.read_text(encoding="utf-8").partition("\n## Sheets\n")[2].partition("\n## ")[0]
    return {each for each in re.findall(r"`([^`]+)`", section) if SIZE.search(each) and "(" in each}


def asked() -> Iterator[tuple[Path, str]]:
    """Every condition on a size, of a sheet or of a script, and the file that it stands in."""
    for path in browser_files():
        text = REMARK.sub("", path.read_text(encoding="utf-8"))
        found: list[str] = MATCH_MEDIA.findall(text)
        if path.suffix == ".css":
            for kind, condition in QUERY.findall(text):
                found.append(f"@container {condition}" if kind == "container" else condition)
        yield from ((path, condition) for condition in found if SIZE.search(condition))


def test_every_documented_size_is_asked_for() -> None:
    assert documented() == {each for _, each in asked()}


def test_the_page_has_four_sizes() -> None:
    of_pages = [each for each in documented() if not each.startswith("@container")]
    assert {number for each in of_pages for number in re.findall(r"\d+px", each)} == BREAKPOINTS


def selectors(path: Path) -> Iterator[str]:
    text = REMARK.sub("", path.read_text(encoding="utf-8"))
    yield from (found.strip() for found in PRELUDE.findall(text) if "@" not in found)


def classes(path: Path) -> set[str]:
    return {name for selector in selectors(path) for name in CLASS.findall(selector)}


def shared_sheets() -> list[Path]:
    """Every sheet that pages of all games load."""
    found = project_files(*(f"{folder}/*.css" for folder in SHARED))
    return list(found)


@cache
def drawn(*folders: str) -> set[str]:
    """All words of the scripts and templates in these folders: whatever class they may set."""
    words: set[str] = set()
    for path in project_files(*folders):
        if path.suffix in {".js", ".html", ".py"}:
            words.update(TOKEN.findall(path.read_text(encoding="utf-8")))
    return words


def drawn_by_all() -> set[str]:
    """The words of all scripts and templates that are not a game's."""
    tops = ("accounts", "density", "games", "matchmaking", "templates")
    others = (f":(exclude){top}/{game}" for top in ("games", "templates") for game in GAMES)
    return drawn(*tops, *others)


def test_there_are_games_and_shared_sheets_to_look_at() -> None:
    assert len(GAMES) >= 2
    assert len(shared_sheets()) > 20


def test_shared_sheets_style_nothing_that_one_game_alone_draws() -> None:
    everywhere = drawn_by_all()
    by_game = [drawn(f"games/{game}", f"templates/{game}") for game in GAMES]
    none_of(
        f"{path.relative_to(ROOT)}: .{name}"
        for path in shared_sheets()
        for name in sorted(classes(path) - everywhere - OF_THE_SITE)
        if sum(name in words for words in by_game) < 2
    )
