"""Documents, comments, interface texts and names avoid shapes that no native speaker writes.

An allowance is for what was there before. It may only shrink.
"""

import ast
import io
import re
import tokenize
from collections.abc import Callable, Iterator
from dataclasses import fields
from functools import cache

import pytest

from games.engine.contract import RecordWriter, Rules
from tests.project_files import ROOT, project_files

LONGEST_SENTENCE = 25
HEADLESS = re.compile(r"^(?:Who|What|Whoever|Whatever|Nobody)\b[^?]*[.;:]")
DIALECT = re.compile(
    r"\b(?:not|n't|no|nothing|nobody|never)\b[^.,;]{0,40}\bany more\b|\bof before\b|\banew\b"
    r"|\bso many [^.,;:]{1,30} as\b",
    re.IGNORECASE,
)
JOINED = re.compile(
    r'\bt\("[^"\n]*[^".]"\)(?: \+ (?!t\()'
    r"|\} ?\$\{(?!(?:t|keyView|keyHint|icon|iconView|ref|named)\b))"
    r'|[\w)] \+ t\("'
)
SYNONYM = re.compile(r"\bwatchers?\b|\bsign(?:s|ed)? (?:in|out)\b|\bcentral pile\b|\bfor ever\b")
MESSAGE = re.compile(r'^(?:msgid|msgid_plural) ((?:"(?:[^"\\]|\\.)*"\s*)+)', re.MULTILINE)
COMMENT = re.compile(r"/\*.*?\*/|^\s*//.*$(?:\n\s*//.*$)*", re.MULTILINE | re.DOTALL)
MARKS = re.compile(r"^\s*(?://|/?\*+/?)|\*/", re.MULTILINE)
BLOCK = re.compile(r"\n\s*\n|\n(?=\s*(?:[-*#>]|\d+\.)\s)|\|")
Place = tuple[str, str]


def read_comments(source: str) -> Iterator[str]:
    """Yield the docstrings and the comments of a Python file, adjacent lines as one text."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            yield ast.get_docstring(node) or ""
    last, text = 0, ""
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            text += ("\n" if token.start[0] == last + 1 else "\n\n") + token.string.lstrip("#: ")
            last = token.start[0]
    yield text


def sentences_of(texts: Callable[[str], Iterator[str]], *patterns: str) -> Iterator[Place]:
    """Yield the sentences of files with their paths, without Markdown and code."""
    ours = (*patterns, ":(exclude)*/migrations/*", ":(exclude)tests/*", ":(exclude)*/vendor/*")
    for path in project_files(*ours):
        for text in texts(path.read_text(encoding="utf-8")):
            plain = re.sub(r"```.*?```|<!--.*?-->", "\n\n", text, flags=re.DOTALL)
            plain = re.sub(r"^#.*$", r"\n\g<0>\n", plain, flags=re.MULTILINE)
            plain = re.sub(r"`[^`]+`", "X", re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", plain))
            for block in BLOCK.split(plain):
                for sentence in re.split(r"(?<=[.!?])[\"”)*_]*\s+", block):
                    yield (
                        path.relative_to(ROOT).as_posix(),
                        " ".join(sentence.split()).lstrip("-*#>0123456789. "),
                    )


@cache
def document_sentences() -> list[Place]:
    return list(sentences_of(lambda text: iter([text]), "*.md"))


@cache
def code_sentences() -> list[Place]:
    scripts = sentences_of(lambda text: (MARKS.sub("", c) for c in COMMENT.findall(text)), "*.js")
    return [*sentences_of(read_comments, "*.py"), *scripts]


@cache
def interface_sentences() -> list[Place]:
    def messages(catalog: str) -> Iterator[str]:
        return (ast.literal_eval(f"({text})") for text in MESSAGE.findall(catalog))

    return list(sentences_of(messages, "*.po"))


# `main`, and what a game's rules give the engine, which calls it as `rules.act`
NAMED_BY_CONTRACT = {
    "main",
    *(each.name for kind in (Rules, RecordWriter) for each in fields(kind)),
}


def functions_named_by_one_word() -> Iterator[Place]:
    for path in project_files("*.py", ":(exclude)*/migrations/*"):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and not is_named_well(node):
                yield f"{path.relative_to(ROOT)}:{node.lineno}", node.name


def is_named_well(function: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    """Return whether a name has two words, or is private, fixed by a contract, a tag or a fixture.

    Template tags and fixtures are named like the value that they return.
    """
    if not function.name.isalnum() or function.name in NAMED_BY_CONTRACT:
        return True
    values = ("register.", "pytest.fixture")
    return any(ast.unparse(each).startswith(values) for each in function.decorator_list)


# the names that gettext has for them
GETTEXT = {"t", "tn", "tparts", "tnparts"}
SCRIPT_FUNCTION = re.compile(
    r"^(?:export )?(?:(?:async )?function\*? (\w+)"
    r"|const (\w+) = (?:async )?(?:\w+|\([^;]*?\)) =>)",
    re.MULTILINE,
)


def script_functions_named_by_one_word() -> Iterator[Place]:
    for path in project_files("*/static/*.js", ":(exclude)*/vendor/*"):
        for match in SCRIPT_FUNCTION.finditer(path.read_text(encoding="utf-8")):
            name = match[1] or match[2]
            if name.islower() and name not in GETTEXT:
                yield path.relative_to(ROOT).as_posix(), name


def texts_joined_to_values() -> Iterator[Place]:
    for path in project_files("*/static/*.js", ":(exclude)*/vendor/*"):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            if JOINED.search(line):
                yield f"{path.relative_to(ROOT)}:{number}", line.strip()


def find_matches(shape: re.Pattern[str], texts: list[Place]) -> Iterator[Place]:
    return (place for place in texts if shape.search(place[1]))


LONG = re.compile(rf"(?:[\w’'-]+[^\w’'-]+){{{LONGEST_SENTENCE}}}[\w’'-].*[.!?][*_)”]*$")
FOUND: list[tuple[str, int, Callable[[], Iterator[Place]]]] = [
    ("headless sentences in documents", 0, lambda: find_matches(HEADLESS, document_sentences())),
    ("headless sentences in code", 0, lambda: find_matches(HEADLESS, code_sentences())),
    (
        "headless sentences of the interface",
        0,
        lambda: find_matches(HEADLESS, interface_sentences()),
    ),
    ("dialect in documents", 0, lambda: find_matches(DIALECT, document_sentences())),
    (
        "other words for one thing in documents",
        0,
        lambda: find_matches(SYNONYM, document_sentences()),
    ),
    (
        "dialect in code and interface",
        0,
        lambda: find_matches(DIALECT, code_sentences() + interface_sentences()),
    ),
    ("long sentences in documents", 0, lambda: find_matches(LONG, document_sentences())),
    ("texts joined to values", 4, texts_joined_to_values),
    ("functions named by one word", 0, functions_named_by_one_word),
    ("functions of scripts named by one word", 0, script_functions_named_by_one_word),
]


@pytest.mark.parametrize(("kind", "allowed", "find"), FOUND)
def test_no_more_than_before(kind: str, allowed: int, find: Callable[[], Iterator[Place]]) -> None:
    found = [f"{place}: {text}" for place, text in find()]
    assert len(found) <= allowed, "\n".join([f"{kind}: {len(found)}, allowed {allowed}", *found])
