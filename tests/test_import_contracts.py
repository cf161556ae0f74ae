"""A new game in games/ is held to purity, to its layers and apart from others, with no new line."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("density", "matchmaking", "games", "accounts")
OF_TESTS = shutil.ignore_patterns("test_*.py", "settings.py", "static", "templates", "__pycache__")

# a module of the new game, an import in it, and the contract that it breaks
WRONG = [
    ("rules/state.py", "import time", "Pure modules"),
    ("bots.py", "from django.conf import settings", "Pure modules"),
    ("rules/state.py", "from games.nim.rules import game", "The rules of a game"),
    ("bots.py", "from games.nim import game_type", "A game"),
    ("game_type.py", "from games.density_deck.rules import cards", "games"),
]


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The packages with the game of the tests among those of the site, as games/nim."""
    folder = tmp_path_factory.mktemp("tree")
    for package in PACKAGES:
        shutil.copytree(
            ROOT / package,
            folder / package,
            ignore=lambda _, names: {
                name for name in names if "." in name and not name.endswith(".py")
            },
        )
    shutil.copytree(ROOT / "tests/goofspiel", folder / "games/nim", ignore=OF_TESTS)
    for path in (folder / "games/nim").rglob("*.py"):
        path.write_text(path.read_text().replace("tests.goofspiel", "games.nim"))
    shutil.copy(ROOT / "pyproject.toml", folder)
    (folder / "tests").mkdir()
    (folder / "tests/__init__.py").touch()
    shutil.copy(ROOT / "tests/import_contracts.py", folder / "tests")
    return folder


def broken(tree: Path) -> list[str]:
    """The contracts that do not hold."""
    lint = Path(sys.executable).with_name("lint-imports")
    found = subprocess.run([lint], cwd=tree, capture_output=True, text=True, check=False)
    assert "Contracts: " in found.stdout, found.stdout + found.stderr
    return re.findall(r"^(.+) BROKEN$", found.stdout, re.MULTILINE)


def test_a_new_game_of_the_usual_shape_breaks_nothing(tree: Path) -> None:
    assert broken(tree) == []


@pytest.mark.parametrize(("module", "line", "contract"), WRONG)
def test_a_new_game_that_breaks_a_contract_is_found(
    tree: Path, module: str, line: str, contract: str
) -> None:
    path = tree / "games/nim" / module
    usual = path.read_text()
    path.write_text(f"{usual}\n\n{line}\n")
    try:
        found = broken(tree)
    finally:
        path.write_text(usual)
    assert any(name.startswith(contract) for name in found), found


def test_shared_code_that_names_a_new_game_is_found(tree: Path) -> None:
    path = tree / "games/labels.py"
    usual = path.read_text()
    path.write_text(f"{usual}\n\nimport games.nim.rules.state\n")
    try:
        found = broken(tree)
    finally:
        path.write_text(usual)
    assert "Only a game itself imports its modules" in found
