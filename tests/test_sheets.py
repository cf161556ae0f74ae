"""Sheets use few and uniform size conditions, and avoid known differences of WebKit."""

import re
from collections.abc import Iterator
from pathlib import Path

from tests.project_files import ROOT, project_files
from tests.test_architecture import browser_files, none_of

DOCS = ROOT / "docs" / "STYLES.md"
# large letters and phone, phone and tablet, tablet and wide, the bar of a replay; the heights of
# flat, of a low laptop and of a tall phone
BREAKPOINTS = {"288px", "768px", "1200px", "1440px", "520px", "720px", "667px"}
IN_LETTERS = {"18em": "288px", "48em": "768px", "75em": "1200px"}  # how scripts query them
SIZE = re.compile(r"\b(?:width|height|aspect-ratio|orientation)\b")
QUERY = re.compile(r"@(media|container)\s+([^{]+?)\s*\{")
MATCH_MEDIA = re.compile(r"""matchMedia[^(]*\(\s*["'`]([^"'`]+)["'`]""")
REMARK = re.compile(r"/\*.*?\*/", re.DOTALL)
RULE = re.compile(r"(?P<selector>[^{};]+)\{(?P<body>[^{}]*)\}")
# What WebKit lays out differently, as patterns of a selector and its declarations. It stretches the
# rows of a grid with the height of a popover's content, does not update :empty inside :has(), and
# keeps a legend above its fieldset.
UNLIKE_IN_WEBKIT = {
    r"(\bdialog\b(?!-)|\[open\]|:popover-open)[^\s>+~]*$": r"display: (inline-)?grid",
    r":has\(.*:empty": "",
    r"\blegend\b(?!-)": r"float: ",
}


def documented_conditions() -> set[str]:
    """Return the size conditions listed in the docs, as written in sheets."""
    section = DOCS.read_text(encoding="utf-8").partition("\n## Sheets\n")[2].partition("\n## ")[0]
    return {each for each in re.findall(r"`([^`]+)`", section) if SIZE.search(each) and "(" in each}


def used_conditions() -> Iterator[tuple[Path, str]]:
    """Yield every size condition in sheets and scripts, with its file."""
    for path in browser_files():
        text = REMARK.sub("", path.read_text(encoding="utf-8"))
        found: list[str] = MATCH_MEDIA.findall(text)
        if path.suffix == ".css":
            for kind, condition in QUERY.findall(text):
                found.append(f"@container {condition}" if kind == "container" else condition)
        yield from ((path, condition) for condition in found if SIZE.search(condition))


def in_pixels(condition: str) -> str:
    """Return a condition as listed in the docs."""
    for letters, pixels in IN_LETTERS.items():
        condition = condition.replace(letters, pixels)
    return condition


def test_every_documented_size_is_asked_for() -> None:
    assert documented_conditions() == {in_pixels(each) for _, each in used_conditions()}


def test_pages_count_in_letters_and_what_fills_the_window_in_pixels() -> None:
    lessons = {"lesson.css", "first_game.css"}
    for path, condition in used_conditions():
        if path.name == "base.css" or condition.startswith("@container"):
            continue
        fills = {"table", "replay"} & set(path.parts) or path.name in lessons
        for unit in re.findall(r"width >?<?=? ?\d+(\w+)", condition):
            assert unit == ("px" if fills else "em"), (path, condition)


def test_the_page_has_few_sizes() -> None:
    of_pages = [each for each in documented_conditions() if not each.startswith("@container")]
    assert {number for each in of_pages for number in re.findall(r"\d+px", each)} == BREAKPOINTS


def test_sheets_use_nothing_that_webkit_lays_out_unlike_others() -> None:
    none_of(
        f"{path.relative_to(ROOT)}: {found['selector'].strip()}"
        for path in project_files("*.css")
        for found in RULE.finditer(REMARK.sub("", path.read_text(encoding="utf-8")))
        for selector, body in UNLIKE_IN_WEBKIT.items()
        if re.search(selector, found["selector"].strip()) and re.search(body, found["body"])
    )
