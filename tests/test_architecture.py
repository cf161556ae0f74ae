"""The site stands as it was drawn: floors, file sizes, first sentences, no hidden timers."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
ROOMS = ("density", "games", "matchmaking", "accounts", "tests", "bench")
LONGEST_FILE, LONGEST_FUNCTION = 400, 60
TIMERS = {"eta", "countdown"}
NOT_OURS = {"vendor", "words"}


def python_files() -> Iterator[Path]:
    """Every file of ours that Python reads."""
    yield ROOT / "manage.py"
    for room in ROOMS:
        for path in sorted((ROOT / room).rglob("*.py")):
            if "node_modules" not in path.parts:
                yield path


def browser_files() -> Iterator[Path]:
    """Every file of ours that a browser reads, except what others or a command wrote."""
    for path in sorted(ROOT.glob("*/static/**/*.*")):
        if path.suffix in {".js", ".css"} and NOT_OURS.isdisjoint(path.parts):
            yield path


def name(path: Path) -> str:
    """The path as people write it."""
    return str(path.relative_to(ROOT))


PYTHON_FILES = list(python_files())
WRITTEN_FILES = [path for path in PYTHON_FILES if path.parent.name != "migrations"]


def test_every_import_points_downwards() -> None:
    lint = Path(sys.executable).with_name("lint-imports")
    found = subprocess.run([lint], cwd=ROOT, capture_output=True, text=True, check=False)
    assert found.returncode == 0, found.stdout


@pytest.mark.parametrize("path", PYTHON_FILES, ids=name)
def test_every_file_opens_with_one_plain_sentence(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    first = (ast.get_docstring(tree) or "").partition("\n")[0]
    assert first.endswith((".", "?")), first
    assert len(first) > 10


@pytest.mark.parametrize("path", [*WRITTEN_FILES, *browser_files()], ids=name)
def test_every_file_is_a_small_room(path: Path) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) <= LONGEST_FILE


@pytest.mark.parametrize("path", PYTHON_FILES, ids=name)
def test_every_function_fits_on_a_screen(path: Path) -> None:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            assert (node.end_lineno or 0) - node.lineno < LONGEST_FUNCTION, node.name


@pytest.mark.parametrize("path", PYTHON_FILES, ids=name)
def test_no_task_waits_inside_the_broker(path: Path) -> None:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call):
            assert TIMERS.isdisjoint(word.arg for word in node.keywords), node.lineno


def test_nothing_unfinished_is_in_the_git_tree() -> None:
    marks = "TO" + "DO|FIX" + "ME|XX" + "X"
    found = subprocess.run(
        ["git", "grep", "-nIE", rf"\b({marks})\b", "--", "*.py", "*.js", "*.css", "*.html"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert found.stdout == ""
