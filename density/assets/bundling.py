"""Bundles the scripts and the style sheets of a page into one file each.

Sources are plain modules and sheets that a browser can also load one by one during development. A
bundle has all modules that its script imports, each as a function that runs once per page,
whichever bundle loads it first:

    const $modules = (globalThis[Symbol.for("modules")] ??= {});
    $modules[12] ??= (() => { … return { t, tn }; })();

Decision 20 says why this is no bundler from a package.

It reads only the forms that this project uses: `import { a as b } from "./c.js";`,
`import * as c from …`, `export const`, `export function`, `export class`, `export { a as b }`, each
at the start of a line. Collecting files fails at any other form and at circular imports.
"""

import posixpath
import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache, partial
from pathlib import Path

Read = Callable[[str], str]

# The first line makes Chromium compile all functions while the script loads, off the main thread,
# since nearly all of them run at once (V8's explicit compile hints; other browsers ignore it).
HEAD = """//# allFunctionsCalledOnLoad
const $modules = (globalThis[Symbol.for("modules")] ??= {});
"""
FROM = r"""from\s*["'](?P<url>[^"']+)["'];\n?"""
IMPORT = re.compile(rf"^import\s*(?P<what>\*\s*as\s+\w+|\{{[^}}]*\}})\s*{FROM}", re.MULTILINE)
EFFECT = re.compile(r"""^import\s*["'](?P<url>[^"']+)["'];\n?""", re.MULTILINE)
DECLARED = re.compile(
    r"^export (?=(?:async )?(?:function\*?|class|const) (?P<name>[\w$]+))", re.MULTILINE
)
LISTED = re.compile(r"(?:^|(?<=[;}]))export\s*\{(?P<names>[^}]*)\}(?!\s*from);?\n?", re.MULTILINE)
UNREAD = re.compile(r"^(?:import|export)\b.*|\bimport\.meta\b|\bimport\(", re.MULTILINE)

SHEET = re.compile(r"""@import\s*(?:url\()?["'](?P<url>[^"']+)["']\)?\s*;\n?""")
# Replaces light-dark() for browsers without it: of --light and --dark one is set to nothing and the
# other is unset, so that its fallback applies.
FOR_THEMES = re.compile(
    r"light-dark\((?P<light>(?:[^(),]|\([^()]*\))*),(?P<dark>(?:[^()]|\([^()]*\))*)\)"
)
THEME = re.compile(r"color-scheme:\s*(?P<theme>light|dark)(?=\s*[;}])")
SET = {
    "light": "--light:initial;--dark:var(--none,)",
    "dark": "--light:var(--none,);--dark:initial",
}
PLACE = re.compile(r"""url\((?P<quote>["']?)(?P<url>(?!data:|#|/)[^"')]+)(?P=quote)\)""")

NAMED = re.compile(r"""\b(?:static|script)\s+["'](?P<name>[^"']+\.js)["']""")


class BundleError(Exception):
    """Raised for a form in a module or sheet that the bundler cannot read."""


class Modules:
    """The modules of the project, read once each."""

    def __init__(self, names: Iterable[str], read: Read) -> None:
        self.names = set(names)
        # what a module is called in bundles: a number takes a kilobyte less than all the names
        self.numbers = {name: number for number, name in enumerate(sorted(self.names))}
        self.text = cache(read)
        # needed again by every module that imports one
        self._exports, self._wrapped = cache(self._find_exports), cache(self._wrap)

    def imports(self, name: str) -> list[str]:
        """Return the modules that a module imports directly, each once."""
        urls = [
            (statement.start(), file_beside(name, statement["url"]))
            for pattern in (IMPORT, EFFECT)
            for statement in pattern.finditer(self.text(name))
        ]
        return list(dict.fromkeys(url for _, url in sorted(urls)))

    def entries(self, named: Iterable[str]) -> set[str]:
        """Return the scripts that pages load: those named, and those that no module imports."""
        imported = {module for name in self.names for module in self.imports(name)}
        return (self.names - imported) | (self.names & set(named))

    def needed(self, name: str) -> list[str]:
        """Return a module and all its direct and indirect imports, each after its own imports."""
        ordered: dict[str, None] = {}

        def add(module: str, chain: tuple[str, ...]) -> None:
            if module in chain:
                raise BundleError(f"{' imports '.join((*chain, module))}: a circle.")
            for imported in () if module in ordered else self.imports(module):
                add(imported, (*chain, module))
            ordered[module] = None

        add(name, ())
        return list(ordered)

    def bundled(self, name: str) -> str:
        """Return a script bundled with its imports; one without imports unchanged."""
        *needed, own = self.needed(name)
        if not needed:
            return self.text(name)
        return "".join((HEAD, *map(self._wrapped, needed), self._without_imports(own)))

    def _wrap(self, name: str) -> str:
        """Return a module wrapped in a function that runs once."""
        exports = ", ".join(
            f"{public}: {local}" if public != local else local
            for public, local in self._exports(name).items()
        )
        text = self._without_imports(name)
        place = self._place(name)
        return f"{place} ??= (() => {{\n{text}\nreturn {{ {exports} }};\n}})();\n"

    def _place(self, name: str) -> str:
        """Return the expression for what a module exports, in every bundle of a page."""
        return f"$modules[{self.numbers[name]}]"

    def _without_imports(self, name: str) -> str:
        """Return the text of a module as the body of a function."""
        text = EFFECT.sub("", self.text(name))
        text = IMPORT.sub(partial(self._taken, name), text)
        text = LISTED.sub("", DECLARED.sub("", text))
        unread = UNREAD.search(text)
        if unread:
            raise BundleError(f"{name}: cannot read “{unread[0]}”.")
        return text

    def _taken(self, name: str, statement: re.Match[str]) -> str:
        """Return an import as a constant; raises BundleError if the name is not exported."""
        other = file_beside(name, statement["url"])
        place = self._place(other)
        if statement["what"].startswith("*"):
            return f"const {statement['what'].split()[-1]} = {place};\n"
        names = list(name_pairs(statement["what"].strip("{}")))
        for exported, _ in names:
            if exported not in self._exports(other):
                raise BundleError(f"{name}: {other} gives no {exported}.")
        bindings = ", ".join(
            exported if exported == local else f"{exported}: {local}" for exported, local in names
        )
        return f"const {{ {bindings} }} = {place};\n"

    def _find_exports(self, name: str) -> dict[str, str]:
        """Return the exports of a module: public name to local name."""
        text = self.text(name)
        declared = {statement["name"]: statement["name"] for statement in DECLARED.finditer(text)}
        listed = (
            pair for statement in LISTED.finditer(text) for pair in name_pairs(statement["names"])
        )
        return declared | {exported: local for local, exported in listed}


def bundled_sheet(name: str, read: Read) -> str:
    """Return a style sheet with its imports inlined, once each.

    Colors are rewritten for the oldest browsers of docs/BROWSERS.md.
    """
    text = FOR_THEMES.sub(
        r"var(--light,\g<light>) var(--dark,\g<dark>)", _sheet(name, name, read, set())
    )
    if "light-dark(" in text:
        raise BundleError(f"{name}: cannot read one of its values for two themes.")
    return THEME.sub(lambda declaration: f"{declaration[0]};{SET[declaration['theme']]}", text)


def _sheet(name: str, place: str, read: Read, included: set[str]) -> str:
    """Return the text of a sheet, with URLs relative to the sheet at `place`."""
    if name in included:
        return ""
    included.add(name)

    def moved(match: re.Match[str]) -> str:
        url = posixpath.relpath(file_beside(name, match["url"]), posixpath.dirname(place))
        return f'url("{url}")'

    text = read(name) if name == place else PLACE.sub(moved, read(name))
    text = SHEET.sub(
        lambda match: _sheet(file_beside(name, match["url"]), place, read, included), text
    )
    if "@import" in text:
        raise BundleError(f"{name}: cannot read one of its imports.")
    return text


def name_pairs(names: str) -> Iterator[tuple[str, str]]:
    """Yield the names of a list like `a, b as c`, as pairs of the original and the new name."""
    for entry in filter(None, map(str.strip, names.split(","))):
        before, _, after = entry.partition(" as ")
        yield before.strip(), (after or before).strip()


def file_beside(name: str, url: str) -> str:
    """Return the name of the file at a URL relative to another file."""
    return posixpath.normpath(posixpath.join(posixpath.dirname(name), url))


def scripts_in_templates(templates: Iterable[Path]) -> set[str]:
    """Return the scripts that these templates load."""
    texts = (path.read_text(encoding="utf-8") for path in templates)
    return {name for text in texts for name in NAMED.findall(text)}
