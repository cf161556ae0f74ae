"""Collects the texts of the code into the catalogues of the languages, and compiles those."""

import json
import re
from argparse import ArgumentParser
from collections import defaultdict
from collections.abc import Iterator
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path
from shutil import rmtree
from typing import Any, cast

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from django.conf import settings
from django.core.management.base import BaseCommand
from django.template import Template
from django.template.base import Node
from django.templatetags.i18n import BlockTranslateNode, TranslateNode

from density import own_apps
from density.bundling import Modules, named

LOCALE = settings.BASE_DIR / "density" / "locale"
MODULES = settings.BASE_DIR / "density" / "static" / "density" / "words"

PYTHON: dict[str, Any] = {
    **dict.fromkeys(("_", "say", "gettext", "gettext_lazy", "gettext_noop")),
    **dict.fromkeys(("ngettext", "ngettext_lazy"), (1, 2)),
    "pgettext": ((1, "c"), 2),
}
# t("…"), tparts("…"), tn("…", "…"), tnparts("…", "…"): always whole sentences in double quotes
LITERAL = r'"((?:[^"\\\n]|\\.)*)"'
ONE = re.compile(rf"(?<![\w$])(?<!(?<!\.\.)\.)t(?:parts)?\(\s*{LITERAL}")
SOME = re.compile(rf"(?<![\w$])(?<!(?<!\.\.)\.)tn(?:parts)?\(\s*{LITERAL}\s*,\s*{LITERAL}")
CALL = re.compile(r"(?<![\w$])(?<!(?<!\.\.)\.)t(?:n|parts|nparts)?\(")
COMMENT = re.compile(r"/\*.*?\*/|^\s*//[^\n]*$", re.DOTALL | re.MULTILINE)
PLACE = re.compile(r"%(?:\(\w+\))?[sd]|\{\w+\}|%%|</?\w+")

EPOCH = datetime(2000, 1, 1, tzinfo=UTC)

# By the English text, or the first form of it: the translation, or all forms of it.
Translations = dict[str, str | list[str]]
# An English text: how it is written, or both forms, its context if any, and its file.
Text = tuple[str | tuple[str, str], str | None, str]


class Command(BaseCommand):
    """Bring every catalogue up to date; a translator then fills in what is empty."""

    help = "Collect all texts, and compile the catalogues of all languages (needs Babel)."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add nothing that has to be known."""
        parser.add_argument("--check", action="store_true", help="write nothing, list the faults")

    def handle(self, *args: Any, **options: Any) -> None:
        """Write the catalogues and what is compiled of them; say what is not translated."""
        found = collect()
        for language in languages():
            if not options["check"]:
                update(language, found)
            for fault in faults(language, found):
                self.stdout.write(f"{language}: {fault}")


def languages() -> list[str]:
    """Return the languages that have a catalogue: all but the one of the code."""
    return [code for code, _ in settings.LANGUAGES if code != settings.LANGUAGE_CODE]


def collect() -> Catalog:
    """All texts of Python, templates and browser modules, each with the files that say it."""
    catalog = Catalog(charset="utf-8")
    for folder in folders():
        for file in own_apps.files(folder, ".py"):
            _add(catalog, _of_python(file))
        for file in browser_modules(folder):
            if "vendor" not in file.parts:
                _add(catalog, _of_module(file))
    for file in own_apps.template_files():
        _add(catalog, _of_template(file))
    return catalog


def folders() -> list[Path]:
    """Return the folders of the site's apps, without those that lie in another one."""
    every = sorted(own_apps.folders())
    return [folder for folder in every if not any(parent in every for parent in folder.parents)]


def browser_modules(folder: Path) -> list[Path]:
    """Return the modules of an app that browsers read, without those that teach a language."""
    found = (file for place in folder.rglob("static") for file in own_apps.files(place, ".js"))
    return sorted(file for file in found if MODULES not in file.parents)


def load(language: str) -> Catalog:
    """Return the catalogue of a language as it stands; an empty one for a new language."""
    file = _file(language)
    if not file.exists():
        return Catalog(locale=language, charset="utf-8")
    return read_po(BytesIO(file.read_bytes()), locale=language)


def update(language: str, found: Catalog) -> None:
    """Write the catalogue of a language with these texts, and both compiled forms of it."""
    catalog = Catalog(
        locale=language, charset="utf-8", project="Density Deck", version="1", fuzzy=False
    )
    known = load(language)
    catalog.header_comment = f"# {known.locale.get_language_name('en')} texts of Density Deck."
    for message in found:
        if message.id:
            before = known.get(_key(message), message.context)
            string = before.string if before is not None else ""
            catalog.add(message.id, string, message.locations, context=message.context)
    file = _file(language)
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(written(catalog))
    file.with_suffix(".mo").write_bytes(compiled(catalog))
    rmtree(MODULES / language, ignore_errors=True)
    for name, text in modules(catalog).items():
        place = MODULES / language / name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text)


def written(catalog: Catalog) -> bytes:
    """Return the catalogue for translators, without what changes from day to day."""
    out = BytesIO()
    write_po(out, catalog, width=100, include_lineno=False)
    lines = out.getvalue().decode().splitlines(keepends=True)
    unsteady = ('"POT-Creation', '"PO-Revision', '"Last-Translator', '"Generated', '"Report')
    return "".join(line for line in lines if not line.startswith(unsteady)).encode()


def compiled(catalog: Catalog) -> bytes:
    """Return the catalogue as Django reads it."""
    catalog = read_po(BytesIO(written(catalog)), locale=str(catalog.locale))
    # its head says when it was made: the same bytes for the same sentences on every day
    catalog.creation_date = catalog.revision_date = EPOCH
    out = BytesIO()
    write_mo(out, catalog)
    return out.getvalue()


def modules(catalog: Catalog) -> dict[str, str]:
    """Return the modules that teach the catalogue, by the names of the scripts they come before.

    Each has what its script says and all that this one imports. What says nothing is left out.
    """
    files = {_served(file): file for folder in folders() for file in browser_modules(folder)}
    graph = Modules(files, lambda name: files[name].read_text())
    said = _by_file(catalog)
    found = {}
    for script in sorted(graph.entries(named(own_apps.template_files()))):
        texts: Translations = {}
        for name in graph.needed(script):
            texts |= said[_name(files[name])]
        if texts:
            found[script] = _module(script, texts, catalog.plural_expr.strip("()"))
    return found


def _by_file(catalog: Catalog) -> defaultdict[str, Translations]:
    """Return what each file says and is translated."""
    said: defaultdict[str, Translations] = defaultdict(dict)
    for message in catalog:
        string = message.string
        if message.id and string and any(string):
            for file, _ in message.locations:
                said[file][_key(message)] = string if isinstance(string, str) else [*string]
    return said


def _module(script: str, texts: Translations, form: str) -> str:
    """Return the module that teaches these texts before a script; which form a number n wants."""
    sentences = json.dumps(texts, ensure_ascii=False, indent=2, sort_keys=True)
    return (
        "// Made by `make words` from the catalogue: do not edit.\n"
        f'import {{ learn }} from "{"../" * (script.count("/") + 2)}catalogue.js";\n\n'
        f"learn((n) => Number({form}), {sentences});\n"
    )


def faults(language: str, found: Catalog) -> Iterator[str]:
    """Return what a translator has to do before the language is complete, a line each."""
    known = load(language)
    for message in found:
        fault = message.id and _fault(message, known.get(_key(message), message.context))
        if fault:
            yield f"{fault}: {_key(message)!r}"
    for message in known:
        if message.id and found.get(_key(message), message.context) is None:
            yield f"no longer said: {_key(message)!r}"


def _fault(message: Message, ours: Message | None) -> str:
    """Return what is wrong with the translation of a text, if anything."""
    if ours is None:
        return "not in the catalogue"
    if not ours.string or not all(ours.string):
        return "not translated"
    if ours.fuzzy:
        return "fuzzy"
    return "" if _same_places(message, ours) else "other values or tags"


def _same_places(message: Message, ours: Message) -> bool:
    """Return whether values and tags are the same; the form for one may leave the number out."""
    if isinstance(message.id, str):
        return sorted(PLACE.findall(message.id)) == sorted(PLACE.findall(str(ours.string)))
    wanted = sorted(PLACE.findall(message.id[1]))
    forms = [sorted(PLACE.findall(form)) for form in ours.string or ()]
    return forms[-1] == wanted and all(set(form) <= set(wanted) for form in forms)


def _add(catalog: Catalog, texts: Iterator[Text]) -> None:
    for text, context, file in texts:
        catalog.add(text, locations=[(file, 0)], context=context)


def _of_python(file: Path) -> Iterator[Text]:
    with file.open("rb") as source:
        for _, text, _, context in extract("python", source, keywords=PYTHON):
            yield cast("str | tuple[str, str]", text), context, _name(file)


def _of_module(file: Path) -> Iterator[Text]:
    source = COMMENT.sub("", file.read_text())
    said = [*ONE.finditer(source), *SOME.finditer(source)]
    if file.name != "words.js" and len(said) != len(CALL.findall(source)):
        raise ValueError(f"{file}: a text is not written out in double quotes")
    for match in sorted(said, key=lambda each: each.start()):
        texts = [json.loads(f'"{text}"') for text in match.groups()]
        yield (texts[0] if len(texts) == 1 else (texts[0], texts[1])), None, _name(file)


def _of_template(file: Path) -> Iterator[Text]:
    for node in nodes(Template(file.read_text()).nodelist):
        if isinstance(node, TranslateNode):
            literal = node.filter_expression.var.literal
            if isinstance(literal, str):
                yield literal.replace("%", "%%"), _context(node), _name(file)
        elif isinstance(node, BlockTranslateNode):
            single, _ = node.render_token_list(node.singular)
            plural, _ = node.render_token_list(node.plural or [])
            yield ((single, plural) if node.plural else single), _context(node), _name(file)


def nodes(tree: Any) -> Iterator[Node]:
    """Yield all nodes of a template, in their order."""
    for node in tree:
        yield node
        for name in getattr(node, "child_nodelists", ()):
            yield from nodes(getattr(node, name, None) or ())


def _context(node: Any) -> str | None:
    return None if node.message_context is None else str(node.message_context.resolve({}))


def _key(message: Message) -> str:
    return message.id if isinstance(message.id, str) else message.id[0]


def _name(file: Path) -> str:
    return file.relative_to(settings.BASE_DIR).as_posix()


def _served(file: Path) -> str:
    return file.as_posix().rpartition("/static/")[2]


def _file(language: str) -> Path:
    found: Path = LOCALE / language / "LC_MESSAGES" / "django.po"
    return found
