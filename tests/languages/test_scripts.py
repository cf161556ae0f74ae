"""A script of a page comes behind its words: all that it and the modules it reaches may say."""

import json
import posixpath
import re
from functools import cache
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from django.template import Context, Template
from django.utils import translation

from density import own_apps
from density.browser_catalogues import languages
from density.management.commands import words
from tests.pages.markup import Page

LANGUAGES = languages()
STATIC, WORDS = "/static/", "density/words/"
COMMENT = re.compile(r"/\*.*?\*/|^\s*//[^\n]*$", re.DOTALL | re.MULTILINE)
# whatever looks like another module: what is imported at once, later or passed on
NEIGHBOR = re.compile(r"""["'`](\.{1,2}/[^"'`]+\.js)["'`]""")
TAUGHT = re.compile(r'^  ("(?:[^"\\]|\\.)*"): ', re.MULTILINE)
BY_TAG = re.compile(r"""\{% script ["']([^"']+)["'] %\}""")
BY_HAND = re.compile(r"""type=["']?module|modulepreload|importmap""")


@cache
def source(name: str) -> str:
    """Return the text of a static file; the name is wrong where there is none."""
    return Path(str(finders.find(name))).read_text()


@cache
def said() -> dict[str, set[str]]:
    """Return the texts that each browser module says, by its static name."""
    found: dict[str, set[str]] = {}
    for message in words.collect_texts():
        text = message.id if isinstance(message.id, str) else message.id[0]
        for file, _ in message.locations:
            found.setdefault(file.rpartition(STATIC)[2], set()).add(text)
    return found


def reached(script: str) -> set[str]:
    """Return a script and all modules that it may load, and those."""
    found, new = {script}, [script]
    while new:
        name = new.pop()
        for url in NEIGHBOR.findall(COMMENT.sub("", source(name))):
            other = posixpath.normpath(posixpath.join(posixpath.dirname(name), url))
            if other not in found:
                found.add(other)
                new.append(other)
    return found


def sayable(script: str) -> set[str]:
    """Return all texts that a script may say; the game of the tests speaks English alone."""
    if script.startswith("goofspiel/"):
        return set()
    return set().union(*(said().get(name, set()) for name in reached(script)))


def taught(name: str) -> set[str]:
    """Return the texts that a module of words adds; none where there is no such module."""
    text = source(name) if finders.find(name) else ""
    return {json.loads(found) for found in TAUGHT.findall(text)}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_words_of_a_script_are_all_that_it_may_say(language: str) -> None:
    named = {
        name for file in own_apps.template_files() for name in BY_TAG.findall(file.read_text())
    }
    assert len(named) > 15
    speak = {name for name in named if sayable(name)}
    assert {"density_deck/table/main.js", "rps_extreme/table/main.js"} <= speak
    for name in speak:
        assert sayable(name) == taught(f"{WORDS}{language}/{name}"), name


def test_pages_load_modules_by_the_tag_alone() -> None:
    assert [
        file.name for file in own_apps.template_files() if BY_HAND.search(file.read_text())
    ] == []


@pytest.mark.parametrize("language", ["en", *LANGUAGES])
def test_a_script_comes_behind_its_words_and_alone_in_english(language: str) -> None:
    script = "density_deck/table/main.js"
    with translation.override(language):
        page = Page(Template(f'{{% script "{script}" %}}').render(Context()))
    words = [f"{STATIC}{WORDS}{language}/{script}"] if language in LANGUAGES else []
    assert [given["src"] for given in page.all("script")] == [*words, f"{STATIC}{script}"]
