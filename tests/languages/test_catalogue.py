"""Every text can be translated, is translated, and what is compiled equals its source."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog

from density.management.commands import words
from tests.languages.texts import bare_in_module, bare_in_template
from tests.project_files import project_files

LANGUAGES = words.languages()
# the page of all components, which no player sees
FOR_US = ("design.html", "_components.html")


@pytest.fixture(scope="module")
def found() -> Catalog:
    """All texts that the code says now."""
    return words.collect()


def modules() -> Iterator[Path]:
    """The browser modules of our own."""
    for file in project_files("*/static/*.js"):
        # the game of the tests speaks English alone
        if not {"vendor", "tests"} & {*file.parts}:
            yield file


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_is_translated_and_has_the_values_and_tags_of_the_english_one(
    language: str, found: Catalog
) -> None:
    assert list(words.faults(language, found)) == [], "run make words, then translate"


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_compiled_equals_its_source(language: str) -> None:
    catalog, folder = words.load(language), words.LOCALE / language / "LC_MESSAGES"
    assert (folder / "django.mo").read_bytes() == words.compiled(catalog), "run make words"
    taught = words.MODULES / language
    built = {file.relative_to(taught).as_posix(): file.read_text() for file in taught.rglob("*.js")}
    every = words.modules(catalog).items()
    # the game of the tests speaks English alone
    made = {name: text for name, text in every if not name.startswith("goofspiel/")}
    assert built == made, "run make words"


def test_a_text_behind_a_comment_is_collected(found: Catalog) -> None:
    # sentences.js has both kinds of comments above it
    assert found.get("Your turn.") is not None


def test_no_template_shows_text_that_nobody_can_translate() -> None:
    files = project_files("templates/*.html", "templates/account/*.txt")
    shown = [file for file in files if file.name not in FOR_US]
    assert {file.name: bare for file in shown if (bare := bare_in_template(file))} == {}


def test_no_browser_module_shows_text_that_nobody_can_translate() -> None:
    assert {file.name: bare for file in modules() if (bare := bare_in_module(file))} == {}


def test_text_that_nobody_can_translate_is_found(tmp_path: Path) -> None:
    page, module = tmp_path / "page.html", tmp_path / "module.js"
    page.write_text('<p title="Bare one">{% if x %}Bare two{% endif %}{% translate "Fine" %}</p>')
    module.write_text('const a = html`<p>${b ? html`<b>Bare ${c}</b>` : t("Fine")} &amp; 3</p>`;')
    assert bare_in_template(page) == ["Bare one", "Bare two"]
    assert bare_in_module(module) == ["Bare"]
