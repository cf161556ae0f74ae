"""Makes the JavaScript modules that carry the translations of a page's scripts."""

import atexit
import json
import shutil
import tempfile
from collections import defaultdict
from pathlib import Path

import polib
from django.conf import settings
from django.contrib.staticfiles.finders import BaseStorageFinder
from django.core.files.storage import FileSystemStorage
from django.utils.functional import LazyObject

from density.assets import bundling, own_apps, translations

# English text, in the singular: its translation, or all plural forms of it
Texts = dict[str, str | list[str]]


class ModuleStorage(LazyObject):  # type: ignore[type-arg]
    """A storage of the modules of all languages, made on first use.

    Its temporary folder is deleted when the process exits.
    """

    def _setup(self) -> None:
        folder = tempfile.mkdtemp(prefix="density-words-")
        atexit.register(shutil.rmtree, folder, ignore_errors=True)
        for language in translated_languages():
            for script, text in browser_modules(language).items():
                file = Path(folder, "density", "words", language, script)
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_text(text, encoding="utf-8")
        self._wrapped = FileSystemStorage(location=folder)


class CatalogueFinder(BaseStorageFinder):
    """Finds those modules, such as `density/words/de/matchmaking/main.js`, among static files."""

    storage = ModuleStorage()  # type: ignore[assignment]


def translated_languages() -> list[str]:
    """Return the languages that have a catalogue: all but the language of the source."""
    return [code for code, _ in settings.LANGUAGES if code != settings.LANGUAGE_CODE]


def browser_modules(language: str) -> dict[str, str]:
    """Return the translation modules of a language, by the name of their script.

    Each has the texts of its script and of all modules that this imports. A script without texts
    has no module.
    """
    files = {_static_name(file): file for file in own_apps.script_files()}
    graph = bundling.Modules(files, lambda name: files[name].read_text(encoding="utf-8"))
    catalogue = polib.pofile(str(translations.catalogue_file(language)))
    plural = catalogue.metadata["Plural-Forms"].partition("plural=")[2].rstrip(";")
    texts_by_file = _texts_by_file(catalogue)
    modules = {}
    for script in sorted(graph.entries(bundling.scripts_in_templates(own_apps.template_files()))):
        texts: Texts = {}
        for name in graph.needed(script):
            texts |= texts_by_file[files[name].relative_to(settings.BASE_DIR).as_posix()]
        if texts:
            modules[script] = _module_text(script, texts, plural)
    return modules


def _texts_by_file(catalogue: polib.POFile) -> defaultdict[str, Texts]:
    """Return the translated texts by file."""
    texts_by_file: defaultdict[str, Texts] = defaultdict(dict)
    for entry in catalogue.translated_entries():
        forms = [entry.msgstr_plural[number] for number in sorted(entry.msgstr_plural)]
        for file, _ in entry.occurrences:
            texts_by_file[file][entry.msgid] = forms or entry.msgstr
    return texts_by_file


def _module_text(script: str, texts: Texts, plural: str) -> str:
    """Return the source of a module with these texts; `plural` maps a number n to its form."""
    sentences = json.dumps(texts, ensure_ascii=False, indent=2, sort_keys=True)
    return (
        f'import {{ addSentences }} from "{"../" * (script.count("/") + 2)}catalogue.js";\n\n'
        f"addSentences((n) => Number({plural}), {sentences});\n"
    )


def _static_name(file: Path) -> str:
    return file.as_posix().rpartition("/static/")[2]
