"""A script is preceded by its translations, with the texts of all modules it imports."""

import json
import re
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from django.template import Context, Template
from django.utils import translation

from density.assets import bundling, own_apps
from density.assets.browser_catalogues import translated_languages
from density.assets.storage import minify_source
from density.management.commands import words
from tests.pages.markup import Page

LANGUAGES = translated_languages()
STATIC, WORDS = "/static/", "density/words/"
TAUGHT = re.compile(r'^  ("(?:[^"\\]|\\.)*"): ', re.MULTILINE)
BY_TAG = re.compile(r"""\{% script ["']([^"']+)["'] %\}""")
BY_HAND = re.compile(r"""type=["']?module|modulepreload|importmap""")


def texts_of(bundle: str) -> set[str]:
    """Return all texts of a bundle."""
    texts = words.texts_of_script(Path("words.js"), bundle)
    return {str(text if isinstance(text, str) else text[0]) for text, _ in texts}


def taught_texts(name: str) -> set[str]:
    """Return the texts in a module of translations; none if it does not exist."""
    file = finders.find(name)
    return (
        {json.loads(found) for found in TAUGHT.findall(Path(file).read_text())} if file else set()
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_words_of_a_script_are_all_that_it_may_say(language: str) -> None:
    named = {
        name for file in own_apps.template_files() for name in BY_TAG.findall(file.read_text())
    }
    assert len(named) > 15
    files = {file.as_posix().rpartition("/static/")[2]: file for file in own_apps.script_files()}
    modules = bundling.Modules(files, lambda name: minify_source(files[name].read_text(), ".js"))
    speak = {name: texts_of(modules.bundled(name)) for name in named}
    assert all(speak[f"{game}/table/main.js"] for game in ("density_deck", "rps_extreme"))
    for name, said in speak.items():
        # the tests' game is not translated
        if not name.startswith("goofspiel/"):
            assert said == taught_texts(f"{WORDS}{language}/{name}"), name


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
