"""The words of the field stay: no private word comes back that a standard term has replaced."""

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from tests.project_files import ROOT, project_files

AREAS = ("matchmaking", "accounts", "density", "games", "tests")
# what these words were called here, and what they are called in Django, Channels and operations
REPLACED = {
    "album": "baseline",
    "anybody": "a precise subject: user, player, seat owner, spectator, guest",
    "attic": "template data directory",
    "belongings": "account data",
    "career": "statistics, titles",
    "careers": "statistics",
    "cast": "members, fixtures",
    "chronicle": "record writer",
    "company": "pair constraints",
    "conduct": "penalties",
    "course": "turn flow",
    "cues": "alerts",
    "deaf": "muted by",
    "deed": "statistics",
    "deeds": "statistics",
    "door": "handler",
    "doors": "handlers",
    "evening": "scenario",
    "everybody": "a precise subject",
    "facts": "information, data",
    "furniture": "template data directory",
    "gate": "page limiter",
    "house": "site, supervisor, server",
    "joining": "bundling",
    "judge": "invariants",
    "kinds": "game types, modes, categories",
    "lean": "minified",
    "ledger": "observed",
    "luck": "performance noise",
    "mouth": "broadcast",
    "nobody": "a precise subject",
    "nursery": "forks",
    "premises": "process group",
    "pulse": "queue cache",
    "revive": "restart",
    "ring": "dispatch",
    "saying": "text",
    "scales": "rating parameters",
    "shelf": "finished games",
    "shelve": "finish games",
    "shy": "hides the rating",
    "sight": "observation",
    "sights": "observations",
    "somebody": "a precise subject",
    "speech": "announcements",
    "studio": "frozen browser",
    "tale": "narrative",
    "tallies": "player statistics",
    "tally": "player statistics",
    "tell": "event for, publish",
    "telling": "publish",
    "ticks": "intervals",
    "told": "events, payload, context",
    "unread": "no body parser",
    "voice": "broadcast",
    "whoever": "a precise subject",
    "wish": "avoidance",
    "wishes": "avoidances",
}
# files of a private word that is a common one elsewhere
FILES = {
    "boards",
    "child",
    "idle",
    "lines",
    "people",
    "picture",
    "quiet",
    "rounds",
    "stage",
    "tick",
}
# defined names that keep such a word, and why
KEPT: dict[str, str] = {
    "house_skill": "AI players of the site are house bots in the settings, which operators set",
    "with_house_bots": "the same",
    "MOST_HOUSE_BOTS": "the same",
    "HOUSE_DOUBT": "the same",
    "RANKED_HOUSE_BOTS": "the name of a setting",
    "unread": "the same",
    "UNREAD": "the same",
}
VAGUE = re.compile(r"\b(nobody|somebody|everybody|anybody|whoever|told|hears?|house)\b", re.I)
# what docstrings and comments do not say: the site has no house, doors and mouth
PRIVATE = re.compile(r"\b(the house|doors?|the mouth|deeds?|tally|tallies|the shelf)\b", re.I)
# nor, outside the tests, who it is that nobody knows: "user", "player", "seat", "viewer" do
UNCLEAR = re.compile(
    r"\b(nobody|somebody|anybody|whoever|(is|are|was|were|be) told|hears? (of|what))\b", re.I
)
TALKING = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
LEVELS = {"debug", "info", "warning", "error", "exception", "critical"}


@cache
def python_files() -> list[Path]:
    """The Python files of the areas, without migrations: these are history."""
    found = project_files(*(f"{area}/*.py" for area in AREAS))
    return [path for path in found if "migrations" not in path.parts]


@cache
def tree_of(path: Path) -> ast.AST:
    """The parsed module."""
    return ast.parse(path.read_text(encoding="utf-8"))


def parts(name: str) -> list[str]:
    """The words of an identifier, in lower case."""
    return [word.lower() for word in re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+", name)]


def defined(tree: ast.AST) -> Iterator[str]:
    """Every name that a module defines, arguments and attributes included."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            yield node.name
        elif isinstance(node, ast.arg):
            yield node.arg
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id
        elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
            yield node.attr


def logged(tree: ast.AST) -> Iterator[str]:
    """The texts of all log messages of a module."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
            continue
        logger = node.func.value
        if isinstance(logger, ast.Name) and logger.id == "log" and node.func.attr in LEVELS:
            text = node.args[0]
            if isinstance(text, ast.Constant):
                yield str(text.value)


def prose(path: Path) -> Iterator[str]:
    """The docstrings and comments of a module, without line breaks."""
    for node in ast.walk(tree_of(path)):
        if isinstance(node, TALKING):
            yield " ".join((ast.get_docstring(node) or "").split())
    for token in tokenize.generate_tokens(io.StringIO(path.read_text(encoding="utf-8")).readline):
        if token.type == tokenize.COMMENT:
            yield token.string


@pytest.mark.parametrize("area", AREAS)
def test_no_identifier_has_a_replaced_word(area: str) -> None:
    found = {
        f"{path.relative_to(ROOT)}: {name}"
        for path in python_files()
        if path.relative_to(ROOT).parts[0] == area
        for name in {*defined(tree_of(path)), path.stem}
        if name not in KEPT and not name.startswith("test_") and REPLACED.keys() & set(parts(name))
    }
    assert sorted(found) == []


def test_no_file_has_a_replaced_name() -> None:
    found = [str(path.relative_to(ROOT)) for path in python_files() if path.stem in FILES]
    assert found == []


def test_log_messages_name_components_and_consequences() -> None:
    found = [
        f"{path.relative_to(ROOT)}: {text}"
        for path in python_files()
        for text in logged(tree_of(path))
        if VAGUE.search(text)
    ]
    assert found == []


@pytest.mark.parametrize("area", AREAS)
def test_docstrings_and_comments_use_the_words_of_the_field(area: str) -> None:
    found = [
        f"{path.relative_to(ROOT)}: {text}"
        for path in python_files()
        if path.relative_to(ROOT).parts[0] == area and path != Path(__file__)
        for text in prose(path)
        if PRIVATE.search(text) or (area != "tests" and UNCLEAR.search(text))
    ]
    assert found == []


def test_the_documents_use_the_words_of_the_field() -> None:
    documents = project_files("README.md", "docs/*.md")
    found = [
        f"{path.relative_to(ROOT)}: {line.strip()}"
        for path in documents
        if path.name != "CHANGELOG.md"
        for line in path.read_text(encoding="utf-8").splitlines()
        if PRIVATE.search(line)
    ]
    assert found == []


# what scripts called events, and publishing them
SPOKEN = re.compile(r"\bTold\b|\btell\(|\.tell\b|\b(?:const|let) told\b|[({,] ?told\b(?! ?[:\"])")


def test_no_script_calls_an_event_what_was_told() -> None:
    found = [
        f"{path.relative_to(ROOT)}:{number}"
        for path in project_files("*/static/*.js")
        if not {"vendor", "words"} & set(path.parts)
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if SPOKEN.search(line) and not line.lstrip().startswith(("*", "/*", "//"))
    ]
    assert found == []
