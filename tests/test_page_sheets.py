"""A page loads the sheets of everything that its scripts render."""

import re
from collections.abc import Iterator
from functools import cache

import pytest

from density.assets import bundling
from tests.project_files import ROOT, project_files
from tests.test_architecture import none_of
from tests.test_sheets import REMARK

TEMPLATES = {
    path.relative_to(ROOT / "templates").as_posix(): path.read_text(encoding="utf-8")
    for path in project_files("templates/*.html")
}
FILES = {
    path.as_posix().partition("/static/")[2]: path
    for path in project_files("*/static/*.js", "*/static/*.css")
}
EXTENDS = re.compile(r'\{% extends "([^"]+)"')
NAMED_SHEET = re.compile(r"\{% static '([^']+\.css)'")
CLASS = re.compile(r"\.([a-zA-Z][\w-]*)")
PRELUDE = re.compile(r"([^{};]+)\{")
DRAWN = re.compile(r'class="([^"$]+)')
SCRIPTS = [
    (template, script)
    for template, text in TEMPLATES.items()
    if EXTENDS.search(text)
    for script in sorted(bundling.NAMED.findall(text))
]
# modules that some pages render only in part or not at all: a lesson has no waiting room
PARTLY = {
    "games/table/views/again.js",
    "games/table/views/gathering.js",
    "games/table/views/waiting.js",
    "games/table/parts/parts.js",
    "games/table/views/out.js",
    "density_deck/table/enough.js",
    "density_deck/table/score.js",
}


@cache
def read_sheet(name: str) -> str:
    return REMARK.sub("", FILES[name].read_text(encoding="utf-8"))


def sheets_of(template: str) -> Iterator[str]:
    """Return the sheets that a template and its base templates load."""
    text = TEMPLATES[template]
    yield from NAMED_SHEET.findall(text)
    around = EXTENDS.search(text)
    for sheet in sheets_of(around[1]) if around else ():
        if "block page_styles" not in text or sheet == "density/site.css":
            yield sheet


def styled_classes(text: str) -> set[str]:
    preludes = (found for found in PRELUDE.findall(text) if "@" not in found)
    return {name for found in preludes for name in CLASS.findall(found)}


MODULES = bundling.Modules((name for name in FILES if name.endswith(".js")), read_sheet)
ANYWHERE = styled_classes("".join(read_sheet(name) for name in FILES if name.endswith(".css")))


@pytest.mark.parametrize(("template", "script"), SCRIPTS)
def test_what_a_script_draws_has_its_sheet_on_the_page(template: str, script: str) -> None:
    here = styled_classes(
        "".join(bundling.bundled_sheet(name, read_sheet) for name in sheets_of(template))
    )
    none_of(
        f"{module} draws .{name}"
        for module in MODULES.needed(script)
        if module not in PARTLY
        for drawn in DRAWN.findall(read_sheet(module))
        for name in sorted((ANYWHERE - here).intersection(drawn.split()))
    )
