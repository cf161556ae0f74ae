"""Bundles the modules and the style sheets of a page, so that a browser asks for one file of each.

Sources stay plain modules and sheets, which a browser reads one by one when nothing is collected.
A bundle holds all that its module imports, each a function of its own that runs once on a page,
whichever bundle brings it first:

    const $modules = (globalThis[Symbol.for("modules")] ??= {});
    $modules["density/words.js"] ??= (() => { … return { t, tn }; })();

No bundler does it (decision 20).

It reads only what this project writes: `import { a as b } from "./c.js";`, `import * as c from …`,
`export const`, `export function`, `export class`, `export { a as b }`, each at the start of a line.
Any other line that begins like that, and a circle of imports, is an error when files are collected.
"""

import posixpath
import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache, partial
from pathlib import Path

Read = Callable[[str], str]

# The first line has Chromium compile everything while the script arrives, beside the page's own
# thread: nearly all of it runs at once. (V8, explicit compile hints; others read over it.)
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
# Values for two themes, for browsers without light-dark(): of the names --light and --dark one is
# empty, and the other is unset, so that its fallback counts.
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
    """A module or sheet is written in a way that is not read here."""


class Modules:
    """The modules of the project, read once each."""

    def __init__(self, names: Iterable[str], read: Read) -> None:
        self.names = set(names)
        self.text = cache(read)
        # asked for by every module that needs one
        self._exports, self._wrapped = cache(self._find_exports), cache(self._wrap)

    def imports(self, name: str) -> list[str]:
        """Return the modules that this one names, each once."""
        found = [
            (each.start(), file_beside(name, each["url"]))
            for pattern in (IMPORT, EFFECT)
            for each in pattern.finditer(self.text(name))
        ]
        return list(dict.fromkeys(url for _, url in sorted(found)))

    def entries(self, named: Iterable[str]) -> set[str]:
        """The scripts that pages load: those that are named, and those that no module imports."""
        imported = {found for name in self.names for found in self.imports(name)}
        return (self.names - imported) | (self.names & set(named))

    def needed(self, name: str) -> list[str]:
        """All that a module imports, and those import, then itself: each after what it needs."""
        done: dict[str, None] = {}

        def add(each: str, way: tuple[str, ...]) -> None:
            if each in way:
                raise BundleError(f"{' imports '.join((*way, each))}: a circle.")
            for found in () if each in done else self.imports(each):
                add(found, (*way, each))
            done[each] = None

        add(name, ())
        return list(done)

    def bundled(self, name: str) -> str:
        """Return a script with all that it needs in it; one that needs nothing as it is."""
        *needed, own = self.needed(name)
        if not needed:
            return self.text(name)
        return "".join((HEAD, *map(self._wrapped, needed), self._without_imports(own)))

    def _wrap(self, name: str) -> str:
        """Return a module as a function that runs once."""
        given = ", ".join(
            f"{shown}: {own}" if shown != own else own for shown, own in self._exports(name).items()
        )
        text = self._without_imports(name)
        return f'$modules["{name}"] ??= (() => {{\n{text}\nreturn {{ {given} }};\n}})();\n'

    def _without_imports(self, name: str) -> str:
        """Return the text of a module as the inside of a function."""
        text = EFFECT.sub("", self.text(name))
        text = IMPORT.sub(partial(self._taken, name), text)
        text = LISTED.sub("", DECLARED.sub("", text))
        unread = UNREAD.search(text)
        if unread:
            raise BundleError(f"{name}: cannot read “{unread[0]}”.")
        return text

    def _taken(self, name: str, found: re.Match[str]) -> str:
        """Return an import as a constant, once the other module gives what is asked for."""
        other = file_beside(name, found["url"])
        place = f'$modules["{other}"]'
        if found["what"].startswith("*"):
            return f"const {found['what'].split()[-1]} = {place};\n"
        names = list(name_pairs(found["what"].strip("{}")))
        for asked, _ in names:
            if asked not in self._exports(other):
                raise BundleError(f"{name}: {other} gives no {asked}.")
        taken = ", ".join(asked if asked == own else f"{asked}: {own}" for asked, own in names)
        return f"const {{ {taken} }} = {place};\n"

    def _find_exports(self, name: str) -> dict[str, str]:
        """Return what a module exports: by each name outside, what stands for it inside."""
        text = self.text(name)
        declared = {found["name"]: found["name"] for found in DECLARED.finditer(text)}
        listed = (pair for found in LISTED.finditer(text) for pair in name_pairs(found["names"]))
        return declared | {shown: own for own, shown in listed}


def bundled_sheet(name: str, read: Read) -> str:
    """Return a style sheet with those that it imports in their places, once each.

    Its colors are written as every browser of docs/BROWSERS.md reads them.
    """
    text = FOR_THEMES.sub(
        r"var(--light,\g<light>) var(--dark,\g<dark>)", _sheet(name, name, read, set())
    )
    if "light-dark(" in text:
        raise BundleError(f"{name}: cannot read one of its values for two themes.")
    return THEME.sub(lambda found: f"{found[0]};{SET[found['theme']]}", text)


def _sheet(name: str, place: str, read: Read, done: set[str]) -> str:
    """Return the text of a sheet as it stands in the sheet at that place."""
    if name in done:
        return ""
    done.add(name)

    def moved(found: re.Match[str]) -> str:
        url = posixpath.relpath(file_beside(name, found["url"]), posixpath.dirname(place))
        return f'url("{url}")'

    text = read(name) if name == place else PLACE.sub(moved, read(name))
    text = SHEET.sub(lambda found: _sheet(file_beside(name, found["url"]), place, read, done), text)
    if "@import" in text:
        raise BundleError(f"{name}: cannot read one of its imports.")
    return text


def name_pairs(names: str) -> Iterator[tuple[str, str]]:
    """Yield the names of a list like `a, b as c`: how each is called before and after."""
    for each in filter(None, map(str.strip, names.split(","))):
        before, _, after = each.partition(" as ")
        yield before.strip(), (after or before).strip()


def file_beside(name: str, url: str) -> str:
    """Return the name of a file whose address stands in another."""
    return posixpath.normpath(posixpath.join(posixpath.dirname(name), url))


def scripts_in_templates(templates: Iterable[Path]) -> set[str]:
    """Return the scripts that these templates name."""
    texts = (path.read_text(encoding="utf-8") for path in templates)
    return {name for text in texts for name in NAMED.findall(text)}
