"""Every text can be translated, and is translated."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog

from density.assets.browser_catalogues import translated_languages
from density.assets.translations import catalogue_file
from density.management.commands import words
from tests.languages.texts import bare_in_module, bare_in_template
from tests.project_files import project_files


@pytest.fixture(scope="module")
def texts() -> Catalog:
    """All texts of the code, without the tests' game, which is not translated."""
    found = Catalog(charset="utf-8")
    for message in words.collect_texts():
        files = [place for place in message.locations if not place[0].startswith("tests/")]
        if files:
            found.add(message.id, locations=files, context=message.context)
    return found


def own_modules() -> Iterator[Path]:
    """Yield the project's browser modules."""
    for file in project_files("*/static/*.js"):
        # the tests' game is not translated
        if not {"vendor", "tests"} & {*file.parts}:
            yield file


@pytest.mark.parametrize("language", translated_languages())
def test_every_text_is_translated_and_has_the_values_and_tags_of_the_english_one(
    language: str, texts: Catalog
) -> None:
    catalogue = words.update_catalogue(language, texts)
    assert list(words.find_faults(catalogue)) == [], "run make words, then translate"
    file = catalogue_file(language)
    assert file.read_bytes() == words.format_catalogue(catalogue), "run make words"


@pytest.mark.parametrize("language", translated_languages())
def test_no_line_breaks_between_a_duration_and_its_unit(language: str, texts: Catalog) -> None:
    """They are joined by a no-break space, in templates as an entity."""
    apart = re.compile(r"(?:\)s|\}) (?:s|min|h|minutes?|Minuten?)\b")
    read = [str(text.id) + str(text.string) for text in words.update_catalogue(language, texts)]
    assert [text for text in read if apart.search(text)] == []


def test_a_text_behind_a_comment_is_collected(texts: Catalog) -> None:
    # sentences.js has both kinds of comments
    assert texts.get("Your turn.") is not None


def test_no_template_shows_text_that_nobody_can_translate() -> None:
    files = project_files("templates/*.html", "templates/account/*.txt")
    assert {file.name: bare for file in files if (bare := bare_in_template(file))} == {}


def test_no_browser_module_shows_text_that_nobody_can_translate() -> None:
    assert {file.name: bare for file in own_modules() if (bare := bare_in_module(file))} == {}
