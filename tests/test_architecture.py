"""Files and functions are short, and no task waits inside the broker."""

import ast
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

from tests.project_files import ROOT, project_files

LONGEST_FILE, LONGEST_FUNCTION = 400, 60
TIMERS = {"eta", "countdown"}
NOT_OURS = {"vendor", "words"}


@cache
def parse_modules() -> dict[Path, ast.Module]:
    """Return every Python file of the project, parsed."""
    return {path: ast.parse(path.read_text(encoding="utf-8")) for path in project_files("*.py")}


def browser_files() -> Iterator[Path]:
    """Return the project's browser files, except vendored and generated ones."""
    for path in project_files("*/static/*.js", "*/static/*.css"):
        if NOT_OURS.isdisjoint(path.parts):
            yield path


def format_place(path: Path, line: int = 1) -> str:
    """Return a path and line number in the format of editors."""
    return f"{path.relative_to(ROOT)}:{line}"


def none_of(offenders: Iterable[str]) -> None:
    found = "\n".join(offenders)
    assert not found, f"\n{found}"


def test_files_and_functions_are_short() -> None:
    written = [path for path in parse_modules() if path.parent.name != "migrations"]
    files = {
        path: len(path.read_text(encoding="utf-8").splitlines())
        for path in [*written, *browser_files()]
    }
    functions = [
        (path, node, (node.end_lineno or 0) - node.lineno + 1)
        for path, tree in parse_modules().items()
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    ]
    assert {path.suffix for path in files} == {".py", ".js", ".css"}
    long_files = [
        f"{format_place(path)}: {lines} lines"
        for path, lines in files.items()
        if lines > LONGEST_FILE
    ]
    long_functions = [
        f"{format_place(path, node.lineno)}: {node.name} has {lines} lines"
        for path, node, lines in functions
        if lines > LONGEST_FUNCTION
    ]
    none_of(long_files + long_functions)


def test_no_task_waits_inside_the_broker_but_second_notices_and_a_resting_coach() -> None:
    calls = [
        (path, node)
        for path, tree in parse_modules().items()
        # their waits are shorter than the visibility timeout
        if path not in (ROOT / "accounts/contact/notifications.py", ROOT / "games/tasks.py")
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
    ]
    none_of(
        format_place(path, call.lineno)
        for path, call in calls
        if not TIMERS.isdisjoint(word.arg for word in call.keywords)
    )
