"""Makes the modules by which the scripts of a page learn the words of its language."""

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

# By the English text, or the first form of it: the translation, or all forms of it.
Texts = dict[str, str | list[str]]


class ModuleStorage(LazyObject):  # type: ignore[type-arg]
    """Holds the modules of all languages, made when one is first asked for.

    The folder ends with the process.
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
    """Return the languages that have a catalogue: all but the one of the code."""
    return [code for code, _ in settings.LANGUAGES if code != settings.LANGUAGE_CODE]


def browser_modules(language: str) -> dict[str, str]:
    """Return the modules of a language by the names of the scripts that they come before.

    Each has what its script and all that this one imports may say. A script that says nothing has
    none.
    """
    files = {_static_name(file): file for file in own_apps.script_files()}
    graph = bundling.Modules(files, lambda name: files[name].read_text(encoding="utf-8"))
    catalogue = polib.pofile(str(translations.catalogue_file(language)))
    plural = catalogue.metadata["Plural-Forms"].partition("plural=")[2].rstrip(";")
    said = _texts_by_file(catalogue)
    found = {}
    for script in sorted(graph.entries(bundling.scripts_in_templates(own_apps.template_files()))):
        texts: Texts = {}
        for name in graph.needed(script):
            texts |= said[files[name].relative_to(settings.BASE_DIR).as_posix()]
        if texts:
            found[script] = _module_text(script, texts, plural)
    return found


def _texts_by_file(catalogue: polib.POFile) -> defaultdict[str, Texts]:
    """Return what each file says and is translated."""
    said: defaultdict[str, Texts] = defaultdict(dict)
    for entry in catalogue.translated_entries():
        forms = [entry.msgstr_plural[number] for number in sorted(entry.msgstr_plural)]
        for file, _ in entry.occurrences:
            said[file][entry.msgid] = forms or entry.msgstr
    return said


def _module_text(script: str, texts: Texts, plural: str) -> str:
    """Return the module that teaches these texts; `plural` says which form a number n wants."""
    sentences = json.dumps(texts, ensure_ascii=False, indent=2, sort_keys=True)
    return (
        f'import {{ learn }} from "{"../" * (script.count("/") + 2)}catalogue.js";\n\n'
        f"learn((n) => Number({plural}), {sentences});\n"
    )


def _static_name(file: Path) -> str:
    return file.as_posix().rpartition("/static/")[2]
