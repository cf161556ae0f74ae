"""Collects the texts of the code into the catalogues of the languages, for translators."""

import json
import re
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract
from babel.messages.pofile import read_po, write_po
from django.conf import settings
from django.core.management.base import BaseCommand
from django.utils.translation.template import templatize

from density.assets import own_apps
from density.assets.browser_catalogues import translated_languages
from density.assets.translations import catalogue_file

PYTHON: dict[str, Any] = {
    **dict.fromkeys(("_", "say", "gettext", "gettext_lazy", "gettext_noop")),
    **dict.fromkeys(("ngettext", "ngettext_lazy"), (1, 2)),
    "pgettext": ((1, "c"), 2),
    "npgettext": ((1, "c"), 2, 3),
}
# t("…"), tparts("…"), tn("…", "…"), tnparts("…", "…"): always whole sentences in double quotes.
# Babel's own reader of scripts looks into no template that stands in another one.
LITERAL = r'"((?:[^"\\\n]|\\.)*)"'
START = r"(?<![\w$])(?<!(?<!\.\.)\.)t"
CALL = re.compile(rf"{START}n?(?:parts)?\(")
TEXT = re.compile(rf"{START}(?:(?:parts)?\(\s*{LITERAL}|n(?:parts)?\(\s*{LITERAL}\s*,\s*{LITERAL})")
COMMENT = re.compile(r"/\*.*?\*/|^\s*//[^\n]*$", re.DOTALL | re.MULTILINE)
PLACE = re.compile(r"%(?:\(\w+\))?[sd]|\{\w+\}|%%|</?\w+")

# An English text: how it is written, or both forms of it, and its context if it has one.
Text = tuple[Any, str | None]


class Command(BaseCommand):
    """Bring every catalogue up to date; a translator then fills in what is empty."""

    help = "Collect all texts into the catalogues of all languages (needs Babel)."
    requires_system_checks = ()

    def handle(self, *args: Any, **options: Any) -> None:
        """Write the catalogues; say what is not translated."""
        texts = collect_texts()
        for language in translated_languages():
            catalogue = update_catalogue(language, texts)
            file = catalogue_file(language)
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(format_catalogue(catalogue))
            for fault in find_faults(catalogue):
                self.stdout.write(f"{language}: {fault}")


def collect_texts() -> Catalog:
    """Return all texts of Python, browser modules and templates, with the files that say them.

    Raise ValueError for two plurals with one singular: a catalogue finds a plural by its singular.
    """
    catalogue = Catalog(charset="utf-8")
    apps = sorted(own_apps.app_folders())
    scripts = [file for file in own_apps.script_files() if "vendor" not in file.parts]
    files: list[Path] = []
    for app in apps:
        if not any(other in apps for other in app.parents):
            files += own_apps.list_files(app, ".py")
            files += (file for file in scripts if app in file.parents)
    for file in [*files, *own_apps.template_files()]:
        name = file.relative_to(settings.BASE_DIR).as_posix()
        for text, context in texts_of(file):
            first = text if isinstance(text, str) else text[0]
            known = catalogue.get(first, context)
            if known is not None and known.id != text:
                raise ValueError(f"{file}: {first!r} has another plural elsewhere")
            catalogue.add(text, locations=[(name, 0)], context=context)
    return catalogue


def texts_of(file: Path) -> Iterator[Text]:
    """Yield the texts of a Python file, a browser module or a template."""
    source = file.read_text(encoding="utf-8")
    if file.suffix == ".js" and "static" in file.parts:
        yield from texts_of_script(file, source)
        return
    if file.suffix != ".py":
        # what Django makes of a template for gettext; on lines of one expression
        source = f"({templatize(source)})"
    for _, text, _, context in extract("python", BytesIO(source.encode()), keywords=PYTHON):
        yield text, context


def texts_of_script(file: Path, source: str) -> Iterator[Text]:
    """Yield the texts of a browser module; raise ValueError for one that is put together."""
    source = COMMENT.sub("", source)
    calls = [*TEXT.finditer(source)]
    if file.name != "words.js" and len(calls) != len(CALL.findall(source)):
        raise ValueError(f"{file}: a text is not written out in double quotes")
    for call in calls:
        forms = [json.loads(f'"{text}"') for text in call.groups() if text is not None]
        yield (forms[0] if len(forms) == 1 else tuple(forms)), None


def read_catalogue(language: str) -> Catalog:
    """Return the catalogue of a language; an empty one for a new language."""
    file = catalogue_file(language)
    if not file.exists():
        return Catalog(locale=language, charset="utf-8", project="Density Deck", version="1")
    return read_po(BytesIO(file.read_bytes()), locale=language)


def update_catalogue(language: str, texts: Catalog) -> Catalog:
    """Return the catalogue of a language with these texts, and with no other."""
    catalogue = read_catalogue(language)
    catalogue.update(texts, no_fuzzy_matching=True)
    catalogue.obsolete.clear()
    name = catalogue.locale.get_language_name("en")
    catalogue.header_comment = f"# {name} texts of Density Deck."
    return catalogue


def format_catalogue(catalogue: Catalog) -> bytes:
    """Return the file of a catalogue, without what changes from day to day."""
    out = BytesIO()
    write_po(out, catalogue, width=100, include_lineno=False)
    lines = out.getvalue().decode().splitlines(keepends=True)
    unsteady = ('"POT-Creation', '"PO-Revision', '"Last-Translator', '"Generated', '"Report')
    return "".join(line for line in lines if not line.startswith(unsteady)).encode()


def find_faults(catalogue: Catalog) -> Iterator[str]:
    """Yield what a translator has to do before the language is complete, a line each."""
    for message in catalogue:
        if message.id and (fault := fault_of(message)):
            yield f"{fault}: {message.id!r}"


def fault_of(message: Message) -> str:
    """Return what is wrong with a translation, if anything."""
    if not message.string or not all(message.string):
        return "not translated"
    if message.fuzzy:
        return "fuzzy"
    # the form for one may leave the number out
    ids, strings = forms_of(message.id), forms_of(message.string)
    wanted = values_of(ids[-1])
    same = values_of(strings[-1]) == wanted
    same = same and all({*values_of(text)} <= {*wanted} for text in strings)
    return "" if same else "other values or tags"


def forms_of(text: Any) -> list[str]:
    """Return all forms of a text that may have several."""
    return [text] if isinstance(text, str) else [*text]


def values_of(text: str) -> list[str]:
    """Return the values and tags in a text, in order."""
    return sorted(PLACE.findall(text))
