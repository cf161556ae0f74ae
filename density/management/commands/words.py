"""`manage.py words`: collect the texts of the code into the catalogues for translators."""

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
    **dict.fromkeys(("pgettext", "pgettext_lazy"), ((1, "c"), 2)),
    "npgettext": ((1, "c"), 2, 3),
}
# t("…"), tparts("…"), tn("…", "…"), tnparts("…", "…"), always with whole sentences in double
# quotes. Babel's own extractor does not look into nested template strings.
LITERAL = r'"((?:[^"\\\n]|\\.)*)"'
START = r"(?<![\w$])(?<!(?<!\.\.)\.)t"
CALL = re.compile(rf"{START}n?(?:parts)?\(")
TEXT = re.compile(rf"{START}(?:(?:parts)?\(\s*{LITERAL}|n(?:parts)?\(\s*{LITERAL}\s*,\s*{LITERAL})")
COMMENT = re.compile(r"/\*.*?\*/|^\s*//[^\n]*$", re.DOTALL | re.MULTILINE)
PLACE = re.compile(r"%(?:\(\w+\))?[sd]|\{\w+\}|%%|</?\w+")

# an English text, or its singular and plural; and its context, if any
Text = tuple[Any, str | None]


class Command(BaseCommand):
    """Updates every catalogue; translators then fill in the empty entries."""

    help = "Collect all texts into the catalogues of all languages (needs Babel)."
    requires_system_checks = ()

    def handle(self, *args: Any, **options: Any) -> None:
        """Write the catalogues, and print what is missing or wrong."""
        texts = collect_texts()
        for language in translated_languages():
            catalogue = update_catalogue(language, texts)
            file = catalogue_file(language)
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(format_catalogue(catalogue))
            for fault in find_faults(catalogue):
                self.stdout.write(f"{language}: {fault}")


def collect_texts() -> Catalog:
    """Return all texts of Python, browser modules and templates, with their files.

    Raises ValueError for two plurals of one singular, which a catalogue cannot tell apart.
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
            entry = catalogue.get(first, context)
            if entry is not None and entry.id != text:
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
        # Django turns a template into gettext calls; the parentheses make them one expression
        source = f"({templatize(source)})"
    for _, text, _, context in extract("python", BytesIO(source.encode()), keywords=PYTHON):
        yield text, context


def texts_of_script(file: Path, source: str) -> Iterator[Text]:
    """Yield the texts of a browser module; raise ValueError for one that is not a literal."""
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
    """Return the catalogue of a language with exactly these texts."""
    catalogue = read_catalogue(language)
    catalogue.update(texts, no_fuzzy_matching=True)
    catalogue.obsolete.clear()
    name = catalogue.locale.get_language_name("en")
    catalogue.header_comment = f"# {name} texts of Density Deck."
    return catalogue


def format_catalogue(catalogue: Catalog) -> bytes:
    """Return the content of a catalogue's file, without dates and other varying headers."""
    out = BytesIO()
    write_po(out, catalogue, width=100, include_lineno=False)
    lines = out.getvalue().decode().splitlines(keepends=True)
    unsteady = ('"POT-Creation', '"PO-Revision', '"Last-Translator', '"Generated', '"Report')
    return "".join(line for line in lines if not line.startswith(unsteady)).encode()


def find_faults(catalogue: Catalog) -> Iterator[str]:
    """Yield the faults that a translator has to mend, one line each."""
    for message in catalogue:
        if message.id and (fault := fault_of(message)):
            yield f"{fault}: {message.id!r}"


def fault_of(message: Message) -> str:
    """Return the fault of a translation; "" if there is none."""
    if not message.string or not all(message.string):
        return "not translated"
    if message.fuzzy:
        return "fuzzy"
    # all forms but the last may leave out values, such as the number in "one"
    ids, strings = forms_of(message.id), forms_of(message.string)
    placeholders = values_of(ids[-1])
    matches = values_of(strings[-1]) == placeholders
    matches = matches and all({*values_of(text)} <= {*placeholders} for text in strings)
    return "" if matches else "other values or tags"


def forms_of(text: Any) -> list[str]:
    """Return all plural forms of a text, or its only form."""
    return [text] if isinstance(text, str) else [*text]


def values_of(text: str) -> list[str]:
    """Return the placeholders and tags of a text, sorted."""
    return sorted(PLACE.findall(text))
