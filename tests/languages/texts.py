"""Finds untranslatable text in templates and browser modules."""

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from django.template import Template
from django.template.base import Node, TextNode

HOLE = "\x00"
COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
TAG = re.compile(r"""<[^<>]*>""")
READ = "aria-label|title|placeholder|alt|label|content"
SAID = re.compile(rf"""\s(?:{READ})=(?:"([^"]*)"|'([^']*)')""")
BROKEN = re.compile(r"""^[^<]*"?>|<[^>]*$""")
CHUNK = re.compile(r"(?:[^`\\$]|\\.|\$(?!\{))*", re.DOTALL)
STRINGS = r""""(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'"""
SKIPPED = re.compile(rf"/\*.*?\*/|//[^\n]*|{STRINGS}", re.DOTALL)
WORD = re.compile(r"[^\W\d_]{2,}")
# names, units and text that is not shown
KEPT = re.compile(
    r"Density Deck|\bCSV\b|\bJSON\b|width=device-width.*|dark light|nofollow|noindex|&\w+;|"
    r"python manage.py verify record.json|\d+;\s*url=.*|"
    r"^(?:Deck|lit|website|summary_large_image|data-(?:game|stays)|(?:table|replay)-page.*)$|"
    r"^has-hero(?: home-page)?$"
)


def bare_in_template(file: Path) -> list[str]:
    """Return the untranslated texts of a template."""
    tree = walk_nodes(Template(file.read_text()).nodelist)
    return _bare("".join(str(node.s) if isinstance(node, TextNode) else HOLE for node in tree))


def walk_nodes(tree: Iterable[Node]) -> Iterator[Node]:
    """Yield all nodes of a template, in order."""
    for node in tree:
        yield node
        for name in node.child_nodelists:
            yield from walk_nodes(getattr(node, name, None) or ())


def bare_in_module(file: Path) -> list[str]:
    """Return the untranslated texts in the markup of a browser module."""
    found: list[str] = []
    _read_code(file.read_text(), 0, found)
    return [text for markup in found for text in _bare(markup)]


def _bare(markup: str) -> list[str]:
    markup = COMMENT.sub("", markup)
    said = ["".join(match) for tag in TAG.findall(markup) for match in SAID.findall(tag)]
    said += TAG.sub(HOLE, markup).split(HOLE)
    # parts of a tag whose other half is elsewhere
    said = [BROKEN.sub("", text) for text in said]
    return [text.strip() for text in said if WORD.search(KEPT.sub("", text))]


def _read_code(source: str, at: int, found: list[str]) -> int:
    """Read code to its closing brace or its end; return the position after it."""
    depth = 0
    while at < len(source):
        skipped = SKIPPED.match(source, at)
        if skipped:
            at = skipped.end()
        elif source[at] == "`":
            is_markup = source[:at].endswith(("html", "svg"))
            at = _read_template(source, at + 1, found, is_markup=is_markup)
        elif source[at] == "}" and depth == 0:
            return at + 1
        else:
            depth += {"{": 1, "}": -1}.get(source[at], 0)
            at += 1
    return at


def _read_template(source: str, at: int, found: list[str], *, is_markup: bool) -> int:
    """Read a template string; return its text with holes for values, and the position after it."""
    text = ""
    while at < len(source):
        chunk = CHUNK.match(source, at)
        assert chunk is not None
        text, at = text + chunk.group(), chunk.end()
        if source.startswith("${", at):
            text, at = text + HOLE, _read_code(source, at + 2, found)
        else:
            break
    if is_markup:
        found.append(text)
    return at + 1
